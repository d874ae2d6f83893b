"""The clock port's implementations: the machine's, one started elsewhere, one read from a file, one moved forward."""

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
    """Began at `start` when it was made, or `since` then (seconds since 1970), and runs as the machine's does."""

    def __init__(self, start: dt.datetime, since: float | None = None) -> None:
        began = dt.datetime.fromtimestamp(time.time() if since is None else since, dt.UTC)
        self._ahead = start - began

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC) + self._ahead


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


class ShiftedClock:
    """The machine's clock, as many seconds later as a file says, which is looked at whenever the time is asked for and
    read when it has changed. So every process of a demo has the same time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[int, float] | None = None  # when the file was written, and what it said

    def now(self) -> dt.datetime:
        """Raises SettingsInvalid when the file does not hold a number."""
        return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=self.seconds)

    @property
    def seconds(self) -> float:
        """How far it is moved. Raises SettingsInvalid."""
        try:
            written = self._path.stat().st_mtime_ns
            if self._read is None or self._read[0] != written:
                seconds = float(self._path.read_text(encoding="ascii"))
                dt.timedelta(seconds=seconds)
                self._read = written, seconds
        except (OSError, ValueError, OverflowError) as error:
            raise SettingsInvalid(f"{self._path}: {error}. It holds the seconds that the demo is ahead.") from error
        return self._read[1]

    def set(self, seconds: float) -> None:
        """Move it so far ahead of the machine's."""
        _write(self._path, repr(float(seconds)))


def set_file(path: Path, at: dt.datetime) -> None:
    """Have the `FileClock` of this file show that instant."""
    _write(path, at.isoformat())


def _write(path: Path, said: str) -> None:
    """Aside, and then renamed: a reader never finds half of it."""
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(said, encoding="ascii")
    draft.replace(path)


def demo_clock(settings: Settings) -> Path:
    """Where the home keeps how far its demo's clock is ahead; there is no such file but in a demo."""
    return settings.turnero_home / "demo_clock"


def moved(settings: Settings) -> bool:
    """Somebody moved the clock: only a demo clinic may run on it. Raises SettingsInvalid."""
    if settings.clock_is_set:
        return True
    kept = demo_clock(settings)
    return kept.exists() and ShiftedClock(kept).seconds != 0


def clock_from(settings: Settings) -> Clock:
    """The clock that the settings name, of which the file wins; else the demo's that the home keeps."""
    if settings.turnero_clock_file is not None:
        return FileClock(settings.turnero_clock_file)
    if settings.turnero_now is not None:
        return StartedClock(settings.turnero_now, settings.turnero_now_since)
    kept = demo_clock(settings)
    return ShiftedClock(kept) if kept.exists() else SystemClock()
