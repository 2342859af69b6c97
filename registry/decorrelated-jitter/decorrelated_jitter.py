# SPDX-License-Identifier: MIT-0
"""Decorrelated jitter: draw each wait between the base and three times the last wait.

    base       = min(base_ms, cap_ms)
    next_delay = min(cap_ms, a uniform int, in milliseconds, in [base, 3 * prev])
    prev       = base at first, then the delay just returned

Guarantees: base <= delay <= cap_ms. Giving up draws nothing from the random source and
leaves prev alone. A call costs one draw; the attempt number only counts towards
max_attempts.

The object remembers its last delay, so it serves ONE operation: make a new one for the
next. Shared, it would start one caller's waits where another's had got to.

Not where the cap is low: every draw beyond it lands exactly on it, and clients meet
there.

Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
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
    retry_after_ms: int | None = None  # the wait the server asked for; not read


class Failed(Protocol):
    """What is read of a failure, so that those of other policies' files fit as well."""

    @property
    def retryable(self) -> bool:
        """Whether another attempt could help."""


class Rng(Protocol):
    """A random source, such as random.SystemRandom() or random.Random()."""

    def randrange(self, bound: int, /) -> int:
        """Return a uniform int in [0, bound), for a bound in 1..2**32."""


class DecorrelatedJitter:
    """A random walk from base to cap. It remembers: one object for one operation."""

    __slots__ = ("_base_ms", "_cap_ms", "_max_attempts", "_prev_ms", "_rng")

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
            base_ms: The shortest delay, in milliseconds: 0..2,147,483,647. Default
                100.
            cap_ms: The longest delay, in milliseconds: 0..1,431,655,765. Below
                base_ms it wins. Default 10,000.
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
        _check("cap_ms", cap_ms, 0, _MAX_CAP_MS)
        if max_attempts != math.inf:
            _check("max_attempts", max_attempts, 1, note=", or math.inf")
        if not callable(getattr(rng, "randrange", None)):
            msg = "rng is required: say, system_rng"
            raise TypeError(msg)
        self._base_ms: Final = min(base_ms, cap_ms)
        self._cap_ms: Final = cap_ms
        self._max_attempts: Final = max_attempts
        self._rng: Final = rng
        self._prev_ms = self._base_ms

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
        width = 3 * self._prev_ms - self._base_ms + 1
        drawn = self._base_ms + self._rng.randrange(width)
        self._prev_ms = min(drawn, self._cap_ms)
        return self._prev_ms


system_rng: Final = random.SystemRandom()
"""The production source, the system's: no seed to share, not even after a fork."""

_MAX_DELAY_MS: Final = 2**31 - 1  # the longest that every timer takes
_MAX_CAP_MS: Final = 2**32 // 3  # keeps the bound of a draw within 2**32


def _check(
    name: str, value: object, low: int, high: float = math.inf, note: str = ""
) -> None:
    """Raise unless value is an int, and no bool, in low..high."""
    if type(value) is not int or not low <= value <= high:
        allowed = f">= {low}" if high == math.inf else f"in {low}..{high}"
        msg = f"{name} must be an int {allowed}{note}; got {value!r}"
        raise ValueError(msg)
