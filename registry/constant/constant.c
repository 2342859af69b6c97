// SPDX-License-Identifier: MIT-0
/**
 * @file
 * The code behind constant.h, which documents it.
 */
#include "constant.h"

#include <stddef.h>

retry_constant_params retry_constant_defaults(void) {
  const retry_constant_params params = {100, 8};
  return params;
}

retry_result retry_constant_init(retry_constant *policy,
                                 const retry_constant_params *params) {
  const retry_constant_params given =
      params == NULL ? retry_constant_defaults() : *params;
  // INT32_MAX: a timer given more fires at once.
  if (given.base_ms < 0 || given.base_ms > INT32_MAX)
    return RETRY_BAD_BASE_MS;
  if (given.max_attempts < 1)
    return RETRY_BAD_MAX_ATTEMPTS;

  policy->base_ms = (uint32_t)given.base_ms;
  policy->max_attempts = given.max_attempts;
  return RETRY_OK;
}

retry_result retry_constant_next_delay(const retry_constant *policy,
                                       int64_t attempt, retry_failure failure,
                                       uint32_t *delay_ms) {
  if (attempt < 1)
    return RETRY_BAD_ATTEMPT;
  if (!failure.retryable || attempt >= policy->max_attempts)
    return RETRY_GIVE_UP;

  *delay_ms = policy->base_ms;
  return RETRY_OK;
}

const char *retry_constant_message(retry_result result) {
  switch (result) {
  case RETRY_OK:
    return "all is well";
  case RETRY_GIVE_UP:
    return "give up: no further attempt";
  case RETRY_BAD_BASE_MS:
    return "base_ms must be in 0..2147483647";
  case RETRY_BAD_MAX_ATTEMPTS:
    return "max_attempts must be 1 or more, or RETRY_UNLIMITED";
  case RETRY_BAD_ATTEMPT:
    return "attempt must be 1 or more, as attempts count from 1";
  default:
    return "no result of this policy";
  }
}
