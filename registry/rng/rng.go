// SPDX-License-Identifier: MIT-0

package retry

import (
	"fmt"
	"math/bits"
)

// SeededRng is a seedable random source: xoshiro128**, its state filled from one number by
// splitmix32. It fits wherever a policy of the registry asks for an rng.
//
//	NewSeededRng(seed)   the same seed gives the same numbers, in every language of the registry
//	Uint32()             a whole number in [0, 2^32)
//	Float64()            Uint32() / 2^32, in [0, 1)
//	Int64N(n)            an unbiased whole number in [0, n)
//
// Guarantees: exact 32-bit arithmetic everywhere, a period of 2^128 - 1, one draw a call (Int64N
// draws again, rarely, rather than favour the small numbers), and no allocation. It is for one
// goroutine at a time.
//
// Not for secrets: a few outputs give the whole state away. Not a default in production either: a
// fleet on one seed is a fleet in lockstep.
//
// Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; Steele, Lea
// and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
type SeededRng struct {
	s0, s1, s2, s3 uint32
}

// NewSeededRng starts the sequence of a seed; there is no default.
func NewSeededRng(seed uint32) *SeededRng {
	// Four splitmix32 outputs. Mix32 is one-to-one, so they differ, and the state cannot be all
	// zero, the one state that xoshiro never leaves.
	next := func() uint32 {
		seed += 0x9e3779b9 // 2^32 / the golden ratio
		return Mix32(seed)
	}
	return &SeededRng{s0: next(), s1: next(), s2: next(), s3: next()}
}

// Uint32 returns a uniform whole number in [0, 2^32).
func (r *SeededRng) Uint32() uint32 {
	result := bits.RotateLeft32(r.s1*5, 7) * 9
	t := r.s1 << 9
	r.s2 ^= r.s0
	r.s3 ^= r.s1
	r.s1 ^= r.s2
	r.s0 ^= r.s3
	r.s2 ^= t
	r.s3 = bits.RotateLeft32(r.s3, 11)
	return result
}

// Float64 returns a uniform multiple of 2^-32 in [0, 1).
func (r *SeededRng) Float64() float64 {
	return float64(r.Uint32()) / (1 << 32)
}

// Int64N returns a uniform whole number in [0, n), for n in 1..2^32; an n of 1 draws too. It panics
// if n is anything else.
func (r *SeededRng) Int64N(n int64) int64 {
	if n < 1 || n > 1<<32 {
		panic(fmt.Sprintf("bound must be in 1..%d; got %d", int64(1)<<32, n))
	}
	// Of the 2^32 values, the lowest 2^32 mod n are one too many for an even share.
	surplus := (1<<32 - n) % n
	value := int64(r.Uint32())
	for value < surplus {
		value = int64(r.Uint32())
	}
	return value % n
}

// Mix32 is the finaliser of splitmix32: it scrambles x, one to one.
func Mix32(x uint32) uint32 {
	x = (x ^ x>>16) * 0x21f0aaad
	x = (x ^ x>>15) * 0x735a2d97
	return x ^ x>>15
}
