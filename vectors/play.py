# SPDX-License-Identifier: MIT-0
"""python3 play.py NAME ...

The player of ports in Python: reads one request a line from stdin and answers each with
one line. docs/porting.md has the protocol, play.js is its reference. The copies are in
copies/ beside this file, so that none of them hides a module of the standard library.
"""

import importlib
import math
import re
import sys
from types import ModuleType
from typing import Any
from urllib.parse import unquote

_MASK = 2**32 - 1


class Source:
    """The random source of the vectors: it counts its draws."""

    def __init__(self, seed: str | None, always: str | None) -> None:
        """Start a seeded stream, or answer "lowest" or "largest" to every draw."""
        self.draws = 0
        self._always = always
        steps = () if seed is None else (1, 2, 3, 4)
        self._words = [_splitmix32(int(seed or 0), step) for step in steps]

    def randrange(self, bound: int, /) -> int:
        """Draw an int in [0, bound)."""
        if not 1 <= bound <= 2**32:
            message = f"a draw below {bound}"
            raise ArithmeticError(message)
        self.draws += 1
        if self._always is not None:
            return 0 if self._always == "lowest" else bound - 1
        value = self._next()
        while value < 2**32 % bound:
            value = self._next()
        return value % bound

    def state(self) -> str:
        """Say how often it was asked, and what it would give next."""
        next_output = f" nextU32={self._next()}" if self._words else ""
        return f"draws={self.draws}{next_output}"

    def _next(self) -> int:
        """Give the next output of xoshiro128**."""
        s0, s1, s2, s3 = self._words
        s2 ^= s0
        s3 ^= s1
        self._words = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 9 & _MASK), _rotl(s3, 11)]
        return _rotl(s1 * 5 & _MASK, 7) * 9 & _MASK


def _splitmix32(seed: int, step: int) -> int:
    z = seed + step * 0x9E3779B9 & _MASK
    z = (z ^ z >> 16) * 0x21F0AAAD & _MASK
    z = (z ^ z >> 15) * 0x735A2D97 & _MASK
    return z ^ z >> 15


def _rotl(x: int, k: int) -> int:
    return (x << k | x >> (32 - k)) & _MASK


class Player:
    """Answers requests. Each verb of the protocol is a method."""

    def __init__(self, names: list[str]) -> None:
        """Load the copies of these items."""
        self._modules = {name: _module(name) for name in names}
        self._policy: Any = None
        self._failure: Any = None
        self._generator: Any = None
        self._source: Source | None = None

    def answer(self, line: str) -> str:
        """Answer one request."""
        verb, *words = line.split(" ")
        try:
            return str(getattr(self, verb)(*words))
        except Exception as error:  # noqa: BLE001 - an error is an answer too
            message = " ".join(str(error).split())
            at_fault = isinstance(error, ValueError) and re.match(r"\w+", message)
            return f"error {_camel(at_fault[0]) if at_fault else '?'} {message}"

    def policy(self, name: str, *pairs: str) -> str:
        """Make a policy."""
        words = dict(pair.split("=", 1) for pair in pairs)
        seed, always = words.pop("seed", None), words.pop("always", None)
        self._policy = self._source = None
        if seed is not None or always is not None:
            self._source = Source(seed, always)
        module = self._modules[name]
        self._failure = module.Failure
        policy = getattr(module, name.replace("-", " ").title().replace(" ", ""))
        sources = [self._source] if self._source else []
        self._policy = policy(*sources, **_values(words))
        return "ok"

    def next(self, attempt: str, retryable: str, *pairs: str) -> str:
        """Ask it for a delay."""
        words = dict(pair.split("=", 1) for pair in pairs)
        failure = self._failure(retryable == "yes", **_values(words))
        delay = self._policy.next_delay(_value(attempt), failure)
        return "null" if delay is None else _told(delay, int)

    def end(self) -> str:
        """Say what it drew."""
        return self._source.state() if self._source else "draws=0"

    def ceiling(self, name: str, *words: str) -> str:
        """Ask a port for the ceiling that it restates."""
        module = self._modules[name]
        if not hasattr(module, "ceiling"):
            return "none"
        return _told(module.ceiling(*map(_value, words)), int)

    def generator(self, seed: str) -> str:
        """Make a generator."""
        self._generator = self._modules["rng"].SeededRng(_value(seed))
        return "ok"

    def call(self, method: str, *words: str) -> str:
        """Ask it for a value. A float is printed so that it reads back exactly."""
        owner = self._modules["rng"] if method == "mix32" else self._generator
        value = getattr(owner, _snake(method))(*map(_value, words))
        return _told(value, float if method == "nextFloat" else int)


def _told(value: object, wanted: type) -> str:
    """Show an answer; one of another type in words that no right answer shares."""
    if type(value) is wanted:
        return str(value)
    return f"{' '.join(repr(value).split())[:500]} (of type {type(value).__name__})"


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"copies.{name.replace('-', '_')}")


def _values(words: dict[str, str]) -> dict[str, object]:
    return {_snake(name): _value(word) for name, word in words.items()}


def _value(word: str) -> object:
    text = unquote(word)
    if text.startswith("text:"):
        return text.removeprefix("text:")
    if text == "undefined":
        return None
    if text == "unlimited":
        return math.inf
    number = float(text)
    if not number.is_integer():
        return number
    return int(text) if re.fullmatch(r"-?\d+", text) else int(number)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _camel(name: str) -> str:
    return re.sub(r"_(.)", lambda match: match[1].upper(), name)


def main() -> None:
    """Answer everything on stdin."""
    player = Player(sys.argv[1:])
    requests = sys.stdin.buffer.read().decode().split("\n")
    replies = [player.answer(request) for request in requests if request]
    sys.stdout.buffer.write(
        "".join(f"{reply}\n" for reply in replies).encode(errors="replace")
    )


if __name__ == "__main__":
    main()
