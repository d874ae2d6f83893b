"""Chance from a number: the same number gives the same choices in every process, on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Decisions:
    """A stream of choices (splitmix64). Cheap to begin: every step of a walk has one of its own."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def number(self) -> int:
        """64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """0 to `limit` - 1."""
        return self.number() % limit

    def one_of(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.number() % len(choices)]

    def once_in(self, times: int) -> bool:
        """True once in so many times."""
        return self.number() % times == 0


def numbers(seed: int, count: int) -> Iterator[int]:
    """As many numbers of 32 bits from one seed."""
    decisions = Decisions(seed)
    for _ in range(count):
        yield decisions.number() >> 32
