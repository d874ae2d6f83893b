"""Whether and from when to when the clinic has consultation on a day: by the doctors' hours and its closed days, and
of a date by when each of them is away."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from zoneinfo import ZoneInfo

from booking.intents import Frozen
from booking.models import FIRST_VISIT, Clinic
from booking.ports import Schedules
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import ONE_DAY, Day

_WEEKS = 4
"""Weeks looked at for what holds on a weekday in general: one of them may be a holiday."""
_SOON = dt.timedelta(days=8)
"""How far ahead the next day with consultation is looked for."""


class OpenHours(Frozen):
    """A day, or every such weekday, and its first and last hour; both None where there is no consultation."""

    date: dt.date
    weekly: bool = False
    opens: dt.time | None = None
    closes: dt.time | None = None


def open_hours(schedules: Schedules, clinic: Clinic, date: dt.date, now: dt.datetime, *, weekly: bool) -> OpenHours:
    """The hours of that day; `weekly`: of its weekday, by the first of some weeks that has any."""
    dates = [date + dt.timedelta(weeks=n) for n in range(_WEEKS if weekly else 1)]
    start = dt.datetime.combine(date, dt.time(), ZoneInfo(clinic.zone))
    calendar = schedules.calendar(start, start + (dates[-1] - date) + ONE_DAY, now)
    rules = Rulebook(calendar, clinic, FIRST_VISIT)
    zone, doctors = ZoneInfo(clinic.zone), [doctor.id for doctor in calendar.doctors]
    for day in dates:
        if there := list(_there(rules, doctors, Day(day, zone), absent=not weekly)):
            opens, closes = min(start for start, _ in there), max(end for _, end in there)
            return OpenHours(date=date, weekly=weekly, opens=_clock(opens, zone), closes=_clock(closes, zone))
    return OpenHours(date=date, weekly=weekly)


def next_open(schedules: Schedules, clinic: Clinic, now: dt.datetime) -> OpenHours | None:
    """The next day with consultation, today while it is not over; None where the week to come has none."""
    zone = ZoneInfo(clinic.zone)
    today = now.astimezone(zone).date()
    start = dt.datetime.combine(today, dt.time(), zone)
    calendar = schedules.calendar(start, start + _SOON, now)
    rules = Rulebook(calendar, clinic, FIRST_VISIT)
    for day in (today + dt.timedelta(days=n) for n in range(_SOON.days)):
        there = list(_there(rules, [doctor.id for doctor in calendar.doctors], Day(day, zone)))
        closes = max((end for _, end in there), default=0.0)
        if closes > now.timestamp():
            return OpenHours(
                date=day, opens=_clock(min(start for start, _ in there), zone), closes=_clock(closes, zone)
            )
    return None


def closed_days(
    schedules: Schedules, clinic: Clinic, dates: Collection[dt.date], now: dt.datetime, *, doctor: str | None = None
) -> list[dt.date]:
    """Those of the dates on which nobody is there: no doctor at all, or not the one of that name."""
    zone = ZoneInfo(clinic.zone)
    start, end = (dt.datetime.combine(date, dt.time(), zone) for date in (min(dates), max(dates) + ONE_DAY))
    calendar = schedules.calendar(start, end, now)
    rules = Rulebook(calendar, clinic, FIRST_VISIT)
    named = [d for d in calendar.doctors if d.name == doctor] or calendar.doctors
    return [date for date in sorted(dates) if not any(_there(rules, [d.id for d in named], Day(date, zone)))]


def _there(rules: Rulebook, doctors: Iterable[int], day: Day, *, absent: bool = True) -> Iterator[tuple[float, float]]:
    """From when to when one of them works that day, in seconds since 1970; without what they are away, but where it is
    not asked whether they are `absent`."""
    for doctor in doctors:
        away = sorted((one.start, one.end) for one in rules.away(doctor, day)) if absent else []
        for hours in rules.hours(doctor, day.date):
            start, end = day.at(hours.start), day.at(hours.end)
            for gone, back in away:
                if start < min(gone, end):
                    yield start, min(gone, end)
                start = max(start, back) if gone < end else start
            if start < end:
                yield start, end


def _clock(instant: float, zone: ZoneInfo) -> dt.time:
    """Midnight at the end of a day is 00:00."""
    return dt.datetime.fromtimestamp(instant, zone).time()
