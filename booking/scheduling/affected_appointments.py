"""Which coming appointments an edit of the rules leaves outside of the time that their doctors work."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar
from zoneinfo import ZoneInfo

from booking.models import FIRST_VISIT, LIVE_APPOINTMENTS, Appointment, Clinic
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import Day

Edited = TypeVar("Edited")

_LONGEST = dt.timedelta(days=1)
"""No visit lasts longer."""


def by(uow: UnitOfWork, now: dt.datetime, edit: Callable[[], Edited]) -> tuple[Edited, list[Appointment]]:
    """Make the edit, under the lock of the fair turn as whoever takes a time. What it gave, and the appointments in
    whose way something stands now that did not before. Nothing happens to them: the clinic decides about each."""
    uow.appointments.lock_turn()
    clinic, coming = uow.schedules.clinic(), _coming(uow, now)
    before = _against_each(_calendar(uow, coming, now), clinic, coming)
    edited = edit()
    after = _against_each(_calendar(uow, coming, now), uow.schedules.clinic(), coming)
    return edited, _newly(coming, before, after)


def would_be(
    uow: UnitOfWork,
    clinic: Clinic,
    now: dt.datetime,
    doctor_id: int | None,
    change: Callable[[Calendar], Calendar],
    without: Callable[[Calendar], Calendar] = lambda calendar: calendar,
) -> list[Appointment]:
    """Those of one doctor (None: of all) that such a change would touch, as it would if it was not made before. Writes
    nothing."""
    coming = _coming(uow, now, doctor_id)
    calendar = _calendar(uow, coming, now)
    if calendar is None:
        return []
    before = _against_each(without(calendar), clinic, coming)
    return _newly(coming, before, _against_each(change(calendar), clinic, coming))


def _coming(uow: UnitOfWork, now: dt.datetime, doctor_id: int | None = None) -> list[Appointment]:
    listed = uow.appointments.list(start=now - _LONGEST, doctor_id=doctor_id, statuses=LIVE_APPOINTMENTS)
    return [appointment for appointment in listed if appointment.slot.end > now]


def _newly(
    coming: Sequence[Appointment], before: Sequence[Counter[object]], after: Sequence[Counter[object]]
) -> list[Appointment]:
    """Those with more against them than before: a second absence at the same hours leaves them standing in it, too."""
    return [a for a, was, is_now in zip(coming, before, after, strict=True) if is_now - was]


def _calendar(uow: UnitOfWork, coming: Sequence[Appointment], now: dt.datetime) -> Calendar | None:
    """None where there is nothing to ask about."""
    if not coming:
        return None
    return uow.schedules.calendar(coming[0].slot.start, max(a.slot.end for a in coming), now)


def _against_each(calendar: Calendar | None, clinic: Clinic, coming: Sequence[Appointment]) -> list[Counter[object]]:
    """Of each appointment, what of the rules stands against it."""
    if calendar is None:
        return []
    rules, zone = Rulebook(calendar, clinic, FIRST_VISIT), ZoneInfo(clinic.zone)
    return [_against(rules, zone, appointment) for appointment in coming]


def _against(rules: Rulebook, zone: ZoneInfo, appointment: Appointment) -> Counter[object]:
    start, end = (at.timestamp() for at in (appointment.slot.start, appointment.slot.end))
    day = Day(appointment.slot.start.astimezone(zone).date(), zone)
    found: Counter[object] = Counter(
        away for away in rules.away(appointment.doctor_id, day) if away.start < end and start < away.end
    )
    if rules.closed(day.date):
        found["closed"] += 1
    hours = rules.usual_hours(appointment.doctor_id, day.date)
    if not any(day.at(h.start) <= start and end <= day.at(h.end) for h in hours):
        found["not working"] += 1
    return found
