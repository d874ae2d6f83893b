"""Rows to value objects and back: the only place that knows both."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, func

from booking.intents import Frozen
from booking.models import (
    DRAFT,
    Actor,
    ActorKind,
    Appointment,
    AppointmentEvent,
    Assignment,
    Clinic,
    Control,
    Conversation,
    Doctor,
    Draft,
    EventKind,
    Grant,
    Hold,
    Identity,
    IdentityKind,
    LastTouched,
    Offer,
    Patient,
    Person,
    Question,
    Role,
    Situation,
    Slot,
    State,
    Status,
    Unfinished,
    standing,
)
from storage.base import Base, Json, stored_json
from storage.tables import (
    AppointmentEventRow,
    AppointmentRow,
    ClinicRow,
    ConversationRow,
    DoctorRow,
    PatientRow,
    PersonRow,
)

Value = TypeVar("Value", bound=Frozen)


def person(row: PersonRow, grants: Sequence[Mapping[str, Any]] | None = None) -> Person:
    return Person(
        id=row.id,
        grants=tuple(grant(given) for given in grants or ()),
        name=row.name,
        phone=row.phone,
        notice_version=row.notice_version,
        opted_out=row.opted_out,
        way_back_told_at=row.way_back_told_at,
    )


def grant(given: Mapping[str, Any]) -> Grant:
    """A right as `storage.repositories.staff_repository.GRANTS` gathers it."""
    until = given["until"]
    return Grant(
        role=Role(given["role"]),
        doctor_id=given["doctor_id"],
        until=dt.datetime.fromisoformat(until) if isinstance(until, str) else until,
    )


PERSON_FIELDS = ("name", "notice_version", "opted_out", "way_back_told_at")
"""What a conversation may change of its person: consent and name."""


def person_values(value: Person) -> dict[str, Any]:
    """These."""
    return {name: getattr(value, name) for name in PERSON_FIELDS}


def _under_way(row: ConversationRow) -> tuple[State, Draft | None, Offer | None, LastTouched | None]:
    """Where the conversation stands. What an older release wrote and this one cannot read is dropped: the person
    begins anew instead of never being answered, and nothing half-read is ever confirmed."""
    try:
        draft = None if row.draft is None else DRAFT.validate_python(row.draft)
        offer = None if row.offer is None else Offer.model_validate(row.offer)
        made = None if row.made is None else LastTouched.model_validate(row.made)
        standing(State(row.state), draft)
        return State(row.state), draft, offer, made
    except ValueError as error:
        _warn("draft_unreadable", row, error)
        return State.IDLE, None, None, None


def _warn(what: str, row: ConversationRow, error: ValueError) -> None:
    import structlog

    structlog.get_logger().warning(what, conversation_id=row.id, error=type(error).__name__)


def _question(row: ConversationRow) -> Question | None:
    """What was asked last; one that this release cannot read was not asked."""
    try:
        return None if row.question is None else Question.model_validate(row.question)
    except ValueError as error:
        _warn("question_unreadable", row, error)
        return None


def _unfinished(row: ConversationRow) -> Unfinished | None:
    """What was looked for before; what this release cannot read is not asked about."""
    try:
        return None if row.unfinished is None else Unfinished.model_validate(row.unfinished)
    except ValueError as error:
        _warn("unfinished_unreadable", row, error)
        return None


def conversation(row: ConversationRow, owner: PersonRow, grants: Sequence[Mapping[str, Any]] | None) -> Conversation:
    reply_to = None
    if row.reply_kind and row.reply_value:
        reply_to = Identity(kind=IdentityKind(row.reply_kind), value=row.reply_value)
    state, draft, offer, made = _under_way(row)
    return Conversation(
        id=row.id,
        person=person(owner, grants),
        state=state,
        control=Control(row.control),
        control_until=row.control_until,
        draft=draft,
        offer=offer,
        last_touched=made,
        question=_question(row),
        unfinished=_unfinished(row),
        misses=row.misses,
        version=row.version,
        draft_version=row.draft_version,
        turns=row.turns,
        reply_to=reply_to,
        updated_at=row.updated_at,
    )


CONVERSATION_FIELDS = (
    "state",
    "control",
    "control_until",
    "draft",
    "offer",
    "made",
    "question",
    "unfinished",
    "misses",
    "draft_version",
    "turns",
)
"""What `save` stores of a conversation; whom to answer is the inbox's matter."""


def conversation_values(value: Conversation) -> dict[str, Any]:
    """These, as `storage.prepared` takes them."""
    return {
        "state": value.state.value,
        "control": value.control.value,
        "control_until": value.control_until,
        "draft": _json(value.draft),
        "offer": _json(value.offer),
        "made": _json(value.last_touched),
        "question": _json(value.question),
        "unfinished": _json(value.unfinished),
        "misses": value.misses,
        "draft_version": value.draft_version,
        "turns": value.turns,
    }


def _json(value: Frozen | None) -> Json | None:
    return None if value is None else stored_json(value)


def hold(row: AppointmentRow) -> Hold:
    if row.expires_at is None:
        raise ValueError(f"{row.id} is no hold")
    return Hold(
        appointment_id=row.id,
        slot=Slot(start=row.start, end=row.end),
        doctor_id=row.doctor_id,
        expires_at=row.expires_at,
    )


def appointment(row: AppointmentRow) -> Appointment:
    return Appointment(
        id=row.id,
        status=Status(row.status),
        slot=Slot(start=row.start, end=row.end),
        doctor_id=row.doctor_id,
        patient_id=row.patient_id,
        visit=row.visit,
        reason=row.reason,
        version=row.version,
        arrived_at=row.arrived_at,
        overbooked=row.overbooked,
    )


def assignment_json(value: Assignment | None) -> dict[str, Any] | None:
    return None if value is None else value.model_dump(mode="json")


EVENT_FIELDS = (
    "appointment_id",
    "kind",
    "at",
    "actor",
    "actor_person_id",
    "actor_name",
    "before",
    "after",
    "why",
)
"""What is stored of an event."""


def event_values(event: AppointmentEvent) -> dict[str, Any]:
    return {
        "appointment_id": event.appointment_id,
        "kind": event.kind.value,
        "at": event.at,
        "actor": event.by.kind.value,
        "actor_person_id": event.by.person_id,
        "actor_name": event.by.name,
        "before": event.before.model_dump(mode="json") if event.before else None,
        "after": event.after.model_dump(mode="json"),
        "why": event.why,
    }


def event(row: AppointmentEventRow) -> AppointmentEvent:
    return AppointmentEvent(
        appointment_id=row.appointment_id,
        kind=EventKind(row.kind),
        at=row.at,
        by=Actor(kind=ActorKind(row.actor), person_id=row.actor_person_id, name=row.actor_name),
        before=None if row.before is None else Situation.model_validate(row.before),
        after=Situation.model_validate(row.after),
        why=row.why,
    )


def of_row(value: type[Value], row: Any) -> Value:
    """The value whose fields are what the row has under these names."""
    return value(**{name: getattr(row, name) for name in value.model_fields})


def doctor(row: DoctorRow) -> Doctor:
    return of_row(Doctor, row)


def patient(row: PatientRow) -> Patient:
    return of_row(Patient, row)


def clinic(row: ClinicRow) -> Clinic:
    return of_row(Clinic, row)


def clinic_values(value: Clinic) -> dict[str, Any]:
    given = {"policy": value.policy.model_dump(mode="json"), "answers": value.answers.model_dump(mode="json")}
    return {**value.model_dump(exclude=set(given)), **given}


def as_json(row: type[Base], value: type[Frozen]) -> ColumnElement[Any]:
    """SQL that builds a JSON array of a value's fields, in their order, which are attributes of that row: many kinds
    in one statement. With their names it would take twice as long."""
    return func.json_build_array(*(getattr(row, field) for field in value.model_fields))
