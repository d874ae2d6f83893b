"""Invariants of what was agreed to: what a yes did is what its proposal showed, every hour that is told is the
clinic's, and nobody refused is taken.

Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from booking.appointments.appointment_changes import noted
from booking.conversation.replies import spanish
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.proposal_texts import PROPOSALS, shown_order
from booking.intents import ProvideCustomerData
from booking.models import (
    FIRST_VISIT,
    AgendaOrder,
    Appointment,
    AppointmentEvent,
    ClosureOrder,
    EntryOrder,
    EventKind,
    Hold,
    MoveOrder,
    Reply,
    State,
    TurnRecord,
)
from booking.models.draft_parts import order_of, refused_of
from booking.models.folded_text import folded
from booking.testing.checks import each_turn
from booking.testing.clinic import Clinic, read
from booking.testing.scripts.recorded import answers


@each_turn
def what_is_done_was_shown(clinic: Clinic, turn: TurnRecord) -> None:
    """What a yes did, as it is stored, is what the proposal showed that it answers: day, hour, doctor, patient, type of
    visit, note, place, and of an order of staff's everything."""
    for booked in answers(turn, "book"):
        told = _Shown(clinic, turn, ReplyKey.PROPOSAL)
        told.has_time_and_doctor(booked)
        told.says("patient", told.patient_of(booked), "patient")
        told.says("visit", None if booked.visit == FIRST_VISIT else booked.visit, "type of visit", but=FIRST_VISIT)
        told.says_note(booked.reason)
    for moved in answers(turn, "move"):
        told = _Shown(clinic, turn, ReplyKey.MOVE_PROPOSAL)
        told.has_time_and_doctor(moved)
        told.is_of_the_one_shown(moved, EventKind.MOVED)
    for cancelled in answers(turn, "cancel"):
        _Shown(clinic, turn, ReplyKey.CANCEL_PROPOSAL).is_of_the_one_shown(cancelled, EventKind.CANCELLED)
    done = [e.value for step in turn.steps for e in step.effects if e.name == "perform"]
    for answer in done:
        if isinstance(answer, dict) and answer.get("type") == "done":
            _Shown(clinic, turn, ReplyKey.ORDER_PROPOSAL).is_the_order(answer["result"])


class _Shown:
    """The proposal that was on screen when a turn began, as it went out."""

    def __init__(self, clinic: Clinic, turn: TurnRecord, key: ReplyKey) -> None:
        earlier = (
            r for r in reversed(clinic.records) if r.conversation_id == turn.conversation_id and r.number < turn.number
        )
        record = next((r for r in earlier if r.replies and r.replies[-1].key in PROPOSALS), None)
        assert record is not None, "done, and nothing was ever proposed"
        self.reply: Reply = record.replies[-1]
        assert self.reply.key == key, f"what was proposed last was a {self.reply.key}, not a {key}"
        self.text = "\n".join(read(item.content) for _, item in clinic.said if item.id in record.outbox_ids)
        self.clinic, self.turn, self.zone = clinic, turn, ZoneInfo(turn.clinic.zone)

    def says(self, name: str, done: str | None, what: str, but: str | None = None) -> None:
        """Whether a value of the proposal is what was done; `but` is as good as nothing."""
        said = self.reply.params.get(name)
        told = None if said == but else said
        assert folded(str(told or "")) == folded(done or ""), f"proposed the {what} {said!r}, done is {done!r}"

    def says_note(self, done: str | None) -> None:
        """Whether the note is the one shown, with what the person told the doctor beside their yes."""
        note: Any = self.reply.params.get("note")
        for intent in self.turn.intents:
            note = noted(note, intent.reason) if isinstance(intent, ProvideCustomerData) else note
        assert folded(note or "") == folded(done or ""), f"proposed and said the note {note!r}, done is {done!r}"

    def has_time_and_doctor(self, done: Appointment) -> None:
        """Whether the words that went out name this day, hour, doctor and place."""
        when = spanish.span(done.slot.start.astimezone(self.zone), done.slot.end.astimezone(self.zone))
        doctor = self.doctors.get(done.doctor_id, "?")
        assert when in self.text, f"done is {when}, proposed was:\n{self.text}"
        assert doctor in self.text, f"done is with {doctor}, proposed was:\n{self.text}"
        self.says("held_with", doctor, "doctor")
        self.says("clinic", self.turn.clinic.name, "place")

    def is_of_the_one_shown(self, done: Appointment, kind: EventKind) -> None:
        """Whether the appointment was, as it was changed, the one that the proposal showed."""
        with self.clinic.begin() as uow:
            events: Sequence[AppointmentEvent] = uow.events.list(done.id)
        # Where two changes fall on one instant, this turn's is the one that ends in what it made.
        ours = (e for e in reversed(events) if e.kind is kind and e.at == self.turn.at and e.after.slot == done.slot)
        before = next(ours).before
        assert before is not None, "changed from nothing"
        when = spanish.moment(before.slot.start.astimezone(self.zone))
        assert when in self.text, f"changed the one of {when}, proposed was:\n{self.text}"
        if self.reply.params.get("whose"):
            self.says("whose", self.patient_of(done), "patient")

    def is_the_order(self, result: Any) -> None:
        """Whether what was done for staff is the order shown."""
        order = order_of(self.turn.before.draft)
        shown: Any = self.reply.params["order"]
        assert order is not None, "an order was done that nobody has"
        assert shown == shown_order(order, self.zone), f"shown {shown}, waiting was {order}"
        doctor = getattr(order, "doctor", None)
        for name, of in (("doctor", doctor), ("paciente", order.whose), ("nombre", order.whose)):
            assert result.get(name, of) == of, f"shown {of!r}, done is {result[name]!r}"
        if isinstance(order, AgendaOrder | ClosureOrder):
            touched = result["citas_en_medio"]
            assert touched == order.affected, f"shown that {order.affected} appointments lie there, there are {touched}"
        if "id" in result and "inicio" in result:
            with self.clinic.begin() as uow:
                stored = uow.appointments.get(result["id"])
            assert self.doctors.get(stored.doctor_id) == doctor, f"shown with {doctor}, it is with another"
            assert folded(self.patient_of(stored) or "") == folded(order.whose or ""), "of another patient than shown"
            about = order if isinstance(order, EntryOrder | MoveOrder) else getattr(order, "appointment", None)
            at = about.slot if about else None
            assert at is None or stored.slot.start == at.start, f"shown at {at}, it is at {stored.slot.start}"

    @property
    def doctors(self) -> dict[int, str]:
        with self.clinic.begin() as uow:
            return {doctor.id: doctor.name for doctor in uow.schedules.doctors()}

    def patient_of(self, appointment: Appointment) -> str | None:
        with self.clinic.begin() as uow:
            patients = uow.patients.get_many([appointment.patient_id] if appointment.patient_id else [])
        return patients[0].name if patients else None


@each_turn
def the_one_refused_is_not_taken(clinic: Clinic, turn: TurnRecord) -> None:
    """No time is held, nor held again, with a doctor who was refused, until something else is begun."""
    refused = set(refused_of(turn.before.draft))
    for step in turn.steps:
        said = step.intent
        if doctor := getattr(said, "doctor", None):
            refused.discard(doctor)  # asked for after all
        for effect in step.effects:
            if isinstance(effect.value, dict) and "expires_at" in effect.value:
                held = Hold.model_validate(effect.value)
                assert held.doctor not in refused, f"{held.doctor} was refused, and is held"
        if step.target is State.IDLE:
            return


@each_turn
def instants_are_told_in_the_clinics_zone(clinic: Clinic, turn: TurnRecord) -> None:
    """Every instant that a reply is made of is wall time of the clinic: replies format it as it is. But for what a
    clock shows elsewhere."""
    zone = ZoneInfo(turn.clinic.zone)
    for reply in turn.replies:
        for at in _instants(reply.params):
            assert at.utcoffset() == at.astimezone(zone).utcoffset(), f"{reply.key} tells {at.isoformat()}"


def _instants(value: Any) -> Iterator[dt.datetime]:
    match value:
        case dict():
            for name, inner in value.items():
                if name != "ahora":
                    yield from _instants(inner)
        case list() | tuple():
            for inner in value:
                yield from _instants(inner)
        case str() if "T" in value:
            try:
                at = dt.datetime.fromisoformat(value)
            except ValueError:
                return
            if at.tzinfo is not None:
                yield at
