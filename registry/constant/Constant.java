// SPDX-License-Identifier: MIT-0

package retry;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Constant: wait the same time after every failure.
 *
 * <pre>{@code
 * nextDelay(attempt) = baseMs
 * }</pre>
 *
 * <p>Guarantees: every delay is exactly baseMs, whatever the attempt. Nothing random, no growth, no
 * cap. A call costs a few comparisons. Nothing is kept between calls, so one object may serve any
 * number of operations and threads at once.
 *
 * <p>Not for a fleet: clients that failed together come back together, and as often the tenth time
 * as the first.
 *
 * <p>Source: folklore; the simplest policy there is, and the one to measure the others against.
 */
public final class Constant {
  /** For maxAttempts: no limit. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** The longest delay of all: a timer given more, as an int, would fire at once. */
  private static final long MAX_DELAY_MS = Integer.MAX_VALUE;

  private final Params params;

  /**
   * Checks the parameters and keeps them.
   *
   * @param params what the policy is made of
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Constant(Params params) {
    requireInRange("baseMs", params.baseMs(), 0, MAX_DELAY_MS);
    requireInRange("maxAttempts", params.maxAttempts(), 1, UNLIMITED);
    this.params = params;
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
    return OptionalLong.of(params.baseMs());
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
   * What a Constant is made of. The policy checks it.
   *
   * @param baseMs every delay, in milliseconds: 0..2,147,483,647; by default 100
   * @param maxAttempts attempts in all, the first one included: 1 or more, or {@link #UNLIMITED};
   *     by default 8
   */
  public record Params(long baseMs, long maxAttempts) {
    /** The defaults, to start from. */
    public static final Params DEFAULTS = new Params(100, 8);

    /**
     * {@return these parameters, but with this one in place of the present one}
     *
     * @param baseMs as above
     */
    public Params withBaseMs(long baseMs) {
      return new Params(baseMs, maxAttempts);
    }

    /**
     * {@return these parameters, but with this one in place of the present one}
     *
     * @param maxAttempts as above
     */
    public Params withMaxAttempts(long maxAttempts) {
      return new Params(baseMs, maxAttempts);
    }
  }
}
