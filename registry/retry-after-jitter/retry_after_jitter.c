// SPDX-License-Identifier: MIT-0
/**
 * @file
 * The code behind retry_after_jitter.h, which documents it.
 */
#if defined(_WIN32) && !defined(_CRT_RAND_S)
#define _CRT_RAND_S // makes stdlib.h declare rand_s
#endif

#include "retry_after_jitter.h"

#include <stddef.h>
#include <stdlib.h>
#if defined(__linux__) && !defined(__ANDROID__)
#include <sys/random.h>
#endif

retry_retry_after_jitter_params retry_retry_after_jitter_defaults(void) {
  const retry_retry_after_jitter_params params = {100, 10000, 8};
  return params;
}

retry_result
retry_retry_after_jitter_init(retry_retry_after_jitter *policy,
                              const retry_retry_after_jitter_params *params,
                              retry_rng rng) {
  const retry_retry_after_jitter_params given =
      params == NULL ? retry_retry_after_jitter_defaults() : *params;
  // INT32_MAX: a timer given more fires at once.
  if (given.base_ms < 0 || given.base_ms > INT32_MAX)
    return RETRY_BAD_BASE_MS;
  if (given.cap_ms < 0 || given.cap_ms > INT32_MAX)
    return RETRY_BAD_CAP_MS;
  if (given.max_attempts < 1)
    return RETRY_BAD_MAX_ATTEMPTS;
  if (rng.next_int == NULL)
    return RETRY_BAD_RNG;

  policy->base_ms = (uint32_t)given.base_ms;
  policy->cap_ms = (uint32_t)given.cap_ms;
  policy->max_attempts = given.max_attempts;
  policy->rng = rng;
  return RETRY_OK;
}

retry_result
retry_retry_after_jitter_next_delay(const retry_retry_after_jitter *policy,
                                    int64_t attempt, retry_failure failure,
                                    uint32_t *delay_ms) {
  if (attempt < 1)
    return RETRY_BAD_ATTEMPT;
  if (!failure.retryable || attempt >= policy->max_attempts)
    return RETRY_GIVE_UP;

  const uint32_t base = policy->base_ms;
  const uint32_t cap = policy->cap_ms;
  uint32_t low = 0;
  uint32_t spread = 0;
  if (failure.has_retry_after && failure.retry_after_ms >= 0) {
    const int64_t hint = failure.retry_after_ms;
    low = hint > cap ? cap - cap / 8 : (uint32_t)hint;
    const uint32_t wanted = low > base ? low : base;
    spread = wanted < cap - low ? wanted : cap - low;
  } else {
    spread = retry_retry_after_jitter_ceiling(attempt, base, cap);
  }
  *delay_ms =
      low + policy->rng.next_int(policy->rng.state, (uint64_t)spread + 1);
  return RETRY_OK;
}

uint32_t retry_retry_after_jitter_ceiling(int64_t attempt, uint32_t base_ms,
                                          uint32_t cap_ms) {
  uint64_t delay = base_ms;
  for (int64_t n = 1; n < attempt && 0 < delay && delay < cap_ms; n += 1)
    delay *= 2;
  return delay < cap_ms ? (uint32_t)delay : cap_ms;
}

const char *retry_retry_after_jitter_message(retry_result result) {
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
  case RETRY_BAD_RNG:
    return "rng must have a next_int: is there no system source here?";
  case RETRY_BAD_ATTEMPT:
    return "attempt must be 1 or more, as attempts count from 1";
  default:
    return "no result of this policy";
  }
}

/** 32 bits of the platform's randomness; false if it gives none. */
static bool retry_after_jitter_system_u32(uint32_t *value) {
#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) ||       \
    defined(__OpenBSD__) || defined(__DragonFly__) || defined(__ANDROID__)
  *value = arc4random();
  return true;
#elif defined(__linux__)
  return getrandom(value, sizeof *value, 0) == (int)sizeof *value;
#elif defined(_WIN32)
  return rand_s(value) == 0;
#else
  (void)value;
  return false;
#endif
}

static uint32_t retry_after_jitter_system_next_int(void *state,
                                                   uint64_t bound) {
  // Of the 2^32 values, the lowest 2^32 mod bound are one too many to share.
  const uint64_t surplus = ((UINT64_C(1) << 32) - bound) % bound;
  uint32_t value = 0;
  (void)state;
  while (!retry_after_jitter_system_u32(&value) || value < surplus) {
    // Draw again: also if a signal came in between.
  }
  return (uint32_t)(value % bound);
}

retry_rng retry_retry_after_jitter_system_rng(void) {
  uint32_t value = 0;
  retry_rng rng = {NULL, NULL};
  if (retry_after_jitter_system_u32(&value))
    rng.next_int = retry_after_jitter_system_next_int;
  return rng;
}
