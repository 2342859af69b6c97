// SPDX-License-Identifier: MIT-0
/**
 * @file
 * The code behind rng.h, which documents it.
 */
#include "rng.h"

static uint32_t seeded_rng_rotl(uint32_t x, int k) {
  return (x << k) | (x >> (32 - k));
}

void retry_seeded_rng_init(retry_seeded_rng *rng, uint32_t seed) {
  // The step of splitmix32: 2^32 / the golden ratio.
  const uint32_t golden = UINT32_C(0x9e3779b9);
  // Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state
  // cannot be all zero, the one state that xoshiro never leaves.
  rng->s0 = retry_mix32(seed + golden);
  rng->s1 = retry_mix32(seed + 2 * golden);
  rng->s2 = retry_mix32(seed + 3 * golden);
  rng->s3 = retry_mix32(seed + 4 * golden);
}

uint32_t retry_seeded_rng_next_u32(retry_seeded_rng *rng) {
  const uint32_t result = seeded_rng_rotl(rng->s1 * 5, 7) * 9;
  const uint32_t t = rng->s1 << 9;
  rng->s2 ^= rng->s0;
  rng->s3 ^= rng->s1;
  rng->s1 ^= rng->s2;
  rng->s0 ^= rng->s3;
  rng->s2 ^= t;
  rng->s3 = seeded_rng_rotl(rng->s3, 11);
  return result;
}

double retry_seeded_rng_next_float(retry_seeded_rng *rng) {
  return retry_seeded_rng_next_u32(rng) / 4294967296.0;
}

bool retry_seeded_rng_next_int(retry_seeded_rng *rng, uint64_t bound,
                               uint32_t *value) {
  const uint64_t two_32 = UINT64_C(1) << 32;
  if (bound < 1 || bound > two_32)
    return false;
  // Of the 2^32 values, the lowest 2^32 mod bound are one too many to share.
  const uint64_t surplus = (two_32 - bound) % bound;
  uint32_t drawn = retry_seeded_rng_next_u32(rng);
  while (drawn < surplus)
    drawn = retry_seeded_rng_next_u32(rng);
  *value = (uint32_t)(drawn % bound);
  return true;
}

/** As a policy calls it, with a bound that it guarantees. */
static uint32_t seeded_rng_next_int(void *state, uint64_t bound) {
  uint32_t value = 0;
  (void)retry_seeded_rng_next_int((retry_seeded_rng *)state, bound, &value);
  return value;
}

retry_rng retry_seeded_rng_source(retry_seeded_rng *rng) {
  const retry_rng source = {seeded_rng_next_int, rng};
  return source;
}

uint32_t retry_mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * UINT32_C(0x21f0aaad);
  x = (x ^ (x >> 15)) * UINT32_C(0x735a2d97);
  return x ^ (x >> 15);
}
