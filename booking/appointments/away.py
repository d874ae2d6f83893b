"""A doctor will not be there: the patients who have an appointment then are offered another time, and keep theirs until
they answer or its day comes. Works inside the caller's unit of work and commits nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from booking.appointments import who_hears
from booking.models import Absence, Actor, Appointment, AskedToMove, Clinic, Slot, SpecialDay, ToldOf
from booking.ports import UnitOfWork

SOONEST: Final = dt.timedelta(minutes=30)
"""So long they have to answer at least."""

BEFORE_CLOSING: Final = dt.timedelta(hours=2)
"""Staff have so long to call them, the evening before."""


def awaits_move(uow: UnitOfWork, appointment_ids: Collection[int]) -> frozenset[int]:
    """Those of which the doctor will not be there, and whose patients were offered another time and have not taken
    one."""
    if not appointment_ids:
        return frozenset()
    return frozenset(asked.appointment_id for asked in uow.away.awaiting(appointment_ids))


def without_doctor(uow: UnitOfWork, appointments: Collection[Appointment]) -> frozenset[int]:
    """Those that lie in an absence of their doctor, whether or not their patients were offered another time, or on a
    date on which the clinic is closed."""
    if not appointments:
        return frozenset()
    whose = {one.doctor_id for one in appointments}
    absences = [absence for doctor_id in sorted(whose) for _, absence in uow.rules.of(Absence, doctor_id)]
    closed = {day.date for _, day in uow.rules.of(SpecialDay) if not day.open}
    zone = ZoneInfo(uow.schedules.clinic().zone)
    return frozenset(
        one.id
        for one in appointments
        if one.slot.start.astimezone(zone).date() in closed
        or any(
            away.doctor_id == one.doctor_id and away.start < one.slot.end and one.slot.start < away.end
            for away in absences
        )
    )


def enter(uow: UnitOfWork, doctor_id: int, span: Slot, now: dt.datetime, reason: str | None) -> None:
    """Nobody is given a time of that doctor's then any more."""
    start = max(span.start, now.astimezone(dt.UTC))
    theirs = [away for _, away in uow.rules.of(Absence, doctor_id)]
    if start < span.end and not any(away.start <= start and span.end <= away.end for away in theirs):
        uow.rules.add(Absence(doctor_id=doctor_id, start=start, end=span.end, reason=reason))


def ask(
    uow: UnitOfWork, clinic: Clinic, appointment: Appointment, now: dt.datetime, by: Actor, *, tell: bool = True
) -> None:
    """Offer its patient another time, or (`tell` False) keep that whoever does this tells them."""
    uow.away.ask(
        AskedToMove(
            appointment_id=appointment.id,
            doctor_id=appointment.doctor_id,
            start=appointment.slot.start,
            asked_at=now,
            answer_by=answer_by(clinic, appointment.slot.start, now),
        )
    )
    who_hears.keep_absence(uow, appointment, ToldOf.AWAY, now, by, tell=tell)


def answer_by(clinic: Clinic, start: dt.datetime, now: dt.datetime) -> dt.datetime:
    """When staff are called if the patient has not answered: after the clinic's time for it, and no later than the
    evening before, while somebody is there; of an appointment that is nearer, soon."""
    here = ZoneInfo(clinic.zone)
    eve = dt.datetime.combine(start.astimezone(here).date() - dt.timedelta(days=1), clinic.closes, here)
    wanted = min(now + dt.timedelta(hours=clinic.policy.answer_hours), eve - BEFORE_CLOSING)
    return max(wanted, now + SOONEST).astimezone(dt.UTC)


def lifted(uow: UnitOfWork, doctor_id: int, now: dt.datetime, by: Actor) -> Sequence[int]:
    """The doctor's absences are other ones now: whoever was told that the doctor would not be there, and who will,
    is told. Their appointments."""
    back = uow.away.lifted(doctor_id)
    for id in back:
        who_hears.keep_absence(uow, uow.appointments.get(id), ToldOf.BACK, now, by)
    return back
