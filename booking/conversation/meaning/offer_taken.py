"""For whom somebody takes a time that they were offered. Pure."""

from __future__ import annotations

from booking.conversation.meaning.naming import same_name
from booking.intents import TakeOffer
from booking.models import Booking
from booking.models.who_waits import Offered


def is_for_another(said: TakeOffer, offered: Offered, own: str | None) -> bool:
    """Whether it is for somebody else than it was offered for. `own` is the name of whoever writes."""
    patient = offered.patients[0].name if offered.appointment is not None and offered.patients else offered.name
    theirs = patient or (None if offered.for_other or offered.appointment is not None else own)
    if said.name is not None and theirs is not None:
        return not same_name(said.name, theirs)
    not_own = offered.for_other or (patient is not None and own is not None and not same_name(patient, own))
    return said.for_other and not not_own


def booking_of(said: TakeOffer, offered: Offered, own: str | None) -> Booking:
    """The new appointment that it would be."""
    if is_for_another(said, offered, own):
        return Booking(name=said.name, for_other=True, visit=offered.visit)
    name = offered.name or (said.name if own is None or offered.for_other else None)
    return Booking(name=name, for_other=offered.for_other, visit=offered.visit)
