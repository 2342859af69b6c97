// SPDX-License-Identifier: MIT-0

//! Equal jitter: wait half of the exponential ceiling, and a uniform random part of the other half.
//!
//! ```text
//! ceiling = min(cap, base * 2^(attempt - 1))
//! half    = ceiling div 2, in whole milliseconds
//! delay   = a uniform whole number of milliseconds in [half, 2 * half]
//! ```
//!
//! Guarantees: half <= delay <= 2 * half <= ceiling <= cap, and both ends of the range can occur.
//! Giving up draws nothing from the random source. A call costs one draw and allocates nothing.
//! Nothing but the source is kept between calls: one value may serve all operations of a thread.
//!
//! Not with a base of 1 ms: half of a ceiling of 1 is 0, and so is the delay.
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

/// What a [`EqualJitter`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// The ceiling of the first delay: whole milliseconds in 0..=2,147,483,647. Default 100 ms.
    pub base: Duration,
    /// The highest ceiling: whole milliseconds in 0..=2,147,483,647. Below `base` it wins.
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

/// Half a doubling wait, half chance.
///
/// # Examples
///
/// ```ignore
/// let params = Params { max_attempts: Some(5), ..Params::default() };
/// let mut policy = EqualJitter::new(params, SYSTEM_RNG)?;
/// let failure = Failure { retryable: true, ..Failure::default() };
/// assert!(policy.next_delay(4, &failure) >= Some(Duration::from_millis(400)));
/// assert_eq!(policy.next_delay(5, &failure), None); // that was the last attempt: give up
/// ```
#[derive(Debug, Clone)]
pub struct EqualJitter<R = fn(u64) -> u64> {
    base_ms: u64,
    cap_ms: u64,
    max_attempts: Option<u32>,
    rng: R,
}

impl<R: FnMut(u64) -> u64> EqualJitter<R> {
    /// `rng(bound)` is to return a uniform whole number in `[0, bound)`, for a bound in 1..=2^30:
    /// [`SYSTEM_RNG`] in production.
    ///
    /// # Errors
    ///
    /// If a parameter is out of its range.
    pub fn new(params: Params, rng: R) -> Result<Self, Error> {
        let base_ms = whole_ms("base", params.base)?;
        let cap_ms = whole_ms("cap", params.cap)?;
        if params.max_attempts == Some(0) {
            return Err(Error(
                "max_attempts must be at least 1, or None; got 0".into(),
            ));
        }
        Ok(Self {
            base_ms,
            cap_ms,
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
        let half_ms = ceiling(attempt, self.base_ms, self.cap_ms) / 2;
        Some(Duration::from_millis(half_ms + (self.rng)(half_ms + 1)))
    }
}

/// `min(cap, base * 2^(attempt - 1))`: 31 doublings take any base but 0 past every cap, and no base
/// past 64 bits.
#[must_use]
pub fn ceiling(attempt: u32, base_ms: u64, cap_ms: u64) -> u64 {
    (base_ms << attempt.saturating_sub(1).min(31)).min(cap_ms)
}

/// The production source: each draw from keys that the standard library seeds. Not for secrets.
pub const SYSTEM_RNG: fn(u64) -> u64 = |bound| RandomState::new().build_hasher().finish() % bound;

const MAX_DELAY_MS: u64 = 2_147_483_647; // 2^31 - 1: a timer given more may fire at once

fn whole_ms(name: &str, value: Duration) -> Result<u64, Error> {
    match u64::try_from(value.as_millis()) {
        Ok(ms) if ms <= MAX_DELAY_MS && value == Duration::from_millis(ms) => Ok(ms),
        _ => Err(Error(format!(
            "{name} must be whole milliseconds in 0..={MAX_DELAY_MS}; got {value:?}"
        ))),
    }
}
