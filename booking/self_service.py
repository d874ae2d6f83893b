"""What a person may do to an appointment of their own by chat: cancel it, move it, as long as it is as they saw it.

The clinic's rules, the cancellation window among them, are those of `appointments`.
"""

from __future__ import annotations

import datetime as dt

from booking import appointments
from booking.history import acting
from booking.models import Appointment, Clinic, Draft, Person, Refusal
from booking.ports import UnitOfWork


def cancel(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Cancel the draft's appointment, if it is still as it was proposed."""
    if draft.appointment is None or not _still(uow, draft.appointment, person):
        return Refusal.APPOINTMENT_CHANGED
    return appointments.cancel(uow, clinic, draft.appointment, now, acting(person, now), draft.reason)


def move(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Move the draft's appointment to the time held, in one transaction: the old time is free only with the new
    one taken."""
    if draft.appointment is None or not _still(uow, draft.appointment, person):
        return Refusal.APPOINTMENT_CHANGED
    return appointments.move(uow, clinic, draft, person, conversation_id, now)


def _still(uow: UnitOfWork, proposed: Appointment, person: Person) -> bool:
    """The appointment is as it was proposed, and this person's."""
    start = proposed.slot.start
    at_that_time = uow.appointments.list(start=start, end=start + dt.timedelta(seconds=1), person_id=person.id)
    return proposed in at_that_time
