// SPDX-License-Identifier: MIT-0
/**
 * @file
 * The code behind exponential.h, which documents it.
 */
#include "exponential.h"

#include <stddef.h>

retry_exponential_params retry_exponential_defaults(void) {
  const retry_exponential_params params = {100, 10000, 8};
  return params;
}

retry_result retry_exponential_init(retry_exponential *policy,
                                    const retry_exponential_params *params) {
  const retry_exponential_params given =
      params == NULL ? retry_exponential_defaults() : *params;
  // INT32_MAX: a timer given more fires at once.
  if (given.base_ms < 0 || given.base_ms > INT32_MAX)
    return RETRY_BAD_BASE_MS;
  if (given.cap_ms < 0 || given.cap_ms > INT32_MAX)
    return RETRY_BAD_CAP_MS;
  if (given.max_attempts < 1)
    return RETRY_BAD_MAX_ATTEMPTS;

  policy->base_ms = (uint32_t)given.base_ms;
  policy->cap_ms = (uint32_t)given.cap_ms;
  policy->max_attempts = given.max_attempts;
  return RETRY_OK;
}

retry_result retry_exponential_next_delay(const retry_exponential *policy,
                                          int64_t attempt,
                                          retry_failure failure,
                                          uint32_t *delay_ms) {
  if (attempt < 1)
    return RETRY_BAD_ATTEMPT;
  if (!failure.retryable || attempt >= policy->max_attempts)
    return RETRY_GIVE_UP;

  *delay_ms =
      retry_exponential_ceiling(attempt, policy->base_ms, policy->cap_ms);
  return RETRY_OK;
}

uint32_t retry_exponential_ceiling(int64_t attempt, uint32_t base_ms,
                                   uint32_t cap_ms) {
  uint64_t delay = base_ms;
  for (int64_t n = 1; n < attempt && 0 < delay && delay < cap_ms; n += 1)
    delay *= 2;
  return delay < cap_ms ? (uint32_t)delay : cap_ms;
}

const char *retry_exponential_message(retry_result result) {
  switch (result) {
  case RETRY_OK:
    return "all is well";
  case RETRY_GIVE_UP:
    return "give up: no further attempt";
  case RETRY_BAD_BASE_MS:
    return "base_ms must be in 0..2147483647";
  case RETRY_BAD_CAP_MS:
    return "cap_ms must be in 0..2147483647";
  case RETRY_BAD_MAX_ATTEMPTS:
    return "max_attempts must be 1 or more, or RETRY_UNLIMITED";
  case RETRY_BAD_ATTEMPT:
    return "attempt must be 1 or more, as attempts count from 1";
  default:
    return "no result of this policy";
  }
}
