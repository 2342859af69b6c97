# SPDX-License-Identifier: MIT-0
"""Constant: wait the same time after every failure.

    next_delay(attempt) = base_ms

Guarantees: every delay is exactly base_ms, whatever the attempt. Nothing random, no
growth, no cap. A call costs a few comparisons. Nothing is kept between calls, so one
object may serve any number of operations at once.

Not for a fleet: clients that failed together come back together, and as often the tenth
time as the first.

Source: folklore; the simplest policy there is, and the one to measure others against.
"""

import math
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


class Constant:
    """The same wait every time. One object serves any number of operations."""

    __slots__ = ("_base_ms", "_max_attempts")

    def __init__(
        self,
        *,
        base_ms: int | None = None,
        max_attempts: float | None = None,
    ) -> None:
        """Take the parameters; a parameter left out, or None, takes its default.

        Args:
            base_ms: Every delay, in milliseconds: 0..2,147,483,647. Default 100.
            max_attempts: Attempts in all, the first one included: an int >= 1, or
                math.inf for no limit. Default 8.

        Raises:
            ValueError: A parameter is out of range, or no int: True, say, or 100.0.
        """
        base_ms = 100 if base_ms is None else base_ms
        max_attempts = 8 if max_attempts is None else max_attempts
        _check("base_ms", base_ms, 0, _MAX_DELAY_MS)
        if max_attempts != math.inf:
            _check("max_attempts", max_attempts, 1, note=", or math.inf")
        self._base_ms: Final = base_ms
        self._max_attempts: Final = max_attempts

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
        return self._base_ms


_MAX_DELAY_MS: Final = 2**31 - 1  # the longest that every timer takes


def _check(
    name: str, value: object, low: int, high: float = math.inf, note: str = ""
) -> None:
    """Raise unless value is an int, and no bool, in low..high."""
    if type(value) is not int or not low <= value <= high:
        allowed = f">= {low}" if high == math.inf else f"in {low}..{high}"
        msg = f"{name} must be an int {allowed}{note}; got {value!r}"
        raise ValueError(msg)
