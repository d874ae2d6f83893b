"""When doctors work: weekly hours and date overrides, and wall time turned into instants. Knows nothing taken.

Schedules are wall time in the clinic's zone. On the days the clocks change an hour that does not exist has no
slots, an hour that comes twice has them once (the first time), and a slot always lasts its minutes.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.models import DateOverride, Opening
from booking.ranges import Range, grid, moment, union
from booking.weekly import WeeklyHours

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


class Hours(NamedTuple):
    """A stretch of one doctor's day: wall times in seconds past midnight, slot length in seconds, how many busy
    ranges a day may have, and how many seconds lie between two starts (0: the length)."""

    start: float
    end: float
    length: float
    cap: int | None
    pace: float = 0.0


def seconds_of(time: dt.time) -> float:
    """Seconds past midnight on the clock."""
    return time.hour * 3600 + time.minute * 60 + time.second


class Schedule:
    """Who works when: the weekly hours by doctor and weekday, replaced date by date."""

    def __init__(self, openings: Iterable[Opening], overrides: Iterable[DateOverride]) -> None:
        weekly = WeeklyHours.among(openings)
        self._weekly, self._all = weekly.on, weekly.of
        self._dates: defaultdict[tuple[int, dt.date], list[DateOverride]] = defaultdict(list)
        for override in overrides:
            self._dates[override.doctor_id, override.date].append(override)

    def hours(self, doctor_id: int, date: dt.date) -> list[Hours]:
        """The doctor's hours on that date: of the weekly ones those of the narrowest validity.

        Overrides replace the weekly hours and borrow slot length and daily cap from those of that weekday,
        or of the week. Of a date's overrides one without hours wins: a day off. 00:00 as an end is midnight.
        """
        weekly = _in_force(self._weekly.get((doctor_id, date.weekday()), ()), date)
        caps = [o.daily_cap for o in weekly if o.daily_cap is not None]
        overrides = self._dates.get((doctor_id, date))
        if not overrides:
            cap = min(caps, default=None)
            return [_hours(o.start, o.end, o.slot_minutes, cap) for o in weekly]
        model = weekly or [o for o in self._all.get(doctor_id, ()) if _valid(o, date)]
        minutes = min(model, key=lambda o: (o.weekday, o.start)).slot_minutes if model else _USUAL_MINUTES
        cap = min((o.daily_cap for o in model if o.daily_cap is not None), default=None)
        if any(o.start is None or o.end is None for o in overrides):
            return []
        return [_hours(o.start, o.end, minutes, cap) for o in overrides if o.start is not None and o.end is not None]

    def usual_length(self, doctor_id: int, date: dt.date) -> float:
        """How long the doctor's slots are outside of their hours, in seconds: as that weekday, else as that week."""
        openings = [o for o in self._all.get(doctor_id, ()) if _valid(o, date)]
        weekly = _in_force(self._weekly.get((doctor_id, date.weekday()), ()), date)
        model = min(weekly or openings, key=lambda o: (o.weekday, o.start), default=None)
        return 60.0 * (model.slot_minutes if model else _USUAL_MINUTES)


def _in_force(openings: Iterable[Opening], date: dt.date) -> list[Opening]:
    """Of one weekday's hours those that hold on that date: a narrower validity stands in for a wider one."""
    valid = [o for o in openings if _valid(o, date)]
    if all(o.valid_from is None and o.valid_to is None for o in valid):
        return valid
    narrowest = min(map(_breadth, valid))
    return [o for o in valid if _breadth(o) == narrowest]


def _breadth(opening: Opening) -> tuple[int, int, int]:
    """Less is narrower: fewer open ends, then fewer days, then the later beginning."""
    since, until = opening.valid_from, opening.valid_to
    days = (until - since).days if since and until else 0
    return (since is None) + (until is None), days, -since.toordinal() if since else 0


def _valid(opening: Opening, date: dt.date) -> bool:
    return (opening.valid_from is None or opening.valid_from <= date) and (
        opening.valid_to is None or date <= opening.valid_to
    )


def _hours(start: dt.time, end: dt.time, minutes: int, cap: int | None) -> Hours:
    return Hours(seconds_of(start), seconds_of(end) or 86400, minutes * 60, cap, minutes * 60)


def working_ranges(
    openings: Iterable[Opening],
    overrides: Iterable[DateOverride],
    zone: ZoneInfo,
    start: dt.datetime,
    end: dt.datetime,
) -> list[Range]:
    """When anybody works between two instants, as disjoint ranges in UTC."""
    openings, overrides = list(openings), list(overrides)
    schedule = Schedule(openings, overrides)
    doctors = {o.doctor_id for o in openings} | {o.doctor_id for o in overrides}
    found = []
    for day in days(start.timestamp(), end.timestamp(), zone):
        for hours in (h for doctor in doctors for h in schedule.hours(doctor, day.date)):
            found.append(Range(moment(day.at(hours.start)), moment(day.at(hours.end))))
    return [Range(max(start, r.start), min(end, r.end)) for r in union(found) if r.start < end and start < r.end]


def days(start: float, end: float, zone: ZoneInfo) -> Iterator[Day]:
    """The local days that a range touches."""
    date = dt.datetime.fromtimestamp(start, zone).date()
    while (day := Day(date, zone)).start < end:
        yield day
        date += ONE_DAY


def whole_days(start: dt.datetime, end: dt.datetime, zone: ZoneInfo) -> Range:
    """From the beginning of the local day of `start` to the end of that of `end`, in UTC."""
    first = start.astimezone(zone).date()
    after_last = end.astimezone(zone).date() + ONE_DAY
    return Range(moment(local_instant(first, 0, zone)[0]), moment(local_instant(after_last, 0, zone)[0]))
