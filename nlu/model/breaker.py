"""Leaves a provider alone that fails again and again: who writes meanwhile is read by rules at once, not after waiting
for the same silence."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FAILURES = 3
"""In a row: then the provider is left alone."""

REST_SECONDS = 30.0
"""For how long, until one message tries it again."""


class Breaker:
    """A circuit breaker: closed, open after some failures in a row, and half open when one call may try again.

    Safe to share between threads. `clock` gives seconds that never go back."""

    def __init__(
        self, failures: int = FAILURES, rest: float = REST_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._rest, self._clock = failures, rest, clock
        self._failed = 0
        self._until = 0.0
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether it has failed too often, and has not answered since."""
        return self._failed >= self._most

    def allows(self) -> bool:
        """Whether to call now. Where it is open that is one caller's right each time its rest is over: whoever gets it
        tells what came of it, or the next is allowed after another rest."""
        with self._lock:
            if not self.is_open:
                return True
            now = self._clock()
            if now < self._until:
                return False
            self._until = now + self._rest
            return True

    def tell(self, answered: bool) -> None:
        """What came of a call."""
        with self._lock:
            self._failed = 0 if answered else self._failed + 1
            if self.is_open:
                self._until = self._clock() + self._rest
