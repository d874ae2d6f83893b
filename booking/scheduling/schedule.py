"""When doctors work: weekly hours and date overrides, and wall time turned into instants. Knows nothing taken.

Schedules are wall time in the clinic's zone. On the days the clocks change an hour that does not exist has no
slots, an hour that comes twice has them once (the first time), and a slot always lasts its minutes.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from booking.models import DateOverride, Opening
from booking.scheduling.ranges import Range, grid, moment
from booking.scheduling.weekly import Hours, WeeklyHours

MIDNIGHT: Final = dt.time()
ONE_DAY: Final = dt.timedelta(days=1)
_USUAL_MINUTES = 30
"""Length of a slot for a doctor who has overrides but no weekly hours."""


def local_instant(date: dt.date, seconds: float, zone: ZoneInfo) -> tuple[float, bool]:
    """The instant the clocks show `seconds` past midnight, and whether they ever do.

    A time that comes twice is its first; one that is skipped is the instant of the skip.
    """
    wall = dt.datetime.combine(date, MIDNIGHT) + dt.timedelta(seconds=seconds)
    instant = wall.replace(tzinfo=zone).timestamp()
    if dt.datetime.fromtimestamp(instant, zone).replace(tzinfo=None) == wall:
        return instant, True
    low, high = wall.replace(tzinfo=zone, fold=1).timestamp(), instant  # the skip lies between
    before = dt.datetime.fromtimestamp(low, zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        same = dt.datetime.fromtimestamp(middle, zone).utcoffset() == before
        low, high = (middle, high) if same else (low, middle)
    return high, False


class Day:
    """One local date: turns wall times into instants. All but the two days of a clock change are plain."""

    __slots__ = ("date", "end", "plain", "start", "zone")

    def __init__(self, date: dt.date, zone: ZoneInfo) -> None:
        self.date = date
        self.zone = zone
        self.start = local_instant(date, 0, zone)[0]
        self.end = local_instant(date + ONE_DAY, 0, zone)[0]
        self.plain = self.end - self.start == 86400

    def at(self, seconds: float) -> float:
        """The instant of a wall time, given in seconds past midnight."""
        return self.start + seconds if self.plain else local_instant(self.date, seconds, self.zone)[0]

    def starts(self, hours: Hours) -> list[float]:
        """Where slots of these hours may start, free or not, in order."""
        walls = grid(hours.start, hours.end, hours.length, hours.pace or hours.length)
        if self.plain:
            return [self.start + wall for wall in walls]
        closes = self.at(hours.end)
        real = [instant for wall in walls for instant, exists in [self._real(wall)] if exists]
        return [instant for instant in real if instant + hours.length <= closes]

    def _real(self, wall: float) -> tuple[float, bool]:
        return local_instant(self.date, wall, self.zone)


class Schedule:
    """Who works when: the weekly hours by doctor and weekday, replaced date by date."""

    def __init__(self, openings: Iterable[Opening], overrides: Iterable[DateOverride]) -> None:
        self._weekly = WeeklyHours.among(openings)
        self._dates: defaultdict[tuple[int, dt.date], list[DateOverride]] = defaultdict(list)
        for override in overrides:
            self._dates[override.doctor_id, override.date].append(override)

    def hours(self, doctor_id: int, date: dt.date) -> Sequence[Hours]:
        """The doctor's hours on that date: of the weekly ones those of the narrowest validity.

        Overrides replace the weekly hours and borrow slot length and daily cap from those of that weekday,
        or of the week. Of a date's overrides one without hours wins: a day off. 00:00 as an end is midnight.
        """
        if not self._dates or not (overrides := self._dates.get((doctor_id, date))):
            return self._weekly.hours(doctor_id, date)
        if any(o.start is None or o.end is None for o in overrides):
            return []
        model = self._weekly.on(doctor_id, date) or self._weekly.valid(doctor_id, date)
        minutes, cap = _slot_minutes(model), min((o.daily_cap for o in model if o.daily_cap is not None), default=None)
        return [
            Hours.between(o.start, o.end, minutes, cap) for o in overrides if o.start is not None and o.end is not None
        ]

    def usual_length(self, doctor_id: int, date: dt.date) -> float:
        """How long the doctor's slots are outside of their hours, in seconds: as that weekday, else as that week."""
        return 60.0 * _slot_minutes(self._weekly.on(doctor_id, date) or self._weekly.valid(doctor_id, date))


def _slot_minutes(model: Iterable[Opening]) -> int:
    """Of the first of them in the week."""
    first = min(model, key=lambda opening: (opening.weekday, opening.start), default=None)
    return first.slot_minutes if first else _USUAL_MINUTES


def day_range(date: dt.date, zone: ZoneInfo) -> Range:
    """From that date's midnight to the next."""
    day = Day(date, zone)
    return Range(moment(day.start), moment(day.end))


def days(start: float, end: float, zone: ZoneInfo) -> Iterator[Day]:
    """The local days that a range touches."""
    date = dt.datetime.fromtimestamp(start, zone).date()
    while (day := Day(date, zone)).start < end:
        yield day
        date += ONE_DAY
