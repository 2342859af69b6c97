// SPDX-License-Identifier: MIT-0
/**
 * @file
 * A seedable random source: xoshiro128**, its state filled from one number by
 * splitmix32.
 *
 *     init(seed)       the same seed gives the same numbers, in every language
 *                      of the registry
 *     next_u32()       a whole number in [0, 2^32)
 *     next_float()     next_u32() / 2^32, in [0, 1)
 *     next_int(bound)  an unbiased whole number in [0, bound)
 *
 * Guarantees: exact 32-bit arithmetic everywhere, a period of 2^128 - 1, one
 * draw a call (next_int draws again, rarely, rather than favour the small
 * numbers), no allocation.
 *
 * Not for secrets: a few outputs give the whole state away. Not a default in
 * production either: a fleet on one seed is a fleet in lockstep. Not for two
 * threads at once without a lock.
 *
 * Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number
 * Generators", 2021; Steele, Lea and Flood, "Fast Splittable Pseudorandom
 * Number Generators", 2014.
 */
#ifndef RETRY_SEEDED_RNG_H
#define RETRY_SEEDED_RNG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a jittered policy takes. Its header has the same, word for word, so that
 * each can be included alone and all of them together. */
#ifndef RETRY_RNG_TYPE
#define RETRY_RNG_TYPE
/** A source of uniform whole numbers in [0, bound), for a bound in 1..2^32. */
typedef struct retry_rng {
  uint32_t (*next_int)(void *state, uint64_t bound);
  void *state; /**< What next_int gets as its state; NULL if it needs none. */
} retry_rng;
#endif /* RETRY_RNG_TYPE */

/** Reproducible numbers for tests and simulations. Not for secrets. */
typedef struct retry_seeded_rng {
  uint32_t s0, s1, s2, s3;
} retry_seeded_rng;

/** @param seed where the sequence starts; there is no default */
void retry_seeded_rng_init(retry_seeded_rng *rng, uint32_t seed);

/** @return a uniform whole number in [0, 2^32) */
uint32_t retry_seeded_rng_next_u32(retry_seeded_rng *rng);

/** @return a uniform multiple of 2^-32 in [0, 1) */
double retry_seeded_rng_next_float(retry_seeded_rng *rng);

/**
 * @param bound a whole number in 1..2^32; a bound of 1 draws too
 * @param value set to a uniform whole number in [0, bound)
 * @return true, or false if the bound is anything else, and nothing is drawn
 */
bool retry_seeded_rng_next_int(retry_seeded_rng *rng, uint64_t bound,
                               uint32_t *value);

/** The generator as a policy takes it. It must outlive the policy. */
retry_rng retry_seeded_rng_source(retry_seeded_rng *rng);

/** The finaliser of splitmix32: scrambles x, one to one onto [0, 2^32). */
uint32_t retry_mix32(uint32_t x);

#ifdef __cplusplus
}
#endif

#endif /* RETRY_SEEDED_RNG_H */
