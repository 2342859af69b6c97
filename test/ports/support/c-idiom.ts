/** A program in C that asserts what the headers document and no vector can ask. */
export const C_IDIOM = `
#undef NDEBUG
#include "constant.h"
#include "decorrelated_jitter.h"
#include "equal_jitter.h"
#include "exponential.h"
#include "full_jitter.h"
#include "retry_after_aware.h"
#include "retry_after_jitter.h"
#include "rng.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static uint64_t last_bound;

/** Always the largest, so that bounds of 2^31 and 2^32 pass through every width. */
static uint32_t largest(void *state, uint64_t bound) {
  *(uint64_t *)state = bound;
  return (uint32_t)(bound - 1);
}

static void bounds_reach_their_widths(void) {
  const retry_rng rng = {largest, &last_bound};
  const retry_failure failure = {true, 0, false, 0};
  const retry_full_jitter_params full_params = {INT32_MAX, INT32_MAX, RETRY_UNLIMITED};
  const retry_decorrelated_jitter_params params = {1431655765, 1431655765, RETRY_UNLIMITED};
  retry_full_jitter full;
  retry_decorrelated_jitter decorrelated;
  uint32_t delay_ms = 0;
  assert(retry_full_jitter_init(&full, &full_params, rng) == RETRY_OK);
  assert(retry_full_jitter_next_delay(&full, INT64_MAX - 1, failure, &delay_ms) == RETRY_OK);
  assert(last_bound == UINT64_C(1) << 31 && delay_ms == INT32_MAX);
  assert(retry_decorrelated_jitter_init(&decorrelated, &params, rng) == RETRY_OK);
  assert(retry_decorrelated_jitter_next_delay(&decorrelated, 1, failure, &delay_ms) == RETRY_OK);
  assert(last_bound == UINT64_C(2863311531) && delay_ms == 1431655765);
}

static void defaults_and_faults(void) {
  const retry_rng none = {NULL, NULL};
  retry_full_jitter policy, before;
  retry_full_jitter_params params = retry_full_jitter_defaults();
  assert(params.base_ms == 100 && params.cap_ms == 10000 && params.max_attempts == 8);
  memset(&policy, 42, sizeof policy);
  memcpy(&before, &policy, sizeof policy);
  assert(retry_full_jitter_init(&policy, NULL, none) == RETRY_BAD_RNG);
  params.max_attempts = 0;
  assert(retry_full_jitter_init(&policy, &params, none) == RETRY_BAD_MAX_ATTEMPTS);
  params.cap_ms = INT64_MIN;
  assert(retry_full_jitter_init(&policy, &params, none) == RETRY_BAD_CAP_MS);
  params.base_ms = INT64_MAX;
  assert(retry_full_jitter_init(&policy, &params, none) == RETRY_BAD_BASE_MS);
  assert(memcmp(&policy, &before, sizeof policy) == 0);
  assert(strstr(retry_full_jitter_message(RETRY_BAD_CAP_MS), "cap_ms ") != NULL);
  assert(strstr(retry_decorrelated_jitter_message(RETRY_BAD_CAP_MS), "1431655765") != NULL);
}

static void refusals_come_after_the_check_and_change_nothing(void) {
  retry_seeded_rng rng, fresh;
  retry_decorrelated_jitter policy, before;
  uint32_t delay_ms = 7;
  const retry_failure final = {false, 0, true, 5};
  retry_seeded_rng_init(&rng, 1);
  retry_seeded_rng_init(&fresh, 1);
  assert(retry_decorrelated_jitter_init(&policy, NULL, retry_seeded_rng_source(&rng)) == RETRY_OK);
  memcpy(&before, &policy, sizeof policy);
  assert(retry_decorrelated_jitter_next_delay(&policy, 0, final, &delay_ms) == RETRY_BAD_ATTEMPT);
  assert(retry_decorrelated_jitter_next_delay(&policy, 1, final, &delay_ms) == RETRY_GIVE_UP);
  assert(delay_ms == 7 && memcmp(&policy, &before, sizeof policy) == 0);
  assert(memcmp(&rng, &fresh, sizeof rng) == 0);
}

static void hints(void) {
  retry_seeded_rng rng;
  retry_retry_after_aware policy;
  uint32_t delay_ms = 0;
  const int64_t unusable[] = {-1, INT64_MIN};
  const retry_failure zeroed = {true, 0, false, 0}, longest = {true, 503, true, INT64_MAX};
  retry_seeded_rng_init(&rng, 1);
  assert(retry_retry_after_aware_init(&policy, NULL, retry_seeded_rng_source(&rng)) == RETRY_OK);
  assert(retry_retry_after_aware_next_delay(&policy, 1, zeroed, &delay_ms) == RETRY_OK);
  assert(delay_ms == 6); // drawn: what is zeroed has no hint
  assert(retry_retry_after_aware_next_delay(&policy, 1, longest, &delay_ms) == RETRY_OK);
  assert(delay_ms == 10000);
  for (size_t i = 0; i < 2; i += 1) {
    const retry_failure failure = {true, 0, true, unusable[i]};
    assert(retry_retry_after_aware_next_delay(&policy, 1, failure, &delay_ms) == RETRY_OK);
    assert(delay_ms <= 100);
  }
}

/** Two clients of the production source go different ways, in every policy that has one. */
static void production_sources(void) {
  const retry_rng sources[] = {
      retry_full_jitter_system_rng(), retry_equal_jitter_system_rng(),
      retry_decorrelated_jitter_system_rng(), retry_retry_after_aware_system_rng(),
      retry_retry_after_jitter_system_rng()};
  uint32_t drawn[10] = {0};
  for (size_t i = 0; i < 10; i += 1)
    drawn[i] = sources[i / 2].next_int(sources[i / 2].state, UINT64_C(1) << 32);
  for (size_t i = 0; i < 10; i += 1)
    for (size_t j = 0; j < i; j += 1)
      assert(drawn[i] != drawn[j]);
  for (size_t i = 0; i < 1000; i += 1) {
    assert(sources[0].next_int(NULL, 1) == 0);
    assert(sources[1].next_int(NULL, 3) < 3);
  }
}

int main(void) {
  retry_constant constant;
  retry_exponential exponential;
  retry_equal_jitter equal;
  assert(retry_constant_init(&constant, NULL) == RETRY_OK);
  assert(retry_exponential_init(&exponential, NULL) == RETRY_OK);
  assert(retry_equal_jitter_init(&equal, NULL, retry_equal_jitter_system_rng()) == RETRY_OK);
  bounds_reach_their_widths();
  defaults_and_faults();
  refusals_come_after_the_check_and_change_nothing();
  hints();
  production_sources();
  puts("all as documented");
  return 0;
}
`;
