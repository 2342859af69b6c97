// SPDX-License-Identifier: MIT-0

package retry;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Decorrelated jitter: draw each wait between the base and three times the wait before it.
 *
 * <pre>{@code
 * base      = min(baseMs, capMs)
 * nextDelay = min(capMs, a uniform whole number of milliseconds in [base, 3 * prev])
 * prev      = base at first, then the delay just returned
 * }</pre>
 *
 * <p>Guarantees: base &lt;= delay &lt;= capMs. Giving up draws nothing from the random source and
 * leaves prev alone. A call costs one draw; the attempt number only counts towards maxAttempts.
 *
 * <p>The object remembers its last delay, so it serves ONE operation: make a new one for the next.
 * Shared, it would start one caller's waits where another's had got to. It is not for several
 * threads.
 *
 * <p>Not where the cap is low: every draw beyond it lands exactly on it, and clients meet there.
 *
 * <p>Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
public final class DecorrelatedJitter {
  /** For maxAttempts: no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** The production source: the platform's own generator, which seeds itself. Not for secrets. */
  public static final RandomGenerator SYSTEM_RNG = () -> ThreadLocalRandom.current().nextLong();

  /** The longest base of all: a timer given more, as an int, would fire at once. */
  private static final long MAX_BASE_MS = Integer.MAX_VALUE;

  /** A third of 2^32 - 1: keeps the bound of a draw within 2^32. */
  private static final long MAX_CAP_MS = 1_431_655_765;

  private final Params params;
  private final RandomGenerator rng;
  private final long baseMs;
  private long prevMs;

  /**
   * Checks the parameters and keeps them.
   *
   * @param params what the policy is made of
   * @param rng the random source, such as {@link #SYSTEM_RNG}; asked by {@link
   *     RandomGenerator#nextLong(long)} only, for a bound in 1..2^32
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public DecorrelatedJitter(Params params, RandomGenerator rng) {
    requireInRange("baseMs", params.baseMs(), 0, MAX_BASE_MS);
    requireInRange("capMs", params.capMs(), 0, MAX_CAP_MS);
    requireInRange("maxAttempts", params.maxAttempts(), 1, UNLIMITED);
    this.params = params;
    this.rng = Objects.requireNonNull(rng, "rng is required: say, SYSTEM_RNG");
    this.baseMs = Math.min(params.baseMs(), params.capMs());
    this.prevMs = baseMs;
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
    long drawn = baseMs + rng.nextLong(3 * prevMs - baseMs + 1);
    prevMs = Math.min(drawn, params.capMs());
    return OptionalLong.of(prevMs);
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
   * What a DecorrelatedJitter is made of. The policy checks it.
   *
   * @param baseMs the shortest delay, in milliseconds: 0..2,147,483,647; by default 100
   * @param capMs the longest delay, in milliseconds: 0..1,431,655,765; below baseMs it wins; by
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
