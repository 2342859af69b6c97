// SPDX-License-Identifier: MIT-0

//! Decorrelated jitter: draw each wait between the base and three times the wait before it.
//!
//! ```text
//! base  = the smaller of base and cap
//! delay = min(cap, a uniform whole number of milliseconds in [base, 3 * prev])
//! prev  = base at first, then the delay just returned
//! ```
//!
//! Guarantees: base <= delay <= cap. Giving up draws nothing from the random source and leaves prev
//! alone. A call costs one draw and allocates nothing; the attempt number only counts towards
//! `max_attempts`.
//!
//! The value remembers its last delay, so it serves ONE operation: make a new one for the next.
//! Shared, it would start one caller's waits where another's had got to.
//!
//! Not where the cap is low: every draw beyond it lands exactly on it, and clients meet there.
//!
//! Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// What the caller knows of the attempt that just failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Failure {
    /// False gives up at once: another attempt could not help.
    pub retryable: bool,
    /// The HTTP status, where there is one. Not read by this policy.
    pub status: Option<u16>,
    /// The wait the server asked for. Not read by this policy.
    pub retry_after: Option<Duration>,
}

/// What a [`DecorrelatedJitter`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// The shortest delay: whole milliseconds in 0..=2,147,483,647. Default 100 ms.
    pub base: Duration,
    /// The longest delay: whole milliseconds in 0..=1,431,655,765. Below `base` it wins.
    /// Default 10 s.
    pub cap: Duration,
    /// Attempts in all, the first one included: 1 or more, or `None` for no limit. Default 8.
    pub max_attempts: Option<u32>,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            base: Duration::from_millis(100),
            cap: Duration::from_secs(10),
            max_attempts: Some(8),
        }
    }
}

/// A parameter out of its range: the message names it, the range and the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A random walk between base and cap. It remembers: one value for one operation.
///
/// # Examples
///
/// ```ignore
/// let params = Params { max_attempts: Some(5), ..Params::default() };
/// let mut policy = DecorrelatedJitter::new(params, SYSTEM_RNG)?;
/// let failure = Failure { retryable: true, ..Failure::default() };
/// assert!(policy.next_delay(1, &failure) >= Some(Duration::from_millis(100)));
/// assert_eq!(policy.next_delay(5, &failure), None); // that was the last attempt: give up
/// ```
#[derive(Debug, Clone)]
pub struct DecorrelatedJitter<R = fn(u64) -> u64> {
    base_ms: u64,
    cap_ms: u64,
    prev_ms: u64,
    max_attempts: Option<u32>,
    rng: R,
}

impl<R: FnMut(u64) -> u64> DecorrelatedJitter<R> {
    /// `rng(bound)` is to return a uniform whole number in `[0, bound)`, for a bound in 1..=2^32:
    /// [`SYSTEM_RNG`] in production.
    ///
    /// # Errors
    ///
    /// If a parameter is out of its range.
    pub fn new(params: Params, rng: R) -> Result<Self, Error> {
        let base_ms = whole_ms("base", params.base, MAX_DELAY_MS)?;
        let cap_ms = whole_ms("cap", params.cap, MAX_CAP_MS)?;
        if params.max_attempts == Some(0) {
            return Err(Error(
                "max_attempts must be at least 1, or None; got 0".into(),
            ));
        }
        let base_ms = base_ms.min(cap_ms);
        Ok(Self {
            base_ms,
            cap_ms,
            prev_ms: base_ms,
            max_attempts: params.max_attempts,
            rng,
        })
    }

    /// How long to wait after the attempt that just failed, which counts from 1; `None` to give up.
    ///
    /// # Panics
    ///
    /// If `attempt` is 0, which is the caller's bug.
    pub fn next_delay(&mut self, attempt: u32, failure: &Failure) -> Option<Duration> {
        assert!(
            attempt >= 1,
            "attempt must be at least 1, as attempts count from 1; got 0"
        );
        if !failure.retryable || self.max_attempts.is_some_and(|max| attempt >= max) {
            return None;
        }
        let drawn_ms = self.base_ms + (self.rng)(3 * self.prev_ms - self.base_ms + 1);
        self.prev_ms = drawn_ms.min(self.cap_ms);
        Some(Duration::from_millis(self.prev_ms))
    }
}

/// The production source: each draw from keys that the standard library seeds. Not for secrets.
pub const SYSTEM_RNG: fn(u64) -> u64 = |bound| RandomState::new().build_hasher().finish() % bound;

const MAX_DELAY_MS: u64 = 2_147_483_647; // 2^31 - 1: a timer given more may fire at once
const MAX_CAP_MS: u64 = 1_431_655_765; // a third of 2^32 - 1: keeps the bound of a draw within 2^32

fn whole_ms(name: &str, value: Duration, max: u64) -> Result<u64, Error> {
    match u64::try_from(value.as_millis()) {
        Ok(ms) if ms <= max && value == Duration::from_millis(ms) => Ok(ms),
        _ => Err(Error(format!(
            "{name} must be whole milliseconds in 0..={max}; got {value:?}"
        ))),
    }
}
