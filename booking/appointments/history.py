"""What happened to an appointment, as an event: who, when, from what, to what, why."""

from __future__ import annotations

import datetime as dt

from booking.appointments import waiting_list, who_hears
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    AppointmentEvent,
    EventKind,
    Person,
    ReminderAnswer,
    Role,
    Situation,
)
from booking.ports import UnitOfWork

_ANSWERS = {
    EventKind.CONFIRMED: ReminderAnswer.ATTENDS,
    EventKind.MOVED: ReminderAnswer.MOVED,
    EventKind.CANCELLED: ReminderAnswer.CANCELLED,
}
"""What a patient did, as an answer to the reminder they had last."""


def acting(person: Person, now: dt.datetime) -> Actor:
    """Somebody who writes to us, with the rights that they have."""
    kind = ActorKind.PATIENT if person.role_at(now) is Role.PATIENT else ActorKind.STAFF
    return Actor(kind=kind, person_id=person.id)


def record(
    uow: UnitOfWork,
    kind: EventKind,
    before: Appointment | None,
    after: Appointment,
    now: dt.datetime,
    by: Actor,
    why: str | None = None,
    *,
    tell: bool | None = None,
) -> Appointment:
    """Store the event with the change it tells of, in the same transaction; the appointment as it is now. Of what staff
    did the patient is told (`tell`), or hears otherwise (False); None: it is nothing to be told."""
    event = AppointmentEvent(
        appointment_id=after.id,
        kind=kind,
        at=now,
        by=by,
        before=None if before is None else _situation(before),
        after=_situation(after),
        why=why,
    )
    uow.events.add(event)
    uow.reminders.recompute(after, now, _ANSWERS.get(kind) if by.kind is ActorKind.PATIENT else None)
    waiting_list.changed(uow, kind, now)
    if tell is not None:
        who_hears.keep(uow, event, after, tell=tell)
    return after


def _situation(appointment: Appointment) -> Situation:
    return Situation(status=appointment.status, slot=appointment.slot, doctor_id=appointment.doctor_id)
