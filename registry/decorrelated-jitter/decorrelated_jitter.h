// SPDX-License-Identifier: MIT-0
/**
 * @file
 * Decorrelated jitter: draw each wait between the base and three times the wait
 * before it.
 *
 *     base       = min(base_ms, cap_ms)
 *     next_delay = min(cap_ms, a uniform whole number of milliseconds in
 *                              [base, 3 * prev])
 *     prev       = base at first, then the delay just given
 *
 * Guarantees: base <= delay <= cap_ms. Giving up draws nothing from the random
 * source and leaves prev alone. A call costs one draw and allocates nothing;
 * the attempt number only counts towards max_attempts.
 *
 * The policy remembers its last delay, so it serves ONE operation: make a new
 * one for the next. Shared, it would start one caller's waits where another's
 * had got to, and threads would race.
 *
 * Not where the cap is low: every draw beyond it lands exactly on it, and
 * clients meet there.
 *
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
 * Blog, 2015.
 */
#ifndef RETRY_DECORRELATED_JITTER_H
#define RETRY_DECORRELATED_JITTER_H

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
typedef struct retry_decorrelated_jitter_params {
  /** The shortest delay, in milliseconds: 0..2147483647. */
  int64_t base_ms;
  /** The longest delay, in milliseconds: 0..1431655765; beats base_ms. */
  int64_t cap_ms;
  /** Attempts in all, the first one included: 1 or more, or RETRY_UNLIMITED. */
  int64_t max_attempts;
} retry_decorrelated_jitter_params;

/** A random walk between base and cap: one policy for one operation. */
typedef struct retry_decorrelated_jitter {
  uint32_t base_ms;
  uint32_t cap_ms;
  uint32_t prev_ms;
  int64_t max_attempts;
  retry_rng rng;
} retry_decorrelated_jitter;

/** @return base_ms 100, cap_ms 10000, max_attempts 8 */
retry_decorrelated_jitter_params retry_decorrelated_jitter_defaults(void);

/**
 * @param params what the policy is made of; NULL for the defaults
 * @param rng the random source, such as retry_decorrelated_jitter_system_rng()
 * @return RETRY_OK, or the first parameter at fault, and policy is left alone
 */
retry_result
retry_decorrelated_jitter_init(retry_decorrelated_jitter *policy,
                               const retry_decorrelated_jitter_params *params,
                               retry_rng rng);

/**
 * @param attempt the number of the attempt that just failed, counting from 1
 * @param failure what is known of that failure
 * @param delay_ms set to the delay in whole milliseconds, if there is one
 * @return RETRY_OK, RETRY_GIVE_UP, or RETRY_BAD_ATTEMPT if attempt is below 1
 */
retry_result
retry_decorrelated_jitter_next_delay(retry_decorrelated_jitter *policy,
                                     int64_t attempt, retry_failure failure,
                                     uint32_t *delay_ms);

/** What a result means: of a BAD one the parameter, and its range. */
const char *retry_decorrelated_jitter_message(retry_result result);

/**
 * The production source: the platform's own generator, which seeds itself.
 * Not for secrets. Where the platform has none, the source is refused with
 * RETRY_BAD_RNG: bring your own, and never one fixed seed for a fleet.
 */
retry_rng retry_decorrelated_jitter_system_rng(void);

#ifdef __cplusplus
}
#endif

#endif /* RETRY_DECORRELATED_JITTER_H */
