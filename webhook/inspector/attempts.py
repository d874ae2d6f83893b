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

    def begin(self, keys: tuple[str, ...], now: dt.datetime) -> dt.timedelta:
        """A try, which counts as a failed one until it has succeeded: those made side by side count as those made one
        after another. Returned is how long to wait before one may be made; nothing: this one may."""
        with self._lock:
            found = [self._failed[key] for key in keys if key in self._failed]
            wait = max([dt.timedelta(0), *(until - now for times, until in found if times > FREE)])
            if not wait:
                self._count(keys, now)
        return wait

    def _count(self, keys: tuple[str, ...], now: dt.datetime) -> None:
        for key in keys:
            times = self._failed.pop(key, (0, now))[0] + 1
            doubled = FIRST_WAIT * 2 ** min(max(0, times - FREE - 1), 10)
            self._failed[key] = times, now + min(doubled, LONGEST_WAIT)
        while len(self._failed) > MOST_KEPT:
            self._failed.pop(next(iter(self._failed)))

    def succeeded(self, keys: tuple[str, ...]) -> None:
        """The try is taken back, with those that failed before it."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)
