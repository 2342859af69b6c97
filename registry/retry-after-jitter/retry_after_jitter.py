# SPDX-License-Identifier: MIT-0
"""Retry-After with jitter: wait as long as the server asked and up to as long again.

Clients given the same hint so come back apart. Without a hint it is full jitter.

    next_delay(attempt) = low + a uniform int, in milliseconds, in [0, spread]

    with a hint:  low    = hint; beyond cap_ms, 7/8 of cap_ms, rounded up
                  spread = min(max(low, base_ms), cap_ms - low)
    without one:  low    = 0
                  spread = ceiling(attempt) = min(cap_ms, base_ms * 2 ** (attempt - 1))

Guarantees: 0 <= delay <= cap_ms, whatever the server sent, and no delay is below a hint
that is within cap_ms. A hint of 0 is a hint. A hint that is no int >= 0 counts as none:
it never becomes an error. A delay takes one draw, giving up none. Nothing is kept
between calls, so one object may serve any number of operations at once.

Not with hints just below cap_ms, which leave little room: set cap_ms to twice the
longest hint.

Source: RFC 9110, section 10.2.3 (Retry-After); RFC 6585, section 4 (429). Jitter: Marc
Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
"""

import math
import random
from dataclasses import dataclass
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Failure:
    """What the caller knows of the attempt that just failed."""

    retryable: bool  # False gives up at once: another attempt could not help
    status: int | None = None  # the HTTP status; not read by this policy
    retry_after_ms: int | None = None  # the wait the server asked for


class Failed(Protocol):
    """What is read of a failure, so that those of other policies' files fit as well."""

    @property
    def retryable(self) -> bool:
        """Whether another attempt could help."""

    @property
    def retry_after_ms(self) -> int | None:
        """The wait the server asked for, in milliseconds."""


class Rng(Protocol):
    """A random source, such as random.SystemRandom() or random.Random()."""

    def randrange(self, bound: int, /) -> int:
        """Return a uniform int in [0, bound), for a bound in 1..2**31."""


class RetryAfterJitter:
    """The server's wait and up to as much again, or else full jitter."""

    __slots__ = ("_base_ms", "_cap_ms", "_max_attempts", "_rng")

    def __init__(
        self,
        rng: Rng,
        *,
        base_ms: int | None = None,
        cap_ms: int | None = None,
        max_attempts: float | None = None,
    ) -> None:
        """Draw from rng; a parameter left out, or None, takes its default.

        Args:
            rng: The random source; there is no default. In production, system_rng.
            base_ms: The ceiling of the first delay without a hint, and the least spread
                with one, in milliseconds: 0..2,147,483,647. Default 100.
            cap_ms: The longest delay, hints included, in milliseconds:
                0..2,147,483,647. Below base_ms it wins. Default 10,000.
            max_attempts: Attempts in all, the first one included: an int >= 1, or
                math.inf for no limit. Default 8.

        Raises:
            ValueError: A parameter is out of range, or no int: True, say, or 100.0.
            TypeError: There is no rng.
        """
        base_ms = 100 if base_ms is None else base_ms
        cap_ms = 10_000 if cap_ms is None else cap_ms
        max_attempts = 8 if max_attempts is None else max_attempts
        _check("base_ms", base_ms, 0, _MAX_DELAY_MS)
        _check("cap_ms", cap_ms, 0, _MAX_DELAY_MS)
        if max_attempts != math.inf:
            _check("max_attempts", max_attempts, 1, note=", or math.inf")
        if not callable(getattr(rng, "randrange", None)):
            msg = "rng is required: say, system_rng"
            raise TypeError(msg)
        self._base_ms: Final = base_ms
        self._cap_ms: Final = cap_ms
        self._max_attempts: Final = max_attempts
        self._rng: Final = rng

    def next_delay(self, attempt: int, failure: Failed) -> int | None:
        """Return the delay in whole milliseconds, or None to give up.

        Args:
            attempt: The number of the attempt that just failed, counting from 1.
            failure: What the caller knows of it.

        Raises:
            ValueError: attempt is not an int >= 1.
        """
        _check("attempt", attempt, 1, note=", as attempts count from 1")
        if not failure.retryable or attempt >= self._max_attempts:
            return None
        hint = failure.retry_after_ms
        if type(hint) is not int or hint < 0:
            top = ceiling(attempt, self._base_ms, self._cap_ms)
            return self._rng.randrange(top + 1)
        low = self._cap_ms - self._cap_ms // 8 if hint > self._cap_ms else hint
        spread = min(max(low, self._base_ms), self._cap_ms - low)
        return low + self._rng.randrange(spread + 1)


def ceiling(attempt: int, base_ms: int, cap_ms: int) -> int:
    """Return min(cap_ms, base_ms * 2 ** (attempt - 1)).

    The doubling stops at the cap: no attempt is too high, and no number grows huge.
    """
    delay = base_ms
    while attempt > 1 and 0 < delay < cap_ms:
        delay *= 2
        attempt -= 1
    return min(delay, cap_ms)


system_rng: Final = random.SystemRandom()
"""The production source, the system's: no seed to share, not even after a fork."""

_MAX_DELAY_MS: Final = 2**31 - 1  # the longest that every timer takes


def _check(
    name: str, value: object, low: int, high: float = math.inf, note: str = ""
) -> None:
    """Raise unless value is an int, and no bool, in low..high."""
    if type(value) is not int or not low <= value <= high:
        allowed = f">= {low}" if high == math.inf else f"in {low}..{high}"
        msg = f"{name} must be an int {allowed}{note}; got {value!r}"
        raise ValueError(msg)
