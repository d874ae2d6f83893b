"""Invariants of what is done for people: nothing without their yes to just that, and what is told is what was done.

Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from booking.conversation.fsm.appointments_meant import time_of_the_one_meant
from booking.conversation.meaning.naming import is_theirs
from booking.conversation.meaning.wished_times import fits
from booking.conversation.replies import spanish
from booking.conversation.replies.render import render
from booking.conversation.replies.texts import WORDS
from booking.intents import ListAppointments, Whose
from booking.models import Appointment, Purpose, Reply, Role, Slot, Status, TurnRecord
from booking.models.draft_parts import appointment_of, hold_of, proposal_of, purpose_of
from booking.models.folded_text import folded
from booking.testing.checks import each_turn
from booking.testing.clinic import Clinic, read
from booking.testing.scripts.recorded import answers

_DONE_BY = {"booked": "book", "moved": "move", "cancelled": "cancel"}


@each_turn
def appointments_follow_a_yes(clinic: Clinic, turn: TurnRecord) -> None:
    """No appointment by chat without an explicit yes to a proposal that named its time."""
    draft, booked = turn.before.draft, answers(turn, "book")
    if booked:
        held, proposal = hold_of(draft), proposal_of(draft)
        assert proposal is not None, "booked without a proposal"
        _is_a_yes(turn, "booked")
        assert held is not None, "booked without a hold"
        wanted, made = [one.slot for one in held.all_of_them()], [one.slot for one in booked]
        assert wanted == made, f"proposed {wanted}, booked {made}"


@each_turn
def changes_follow_a_yes(clinic: Clinic, turn: TurnRecord) -> None:
    """No appointment is cancelled or moved by chat without an explicit yes to a proposal of just that."""
    draft = turn.before.draft
    for name, purpose in (("cancel", Purpose.CANCEL), ("move", Purpose.MOVE)):
        for changed in answers(turn, name):
            _is_a_yes(turn, name)
            assert draft is not None, f"{name} without a draft"
            assert purpose_of(draft) is purpose, f"{name} on a proposal to {purpose_of(draft)}"
            assert proposal_of(draft) is not None, f"{name} without a proposal"
            mine = appointment_of(draft)
            assert mine is not None, f"{name} without its appointment"
            assert mine.id == changed.id, f"{name} of another appointment"
            if draft.kind == "move":
                assert draft.hold is not None, "moved without a hold"
                assert draft.hold.slot == changed.slot, "moved to another time"


@each_turn
def orders_follow_a_yes(clinic: Clinic, turn: TurnRecord) -> None:
    """Nothing is done for staff or a doctor without their explicit yes to just that order, and nothing at all, nor
    told, for whoever does not work here."""
    draft, done = turn.before.draft, [e for step in turn.steps for e in step.effects if e.name == "perform"]
    if done:
        _is_a_yes(turn, "performed")
        assert len(done) == 1, "one yes, several orders"
        assert draft is not None, "performed without a draft"
        assert draft.kind == "ordering", f"performed on a proposal to {purpose_of(draft)}"
        assert draft.order is not None, "performed without an order"
        assert draft.proposal is not None, "performed without a proposal"
    enrolled = any(effect.name == "enrol" for step in turn.steps for effect in step.effects)
    if turn.before.person.role_at(turn.at) is Role.PATIENT and not enrolled:
        told = [reply.key for reply in turn.replies if reply.key in ("tool_answer", "order_done", "notice_marked")]
        assert not told, f"somebody who does not work here was told {told}"


@each_turn
def the_one_meant_is_asked_about(clinic: Clinic, turn: TurnRecord) -> None:
    """Who says when the appointment is that they want cancelled or moved is asked about that one; where several are
    then, which of them, and about none before."""
    if not turn.replies or turn.replies[-1].key not in ("cancel_proposal", "move_proposal"):
        return
    for step in turn.steps:
        said = time_of_the_one_meant(step.intent)
        found = [e.value for e in step.effects if e.name == "appointments" and isinstance(e.value, list)]
        if said is None or said.when is None or said.anchor is not None or not found:
            continue
        mine = [Appointment.model_validate(one) for one in found[-1]]
        then = [a for a in mine if fits(a.slot, said, ZoneInfo(turn.clinic.zone))]
        shown = dt.datetime.fromisoformat(str(turn.replies[-1].params["existing"]))
        starts = [a.slot.start for a in then]
        assert not then or shown in starts, f"meant one of {starts}, asked about the one of {shown}"
        named = getattr(step.intent, "whose", None) or getattr(step.intent, "of_doctor", None)
        assert len(then) < 2 or named, f"meant any of {starts}, asked about the one of {shown} at once"


def _said_besides(turn: TurnRecord) -> list[str]:
    """What the other replies of the same answer name: who also says that they come is told of when."""
    others = [reply for reply in turn.replies if reply.key != "my_appointments"]
    return [line for one in others for content in render([one]) for line in read(content).splitlines()]


def _looked_up(turn: TurnRecord) -> list[tuple[Whose | None, list[Appointment]]]:
    """For each step of the turn whose appointments were asked for, and those there were."""
    looked_up = []
    there: list[Appointment] = []
    for step in turn.steps:
        for effect in step.effects:
            if effect.name == "appointments" and isinstance(effect.value, list):
                there = [Appointment.model_validate(one) for one in effect.value]
        looked_up.append((step.intent.whose if isinstance(step.intent, ListAppointments) else None, there))
    steps = zip(looked_up, turn.steps, strict=True)
    return [one for one, step in steps if isinstance(step.intent, ListAppointments) and one[1]] or looked_up


@each_turn
def lists_are_true(clinic: Clinic, turn: TurnRecord) -> None:
    """Who asks for their appointments, or for those of one patient, reads each of them as it is stored: its day and
    hour, its doctor, its patient; of several lists one after the other."""
    lists = sum(reply.key == "my_appointments" for reply in turn.replies)
    if not lists:
        return
    text = "\n".join(read(item.content) for _, item in clinic.said if item.id in turn.outbox_ids)
    waited, _ = WORDS["waited_until"].split("{day}")  # what they are on the waiting list for is none
    lines = [line for line in text.splitlines() if line.startswith("•") and waited not in line]
    for line in _said_besides(turn):
        if line in lines:
            lines.remove(line)
    with clinic.begin() as uow:
        doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
        every = [one for _, found in _looked_up(turn) for one in found]
        names = {p.id: p.name for p in uow.patients.get_many([a.patient_id for a in every if a.patient_id])}
    shown: list[list[Appointment]] = []
    for whose, found in _looked_up(turn)[-lists:]:
        own = turn.before.person.name
        theirs = [a for a in found if whose and is_theirs(names.get(a.patient_id or 0, ""), whose, own)]
        shown.append(theirs or found)
    last = shown[-1:] if turn.replies[-1].key == "my_appointments" else []
    leading = shown[: len(shown) - len(last)]
    heads = [one for n, one in enumerate(leading) if one not in leading[:n]]  # what heads an answer is said once
    mine = [appointment for one in (*heads, *last) for appointment in one]
    assert len(lines) == len(mine), f"{len(mine)} appointments, listed are {lines}"
    for appointment, line in zip(mine, lines, strict=True):
        zone = ZoneInfo(turn.clinic.zone)
        when = spanish.span(appointment.slot.start.astimezone(zone), appointment.slot.end.astimezone(zone))
        assert when in line, f"one of {when} is listed as {line!r}"
        assert doctors[appointment.doctor_id] in line, f"one with {doctors[appointment.doctor_id]}: {line!r}"
        assert len(set(names.values())) < 2 or names[appointment.patient_id or 0] in line, f"whose is {line!r}?"


@each_turn
def booked_is_true(clinic: Clinic, turn: TurnRecord) -> None:
    """What `booked`, `moved` and `cancelled` tell is what was done and stored: that appointment, its time, its doctor
    and whose it is."""
    for reply in turn.replies:
        if reply.key in _DONE_BY:
            done = answers(turn, _DONE_BY[reply.key])
            assert done, f"said {reply.key}, {reply.key} nothing"
            with clinic.begin() as uow:
                stored = [uow.appointments.get(one.id) for one in done]
                doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
                (patient,) = uow.patients.get_many(list({one.patient_id for one in stored if one.patient_id}))
            for one, kept in zip(done, stored, strict=True):
                _is_stored(reply.key, one, kept)
            _is_told(reply, done[0], doctors.get(done[0].doctor_id), patient.name)
            others: Any = reply.params.get("others") or ()
            told = [dt.datetime.fromisoformat(one["span"]["start"]) for one in others if one["span"]]
            assert told == [one.slot.start for one in done[1:]], f"said {told}, {reply.key} {done[1:]}"


def _is_a_yes(turn: TurnRecord, done: str) -> None:
    """The turn is a tap or one of the closed phrases, said after the proposal it answers."""
    assert turn.source in ("tap", "shortcut"), f"{done} on a yes of {turn.source}"
    assert any(i.kind == "confirm" for i in turn.intents), f"{done} without a yes"
    proposal = proposal_of(turn.before.draft)
    if proposal is not None and turn.message is not None and not turn.message.tap:
        assert turn.message.sent_at >= proposal.asked_by, f"{done} on a yes that was sent before the question"


def _is_stored(key: str, done: Appointment, stored: Appointment) -> None:
    """What was done is what is stored, unless it was changed again since."""
    assert stored.version >= done.version, f"said {key}, and it is as before"
    assert stored.status is not Status.HELD, f"said {key}, only held"
    if stored.version == done.version:
        assert (stored.status is Status.CANCELLED) == (key == "cancelled"), f"said {key}, it is {stored.status}"
        assert stored.slot == done.slot, f"{key} another time"
        assert stored.doctor_id == done.doctor_id, f"{key} with another doctor"
        assert stored.patient_id == done.patient_id, f"{key} for another patient"


def _is_told(reply: Reply, done: Appointment, doctor: str | None, patient: str) -> None:
    """What was done is what is told, as far as this reply tells it."""
    existing, span = reply.params.get("existing"), reply.params.get("span")
    if isinstance(existing, str):
        assert dt.datetime.fromisoformat(existing) == done.slot.start, f"{reply.key} {done.slot.start}, told {existing}"
    if span is not None:
        assert Slot.model_validate(span) == done.slot, f"{reply.key} {done.slot}, told {span}"
    if "doctor" in reply.params:
        assert reply.params["doctor"] == doctor, f"{reply.key} with {doctor}, told {reply.params['doctor']}"
    for name in ("patient", "whose"):
        whose = reply.params.get(name, patient) or patient
        assert folded(str(whose)) == folded(patient), f"{reply.key} for {patient!r}, told {whose!r}"
