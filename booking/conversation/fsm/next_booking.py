"""Writes about the other one of two appointments that were asked for at once: kept while the first is made, then asked
about with a question that hears its yes."""

from __future__ import annotations

import datetime as dt

from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.turn import Turn
from booking.intents import OWN, Clear, ProvideCustomerData, Reading, StartBooking, When
from booking.models import Booking
from booking.models.draft_parts import is_booking


def keep_other(turn: Turn) -> Outcome:
    """keep that another one was asked for in the same message"""
    said = turn.intent
    if isinstance(said, StartBooking) and said.several and (turn.draft is None or is_booking(turn.draft)):
        turn.change_draft(more=True, other=said.other)
    return DONE


def ask_other(turn: Turn) -> Outcome:
    """ask about the other one, on the day of the one that was booked"""
    made = turn.began.draft
    if made is None or not is_booking(made):
        raise ValueError("nothing was booked")
    turn.found.unfinished = _of_other(made, turn)
    turn.found.other = made.other
    return DONE


def _of_other(made: Booking, turn: Turn) -> tuple[Clear, ...]:
    """What a yes means: with the doctor asked for, for somebody whose name is asked for; the writer's own is theirs."""
    own = made.other == OWN
    begun = StartBooking(when=_wish(made, turn), doctor=made.doctor, not_with=made.refused_doctors)
    return (begun, ProvideCustomerData(for_self=own, for_other=not own))


def _wish(made: Booking, turn: Turn) -> Reading | None:
    """The day of the first, in the part of it that was wished for; where that was an hour, from its end on."""
    if made.hold is None:
        return None
    start, end = (at.astimezone(turn.zone) for at in (made.hold.slot.start, made.hold.slot.end))
    wished = made.wish.when if made.wish and made.wish.when else When()
    day = When(date_from=start.date(), date_to=start.date())
    if not wished.exact:
        day = day.model_copy(update={"time_from": wished.time_from, "time_to": wished.time_to})
    elif end.date() == start.date() and end.time() > dt.time():
        day = day.model_copy(update={"time_from": end.time().replace(tzinfo=None)})
    return Reading(when=day)
