// SPDX-License-Identifier: MIT-0
/**
 * @file
 * Full jitter: wait a random time between zero and the exponential ceiling.
 *
 *     ceiling(attempt)    = min(cap_ms, base_ms * 2^(attempt - 1))
 *     next_delay(attempt) = a uniform whole number of milliseconds in
 *                           [0, ceiling(attempt)]
 *
 * Guarantees: 0 <= delay <= ceiling <= cap_ms, and both ends of the range can
 * occur, at the cap too. Giving up draws nothing from the random source. A call
 * costs at most 31 doublings and one draw, allocates nothing and changes
 * nothing but the source, so that threads may share one policy if they may the
 * source.
 *
 * Not where an immediate retry does harm: a delay of 0 is as likely as any
 * other.
 *
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
 * Blog, 2015.
 */
#ifndef RETRY_FULL_JITTER_H
#define RETRY_FULL_JITTER_H

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
typedef struct retry_full_jitter_params {
  /** The ceiling of the first delay, in milliseconds: 0..2147483647. */
  int64_t base_ms;
  /** The highest ceiling, in milliseconds: 0..2147483647; beats base_ms. */
  int64_t cap_ms;
  /** Attempts in all, the first one included: 1 or more, or RETRY_UNLIMITED. */
  int64_t max_attempts;
} retry_full_jitter_params;

/** A random share of a doubling wait. Made by retry_full_jitter_init. */
typedef struct retry_full_jitter {
  uint32_t base_ms;
  uint32_t cap_ms;
  int64_t max_attempts;
  retry_rng rng;
} retry_full_jitter;

/** @return base_ms 100, cap_ms 10000, max_attempts 8 */
retry_full_jitter_params retry_full_jitter_defaults(void);

/**
 * @param params what the policy is made of; NULL for the defaults
 * @param rng the random source, such as retry_full_jitter_system_rng()
 * @return RETRY_OK, or the first parameter at fault, and policy is left alone
 */
retry_result retry_full_jitter_init(retry_full_jitter *policy,
                                    const retry_full_jitter_params *params,
                                    retry_rng rng);

/**
 * @param attempt the number of the attempt that just failed, counting from 1
 * @param failure what is known of that failure
 * @param delay_ms set to the delay in whole milliseconds, if there is one
 * @return RETRY_OK, RETRY_GIVE_UP, or RETRY_BAD_ATTEMPT if attempt is below 1
 */
retry_result retry_full_jitter_next_delay(const retry_full_jitter *policy,
                                          int64_t attempt,
                                          retry_failure failure,
                                          uint32_t *delay_ms);

/** min(cap_ms, base_ms * 2^(attempt - 1)), by doubling up to the cap. */
uint32_t retry_full_jitter_ceiling(int64_t attempt, uint32_t base_ms,
                                   uint32_t cap_ms);

/** What a result means: of a BAD one the parameter, and its range. */
const char *retry_full_jitter_message(retry_result result);

/**
 * The production source: the platform's own generator, which seeds itself.
 * Not for secrets. Where the platform has none, the source is refused with
 * RETRY_BAD_RNG: bring your own, and never one fixed seed for a fleet.
 */
retry_rng retry_full_jitter_system_rng(void);

#ifdef __cplusplus
}
#endif

#endif /* RETRY_FULL_JITTER_H */
