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

/**
 * What the caller knows of the attempt that just failed.
 *
 * @typedef {object} Failure
 * @property {boolean} retryable False gives up at once: another attempt could not help.
 * @property {number | undefined} [status] The HTTP status, where there is one. Not read by this
 *   policy.
 * @property {number | undefined} [retryAfterMs] The wait the server asked for, in milliseconds. Not
 *   read by this policy.
 */

/**
 * A source of uniform whole numbers in [0, bound), for a bound in 1..2^32.
 *
 * @typedef {object} Rng
 * @property {(bound: number) => number} nextInt
 */

/**
 * One decision: how long to wait before trying again.
 *
 * @typedef {object} RetryPolicy
 * @property {(attempt: number, failure: Failure) => number | null} nextDelay The delay in whole
 *   milliseconds, or null to give up.
 */

/**
 * What a DecorrelatedJitter is made of. A parameter left out, or undefined, takes its default.
 *
 * @typedef {object} DecorrelatedJitterParams
 * @property {number | undefined} [baseMs] The shortest delay, in milliseconds: 0..2,147,483,647.
 *   Default 100.
 * @property {number | undefined} [capMs] The longest delay, in milliseconds: 0..1,431,655,765. Wins
 *   over baseMs. Default 10,000.
 * @property {number | undefined} [maxAttempts] Attempts in all, the first one included: 1 or more,
 *   or Infinity. Default 8.
 */

/**
 * A random walk between base and cap. It remembers: one object for one operation.
 *
 * @implements {RetryPolicy}
 */
export class DecorrelatedJitter {
  #baseMs;
  #capMs;
  #maxAttempts;
  #rng;
  #prevMs;

  /**
   * @param {DecorrelatedJitterParams} params
   * @param {Rng} rng
   * @throws {RangeError} if a parameter is out of range; {TypeError} if there is no rng.
   */
  constructor(params = {}, rng) {
    const { baseMs = 100, capMs = 10_000, maxAttempts = 8 } = params;
    if (!isDelay(baseMs)) throw outOfRange("baseMs", baseMs, DELAY_RANGE);
    if (!isDelay(capMs) || capMs > MAX_CAP_MS) throw outOfRange("capMs", capMs, CAP_RANGE);
    if (!isCount(maxAttempts) && maxAttempts !== Infinity) {
      throw outOfRange("maxAttempts", maxAttempts, "a whole number >= 1, or Infinity");
    }
    if (typeof rng?.nextInt !== "function") throw new TypeError("rng is required: say, systemRng");
    this.#baseMs = Math.min(baseMs, capMs) + 0; // + 0 makes -0 plain 0
    this.#capMs = capMs + 0;
    this.#maxAttempts = maxAttempts;
    this.#rng = rng;
    this.#prevMs = this.#baseMs;
  }

  /**
   * @param {number} attempt the number of the attempt that just failed, counting from 1
   * @param {Failure} failure
   * @returns {number | null} the delay in whole milliseconds, or null to give up
   * @throws {RangeError} if attempt is not a whole number of at least 1
   */
  nextDelay(attempt, failure) {
    if (!isCount(attempt)) throw outOfRange("attempt", attempt, ATTEMPT_RANGE);
    if (!failure.retryable || attempt >= this.#maxAttempts) return null;
    const drawn = this.#baseMs + this.#rng.nextInt(3 * this.#prevMs - this.#baseMs + 1);
    this.#prevMs = Math.min(drawn, this.#capMs);
    return this.#prevMs;
  }
}

/**
 * The production source: the platform's own generator, which seeds itself. Not for secrets.
 *
 * @type {Rng}
 */
export const systemRng = { nextInt: (bound) => Math.floor(Math.random() * bound) };

const MAX_DELAY_MS = 2_147_483_647; // 2^31 - 1: a timer given more fires at once
const MAX_CAP_MS = 1_431_655_765; // a third of 2^32 - 1: keeps the bound of a draw within 2^32
const DELAY_RANGE = `a whole number in 0..${MAX_DELAY_MS}`;
const CAP_RANGE = `a whole number in 0..${MAX_CAP_MS}`;
const ATTEMPT_RANGE = "a whole number >= 1, as attempts count from 1";

/** @param {number} value */
const isDelay = (value) => Number.isInteger(value) && value >= 0 && value <= MAX_DELAY_MS;

/** @param {number} value */
const isCount = (value) => Number.isInteger(value) && value >= 1;

/**
 * @param {string} name
 * @param {unknown} value
 * @param {string} range
 * @returns {RangeError}
 */
function outOfRange(name, value, range) {
  const shown = Object(value) === value ? typeof value : value; // not every object converts
  const got = typeof value === "string" ? `"${value}"` : String(shown);
  return new RangeError(`${name} must be ${range}; got ${got}`);
}
