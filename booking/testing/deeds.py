"""Invariants of what is done for people: nothing without their yes to just that, and what is told is what was done.

Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt

from booking.models import Appointment, Purpose, Reply, Role, Status, TurnRecord
from booking.testing.checks import each_turn
from booking.testing.clinic import Clinic
from booking.testing.memory_calendar import folded
from booking.testing.recorded import answers

_DONE_BY = {"booked": "book", "moved": "move", "cancelled": "cancel"}


@each_turn
def appointments_follow_a_yes(clinic: Clinic, turn: TurnRecord) -> None:
    """No appointment by chat without an explicit yes to a proposal that named its time."""
    draft = turn.before.draft
    for booked in answers(turn, "book"):
        held, proposal = (draft.hold, draft.proposal) if draft else (None, None)
        assert proposal is not None, "booked without a proposal"
        _is_a_yes(turn, "booked")
        assert held is not None, "booked without a hold"
        assert held.slot == booked.slot, f"proposed {held.slot}, booked {booked.slot}"


@each_turn
def changes_follow_a_yes(clinic: Clinic, turn: TurnRecord) -> None:
    """No appointment is cancelled or moved by chat without an explicit yes to a proposal of just that."""
    draft = turn.before.draft
    for name, purpose in (("cancel", Purpose.CANCEL), ("move", Purpose.MOVE)):
        for changed in answers(turn, name):
            _is_a_yes(turn, name)
            assert draft is not None, f"{name} without a draft"
            assert draft.purpose is purpose, f"{name} on a proposal to {draft.purpose}"
            assert draft.proposal is not None, f"{name} without a proposal"
            assert draft.appointment is not None, f"{name} without its appointment"
            assert draft.appointment.id == changed.id, f"{name} of another appointment"
            if draft.purpose is Purpose.MOVE:
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
        assert draft.purpose is Purpose.STAFF, f"performed on a proposal to {draft.purpose}"
        assert draft.order is not None, "performed without an order"
        assert draft.proposal is not None, "performed without a proposal"
    enrolled = any(effect.name == "enrol" for step in turn.steps for effect in step.effects)
    if turn.before.person.role_at(turn.at) is Role.PATIENT and not enrolled:
        told = [reply.key for reply in turn.replies if reply.key in ("tool_answer", "order_done")]
        assert not told, f"somebody who does not work here was told {told}"


@each_turn
def booked_is_true(clinic: Clinic, turn: TurnRecord) -> None:
    """What `booked`, `moved` and `cancelled` tell is what was done and stored: that appointment, its time, its doctor
    and whose it is."""
    for reply in turn.replies:
        if reply.key in _DONE_BY:
            done = answers(turn, _DONE_BY[reply.key])
            assert len(done) == 1, f"said {reply.key}, {reply.key} nothing"
            with clinic.begin() as uow:
                stored = uow.appointments.get(done[0].id)
                doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
                (patient,) = uow.patients.get_many([stored.patient_id] if stored.patient_id else [])
            _is_stored(reply.key, done[0], stored)
            _is_told(reply, done[0], doctors.get(done[0].doctor_id), patient.name)


def _is_a_yes(turn: TurnRecord, done: str) -> None:
    """The turn is a tap or one of the closed phrases, said after the proposal it answers."""
    assert turn.source in ("tap", "shortcut"), f"{done} on a yes of {turn.source}"
    assert any(i.kind == "confirm" for i in turn.intents), f"{done} without a yes"
    proposal = turn.before.draft.proposal if turn.before.draft else None
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
    for name in ("slot", "existing"):
        told = reply.params.get(name)
        at = dt.datetime.fromisoformat(told) if isinstance(told, str) else done.slot.start
        assert at == done.slot.start, f"{reply.key} {done.slot.start}, told {told}"
    if "doctor" in reply.params:
        assert reply.params["doctor"] == doctor, f"{reply.key} with {doctor}, told {reply.params['doctor']}"
    for name in ("patient", "whose"):
        whose = reply.params.get(name, patient) or patient
        assert folded(str(whose)) == folded(patient), f"{reply.key} for {patient!r}, told {whose!r}"
