# SPDX-License-Identifier: MIT-0
"""A seedable random source: xoshiro128**, its state filled from one int by splitmix32.

    SeededRng(seed)    the same seed gives the same numbers, in every language
    next_u32()         an int in [0, 2**32)
    next_float()       next_u32() / 2**32, in [0, 1)
    next_int(bound)    an unbiased int in [0, bound)
    randrange(bound)   the same, under the name that the policies ask for

Guarantees: exact 32-bit arithmetic, a period of 2**128 - 1, one draw a call (next_int
draws again, rarely, rather than favour the small numbers).

Not for secrets: a few outputs give the whole state away. Not a default in production
either: a fleet on one seed is a fleet in lockstep. One object for one thread.

Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021;
Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
"""

from typing import Final


class SeededRng:
    """xoshiro128**: reproducible numbers for tests and simulations. Not for secrets."""

    __slots__ = ("_s0", "_s1", "_s2", "_s3")

    def __init__(self, seed: int) -> None:
        """Start the sequence of this seed.

        Args:
            seed: An int in 0..4,294,967,295; there is no default.

        Raises:
            ValueError: seed is anything else.
        """
        _check("seed", seed, 0, _MASK)
        # Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state
        # cannot be all zero, the one state that xoshiro never leaves.
        self._s0 = mix32(seed + _GOLDEN)
        self._s1 = mix32(seed + 2 * _GOLDEN)
        self._s2 = mix32(seed + 3 * _GOLDEN)
        self._s3 = mix32(seed + 4 * _GOLDEN)

    def next_u32(self) -> int:
        """Return a uniform int in [0, 2**32)."""
        result = _rotl(self._s1 * 5 & _MASK, 7) * 9 & _MASK
        t = self._s1 << 9 & _MASK
        self._s2 ^= self._s0
        self._s3 ^= self._s1
        self._s1 ^= self._s2
        self._s0 ^= self._s3
        self._s2 ^= t
        self._s3 = _rotl(self._s3, 11)
        return result

    def next_float(self) -> float:
        """Return a uniform multiple of 2**-32 in [0, 1)."""
        return self.next_u32() / _TWO_32

    def next_int(self, bound: int) -> int:
        """Return a uniform int in [0, bound).

        Args:
            bound: An int in 1..4,294,967,296; a bound of 1 draws too.

        Raises:
            ValueError: bound is anything else.
        """
        _check("bound", bound, 1, _TWO_32)
        # Of the 2**32 values, the lowest 2**32 % bound are too many for an even share.
        surplus = _TWO_32 % bound
        value = self.next_u32()
        while value < surplus:
            value = self.next_u32()
        return value % bound

    def randrange(self, bound: int, /) -> int:
        """Return next_int(bound), as random.Random has it and the policies want it."""
        return self.next_int(bound)


def mix32(x: int) -> int:
    """Scramble x, read as 32 bits, one to one: the finaliser of splitmix32."""
    z = x & _MASK
    z = (z ^ z >> 16) * 0x21F0AAAD & _MASK
    z = (z ^ z >> 15) * 0x735A2D97 & _MASK
    return z ^ z >> 15


_TWO_32: Final = 2**32
_MASK: Final = _TWO_32 - 1
_GOLDEN: Final = 0x9E3779B9  # 2**32 / the golden ratio: the step of splitmix32


def _rotl(x: int, k: int) -> int:
    return (x << k | x >> (32 - k)) & _MASK


def _check(name: str, value: object, low: int, high: int) -> None:
    """Raise unless value is an int, and no bool, in low..high."""
    if type(value) is not int or not low <= value <= high:
        msg = f"{name} must be an int in {low}..{high}; got {value!r}"
        raise ValueError(msg)
