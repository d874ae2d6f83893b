"""Writes about the other one of two appointments that were asked for at once: kept while the first is made, then asked
about with a question that hears its yes; and one that may be wanted beside an appointment that cannot be changed."""

from __future__ import annotations

import datetime as dt

from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.meaning.merged_wishes import merge
from booking.conversation.meaning.on_screen import meant
from booking.conversation.meaning.reference_times import said_beside
from booking.conversation.meaning.wished_times import says_time
from booking.conversation.turn import Turn
from booking.intents import OWN, Clear, ProvideCustomerData, Reading, RescheduleAppointment, StartBooking, When
from booking.models import Booking, Move
from booking.models.draft_parts import booking_of, is_booking, seeks_time


def keep_other(turn: Turn) -> Outcome:
    """keep that another one was asked for in the same message"""
    said = turn.intent
    if not isinstance(said, StartBooking) or not said.several:
        return DONE
    if turn.draft is None or seeks_time(turn.draft):
        before = turn.draft or booking_of(None)
        turn.change_draft(
            more=True,
            other=said.other or before.other,
            other_when=said.other_when or before.other_when,
            other_doctor=said.other_doctor or before.other_doctor,
            following=said.following or before.following,
        )
    return DONE


def ask_other(turn: Turn) -> Outcome:
    """ask about the other one, when it was said to be, else on the day of the one that was booked or moved"""
    made = turn.began.draft
    if not seeks_time(made):
        raise ValueError("nothing was booked")
    turn.found.unfinished = _of_other(made, turn)
    turn.found.other = made.other
    return DONE


def _of_other(made: Booking | Move, turn: Turn) -> tuple[Clear, ...]:
    """What a yes means: with the doctor asked for, for somebody whose name, or its surname, is asked for; the writer's
    own is theirs."""
    own = made.other == OWN
    begun = StartBooking(
        when=_wish(made, turn),
        doctor=made.other_doctor or (made.doctor if is_booking(made) else None),
        not_with=made.refused_doctors,
    )
    if made.following:
        then, *rest = made.following
        told = {"other": then.other, "other_when": then.when, "other_doctor": then.doctor}
        begun = begun.model_copy(update={"several": True, "following": tuple(rest), **told})
    name = made.other if made.other and made.other[0].isupper() else None
    return (begun, ProvideCustomerData(name=name, for_self=own, for_other=not own))


def _wish(made: Booking | Move, turn: Turn) -> Reading | None:
    """What was said of the other one, told by the first; where that is no day, that of the first."""
    if made.hold is None:
        return made.other_when
    start, end = (at.astimezone(turn.zone) for at in (made.hold.slot.start, made.hold.slot.end))
    if made.other_when is None:
        return Reading(when=_beside(made, start, end))
    day = Reading(when=When(date_from=start.date(), date_to=start.date()))
    told = said_beside(made.other_when, start, turn.now, turn.zone)
    return merge(day, told) if told and says_time(told) and not told.problem else told


def _beside(made: Booking | Move, start: dt.datetime, end: dt.datetime) -> When:
    """The day of the first, in the part of it that was wished for; where that was an hour, from its end on."""
    wished = made.wish.when if made.wish and made.wish.when else When()
    day = When(date_from=start.date(), date_to=start.date())
    if not wished.exact:
        return day.model_copy(update={"time_from": wished.time_from, "time_to": wished.time_to})
    if end.date() == start.date() and end.time() > dt.time():
        return day.model_copy(update={"time_from": end.time().replace(tzinfo=None)})
    return day


def ask_beside(turn: Turn) -> Outcome:
    """ask whether what is wished for is to be one more, beside the appointment that cannot be changed any more"""
    said, mine = turn.intent, meant(turn)
    if not isinstance(said, RescheduleAppointment) or mine is None:
        raise ValueError("no appointment was meant")
    when = said_beside(said.when, mine.slot.start, turn.now, turn.zone) if said.when else None
    wished = StartBooking(when=when, doctor=said.doctor, anyone=said.anyone, not_with=said.not_with)
    turn.found.unfinished = (wished,)
    turn.next_draft_version()
    return DONE
