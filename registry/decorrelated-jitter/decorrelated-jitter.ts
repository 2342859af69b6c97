// SPDX-License-Identifier: MIT-0

/**
 * Decorrelated jitter: draw each wait between the base and three times the wait before it.
 *
 *     base      = min(baseMs, capMs)
 *     nextDelay = min(capMs, a uniform whole number of milliseconds in [base, 3 * prev])
 *     prev      = base at first, then the delay just returned
 *
 * Guarantees: base <= delay <= capMs. Giving up draws nothing from the random source and leaves
 * prev alone. A call costs one draw; the attempt number only counts towards maxAttempts.
 *
 * The object remembers its last delay, so it serves ONE operation: make a new one for the next.
 * Shared, it would start one caller's waits where another's had got to.
 *
 * Not where the cap is low: every draw beyond it lands exactly on it, and clients meet there.
 *
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */

/** What the caller knows of the attempt that just failed. */
export interface Failure {
  /** False gives up at once: another attempt could not help. */
  readonly retryable: boolean;
  /** The HTTP status, where there is one. Not read by this policy. */
  readonly status?: number | undefined;
  /** The wait the server asked for, in milliseconds. Not read by this policy. */
  readonly retryAfterMs?: number | undefined;
}

/** A source of uniform whole numbers in [0, bound), for a bound in 1..2^32. */
export interface Rng {
  nextInt(bound: number): number;
}

/** One decision: how long to wait before trying again. */
export interface RetryPolicy {
  /** The delay in whole milliseconds, or null to give up. */
  nextDelay(attempt: number, failure: Failure): number | null;
}

/** What a DecorrelatedJitter is made of. A parameter left out, or undefined, takes its default. */
export interface DecorrelatedJitterParams {
  /** The shortest delay, in milliseconds: 0..2,147,483,647. Default 100. */
  readonly baseMs?: number | undefined;
  /** The longest delay, in milliseconds: 0..1,431,655,765. Wins over baseMs. Default 10,000. */
  readonly capMs?: number | undefined;
  /** Attempts in all, the first one included: 1 or more, or Infinity. Default 8. */
  readonly maxAttempts?: number | undefined;
}

/** A random walk between base and cap. It remembers: one object for one operation. */
export class DecorrelatedJitter implements RetryPolicy {
  private readonly baseMs: number;
  private readonly capMs: number;
  private readonly maxAttempts: number;
  private readonly rng: Rng;
  private prevMs: number;

  /** @throws {RangeError} if a parameter is out of range; {TypeError} if there is no rng. */
  constructor(params: DecorrelatedJitterParams = {}, rng: Rng) {
    const { baseMs = 100, capMs = 10_000, maxAttempts = 8 } = params;
    if (!isDelay(baseMs)) throw outOfRange("baseMs", baseMs, DELAY_RANGE);
    if (!isDelay(capMs) || capMs > MAX_CAP_MS) throw outOfRange("capMs", capMs, CAP_RANGE);
    if (!isCount(maxAttempts) && maxAttempts !== Infinity) {
      throw outOfRange("maxAttempts", maxAttempts, "a whole number >= 1, or Infinity");
    }
    if (typeof rng?.nextInt !== "function") throw new TypeError("rng is required: say, systemRng");
    this.baseMs = Math.min(baseMs, capMs) + 0; // + 0 makes -0 plain 0
    this.capMs = capMs + 0;
    this.maxAttempts = maxAttempts;
    this.rng = rng;
    this.prevMs = this.baseMs;
  }

  /**
   * @param attempt the number of the attempt that just failed, counting from 1
   * @returns the delay in whole milliseconds, or null to give up
   * @throws {RangeError} if attempt is not a whole number of at least 1
   */
  nextDelay(attempt: number, failure: Failure): number | null {
    if (!isCount(attempt)) throw outOfRange("attempt", attempt, ATTEMPT_RANGE);
    if (!failure.retryable || attempt >= this.maxAttempts) return null;
    const drawn = this.baseMs + this.rng.nextInt(3 * this.prevMs - this.baseMs + 1);
    this.prevMs = Math.min(drawn, this.capMs);
    return this.prevMs;
  }
}

/** The production source: the platform's own generator, which seeds itself. Not for secrets. */
export const systemRng: Rng = { nextInt: (bound) => Math.floor(Math.random() * bound) };

const MAX_DELAY_MS = 2_147_483_647; // 2^31 - 1: a timer given more fires at once
const MAX_CAP_MS = 1_431_655_765; // a third of 2^32 - 1: keeps the bound of a draw within 2^32
const DELAY_RANGE = `a whole number in 0..${MAX_DELAY_MS}`;
const CAP_RANGE = `a whole number in 0..${MAX_CAP_MS}`;
const ATTEMPT_RANGE = "a whole number >= 1, as attempts count from 1";

const isDelay = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_DELAY_MS;
const isCount = (value: number) => Number.isInteger(value) && value >= 1;

function outOfRange(name: string, value: unknown, range: string): RangeError {
  const shown = Object(value) === value ? typeof value : value; // not every object converts
  const got = typeof value === "string" ? `"${value}"` : String(shown);
  return new RangeError(`${name} must be ${range}; got ${got}`);
}
