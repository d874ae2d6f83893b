"""How many statements a piece of work asks of the database, in whichever threads it is done: the store counts each, and
whoever does the work asks how many they were."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class _Count:
    """Several threads may count at once."""

    def __init__(self) -> None:
        self.asked = 0
        self._lock = threading.Lock()

    def add(self, statements: int) -> None:
        with self._lock:
            self.asked += statements


_UNDER_WAY: ContextVar[_Count | None] = ContextVar("statements", default=None)


@contextmanager
def counted() -> Iterator[None]:
    """What is asked within the block is counted, from nothing on."""
    before = _UNDER_WAY.set(_Count())
    try:
        yield
    finally:
        _UNDER_WAY.reset(before)


def more(statements: int = 1) -> None:
    """For the store: so many are about to be asked."""
    count = _UNDER_WAY.get()
    if count is not None:
        count.add(statements)


def so_far() -> int | None:
    """None: nobody counts, or nothing was asked of a store that does."""
    count = _UNDER_WAY.get()
    return count.asked or None if count else None


def carried(call: Callable[[], T]) -> Callable[[], T]:
    """The same call for another thread: what it asks there is counted here."""
    count = _UNDER_WAY.get()

    def there() -> T:
        before = _UNDER_WAY.set(count)
        try:
            return call()
        finally:
            _UNDER_WAY.reset(before)

    return there
