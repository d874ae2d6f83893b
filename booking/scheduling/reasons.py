"""Why a time is not free: the first rule that stands in its way, for the clinic's staff.

Asks the same rulebook, in the same order of walking, as `availability`: a time without a reason is a free one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from zoneinfo import ZoneInfo

from booking.intents import Frozen
from booking.models import FIRST_VISIT, Clinic, Slot
from booking.ports import Calendar
from booking.scheduling.availability import bookable
from booking.scheduling.busy import BusySpans
from booking.scheduling.ranges import moment
from booking.scheduling.rulebook import Rulebook, meets
from booking.scheduling.schedule import Day, days
from booking.scheduling.taken_times import TakenTimes
from booking.scheduling.weekly import Hours


class Why(StrEnum):
    """What keeps a time from being free."""

    PAST = "past"
    NOTICE = "notice"
    HORIZON = "horizon"
    INACTIVE = "inactive"
    CLOSED = "closed"
    NOT_WORKING = "not_working"
    OFF_GRID = "off_grid"
    TOO_LONG = "too_long"
    CAP = "cap"
    AWAY = "away"
    BLOCKED = "blocked"
    TAKEN = "taken"
    BUFFER = "buffer"


class NotFree(Frozen):
    """A time of a doctor's and the reason, with what staff wrote beside it."""

    doctor_id: int
    slot: Slot
    why: Why
    detail: str | None = None


def not_free(
    calendar: Calendar,
    clinic: Clinic,
    start: dt.datetime,
    end: dt.datetime,
    now: dt.datetime,
    *,
    doctor_id: int | None = None,
    visit: str = FIRST_VISIT,
) -> list[NotFree]:
    """Every time of the doctors' hours that starts in `start`..`end` and is not free, by start, then doctor. The
    hours of a closed day are listed too: they are what the day would have had."""
    found = []
    for day, doctor, hours, walk in _walk(calendar, clinic, start, end, now, doctor_id, visit):
        for begin in day.starts(hours):
            if start.timestamp() <= begin < end.timestamp() and (reason := walk.why(begin, hours)):
                slot = Slot(start=moment(begin), end=moment(begin + hours.length))
                found.append(NotFree(doctor_id=doctor, slot=slot, why=reason[0], detail=reason[1]))
    return sorted(found, key=lambda one: (one.slot.start, one.doctor_id))


def why_not(
    calendar: Calendar, clinic: Clinic, doctor_id: int, at: dt.datetime, now: dt.datetime, visit: str = FIRST_VISIT
) -> tuple[Why, str | None] | None:
    """Why that instant is no free start with that doctor; None when it is one."""
    if all(doctor.id != doctor_id for doctor in calendar.doctors):
        return Why.INACTIVE, None
    if at < now:
        return Why.PAST, None
    reason: tuple[Why, str | None] = Why.NOT_WORKING, None
    taken: tuple[Why, str | None] | None = None
    instant = at.timestamp()
    for day, _, hours, walk in _walk(calendar, clinic, at, at + dt.timedelta(seconds=1), now, doctor_id, visit):
        if instant in day.starts(hours):
            found = walk.why(instant, hours)
            if found is None:
                return None
            taken = taken or found  # hours that overlap may yet have room
        if walk.closed:
            reason = Why.CLOSED, walk.closed
        elif day.at(hours.start) <= instant < day.at(hours.end):
            fits = instant + hours.length <= day.at(hours.end)
            reason = (Why.OFF_GRID if fits else Why.TOO_LONG), None
    return taken or reason


class _Walk:
    """One doctor's day, and what of it cannot be had."""

    def __init__(
        self,
        rules: Rulebook,
        kept_free: TakenTimes,
        busy: TakenTimes,
        day: Day,
        doctor_id: int,
        window: tuple[float, float],
        now: float,
    ) -> None:
        self.closed = rules.closed(day.date)
        self._away = rules.away(doctor_id, day)
        self._kept_free = kept_free
        self._busy = busy
        self._doctor = doctor_id
        self._day = day
        self._opens, self._closes = window
        self._now = now

    def why(self, begin: float, hours: Hours) -> tuple[Why, str | None] | None:
        """The first rule in the way of that start."""
        stop = begin + hours.length
        if begin < self._now:
            return Why.PAST, None
        if self.closed:
            return Why.CLOSED, self.closed
        if begin < self._opens:
            return Why.NOTICE, None
        if begin >= self._closes:
            return Why.HORIZON, None
        if away := meets(self._away, begin, stop):
            return (Why.BLOCKED if away.recurring else Why.AWAY), away.reason
        if self._doctor in self._busy.within(begin, stop):
            return Why.TAKEN, None
        if hours.cap is not None and self._begun >= hours.cap:
            return Why.CAP, str(hours.cap)
        return (Why.BUFFER, None) if self._doctor in self._kept_free.within(begin, stop) else None

    @cached_property
    def _begun(self) -> int:
        """What of that doctor's begins that day."""
        return self._busy.begun_in(self._day.start, self._day.end)[self._doctor]


def _walk(
    calendar: Calendar,
    clinic: Clinic,
    start: dt.datetime,
    end: dt.datetime,
    now: dt.datetime,
    doctor_id: int | None,
    visit: str,
) -> Iterator[tuple[Day, int, Hours, _Walk]]:
    """Every stretch of hours of every doctor, day by day, closed days too."""
    zone = ZoneInfo(clinic.zone)
    rules = Rulebook(calendar, clinic, visit)
    spans = BusySpans.among(calendar.busy).spans
    doctors = sorted(d.id for d in calendar.doctors if doctor_id in (None, d.id))
    kept_free, busy = TakenTimes(spans, doctors, rules.around), TakenTimes(spans)
    window = bookable(clinic, now, zone)
    for day in days(start.timestamp(), end.timestamp(), zone):
        for doctor in doctors:
            walk = _Walk(rules, kept_free, busy, day, doctor, window, now.timestamp())
            for hours in rules.usual_hours(doctor, day.date):
                yield day, doctor, hours, walk
