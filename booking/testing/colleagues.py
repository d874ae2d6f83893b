"""Whose patients the people of a test clinic work with, by the rights they have."""

from __future__ import annotations

import datetime as dt

from booking.access.rights import caller_of
from booking.models import Grant
from booking.testing.clinic import Clinic
from booking.testing.wording import phone_of


def employ(clinic: Clinic, who: str, *grants: Grant) -> None:
    """Somebody who has written has these rights from now on."""
    with clinic.begin() as uow:
        for grant in grants:
            uow.staff.grant(clinic.conversation(who).person.id, grant, clinic.clock.now())
        uow.commit()


def works_with(clinic: Clinic, who: str, other: str, at: dt.datetime) -> bool:
    """Whether that moment's rights let them know of the other: those of the desk see every patient, a doctor their
    own."""
    caller = caller_of(clinic.stored().conversations[who].person, at)
    if caller.whole_clinic or caller.doctor_id is None:
        return caller.whole_clinic
    with clinic.begin() as uow:
        theirs = uow.patients.search(limit=1000, doctor_id=caller.doctor_id)
    return any(f"Apellido{other}" in p.name or (p.phone or "")[1:] == phone_of(other) for p in theirs)
