// SPDX-License-Identifier: MIT-0

package retry;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Retry-After with jitter: wait as long as the server asked and up to as long again, so that
 * clients given the same hint come back apart. Full jitter where it did not ask.
 *
 * <pre>{@code
 * nextDelay(attempt) = low + a uniform whole number of milliseconds in [0, spread]
 *
 * with a hint:    low    = hint; beyond capMs, 7/8 of capMs, rounded up
 *                 spread = min(max(low, baseMs), capMs - low)
 * without one:    low    = 0
 *                 spread = ceiling(attempt) = min(capMs, baseMs * 2^(attempt - 1))
 * }</pre>
 *
 * <p>Guarantees: 0 &lt;= delay &lt;= capMs, whatever the server sent, and no delay is below a hint
 * that is within capMs. A hint of 0 is a hint. A negative hint counts as none: it never becomes an
 * error. A delay takes one draw, giving up none. Nothing is kept between calls, so one object may
 * serve any number of operations and threads, if the source may.
 *
 * <p>Not with hints just below capMs, which leave little room: set capMs to twice the longest hint.
 *
 * <p>Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc
 * Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
public final class RetryAfterJitter {
  /** For maxAttempts: no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** The production source: the platform's own generator, which seeds itself. Not for secrets. */
  public static final RandomGenerator SYSTEM_RNG = () -> ThreadLocalRandom.current().nextLong();

  /** The longest delay of all: a timer given more, as an int, would fire at once. */
  private static final long MAX_DELAY_MS = Integer.MAX_VALUE;

  private final Params params;
  private final RandomGenerator rng;

  /**
   * Checks the parameters and keeps them.
   *
   * @param params what the policy is made of
   * @param rng the random source, such as {@link #SYSTEM_RNG}; asked by {@link
   *     RandomGenerator#nextLong(long)} only, for a bound in 1..2^31
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public RetryAfterJitter(Params params, RandomGenerator rng) {
    requireInRange("baseMs", params.baseMs(), 0, MAX_DELAY_MS);
    requireInRange("capMs", params.capMs(), 0, MAX_DELAY_MS);
    requireInRange("maxAttempts", params.maxAttempts(), 1, UNLIMITED);
    this.params = params;
    this.rng = Objects.requireNonNull(rng, "rng is required: say, SYSTEM_RNG");
  }

  /**
   * Decides on one retry.
   *
   * @param attempt the number of the attempt that just failed, counting from 1
   * @param failure what is known of that failure
   * @return the delay in whole milliseconds, or empty to give up
   * @throws IllegalArgumentException if attempt is below 1
   */
  public OptionalLong nextDelay(long attempt, Failure failure) {
    if (attempt < 1) {
      throw new IllegalArgumentException(
          "attempt must be >= 1, as attempts count from 1; got " + attempt);
    }
    if (!failure.retryable() || attempt >= params.maxAttempts()) {
      return OptionalLong.empty();
    }
    OptionalLong hint = failure.retryAfterMs();
    long low = 0;
    long spread;
    if (hint != null && hint.orElse(-1) >= 0) {
      long cap = params.capMs();
      low = hint.getAsLong() > cap ? cap - cap / 8 : hint.getAsLong();
      spread = Math.min(Math.max(low, params.baseMs()), cap - low);
    } else {
      spread = ceiling(attempt, params.baseMs(), params.capMs());
    }
    return OptionalLong.of(low + rng.nextLong(spread + 1));
  }

  /**
   * The exponential ceiling, by doubling that stops at the cap and so cannot overflow.
   *
   * @param attempt the number of an attempt, counting from 1
   * @param baseMs the ceiling of the first attempt
   * @param capMs the highest ceiling
   * @return min(capMs, baseMs * 2^(attempt - 1))
   */
  public static long ceiling(long attempt, long baseMs, long capMs) {
    long delay = baseMs;
    for (long n = 1; n < attempt && 0 < delay && delay < capMs; n++) {
      delay *= 2;
    }
    return Math.min(delay, capMs);
  }

  private static void requireInRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be in " + min + ".." + max + "; got " + value);
    }
  }

  /**
   * What the caller knows of the attempt that just failed.
   *
   * @param retryable false gives up at once: another attempt could not help
   * @param status the HTTP status, where there is one; not read here
   * @param retryAfterMs the wait the server asked for, in milliseconds; a negative one is ignored
   */
  public record Failure(boolean retryable, OptionalInt status, OptionalLong retryAfterMs) {
    /**
     * A failure of which nothing else is known.
     *
     * @param retryable false gives up at once: another attempt could not help
     */
    public Failure(boolean retryable) {
      this(retryable, OptionalInt.empty(), OptionalLong.empty());
    }
  }

  /**
   * What a RetryAfterJitter is made of. The policy checks it.
   *
   * @param baseMs the ceiling of the first delay, and the least spread after a hint, in
   *     milliseconds: 0..2,147,483,647; by default 100
   * @param capMs the longest delay, hints included, in milliseconds: 0..2,147,483,647; below baseMs
   *     it wins; by default 10,000
   * @param maxAttempts attempts in all, the first one included: 1 or more, or {@link #UNLIMITED};
   *     by default 8
   */
  public record Params(long baseMs, long capMs, long maxAttempts) {
    /** The defaults, to start from. */
    public static final Params DEFAULTS = new Params(100, 10_000, 8);

    /**
     * {@return these parameters, but with this one in place of the present one}
     *
     * @param baseMs as above
     */
    public Params withBaseMs(long baseMs) {
      return new Params(baseMs, capMs, maxAttempts);
    }

    /**
     * {@return these parameters, but with this one in place of the present one}
     *
     * @param capMs as above
     */
    public Params withCapMs(long capMs) {
      return new Params(baseMs, capMs, maxAttempts);
    }

    /**
     * {@return these parameters, but with this one in place of the present one}
     *
     * @param maxAttempts as above
     */
    public Params withMaxAttempts(long maxAttempts) {
      return new Params(baseMs, capMs, maxAttempts);
    }
  }
}
