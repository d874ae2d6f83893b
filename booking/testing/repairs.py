"""The repair matrix: what people do when a conversation goes astray, in every place, and what must come of it.

A cell is one repair in one place, run on the real engine. Beside the cells stands what they must be: statements about
what was before and what is after. They know the conversation, the replies and the database, and no row of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Deny,
    HumanReason,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Shift,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import LIVE, Appointment, Conversation, State, Status
from booking.testing.clinic import Clinic, Exchange
from booking.testing.coverage import SEEN
from booking.testing.world import memory_clinic

WHO = "Ana"
NAME = "Ana Ruiz"
CORRECTED = "Ana María Ruiz"

_BOOKING: tuple[AnyIntent, ...] = (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name=NAME))
_BOOKED = (*_BOOKING, Confirm())
_LATER = (StartBooking(), CheckAvailability(shift=Shift.OTHER_DAY), SelectSlot(option=1))


@dataclass(frozen=True)
class Place:
    """Where a conversation may stand: the state, and what it is about."""

    name: str
    state: State
    way: tuple[AnyIntent, ...]  # what Ana says to get there, after a greeting


PLACES: tuple[Place, ...] = (
    Place("IDLE", State.IDLE, ()),
    Place("SLOT_SELECTION", State.SLOT_SELECTION, _BOOKING[:1]),
    Place("CUSTOMER_DATA", State.CUSTOMER_DATA, _BOOKING[:2]),
    Place("CONFIRM", State.CONFIRM, _BOOKING),
    Place(
        "SLOT_SELECTION, picking",
        State.SLOT_SELECTION,
        (*_BOOKED, *_LATER, Confirm(), RescheduleAppointment()),
    ),
    Place(
        "SLOT_SELECTION, moving",
        State.SLOT_SELECTION,
        (*_LATER, ProvideCustomerData(name=NAME), Confirm(), RescheduleAppointment()),
    ),
    Place(
        "CONFIRM, moving",
        State.CONFIRM,
        (*_LATER, ProvideCustomerData(name=NAME), Confirm(), RescheduleAppointment(), SelectSlot(option=1)),
    ),
    Place(
        "CONFIRM, cancelling",
        State.CONFIRM,
        (*_LATER, ProvideCustomerData(name=NAME), Confirm(), CancelAppointment()),
    ),
)
"""Every state, those of a change of an existing appointment too."""

Repair = Callable[[Clinic], Exchange]


def _silence(clinic: Clinic) -> Exchange:
    """A day passes, then small talk."""
    clinic.advance(hours=25)
    return clinic.mean(WHO, Smalltalk())


def _old_button(clinic: Clinic) -> Exchange:
    """A button of a draft that is no more: it would say yes, if it were obeyed."""
    return clinic.tap_meaning(WHO, Confirm(), clinic.conversation(WHO).draft_version + 1000)


REPAIRS: dict[str, Repair] = {
    "correct": lambda c: c.mean(WHO, ProvideCustomerData(name=CORRECTED)),
    "change the time": lambda c: c.mean(WHO, CheckAvailability(shift=Shift.OTHER_DAY)),
    "ask a question": lambda c: c.mean(WHO, AskQuestion(query="¿dónde están?", topic=Topic.ADDRESS)),
    "cancel": lambda c: c.mean(WHO, CancelBooking()),
    "repeat": lambda c: c.mean(WHO, Smalltalk()),
    "skip": lambda c: c.mean(WHO, Deny()),
    "old button": _old_button,
    "media": lambda c: c.send_media(WHO),
    "silence": _silence,
    "not understood": lambda c: c.mean(WHO, Unknown()),
    "human": lambda c: c.mean(WHO, RequestHuman()),
    "opt out": lambda c: c.mean(WHO, OptOut()),
    "urgent": lambda c: c.mean(WHO, RequestHuman(reason=HumanReason.URGENT)),
}
"""What people do, by name."""


@dataclass(frozen=True)
class Cell:
    """What came of one repair in one place."""

    place: Place
    repair: str
    before: Conversation
    after: Conversation
    appointments_before: tuple[Appointment, ...]  # without holds
    appointments: tuple[Appointment, ...]
    held: int
    notices: tuple[str, ...]
    exchange: Exchange
    next: Exchange  # to the greeting that comes after

    @property
    def name(self) -> str:
        return f"{self.repair} in {self.place.name}"


def clinic_at(place: Place) -> Clinic:
    """A small clinic in which Ana has come to this place."""
    clinic = memory_clinic()
    clinic.mean(WHO, Smalltalk())
    for intent in place.way:
        clinic.mean(WHO, intent)
    stands = clinic.conversation(WHO).state
    if stands is not place.state:
        raise AssertionError(f"the way to {place.name} leads to {stands}\n" + "\n".join(clinic.transcript))
    return clinic


def cell(place: Place, repair: str) -> Cell:
    """Run one repair in one place."""
    clinic = clinic_at(place)
    before, earlier = clinic.conversation(WHO), _appointments(clinic)
    exchange = REPAIRS[repair](clinic)
    after, appointments = clinic.conversation(WHO), _appointments(clinic)
    with clinic.begin() as uow:
        held = len(uow.appointments.list(statuses=[Status.HELD]))
        notices = tuple(notice.kind for notice in uow.notices.list())
    following = clinic.mean(WHO, Smalltalk())
    run = Cell(place, repair, before, after, earlier, appointments, held, notices, exchange, following)
    SEEN.add_cell(run.name, len(PLACES) * len(REPAIRS))
    return run


def matrix() -> list[Cell]:
    """Every cell, by repair and place."""
    return [cell(place, repair) for repair in REPAIRS for place in PLACES]


def _appointments(clinic: Clinic) -> tuple[Appointment, ...]:
    with clinic.begin() as uow:
        return tuple(uow.appointments.list(statuses=sorted(LIVE - {Status.HELD})))
