"""What was looked for when silence ended it, as it would be said, and how long that can still be wanted. Pure."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.conversation.meaning.reference_times import time_of
from booking.conversation.turn import Turn
from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Clear,
    Confirm,
    Greet,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    VisitType,
)
from booking.models import Booking, Control, Move, Person, Unfinished
from booking.models.draft_parts import hold_of, seeks_time, wish_of
from booking.scheduling.last_moment import last_moment

KEPT = dt.timedelta(hours=48)
"""So long after the person last wrote of it a search is offered again."""
_VISITS = {visit.value: visit for visit in VisitType}


def left_unfinished(turn: Turn) -> Unfinished | None:
    """The search that is given up now, where something was wished for; None where nothing was, where its time has
    passed, or where a human had the chat, who may have seen to it."""
    draft, began = turn.draft, turn.began
    if not seeks_time(draft) or began.control is Control.HUMAN or began.updated_at is None:
        return None
    wish = _wish(turn)
    if draft.kind == "booking":
        understood, last = _of_booking(draft, wish, turn.conversation.person), None
    else:
        understood, last = (_of_move(draft, wish, turn.zone),), draft.appointment.slot.start
    ends = (began.updated_at + KEPT, last, last_moment(wish, turn.zone))
    until = min(end for end in ends if end is not None)
    return Unfinished(understood=understood, until=until) if understood and turn.now < until else None


def goes_back_to_it(turn: Turn) -> bool:
    """Whether it is to be offered again: nothing else is said than a greeting, that an appointment is wanted, or an
    answer to what is no longer on screen."""
    said = turn.intent
    begins = isinstance(said, Greet | Confirm | SelectSlot) or said in _BEGINS
    if not turn.alone or not (begins or _is_a_name(said)):
        return False
    kept = turn.conversation.unfinished
    return kept is not None and turn.now < kept.until and (begins or not _names_the_patient(kept))


def _is_a_name(said: AnyIntent) -> bool:
    """Whether it may be the name that was asked for, of whoever writes."""
    return isinstance(said, ProvideCustomerData) and said == ProvideCustomerData(name=said.name)


def _names_the_patient(kept: Unfinished) -> bool:
    return any(isinstance(one, ProvideCustomerData) for one in kept.understood)


_NOTHING_BEGUN, _NOBODY = StartBooking(), ProvideCustomerData()
_BEGINS = (_NOTHING_BEGUN, CheckAvailability())


def _wish(turn: Turn) -> Reading | None:
    """The time that was held, else the wish, whose days are known by now."""
    hold, wish = hold_of(turn.draft), wish_of(turn.draft)
    if hold is not None:
        return time_of(hold.slot.start, turn.zone)
    return wish.model_copy(update={"anchor": None}) if wish else None


def _of_booking(draft: Booking, wish: Reading | None, writer: Person) -> tuple[Clear, ...]:
    visit = _VISITS.get(draft.visit or "")
    begun = StartBooking(
        when=wish,
        doctor=draft.doctor,
        not_with=draft.refused_doctors,
        visit=visit,
        several=draft.more,
        other=draft.other,
        other_when=draft.other_when,
        other_doctor=draft.other_doctor,
        following=draft.following,
        repeats=draft.repeats,
    )
    another = draft.name if draft.name and (draft.for_other or draft.name != writer.name) else None
    whose = ProvideCustomerData(name=another, for_other=draft.for_other, reason=draft.note)
    said = begun != _NOTHING_BEGUN, whose != _NOBODY
    return (begun, *((whose,) if said[1] else ())) if any(said) else ()


def _of_move(draft: Move, wish: Reading | None, zone: ZoneInfo) -> Clear:
    mine = time_of(draft.appointment.slot.start, zone)
    return RescheduleAppointment(when=wish, of=mine, doctor=draft.doctor, not_with=draft.refused_doctors)
