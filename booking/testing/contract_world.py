"""The small world in which the contracts play: one clinic, four doctors, and shorthand for what happens in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final, NamedTuple

from booking.models import (
    Appointment,
    Clinic,
    Content,
    DateOverride,
    Doctor,
    Hold,
    Identity,
    IdentityKind,
    InboundMessage,
    Opening,
    Policy,
    Slot,
    Text,
)
from booking.ports import Accepted, UnitOfWork, UnitOfWorkFactory

NOW: Final = dt.datetime(2026, 11, 23, 16, tzinfo=dt.UTC)  # Monday, 08:00 in Tijuana
MINUTE: Final = dt.timedelta(minutes=1)
HOUR: Final = dt.timedelta(hours=1)
DAY: Final = dt.timedelta(days=1)


class Seed(NamedTuple):
    """What a store holds before a contract begins; doctors keep these ids."""

    clinic: Clinic
    doctors: Sequence[Doctor]
    openings: Sequence[Opening]
    overrides: Sequence[DateOverride]


SEED: Final = Seed(
    clinic=Clinic(
        name="Clínica de Contrato",
        zone="America/Tijuana",
        address="Av. Revolución 1",
        opens=dt.time(9),
        policy=Policy(buffer_minutes=10, horizon_days=30),
        demo=True,
    ),
    doctors=(
        Doctor(id=11, name="Dra. Laura Méndez", specialty="Pediatría"),
        Doctor(id=12, name="Dr. Jorge Salas", weight=2),
        Doctor(id=13, name="Dra. Paula Ríos"),
        Doctor(id=14, name="Dr. Ausente", active=False),
    ),
    openings=(
        Opening(doctor_id=11, weekday=0, start=dt.time(9), end=dt.time(14), daily_cap=6),
        Opening(doctor_id=11, weekday=0, start=dt.time(16), end=dt.time(19), slot_minutes=20),
        Opening(doctor_id=12, weekday=1, start=dt.time(8), end=dt.time(0), valid_from=dt.date(2026, 1, 1)),
        Opening(doctor_id=14, weekday=0, start=dt.time(9), end=dt.time(14)),
    ),
    overrides=(
        DateOverride(doctor_id=11, date=dt.date(2026, 11, 23), start=dt.time(10), end=dt.time(12)),
        DateOverride(doctor_id=12, date=dt.date(2026, 11, 24)),
        DateOverride(doctor_id=14, date=dt.date(2026, 11, 24)),
    ),
)


def slot(hours: float, minutes: float = 30) -> Slot:
    """A slot that begins so many hours after `NOW`."""
    start = NOW + hours * HOUR
    return Slot(start=start, end=start + minutes * MINUTE)


def phone(value: str) -> Identity:
    return Identity(kind=IdentityKind.WA_ID, value=value)


def bsuid(value: str) -> Identity:
    return Identity(kind=IdentityKind.BSUID, value=value)


ANA: Final = phone("526641110001")
BETO: Final = phone("526641110002")


def message(wamid: str, *sender: Identity, content: Content | None = None) -> InboundMessage:
    """One message, from Ana if nobody is named; it was sent a minute before `NOW`."""
    return InboundMessage(
        wamid=wamid,
        phone_number_id="100",
        sender=sender or (ANA,),
        sent_at=NOW - MINUTE,
        content=content or Text(body=f"hola {wamid}"),
    )


def accept(begin: UnitOfWorkFactory, wamid: str, *sender: Identity, content: Content | None = None) -> Accepted:
    """Take in a new message and commit."""
    with begin() as uow:
        accepted = uow.inbox.accept(message(wamid, *sender, content=content), NOW)
        uow.commit()
    assert accepted is not None
    return accepted


def chat(begin: UnitOfWorkFactory, who: Identity = ANA) -> int:
    """The id of somebody's conversation, begun with a message if it is new."""
    with begin() as uow:
        accepted = uow.inbox.accept(message(f"first of {who.value}", who), NOW)
        if accepted is not None:
            uow.commit()
            return accepted.conversation_id
        chats = uow.conversations.list(limit=1000)
    return next(c.id for c in chats if c.reply_to == who)


def hold(uow: UnitOfWork, wanted: Slot, conversation_id: int, *, doctor: int = 11, minutes: float = 10) -> Hold | None:
    """Try to hold a slot from `NOW` on for so many minutes."""
    return uow.appointments.hold(wanted, doctor, conversation_id, NOW, NOW + minutes * MINUTE)


def patient(uow: UnitOfWork, conversation_id: int, name: str = "Ana López") -> int:
    """The id of a patient of whoever writes in that conversation."""
    person = uow.conversations.get(conversation_id).person
    return uow.patients.find_or_create(person.id, name, person.phone, NOW).id


def booked(
    begin: UnitOfWorkFactory, wanted: Slot, conversation_id: int, *, doctor: int = 11, name: str = "Ana López"
) -> Appointment:
    """Hold, book and commit."""
    with begin() as uow:
        held = hold(uow, wanted, conversation_id, doctor=doctor)
        assert held is not None
        who = patient(uow, conversation_id, name)
        made = uow.appointments.book(held, conversation_id, who, "control", "tos", NOW)
        assert made is not None
        uow.commit()
    return made
