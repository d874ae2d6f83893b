"""What a person may do to an appointment of their own by chat: cancel it, move it. Rules of the clinic apply."""

from __future__ import annotations

import datetime as dt

from booking import appointments
from booking.appointments import Refusal
from booking.history import acting
from booking.models import LIVE, Appointment, Clinic, Draft, Person, Status
from booking.ports import UnitOfWork


def cancel(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Cancel the draft's appointment, if it is still as it was proposed and not too near."""
    if draft.appointment is None or not _still(uow, draft.appointment, person, now, clinic):
        return Refusal.APPOINTMENT_CHANGED
    return appointments.cancel(uow, clinic, draft.appointment, now, acting(person), draft.reason)


def move(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Move the draft's appointment to the time held, in one transaction: the old time is free only with the new
    one taken."""
    if draft.appointment is None or not _still(uow, draft.appointment, person, now, clinic):
        return Refusal.APPOINTMENT_CHANGED
    return appointments.move(uow, clinic, draft, person, conversation_id, now)


def _still(uow: UnitOfWork, proposed: Appointment, person: Person, now: dt.datetime, clinic: Clinic) -> bool:
    """The appointment is as it was proposed, this person's, and outside the cancellation window."""
    stored = uow.appointments.list(start=now, person_id=person.id, statuses=sorted(LIVE - {Status.HELD}))
    window = now + dt.timedelta(hours=clinic.policy.cancel_hours)
    return proposed in stored and proposed.slot.start >= window
