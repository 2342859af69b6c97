// SPDX-License-Identifier: MIT-0

/**
 * Retry-After with jitter: wait as long as the server asked and up to as long again, so that
 * clients given the same hint come back apart. Full jitter where it did not ask.
 *
 *     nextDelay(attempt) = low + a uniform whole number of milliseconds in [0, spread]
 *     with a hint:  low = hint, or 7/8 of capMs, rounded up, where the hint is beyond capMs
 *                   spread = min(max(low, baseMs), capMs - low)
 *     without one:  low = 0, spread = ceiling(attempt) = min(capMs, baseMs * 2^(attempt - 1))
 *
 * Guarantees: 0 <= delay <= capMs, and no delay is below a hint within capMs. 0 is a hint. A hint
 * that is no whole number >= 0 counts as none: it never becomes an error. A delay takes one
 * draw, giving up none. Nothing is kept between calls: one object serves any number of operations.
 *
 * Not with hints just below capMs, which leave little room: set capMs to twice the longest hint.
 *
 * Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc Brooker,
 * "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */

/**
 * What the caller knows of the attempt that just failed.
 *
 * @typedef {object} Failure
 * @property {boolean} retryable False gives up at once: another attempt could not help.
 * @property {number | undefined} [status] The HTTP status, where there is one. Not read by this
 *   policy.
 * @property {number | undefined} [retryAfterMs] The wait the server asked for, in milliseconds; all
 *   but a whole number >= 0 is ignored.
 */

/**
 * A source of uniform whole numbers in [0, bound), for a bound in 1..2^31.
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
 * What a RetryAfterJitter is made of. A parameter left out, or undefined, takes its default.
 *
 * @typedef {object} RetryAfterJitterParams
 * @property {number | undefined} [baseMs] The ceiling of the first delay, and the least spread, in
 *   ms: 0..2,147,483,647. Default 100.
 * @property {number | undefined} [capMs] The longest delay, hints included, in milliseconds:
 *   0..2,147,483,647. Default 10,000.
 * @property {number | undefined} [maxAttempts] Attempts in all, the first one included: 1 or more,
 *   or Infinity. Default 8.
 */

/**
 * The server's wait and up to as much again, or else full jitter. One object may be shared.
 *
 * @implements {RetryPolicy}
 */
export class RetryAfterJitter {
  #baseMs;
  #capMs;
  #maxAttempts;
  #rng;

  /**
   * @param {RetryAfterJitterParams} params
   * @param {Rng} rng
   * @throws {RangeError} if a parameter is out of range; {TypeError} if there is no rng.
   */
  constructor(params = {}, rng) {
    const { baseMs = 100, capMs = 10_000, maxAttempts = 8 } = params;
    if (!isDelay(baseMs)) throw outOfRange("baseMs", baseMs, DELAY_RANGE);
    if (!isDelay(capMs)) throw outOfRange("capMs", capMs, DELAY_RANGE);
    if (!isCount(maxAttempts) && maxAttempts !== Infinity) {
      throw outOfRange("maxAttempts", maxAttempts, "a whole number >= 1, or Infinity");
    }
    if (typeof rng?.nextInt !== "function") throw new TypeError("rng is required: say, systemRng");
    this.#baseMs = baseMs + 0; // + 0 makes -0 plain 0
    this.#capMs = capMs + 0;
    this.#maxAttempts = maxAttempts;
    this.#rng = rng;
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
    const hint = failure.retryAfterMs ?? -1;
    if (!Number.isInteger(hint) || hint < 0)
      return this.#rng.nextInt(ceiling(attempt, this.#baseMs, this.#capMs) + 1);
    const low = hint > this.#capMs ? this.#capMs - Math.floor(this.#capMs / 8) : hint;
    const spread = Math.min(Math.max(low, this.#baseMs), this.#capMs - low);
    return low + this.#rng.nextInt(spread + 1);
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

/**
 * The production source: the platform's own generator, which seeds itself. Not for secrets.
 *
 * @type {Rng}
 */
export const systemRng = { nextInt: (bound) => Math.floor(Math.random() * bound) };

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
