"""Writes about the time that is held. When `hold_slot` refuses it has let go of the old time, which its refusal
(`slot_taken`) lets go of too. When `renew_hold` refuses with `proposal_changed` the time is held with another doctor,
or others of a series at other times, which the row of that trigger tells of."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking.appointments import holds, series
from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome, Refused
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.on_screen import chosen, with_another
from booking.conversation.meaning.reference_times import time_of
from booking.conversation.meaning.wished_times import being_moved
from booking.conversation.turn import Turn
from booking.intents import CheckAvailability
from booking.models import Hold
from booking.models.draft_parts import doctor_of, hold_of, is_booking, refused_of, seeks_time

_HOLD: TypeAdapter[Hold | None] = TypeAdapter(Hold | None)
_MOST_EARLIER = 3
"""Times held one after the other, of which the first ones are known."""
_NOTHING: TypeAdapter[None] = TypeAdapter(None)


def hold_slot(turn: Turn) -> Outcome:
    """hold the chosen slot, and with it the times of those that follow in a series"""
    choice = chosen(turn)
    if choice is None:
        raise ValueError("nothing offered was chosen")
    _release(turn, to_take_another=True)
    draft, chat_id = turn.draft, turn.conversation.id
    visit, moving = holds.visit_of(draft), being_moved(draft)
    another = with_another(turn)
    only = choice.doctor_ids if (doctor_of(draft) and not another) or refused_of(draft) else None
    repeats = draft.repeats if is_booking(draft) else None

    def take() -> Hold | None:
        taken = holds.take(turn.uow, turn.clinic, choice.slot, chat_id, turn.now, only, visit=visit, moving=moving)
        if taken is None or repeats is None:
            return taken
        return series.with_others(turn.uow, turn.clinic, taken, repeats, chat_id, turn.now, visit=visit)

    hold = turn.journal.ask(
        "hold",
        _HOLD,
        take,
        slot=choice.slot,
        doctors=only,
        kind=visit,
        moving=moving and moving.id,
        repeats=repeats,
    )
    if hold is None:
        return Refused(Trigger.SLOT_TAKEN)
    turn.change_draft(hold=hold, proposal=None)
    if another:
        turn.change_draft(doctor=hold.doctor)  # of whom it is said from now on
    return DONE


def look_for_chosen(turn: Turn) -> Outcome:
    """look anew for the very time that is chosen, if it is still to come"""
    choice = chosen(turn)
    if choice is None:
        raise ValueError("nothing offered was chosen")
    if choice.slot.start <= turn.now:
        return DONE
    names = {doctor.id: doctor.name for doctor in turn.found.doctors or ()}
    other = names.get(choice.doctor_ids[0]) if with_another(turn) and choice.doctor_ids else None
    return GoesOn(CheckAvailability(when=time_of(choice.slot.start, turn.zone), doctor=other))


def renew_hold(turn: Turn) -> Outcome:
    """give the hold more time, or take it anew"""
    draft = turn.draft
    if not seeks_time(draft):
        raise ValueError("no time is held")
    before = draft.hold
    hold = turn.journal.ask(
        "renew",
        _HOLD,
        lambda: series.keep(turn.uow, turn.clinic, draft, turn.conversation.id, turn.now),
        hold=before and before.appointment_id,
        slot=before and before.slot,
        doctor_id=before and before.doctor_id,
    )
    if hold is None:
        return Refused(Trigger.SLOT_TAKEN)
    turn.change_draft(hold=hold)
    same = before is None or (before.doctor_id, before.others_shown()) == (hold.doctor_id, hold.others_shown())
    return DONE if same else Refused(Trigger.PROPOSAL_CHANGED)


def keep_hold(turn: Turn) -> Outcome:
    """take the time anew, if it is held no longer"""
    hold = hold_of(turn.draft)
    if hold is not None and turn.now < hold.expires_at:
        return DONE
    if any(step.trigger == Trigger.PROPOSAL_CHANGED for step in turn.steps):
        return DONE  # that is told first, alone
    return DONE if turn.last else renew_hold(turn)  # a refusal of the last trigger could not be told


def release_hold(turn: Turn) -> Outcome:
    """release the hold"""
    _release(turn)
    return DONE


def let_go(turn: Turn) -> Outcome:
    """release the hold for another time, and remember which it was"""
    hold = hold_of(turn.draft)
    _release(turn)
    draft = turn.draft
    if hold is not None and seeks_time(draft):
        before = (*draft.earlier, draft.let_go) if draft.let_go else ()
        turn.change_draft(let_go=hold, earlier=before[:_MOST_EARLIER])
    return DONE


def _release(turn: Turn, to_take_another: bool = False) -> None:
    hold = hold_of(turn.draft)
    if hold is not None:
        chat_id = turn.conversation.id
        turn.journal.ask(
            "release",
            _NOTHING,
            lambda: holds.release(turn.uow, hold, chat_id, to_take_another=to_take_another),
            hold=hold.appointment_id,
        )
        turn.change_draft(hold=None, proposal=None)
