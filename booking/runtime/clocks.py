"""The clock port's implementations: the machine's, one started elsewhere, one read from a file."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path

from booking.errors import SettingsInvalid
from booking.ports import Clock
from booking.settings import Settings


class SystemClock:
    """The machine's clock."""

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC)


class StartedClock:
    """Began at `start` when it was made, and runs since."""

    def __init__(self, start: dt.datetime) -> None:
        self._start, self._from = start.astimezone(dt.UTC), time.monotonic()

    def now(self) -> dt.datetime:
        return self._start + dt.timedelta(seconds=time.monotonic() - self._from)


class FileClock:
    """Shows the instant written in a file (ISO with offset), read again at each use."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> dt.datetime:
        """Raises SettingsInvalid when the file does not hold an instant with its offset."""
        try:
            at = dt.datetime.fromisoformat(self._path.read_text(encoding="utf-8").strip())
        except (OSError, ValueError) as error:
            raise SettingsInvalid(f"TURNERO_CLOCK_FILE {self._path}: {error}") from error
        if at.tzinfo is None:
            raise SettingsInvalid(f"TURNERO_CLOCK_FILE {self._path}: the instant needs an offset")
        return at.astimezone(dt.UTC)


def clock_from(settings: Settings) -> Clock:
    """The clock that the settings name; the file wins."""
    if settings.turnero_clock_file is not None:
        return FileClock(settings.turnero_clock_file)
    return StartedClock(settings.turnero_now) if settings.turnero_now is not None else SystemClock()
