// SPDX-License-Identifier: MIT-0

/**
 * Exponential backoff: double the wait after every failure, up to a cap.
 *
 *     nextDelay(attempt) = min(capMs, baseMs * 2^(attempt - 1))
 *
 * Guarantees: 0 <= delay <= capMs, never shorter than the delay before it, and the same for the
 * same attempt: nothing is random. A call costs at most 31 doublings. Nothing is kept between
 * calls, so one object may serve any number of operations at once.
 *
 * Not for a fleet: clients that failed together retry together, every time, in lockstep.
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
 * One decision: how long to wait before trying again.
 *
 * @typedef {object} RetryPolicy
 * @property {(attempt: number, failure: Failure) => number | null} nextDelay The delay in whole
 *   milliseconds, or null to give up.
 */

/**
 * What an Exponential is made of. A parameter left out, or undefined, takes its default.
 *
 * @typedef {object} ExponentialParams
 * @property {number | undefined} [baseMs] The first delay, in milliseconds: 0..2,147,483,647.
 *   Default 100.
 * @property {number | undefined} [capMs] The longest delay, in milliseconds: 0..2,147,483,647. Wins
 *   over baseMs. Default 10,000.
 * @property {number | undefined} [maxAttempts] Attempts in all, the first one included: 1 or more,
 *   or Infinity. Default 8.
 */

/**
 * Doubling waits, nothing random. One object may be shared by any number of operations.
 *
 * @implements {RetryPolicy}
 */
export class Exponential {
  #baseMs;
  #capMs;
  #maxAttempts;

  /**
   * @param {ExponentialParams} params
   * @throws {RangeError} if a parameter is out of range.
   */
  constructor(params = {}) {
    const { baseMs = 100, capMs = 10_000, maxAttempts = 8 } = params;
    if (!isDelay(baseMs)) throw outOfRange("baseMs", baseMs, DELAY_RANGE);
    if (!isDelay(capMs)) throw outOfRange("capMs", capMs, DELAY_RANGE);
    if (!isCount(maxAttempts) && maxAttempts !== Infinity) {
      throw outOfRange("maxAttempts", maxAttempts, "a whole number >= 1, or Infinity");
    }
    this.#baseMs = baseMs + 0; // + 0 makes -0 plain 0
    this.#capMs = capMs + 0;
    this.#maxAttempts = maxAttempts;
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
    return ceiling(attempt, this.#baseMs, this.#capMs);
  }
}

/**
 * min(capMs, baseMs * 2^(attempt - 1)) in milliseconds, doubling up to the cap: no overflow.
 *
 * @param {number} attempt
 * @param {number} baseMs
 * @param {number} capMs
 * @returns {number}
 */
export function ceiling(attempt, baseMs, capMs) {
  let delay = baseMs;
  for (let n = 1; n < attempt && 0 < delay && delay < capMs; n += 1) delay *= 2;
  return Math.min(delay, capMs);
}

const MAX_DELAY_MS = 2_147_483_647; // 2^31 - 1: a timer given more fires at once
const DELAY_RANGE = `a whole number in 0..${MAX_DELAY_MS}`;
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
