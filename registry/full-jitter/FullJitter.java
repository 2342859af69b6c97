// SPDX-License-Identifier: MIT-0

package retry;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Full jitter: wait a uniform random time between zero and the exponential ceiling.
 *
 * <pre>{@code
 * ceiling(attempt)   = min(capMs, baseMs * 2^(attempt - 1))
 * nextDelay(attempt) = a uniform whole number of milliseconds in [0, ceiling(attempt)]
 * }</pre>
 *
 * <p>Guarantees: 0 &lt;= delay &lt;= ceiling &lt;= capMs, and both ends of the range can occur, at
 * the cap too. Giving up draws nothing from the random source. A call costs at most 31 doublings
 * and one draw. Nothing is kept between calls, so one object may serve any number of operations and
 * threads, if the source may.
 *
 * <p>Not where an immediate retry does harm: a delay of 0 is as likely as any other.
 *
 * <p>Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
public final class FullJitter {
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
  public FullJitter(Params params, RandomGenerator rng) {
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
    return OptionalLong.of(rng.nextLong(ceiling(attempt, params.baseMs(), params.capMs()) + 1));
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
   * @param retryAfterMs the wait the server asked for, in milliseconds; not read here
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
   * What a FullJitter is made of. The policy checks it.
   *
   * @param baseMs the ceiling of the first delay, in milliseconds: 0..2,147,483,647; by default 100
   * @param capMs the highest ceiling, in milliseconds: 0..2,147,483,647; below baseMs it wins; by
   *     default 10,000
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
