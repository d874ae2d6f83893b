"""A person's own appointment as it stands now, before anything is done to it by chat.

What may be done to it, the cancellation window among the rules, is for `appointments`.
"""

from __future__ import annotations

import datetime as dt

from booking.models import LIVE_APPOINTMENTS, Appointment, Person
from booking.ports import UnitOfWork


def standing(uow: UnitOfWork, appointment: Appointment, person: Person, now: dt.datetime) -> Appointment | None:
    """The appointment as it is now, whatever staff made of it. None: it is no longer to come, or not this person's."""
    theirs = uow.appointments.list(start=now, person_id=person.id, statuses=LIVE_APPOINTMENTS)
    return next((one for one in theirs if one.id == appointment.id), None)
