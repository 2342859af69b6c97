// SPDX-License-Identifier: MIT-0

//! Constant: wait the same time after every failure.
//!
//! ```text
//! delay = base
//! ```
//!
//! Guarantees: every delay is exactly the base, whatever the attempt. Nothing random, no growth, no
//! cap. A call costs a few comparisons and allocates nothing. Nothing is kept between calls, so one
//! value may serve any number of operations and threads at once.
//!
//! Not for a fleet: clients that failed together come back together, and as often the tenth time as
//! the first.
//!
//! Source: folklore; the simplest policy there is, and the one to measure the others against.

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

/// What a [`Constant`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// Every delay: whole milliseconds in 0..=2,147,483,647. Default 100 ms.
    pub base: Duration,
    /// Attempts in all, the first one included: 1 or more, or `None` for no limit. Default 8.
    pub max_attempts: Option<u32>,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            base: Duration::from_millis(100),

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

/// The same wait every time.
///
/// # Examples
///
/// ```ignore
/// let params = Params { max_attempts: Some(5), ..Params::default() };
/// let policy = Constant::new(params)?;
/// let failure = Failure { retryable: true, ..Failure::default() };
/// assert_eq!(policy.next_delay(4, &failure), Some(Duration::from_millis(100)));
/// assert_eq!(policy.next_delay(5, &failure), None); // that was the last attempt: give up
/// ```
#[derive(Debug, Clone)]
pub struct Constant {
    base_ms: u64,
    max_attempts: Option<u32>,
}

impl Constant {
    /// # Errors
    ///
    /// If a parameter is out of its range.
    pub fn new(params: Params) -> Result<Self, Error> {
        let base_ms = whole_ms("base", params.base)?;
        if params.max_attempts == Some(0) {
            return Err(Error(
                "max_attempts must be at least 1, or None; got 0".into(),
            ));
        }
        Ok(Self {
            base_ms,
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
        Some(Duration::from_millis(self.base_ms))
    }
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
