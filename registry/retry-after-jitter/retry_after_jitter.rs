// SPDX-License-Identifier: MIT-0

//! Retry-After with jitter: wait as long as the server asked and up to as long again, so that
//! clients given the same hint come back apart. Full jitter where it did not ask.
//!
//! ```text
//! delay = low + a uniform whole number of milliseconds in [0, spread]
//!
//! with a hint:    low    = hint; beyond cap, 7/8 of cap, rounded up
//!                 spread = min(max(low, base), cap - low)
//! without one:    low    = 0
//!                 spread = ceiling = min(cap, base * 2^(attempt - 1))
//! ```
//!
//! Guarantees: 0 <= delay <= cap, whatever the server sent, and no delay is below a hint that is
//! within cap. A hint of 0 is a hint. A hint that is not in whole milliseconds counts as none: it
//! never becomes an error. A delay takes one draw from the random source, giving up none. A call
//! allocates nothing. Nothing but the source is kept between calls: one value may serve all
//! operations of a thread.
//!
//! Not with hints just below cap, which leave little room: set cap to twice the longest hint.
//!
//! Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc Brooker,
//! "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.

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
    /// The wait the server asked for; one not in whole milliseconds is ignored.
    pub retry_after: Option<Duration>,
}

/// What a [`RetryAfterJitter`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// The ceiling of the first delay without a hint, and the least spread after one: whole
    /// milliseconds in 0..=2,147,483,647. Default 100 ms.
    pub base: Duration,
    /// The longest delay, with a hint or without: whole milliseconds in 0..=2,147,483,647. Below `base` it wins.
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

/// The server's own wait and up to as much again, or full jitter.
///
/// # Examples
///
/// ```ignore
/// let params = Params { max_attempts: Some(5), ..Params::default() };
/// let mut policy = RetryAfterJitter::new(params, SYSTEM_RNG)?;
/// let retry_after = Some(Duration::from_secs(2)); // what the server's Retry-After said
/// let failure = Failure { retryable: true, retry_after, ..Failure::default() };
/// let delay = policy.next_delay(4, &failure).unwrap();
/// assert!(Duration::from_secs(2) <= delay && delay <= Duration::from_secs(4));
/// assert_eq!(policy.next_delay(5, &failure), None); // that was the last attempt: give up
/// ```
#[derive(Debug, Clone)]
pub struct RetryAfterJitter<R = fn(u64) -> u64> {
    base_ms: u64,
    cap_ms: u64,
    max_attempts: Option<u32>,
    rng: R,
}

impl<R: FnMut(u64) -> u64> RetryAfterJitter<R> {
    /// `rng(bound)` is to return a uniform whole number in `[0, bound)`, for a bound in 1..=2^31:
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
        let (low_ms, spread_ms) = if let Some(hint) = failure
            .retry_after
            .filter(|hint| hint.subsec_nanos() % 1_000_000 == 0)
        {
            self.after(hint)
        } else {
            (0, ceiling(attempt, self.base_ms, self.cap_ms))
        };
        Some(Duration::from_millis(low_ms + (self.rng)(spread_ms + 1)))
    }

    /// The least wait after a hint, and how far beyond it the waits are spread.
    fn after(&self, hint: Duration) -> (u64, u64) {
        let hint_ms = u64::try_from(hint.as_millis()).unwrap_or(u64::MAX);
        let low_ms = if hint_ms > self.cap_ms {
            self.cap_ms - self.cap_ms / 8
        } else {
            hint_ms
        };
        (low_ms, low_ms.max(self.base_ms).min(self.cap_ms - low_ms))
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
