// SPDX-License-Identifier: MIT-0
/**
 * @file
 * Exponential backoff: double the wait after every failure, up to a cap.
 *
 *     next_delay(attempt) = min(cap_ms, base_ms * 2^(attempt - 1))
 *
 * Guarantees: 0 <= delay <= cap_ms, never shorter than the delay before it, and
 * the same for the same attempt: nothing is random. A call costs at most 31
 * doublings, allocates nothing and changes nothing, so that threads may share
 * one policy.
 *
 * Not for a fleet: clients that failed together retry together, every time, in
 * lockstep.
 *
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture
 * Blog, 2015.
 */
#ifndef RETRY_EXPONENTIAL_H
#define RETRY_EXPONENTIAL_H

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

/** What a policy is made of. Start from the defaults. */
typedef struct retry_exponential_params {
  /** The first delay, in milliseconds: 0..2147483647. */
  int64_t base_ms;
  /** The longest delay, in milliseconds: 0..2147483647; beats base_ms. */
  int64_t cap_ms;
  /** Attempts in all, the first one included: 1 or more, or RETRY_UNLIMITED. */
  int64_t max_attempts;
} retry_exponential_params;

/** Doubling waits. Made by retry_exponential_init; read-only then. */
typedef struct retry_exponential {
  uint32_t base_ms;
  uint32_t cap_ms;
  int64_t max_attempts;
} retry_exponential;

/** @return base_ms 100, cap_ms 10000, max_attempts 8 */
retry_exponential_params retry_exponential_defaults(void);

/**
 * @param params what the policy is made of; NULL for the defaults
 * @return RETRY_OK, or the first parameter at fault, and policy is left alone
 */
retry_result retry_exponential_init(retry_exponential *policy,
                                    const retry_exponential_params *params);

/**
 * @param attempt the number of the attempt that just failed, counting from 1
 * @param failure what is known of that failure
 * @param delay_ms set to the delay in whole milliseconds, if there is one
 * @return RETRY_OK, RETRY_GIVE_UP, or RETRY_BAD_ATTEMPT if attempt is below 1
 */
retry_result retry_exponential_next_delay(const retry_exponential *policy,
                                          int64_t attempt,
                                          retry_failure failure,
                                          uint32_t *delay_ms);

/** min(cap_ms, base_ms * 2^(attempt - 1)), by doubling up to the cap. */
uint32_t retry_exponential_ceiling(int64_t attempt, uint32_t base_ms,
                                   uint32_t cap_ms);

/** What a result means: of a BAD one the parameter, and its range. */
const char *retry_exponential_message(retry_result result);

#ifdef __cplusplus
}
#endif

#endif /* RETRY_EXPONENTIAL_H */
