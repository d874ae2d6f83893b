"""Whether and from when to when the clinic has consultation on a day, by the doctors' hours and its closed days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from booking.intents import Frozen
from booking.models import FIRST_VISIT, Clinic
from booking.ports import Schedules
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import ONE_DAY

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
    for day in dates:
        hours = [h for doctor in calendar.doctors for h in rules.hours(doctor.id, day)]
        if hours:
            opens, closes = min(h.start for h in hours), max(h.end for h in hours)
            return OpenHours(date=date, weekly=weekly, opens=_clock(opens), closes=_clock(closes))
    return OpenHours(date=date, weekly=weekly)


def next_open(schedules: Schedules, clinic: Clinic, now: dt.datetime) -> OpenHours | None:
    """The next day with consultation, today while it is not over; None where the week to come has none."""
    local = now.astimezone(ZoneInfo(clinic.zone))
    today = local.date()
    start = dt.datetime.combine(today, dt.time(), ZoneInfo(clinic.zone))
    calendar = schedules.calendar(start, start + _SOON, now)
    rules = Rulebook(calendar, clinic, FIRST_VISIT)
    for day in (today + dt.timedelta(days=n) for n in range(_SOON.days)):
        hours = [h for doctor in calendar.doctors for h in rules.hours(doctor.id, day)]
        closes = max((h.end for h in hours), default=0)
        if hours and (day > today or local.replace(tzinfo=None) < _midnight(day) + dt.timedelta(seconds=closes)):
            return OpenHours(date=day, opens=_clock(min(h.start for h in hours)), closes=_clock(closes))
    return None


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time())


def closed_days(
    schedules: Schedules, clinic: Clinic, dates: Collection[dt.date], now: dt.datetime, *, doctor: str | None = None
) -> list[dt.date]:
    """Those of the dates on which nobody has hours: no doctor at all, or not the one of that name."""
    zone = ZoneInfo(clinic.zone)
    start, end = (dt.datetime.combine(date, dt.time(), zone) for date in (min(dates), max(dates) + ONE_DAY))
    calendar = schedules.calendar(start, end, now)
    rules = Rulebook(calendar, clinic, FIRST_VISIT)
    named = [d for d in calendar.doctors if d.name == doctor] or calendar.doctors
    return [date for date in sorted(dates) if not any(rules.hours(d.id, date) for d in named)]


def _clock(seconds: float) -> dt.time:
    """Midnight at the end of a day is 00:00."""
    return (dt.datetime.combine(dt.date.min, dt.time()) + dt.timedelta(seconds=seconds % 86400)).time()
