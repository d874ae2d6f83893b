"""A clock that stands still until a test moves it."""

from __future__ import annotations

import datetime as dt


class FrozenClock:
    """Implements the clock port. Starts at `at` (aware) and moves only when told."""

    def __init__(self, at: dt.datetime) -> None:
        self.set(at)

    def now(self) -> dt.datetime:
        """The instant it was set to, in UTC."""
        return self._now

    def set(self, at: dt.datetime) -> None:
        """Jump to an aware instant; backwards too. Raises ValueError for a naive one."""
        if at.tzinfo is None:
            raise ValueError("a moment needs its zone")
        self._now = at.astimezone(dt.UTC)

    def advance(self, by: dt.timedelta) -> dt.datetime:
        """Move on and give the new instant."""
        self._now += by
        return self._now
