"""Which doctors have consultation when, and how long a visit lasts with them: what patients ask about."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.intents import Frozen, VisitType
from booking.models import Clinic
from booking.ports import Schedules
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import ONE_DAY, days

_LOOKED_AT = 21
"""Days ahead that show what holds on each weekday: one of them may be a holiday, or the doctor away."""


class Attends(Frozen):
    """A doctor's hours on a date, and what a visit takes then, the shortest and the longest, in minutes."""

    doctor: str
    date: dt.date
    hours: tuple[tuple[dt.time, dt.time], ...]
    shortest: int
    longest: int


def doctors_hours(
    schedules: Schedules,
    clinic: Clinic,
    now: dt.datetime,
    *,
    doctor: str | None = None,
    date: dt.date | None = None,
    weekly: bool = False,
) -> list[Attends]:
    """Of every doctor, or the one of that name: the hours on the date, `weekly` on its weekday, or without one on each
    weekday. What a doctor is away for is left out."""
    zone = ZoneInfo(clinic.zone)
    one = date is not None and not weekly
    first = date or now.astimezone(zone).date()
    start = dt.datetime.combine(first, dt.time(), zone)
    end = start + (1 if one else _LOOKED_AT) * ONE_DAY
    calendar = schedules.calendar(start, end, now)
    books = [Rulebook(calendar, clinic, kind.value) for kind in VisitType]
    found: dict[tuple[int, int], Attends] = {}
    for day in days(start.timestamp(), end.timestamp(), zone):
        if date is not None and day.date.weekday() != date.weekday():
            continue
        for one_doctor in calendar.doctors:
            place = (one_doctor.id, day.date.weekday())
            if place in found or doctor not in (None, one_doctor.name):
                continue
            away = books[0].away(one_doctor.id, day)
            hours = [
                h
                for book in books
                for h in book.hours(one_doctor.id, day.date)
                if not any(a.start <= day.at(h.start) and day.at(h.end) <= a.end for a in away)
            ]
            if hours:
                spans = tuple(sorted({(_clock(h.start), _clock(h.end)) for h in hours}))
                lengths = [int(h.length // 60) for h in hours]
                found[place] = Attends(
                    doctor=one_doctor.name,
                    date=day.date,
                    hours=spans,
                    shortest=min(lengths),
                    longest=max(lengths),
                )
    return list(found.values())


def _clock(seconds: float) -> dt.time:
    """Midnight at the end of a day is 00:00."""
    return (dt.datetime.combine(dt.date.min, dt.time()) + dt.timedelta(seconds=seconds % 86400)).time()
