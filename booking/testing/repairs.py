"""The repair matrix: what people do when a conversation goes astray, in every state, and what must come of it.

The cells are produced by running the real engine; the expectations beside them say what a cell must be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from booking.intents import (
    AskQuestion,
    CancelBooking,
    CheckAvailability,
    Deny,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    Shift,
    Smalltalk,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import Control, State
from booking.testing.clinic import Clinic, Exchange
from booking.testing.world import memory_clinic

WHO = "Ana"

Repair = Callable[[Clinic], Exchange]


def _silence(clinic: Clinic) -> Exchange:
    """A day passes, then a greeting."""
    clinic.advance(hours=25)
    return clinic.mean(WHO, Smalltalk())


REPAIRS: dict[str, Repair] = {
    "correct an answer": lambda c: c.mean(WHO, ProvideCustomerData(name="Ana María Ruiz")),
    "change the time": lambda c: c.mean(WHO, CheckAvailability(shift=Shift.OTHER_DAY)),
    "ask a question": lambda c: c.mean(WHO, AskQuestion(query="¿dónde están?", topic=Topic.ADDRESS)),
    "cancel": lambda c: c.mean(WHO, CancelBooking()),
    "repeat, please": lambda c: c.mean(WHO, Smalltalk()),
    "refuse to answer": lambda c: c.mean(WHO, Deny()),
    "old button": lambda c: c.tap_meaning(WHO, SelectSlot(option=1), -1 % 1000),
    "media": lambda c: c.send_media(WHO),
    "silence": _silence,
    "human": lambda c: c.mean(WHO, RequestHuman()),
    "opt out": lambda c: c.mean(WHO, OptOut()),
    "not understood": lambda c: c.mean(WHO, Unknown()),
}
"""What people do, by name."""


@dataclass(frozen=True)
class Cell:
    """What came of one repair in one state."""

    state: State
    repair: str
    rows: tuple[str, ...]
    after: State
    control: Control
    replies: tuple[str, ...]
    text: str


def clinic_in(state: State) -> Clinic:
    """A small clinic in which Ana has come as far as this state."""
    clinic = memory_clinic()
    clinic.mean(WHO, Smalltalk())
    for intent in (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz")):
        if clinic.conversation(WHO).state is state:
            break
        clinic.mean(WHO, intent)
    return clinic


def cell(state: State, repair: str) -> Cell:
    """Run one repair in one state."""
    clinic = clinic_in(state)
    exchange = REPAIRS[repair](clinic)
    after = clinic.conversation(WHO)
    return Cell(
        state,
        repair,
        tuple(step.row for turn in exchange.turns for step in turn.steps),
        after.state,
        after.control,
        tuple(exchange.keys),
        exchange.text,
    )


def matrix() -> list[Cell]:
    """Every cell, by repair and state."""
    return [cell(state, repair) for repair in REPAIRS for state in State]
