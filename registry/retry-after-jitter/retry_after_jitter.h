// SPDX-License-Identifier: MIT-0
/**
 * @file
 * Retry-After with jitter: wait as long as the server asked and up to as long
 * again, so that clients given the same hint come back apart. Full jitter where
 * it did not ask.
 *
 *     next_delay(attempt) = low + a uniform whole number of milliseconds in
 *                           [0, spread]
 *
 *     with a hint:  low    = hint; beyond cap_ms, 7/8 of cap_ms, rounded up
 *                   spread = min(max(low, base_ms), cap_ms - low)
 *     without one:  low    = 0
 *                   spread = ceiling(attempt)
 *                          = min(cap_ms, base_ms * 2^(attempt - 1))
 *
 * Guarantees: 0 <= delay <= cap_ms, whatever the server sent, and no delay is
 * below a hint that is within cap_ms. A hint of 0 is a hint. A negative hint
 * counts as none: it never becomes an error. A delay takes one draw, giving up
 * none. A call allocates nothing and changes nothing but the random source, so
 * that threads may share one policy if they may the source.
 *
 * Not with hints just below cap_ms, which leave little room: set cap_ms to
 * twice the longest hint.
 *
 * Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429).
 * Jitter: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
 * Blog, 2015.
 */
#ifndef RETRY_RETRY_AFTER_JITTER_H
#define RETRY_RETRY_AFTER_JITTER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The types that policies share. Each header brings them along, word for word,
 * so that any one of them can be included alone and all of them together. */
#ifndef RETRY_POLICY_TYPES
#define RETRY_POLICY_TYPES
/** What the caller knows of the attempt that just failed. Zeroed: no hint. */
typedef struct retry_failure {
  bool retryable;         /**< False gives up: a retry could not help. */
  int status;             /**< The HTTP status; 0 where there is none. */
  bool has_retry_after;   /**< Did the server ask for a wait? */
  int64_t retry_after_ms; /**< The wait it asked for, in milliseconds. */
} retry_failure;

/** What a call came to. The BAD ones name the parameter at fault. */
typedef enum retry_result {
  RETRY_OK = 0,
  RETRY_GIVE_UP = 1,
  RETRY_BAD_BASE_MS,
  RETRY_BAD_CAP_MS,
  RETRY_BAD_MAX_ATTEMPTS,
  RETRY_BAD_RNG,
  RETRY_BAD_ATTEMPT
} retry_result;

/** As max_attempts: no limit. */
#define RETRY_UNLIMITED INT64_MAX
#endif /* RETRY_POLICY_TYPES */

#ifndef RETRY_RNG_TYPE
#define RETRY_RNG_TYPE
/** A source of uniform whole numbers in [0, bound), for a bound in 1..2^32. */
typedef struct retry_rng {
  uint32_t (*next_int)(void *state, uint64_t bound);
  void *state; /**< What next_int gets as its state; NULL if it needs none. */
} retry_rng;
#endif /* RETRY_RNG_TYPE */

/** What a policy is made of. Start from the defaults. */
typedef struct retry_retry_after_jitter_params {
  /** The ceiling of the first delay, and the least spread after a hint, in
   * milliseconds: 0..2147483647. */
  int64_t base_ms;
  /** The longest delay, in milliseconds: 0..2147483647; beats base_ms
   * and hints. */
  int64_t cap_ms;
  /** Attempts in all, the first one included: 1 or more, or RETRY_UNLIMITED. */
  int64_t max_attempts;
} retry_retry_after_jitter_params;

/** The server's wait and up to as much again, or else full jitter. */
typedef struct retry_retry_after_jitter {
  uint32_t base_ms;
  uint32_t cap_ms;
  int64_t max_attempts;
  retry_rng rng;
} retry_retry_after_jitter;

/** @return base_ms 100, cap_ms 10000, max_attempts 8 */
retry_retry_after_jitter_params retry_retry_after_jitter_defaults(void);

/**
 * @param params what the policy is made of; NULL for the defaults
 * @param rng the random source, such as retry_retry_after_jitter_system_rng()
 * @return RETRY_OK, or the first parameter at fault, and policy is left alone
 */
retry_result
retry_retry_after_jitter_init(retry_retry_after_jitter *policy,
                              const retry_retry_after_jitter_params *params,
                              retry_rng rng);

/**
 * @param attempt the number of the attempt that just failed, counting from 1
 * @param failure what is known of that failure
 * @param delay_ms set to the delay in whole milliseconds, if there is one
 * @return RETRY_OK, RETRY_GIVE_UP, or RETRY_BAD_ATTEMPT if attempt is below 1
 */
retry_result
retry_retry_after_jitter_next_delay(const retry_retry_after_jitter *policy,
                                    int64_t attempt, retry_failure failure,
                                    uint32_t *delay_ms);

/** min(cap_ms, base_ms * 2^(attempt - 1)), by doubling up to the cap. */
uint32_t retry_retry_after_jitter_ceiling(int64_t attempt, uint32_t base_ms,
                                          uint32_t cap_ms);

/** What a result means: of a BAD one the parameter, and its range. */
const char *retry_retry_after_jitter_message(retry_result result);

/**
 * The production source: the platform's own generator, which seeds itself.
 * Not for secrets. Where the platform has none, the source is refused with
 * RETRY_BAD_RNG: bring your own, and never one fixed seed for a fleet.
 */
retry_rng retry_retry_after_jitter_system_rng(void);

#ifdef __cplusplus
}
#endif

#endif /* RETRY_RETRY_AFTER_JITTER_H */
