// SPDX-License-Identifier: MIT-0

//! A seedable random source: xoshiro128**, its state filled from one number by splitmix32.
//!
//! ```text
//! SeededRng::new(seed)   the same seed gives the same numbers, in every language of the registry
//! next_u32()             a whole number in [0, 2^32)
//! next_float()           next_u32() / 2^32, in [0, 1)
//! next_int(bound)        an unbiased whole number in [0, bound)
//! ```
//!
//! Guarantees: exact 32-bit arithmetic everywhere, a period of 2^128 - 1, one draw a call
//! (`next_int` draws again, rarely, rather than favour the small numbers), and no allocation.
//!
//! Not for secrets: a few outputs give the whole state away. Not a default in production either: a
//! fleet on one seed is a fleet in lockstep.
//!
//! Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; Steele, Lea
//! and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.

/// Reproducible numbers for tests and simulations. Not for secrets.
///
/// # Examples
///
/// ```ignore
/// let mut rng = SeededRng::new(1);
/// assert_eq!(rng.next_int(100), 48);
/// // A policy takes a source as a closure:
/// let mut policy = FullJitter::new(Params::default(), move |bound| rng.next_int(bound))?;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeededRng {
    s: [u32; 4],
}

#[allow(dead_code)] // a test rarely calls every method
impl SeededRng {
    /// Starts the sequence of a seed; there is no default.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        // Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state cannot be all
        // zero, the one state that xoshiro never leaves.
        Self {
            s: [1, 2, 3, 4].map(|n| mix32(seed.wrapping_add(GOLDEN.wrapping_mul(n)))),
        }
    }

    /// A uniform whole number in `[0, 2^32)`.
    pub fn next_u32(&mut self) -> u32 {
        let result = self.s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = self.s[1] << 9;
        self.s[2] ^= self.s[0];
        self.s[3] ^= self.s[1];
        self.s[1] ^= self.s[2];
        self.s[0] ^= self.s[3];
        self.s[2] ^= t;
        self.s[3] = self.s[3].rotate_left(11);
        result
    }

    /// A uniform multiple of 2^-32 in `[0, 1)`.
    pub fn next_float(&mut self) -> f64 {
        f64::from(self.next_u32()) / 4_294_967_296.0
    }

    /// A uniform whole number in `[0, bound)`, for a bound in 1..=2^32; a bound of 1 draws too.
    ///
    /// # Panics
    ///
    /// If the bound is anything else.
    pub fn next_int(&mut self, bound: u64) -> u64 {
        assert!(
            (1..=TWO_32).contains(&bound),
            "bound must be in 1..={TWO_32}; got {bound}"
        );
        // Of the 2^32 values, the lowest 2^32 mod bound are one too many for an even share.
        let surplus = (TWO_32 - bound) % bound;
        loop {
            let value = u64::from(self.next_u32());
            if value >= surplus {
                return value % bound;
            }
        }
    }
}

/// The finaliser of splitmix32: scrambles `x`, one to one.
#[must_use]
pub fn mix32(x: u32) -> u32 {
    let z = (x ^ (x >> 16)).wrapping_mul(0x21f0_aaad);
    let z = (z ^ (z >> 15)).wrapping_mul(0x735a_2d97);
    z ^ (z >> 15)
}

const TWO_32: u64 = 1 << 32;
const GOLDEN: u32 = 0x9e37_79b9; // 2^32 / the golden ratio: the step of splitmix32
