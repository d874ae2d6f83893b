"""How often somebody tried to sign in and failed: after a few times they wait, longer each time."""

from __future__ import annotations

import datetime as dt
import threading

FREE = 4
"""Wrong passwords in a row before one has to wait."""

FIRST_WAIT = dt.timedelta(seconds=15)
LONGEST_WAIT = dt.timedelta(minutes=15)
MOST_KEPT = 10_000
"""Names and addresses that are remembered; the oldest goes first."""


class Attempts:
    """Of one process, by what was tried (a number) and from where (an address)."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[int, dt.datetime]] = {}
        self._lock = threading.Lock()

    def wait(self, keys: tuple[str, ...], now: dt.datetime) -> dt.timedelta:
        """How long until the next try counts; nothing: it counts now."""
        with self._lock:
            found = [self._failed[key] for key in keys if key in self._failed]
        left = [until - now for times, until in found if times > FREE]
        return max([dt.timedelta(0), *left])

    def failed(self, keys: tuple[str, ...], now: dt.datetime) -> None:
        with self._lock:
            for key in keys:
                times = self._failed.pop(key, (0, now))[0] + 1
                doubled = FIRST_WAIT * 2 ** min(max(0, times - FREE - 1), 10)
                self._failed[key] = times, now + min(doubled, LONGEST_WAIT)
            while len(self._failed) > MOST_KEPT:
                self._failed.pop(next(iter(self._failed)))

    def succeeded(self, keys: tuple[str, ...]) -> None:
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)
