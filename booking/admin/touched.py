"""Which coming appointments an edit of the rules leaves outside of the time that their doctors work."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import TypeVar
from zoneinfo import ZoneInfo

from booking.admin import agenda, output, people
from booking.admin.views import Json, appointments_json
from booking.models import FIRST_VISIT, LIVE, Appointment, Clinic, Status
from booking.ports import UnitOfWork
from booking.rulebook import Rulebook
from booking.schedule import Day

Edited = TypeVar("Edited")

_COMING = sorted(LIVE - {Status.HELD})
_LONGEST = dt.timedelta(days=1)
"""No visit lasts longer."""


def by(uow: UnitOfWork, now: dt.datetime, edit: Callable[[], Edited]) -> tuple[Edited, list[Json]]:
    """Make the edit, under the lock of the fair turn as whoever takes a time. What it gave, and the appointments in
    whose way something stands now that did not before. Nothing happens to them: the clinic decides about each."""
    uow.appointments.lock_turn()
    clinic = people.clinic_of(uow)
    listed = uow.appointments.list(start=now - _LONGEST, statuses=_COMING)
    coming = [appointment for appointment in listed if appointment.slot.end > now]
    before = _in_the_way(uow, clinic, coming, now)
    edited = edit()
    after = _in_the_way(uow, people.clinic_of(uow), coming, now)
    touched = [a for a, was, is_now in zip(coming, before, after, strict=True) if is_now - was]
    return edited, appointments_json(uow, touched, ZoneInfo(clinic.zone))


def show(rows: Sequence[Json]) -> None:
    """Print them, if there are any, with what to do."""
    if rows:
        output.say("Estas citas caen ahí y siguen en pie. Muévalas o cancélelas: turnero citas mover, citas cancelar")
        output.table(agenda.COLUMNS, [agenda.masked(row) for row in rows])


def _in_the_way(
    uow: UnitOfWork, clinic: Clinic, coming: Sequence[Appointment], now: dt.datetime
) -> list[frozenset[object]]:
    """Of each appointment, what of the rules stands against it."""
    if not coming:
        return []
    calendar = uow.schedules.calendar(coming[0].slot.start, max(a.slot.end for a in coming), now)
    rules, zone = Rulebook(calendar, clinic, FIRST_VISIT), ZoneInfo(clinic.zone)
    return [_against(rules, zone, appointment) for appointment in coming]


def _against(rules: Rulebook, zone: ZoneInfo, appointment: Appointment) -> frozenset[object]:
    start, end = (at.timestamp() for at in (appointment.slot.start, appointment.slot.end))
    day = Day(appointment.slot.start.astimezone(zone).date(), zone)
    found: set[object] = {
        away for away in rules.away(appointment.doctor_id, day) if away.start < end and start < away.end
    }
    if rules.closed(day.date):
        found.add("closed")
    hours = rules.usual_hours(appointment.doctor_id, day.date)
    if not any(day.at(h.start) <= start and end <= day.at(h.end) for h in hours):
        found.add("not working")
    return frozenset(found)
