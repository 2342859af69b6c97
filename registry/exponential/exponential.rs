// SPDX-License-Identifier: MIT-0

//! Exponential backoff: double the wait after every failure, up to a cap.
//!
//! ```text
//! delay = min(cap, base * 2^(attempt - 1))
//! ```
//!
//! Guarantees: 0 <= delay <= cap, never shorter than the delay before it, and the same for the same
//! attempt: nothing is random. A call costs a few comparisons and allocates nothing. Nothing is kept
//! between calls, so one value may serve any number of operations and threads at once.
//!
//! Not for a fleet: clients that failed together retry together, every time, in lockstep.
//!
//! Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.

use std::fmt;
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

/// What a [`Exponential`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// The first delay: whole milliseconds in 0..=2,147,483,647. Default 100 ms.
    pub base: Duration,
    /// The longest delay: whole milliseconds in 0..=2,147,483,647. Below `base` it wins.
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

/// Doubling waits up to a cap.
///
/// # Examples
///
/// ```ignore
/// let params = Params { max_attempts: Some(5), ..Params::default() };
/// let policy = Exponential::new(params)?;
/// let failure = Failure { retryable: true, ..Failure::default() };
/// assert_eq!(policy.next_delay(4, &failure), Some(Duration::from_millis(800)));
/// assert_eq!(policy.next_delay(5, &failure), None); // that was the last attempt: give up
/// ```
#[derive(Debug, Clone)]
pub struct Exponential {
    base_ms: u64,
    cap_ms: u64,
    max_attempts: Option<u32>,
}

impl Exponential {
    /// # Errors
    ///
    /// If a parameter is out of its range.
    pub fn new(params: Params) -> Result<Self, Error> {
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
        })
    }

    /// How long to wait after the attempt that just failed, which counts from 1; `None` to give up.
    ///
    /// # Panics
    ///
    /// If `attempt` is 0, which is the caller's bug.
    #[must_use]
    pub fn next_delay(&self, attempt: u32, failure: &Failure) -> Option<Duration> {
        assert!(
            attempt >= 1,
            "attempt must be at least 1, as attempts count from 1; got 0"
        );
        if !failure.retryable || self.max_attempts.is_some_and(|max| attempt >= max) {
            return None;
        }
        Some(Duration::from_millis(ceiling(
            attempt,
            self.base_ms,
            self.cap_ms,
        )))
    }
}

/// `min(cap, base * 2^(attempt - 1))`: 31 doublings take any base but 0 past every cap, and no base
/// past 64 bits.
#[must_use]
pub fn ceiling(attempt: u32, base_ms: u64, cap_ms: u64) -> u64 {
    (base_ms << attempt.saturating_sub(1).min(31)).min(cap_ms)
}

const MAX_DELAY_MS: u64 = 2_147_483_647; // 2^31 - 1: a timer given more may fire at once

fn whole_ms(name: &str, value: Duration) -> Result<u64, Error> {
    match u64::try_from(value.as_millis()) {
        Ok(ms) if ms <= MAX_DELAY_MS && value == Duration::from_millis(ms) => Ok(ms),
        _ => Err(Error(format!(
            "{name} must be whole milliseconds in 0..={MAX_DELAY_MS}; got {value:?}"
        ))),
    }
}
