"""The small world in which the contracts play: one clinic, four doctors, and shorthand for what happens in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final, NamedTuple

from booking.intents import CheckAvailability, Confirm, Reading, StartBooking, When
from booking.models import (
    Appointment,
    Clinic,
    Content,
    Control,
    Conversation,
    DateOverride,
    Doctor,
    Effect,
    FreeSlot,
    Hold,
    Identity,
    IdentityKind,
    InboundMessage,
    LastTouched,
    MessageTimes,
    Move,
    Offer,
    Opening,
    Patient,
    Policy,
    Proposal,
    Question,
    Reply,
    Slot,
    State,
    Status,
    Step,
    Text,
    TurnRecord,
    Unfinished,
)
from booking.ports import Accepted, UnitOfWork, UnitOfWorkFactory

NOW: Final = dt.datetime(2026, 11, 23, 16, tzinfo=dt.UTC)  # Monday, 08:00 in Tijuana
MINUTE: Final = dt.timedelta(minutes=1)
HOUR: Final = dt.timedelta(hours=1)
DAY: Final = dt.timedelta(days=1)


class ContractSeed(NamedTuple):
    """What a store holds before a contract begins; doctors keep these ids."""

    clinic: Clinic
    doctors: Sequence[Doctor]
    openings: Sequence[Opening]
    overrides: Sequence[DateOverride]


SEED: Final = ContractSeed(
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


def message(
    wamid: str, *sender: Identity, content: Content | None = None, profile: str | None = None
) -> InboundMessage:
    """One message, from Ana if nobody is named; it was sent a minute before `NOW`."""
    return InboundMessage(
        wamid=wamid,
        phone_number_id="100",
        sender=sender or (ANA,),
        sent_at=NOW - MINUTE,
        content=content or Text(body=f"hola {wamid}"),
        profile_name=profile,
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
        assert isinstance(made, Appointment)
        uow.commit()
    return made


WISH: Final = Reading(when=When(date_from=dt.date(2026, 11, 24), time_from=dt.time(16), time_to=dt.time(0)))
BOOKED: Final = Appointment(id=7, status=Status.BOOKED, slot=slot(5), doctor_id=12, patient_id=3, reason="tos")
HELD: Final = Hold(appointment_id=7, slot=slot(2), doctor_id=11, expires_at=NOW + 10 * MINUTE)


def rich(conversation: Conversation) -> Conversation:
    """The conversation with something in every field that `save` stores."""
    return conversation.model_copy(
        update={
            "person": conversation.person.model_copy(
                update={"name": "Ana Núñez", "notice_version": "2026-11", "opted_out": True, "way_back_told_at": NOW}
            ),
            "state": State.CONFIRM,
            "control": Control.HUMAN,
            "control_until": NOW + 12 * HOUR,
            "draft": Move(
                appointment=BOOKED,
                patients=(Patient(id=1, name="Leo", person_id=1),),
                wish=WISH,
                doctor="Dra. Laura Méndez",
                refused_doctors=("Dr. Iván Soto",),
                note="fiebre",
                hold=HELD,
                proposal=Proposal(version=3, made_at=NOW, asked_by=NOW - MINUTE),
            ),
            "offer": Offer(
                version=2,
                made_at=NOW,
                found=(FreeSlot(slot=slot(2), doctor_ids=(11, 12)), FreeSlot(slot=slot(3), doctor_ids=(12,))),
            ),
            "last_touched": LastTouched(start=NOW + 48 * HOUR, at=NOW),
            "question": Question(
                reply="ask_which_time",
                version=5,
                at=NOW,
                asked_by=NOW - MINUTE,
                one=True,
                choices=(CheckAvailability(when=WISH), CheckAvailability(doctor="Dra. Laura Méndez")),
            ),
            "unfinished": Unfinished(understood=(StartBooking(when=WISH),), until=NOW + 24 * HOUR),
            "misses": 2,
            "draft_version": 5,
            "turns": 9,
        }
    )


def record(conversation: Conversation, number: int, *message_ids: int) -> TurnRecord:
    """The log of a turn with something in every field."""
    step = Step(
        trigger="check_availability",
        intent=CheckAvailability(when=WISH),
        row="SLOT_SELECTION/check_availability/1",
        source=State.IDLE,
        target=State.SLOT_SELECTION,
        facts={"wish": "clear", "misses": 0, "opted_out": False, "why": None},
        effects=(Effect(name="search", value={"found": [], "n": 1.5}), Effect(name="hold")),
        refused="slot_taken",
    )
    return TurnRecord(
        conversation_id=conversation.id,
        number=number,
        at=NOW,
        message_ids=message_ids,
        intents=(CheckAvailability(when=WISH), Confirm()),
        source="model",
        message=MessageTimes(sent_at=NOW - MINUTE, received_at=NOW, tap=True),
        clinic=SEED.clinic,
        before=rich(conversation),
        lookups=(Effect(name="knowledge", value=None),),
        steps=(step, step),
        replies=(Reply(key="offer", params={"slots": ["2026-11-24T16:00:00-08:00"], "n": 1}),),
        outbox_ids=(1, 2),
        stages_ms={"understand": 0.25},
        statements=7,
    )
