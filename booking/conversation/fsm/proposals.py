"""Writes about a proposal: put, withdrawn, carried out by its yes. What is done is what was shown, or nothing is; each
that can refuse comes first in its row. Refused with `proposal_changed` the draft says what could be done instead, and
the row of that trigger proposes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter

from booking.appointments import appointment_changes, self_service, series
from booking.appointments.history import acting
from booking.conversation.fsm.outcomes import DONE, Outcome, Refused
from booking.conversation.fsm.terms import stands, terms_of
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.naming import same_name
from booking.conversation.turn import Turn
from booking.models import Appointment, Hold, LastTouched, Proposal, Refusal, Touched
from booking.models.draft_parts import appointment_of, doctor_of, hold_of, note_of, patients_of, proposal_of

_Booked = Appointment | tuple[Appointment, ...] | Hold | Refusal
_BOOKED: TypeAdapter[_Booked] = TypeAdapter(_Booked)
_CHANGED: TypeAdapter[Appointment | Refusal] = TypeAdapter(Appointment | Refusal)
_STANDING: TypeAdapter[Appointment | None] = TypeAdapter(Appointment | None)


def withdraw_proposal(turn: Turn) -> Outcome:
    """withdraw the proposal: a later yes confirms nothing"""
    if proposal_of(turn.draft) is not None:
        turn.change_draft(proposal=None)
    return DONE


def propose(turn: Turn) -> Outcome:
    """put the proposal that a yes will answer"""
    version = turn.next_draft_version()
    asked_by = turn.message.sent_at if turn.message else turn.now
    terms = terms_of(turn.conversation, turn.clinic)
    turn.change_draft(proposal=Proposal(version=version, made_at=turn.now, asked_by=asked_by, terms=terms))
    return DONE


def book(turn: Turn) -> Outcome:
    """book the appointment, and those that follow in a series: all of them or none"""
    if not stands(turn):
        return Refused(Trigger.PROPOSAL_CHANGED)
    conversation, booking = turn.conversation, turn.booking
    implementation = appointment_changes.book if booking.repeats is None else series.book

    def put() -> _Booked:
        return implementation(turn.uow, turn.clinic, booking, conversation.person, conversation.id, turn.now)

    booked = turn.journal.ask("book", _BOOKED, put, **_asked_for(turn))
    if isinstance(booked, Hold):
        turn.change_draft(hold=booked)
        return Refused(Trigger.PROPOSAL_CHANGED)
    if isinstance(booked, Refusal):
        return Refused(Trigger(booked))
    made = (booked,) if isinstance(booked, Appointment) else booked
    whose = booking.name if booking.for_other else None
    turn.change(
        last_touched=LastTouched(start=made[0].slot.start, at=turn.now, patient=whose, asked_doctor=booking.doctor)
    )
    turn.found.appointments = made
    turn.found.patient = booking.name or conversation.person.name
    return DONE


def cancel_appointment(turn: Turn) -> Outcome:
    """cancel the appointment"""

    def cancel(mine: Appointment) -> Appointment | Refusal:
        by = acting(turn.conversation.person, turn.now)
        return appointment_changes.cancel(turn.uow, turn.clinic, mine, turn.now, by, note_of(turn.draft))

    return _changed(turn, "cancel", cancel)


def move_appointment(turn: Turn) -> Outcome:
    """move the appointment"""

    def move(mine: Appointment) -> Appointment | Refusal:
        chat, draft = turn.conversation, turn.draft
        if draft is None or draft.kind != "move":
            raise ValueError("nothing is being moved")
        return appointment_changes.move(turn.uow, turn.clinic, draft, chat.person, chat.id, turn.now)

    return _changed(turn, "move", move)


def _asked_for(turn: Turn) -> dict[str, Any]:
    """What is to be done, with which hold, and for whom."""
    hold = hold_of(turn.draft)
    return {
        "terms": terms_of(turn.conversation, turn.clinic),
        "hold": hold and hold.appointment_id,
        "person_id": turn.conversation.person.id,
    }


def _changed(turn: Turn, name: str, change: Callable[[Appointment], Appointment | Refusal]) -> Outcome:
    """Change the appointment as it was shown; looked at once more, for staff may have changed it meanwhile."""
    shown, person = appointment_of(turn.draft), turn.conversation.person
    if shown is None:
        raise ValueError("there is no appointment to change")
    mine = turn.journal.ask(
        "standing",
        _STANDING,
        lambda: self_service.standing(turn.uow, shown, person, turn.now),
        appointment_id=shown.id,
        person_id=person.id,
    )
    if mine is None:
        return Refused(Trigger.APPOINTMENT_CHANGED)
    turn.change_draft(appointment=mine)
    if not stands(turn):
        may = appointment_changes.may_change(turn.clinic, mine, turn.now)
        return Refused(Trigger.PROPOSAL_CHANGED if may else Trigger.TOO_LATE)
    done = turn.journal.ask(name, _CHANGED, lambda: change(mine), version=mine.version, **_asked_for(turn))
    if not isinstance(done, Appointment):
        return Refused(Trigger(done))
    turn.found.appointments = [done]
    turn.found.patient = next((p.name for p in patients_of(turn.draft) if p.id == done.patient_id), None)
    whose, own = turn.found.patient, turn.conversation.person.name
    others = whose if whose and not (own and same_name(whose, own)) else None
    before = next((d.name for d in turn.found.doctors or () if d.id == shown.doctor_id), doctor_of(turn.draft))
    touched = LastTouched(start=done.slot.start, at=turn.now, patient=others, doctor=before)
    how = {"before": shown.slot.start} if name == "move" else {"how": Touched.CANCELLED}
    turn.change(last_touched=touched.model_copy(update=how))
    return DONE
