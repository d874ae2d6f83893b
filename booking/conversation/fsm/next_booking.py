"""Writes about the other one of two appointments that were asked for at once, or beside a change of one that exists:
kept while the first is made, moved or cancelled, then asked about with a question that hears its yes; and one that may
be wanted beside an appointment that cannot be changed."""

from __future__ import annotations

import datetime as dt

from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.meaning.merged_wishes import merge
from booking.conversation.meaning.on_screen import meant
from booking.conversation.meaning.reference_times import said_beside
from booking.conversation.meaning.wished_times import says_time
from booking.conversation.turn import Turn
from booking.intents import OWN, Clear, OneMore, ProvideCustomerData, Reading, RescheduleAppointment, StartBooking, When
from booking.models import Booking, Cancellation, Choice, Move
from booking.models.draft_parts import booking_of, has_more, is_booking, is_change, refused_of, seeks_time


def keep_other(turn: Turn) -> Outcome:
    """keep that another one was asked for in the same message"""
    said = turn.intent
    if not isinstance(said, StartBooking) or not said.several:
        return DONE
    before = turn.draft or booking_of(None)
    if seeks_time(before) or has_more(before):
        turn.change_draft(
            more=True,
            other=said.other or before.other,
            other_when=said.other_when or before.other_when,
            other_doctor=said.other_doctor or before.other_doctor,
            following=said.following or before.following,
        )
    elif is_change(before):  # all that are to be made come after it
        named = OneMore(other=said.other, when=said.other_when, doctor=said.other_doctor)
        wanted = [named, *said.following] if said.besides else [_first(said), named, *said.following]
        then, *rest = wanted
        told = {"other": then.other, "other_when": then.when, "other_doctor": then.doctor}
        turn.change_draft(more=True, following=tuple(rest), **told)
    return DONE


def _first(said: StartBooking) -> OneMore:
    """The first of several, where a change is under way that comes before it."""
    return OneMore(when=said.when, doctor=said.doctor)


def ask_other(turn: Turn) -> Outcome:
    """ask about the other one, when it was said to be, else on the day of the one that was booked or moved"""
    done = turn.began.draft
    if done is None or done.kind == "ordering":
        raise ValueError("nothing was done")
    turn.found.unfinished = _of_other(done, turn)
    turn.found.other = done.other
    return DONE


def _of_other(done: Booking | Choice | Move | Cancellation, turn: Turn) -> tuple[Clear, ...]:
    """What a yes means: with the doctor asked for, for somebody whose name, or its surname, is asked for; the writer's
    own is theirs."""
    own = done.other == OWN
    same = done.doctor if is_booking(done) or _is_in_its_place(done) else None
    begun = StartBooking(
        when=_wish(done, turn),
        doctor=done.other_doctor or same,
        not_with=refused_of(done),
    )
    if done.following:
        then, *rest = done.following
        told = {"other": then.other, "other_when": then.when, "other_doctor": then.doctor}
        begun = begun.model_copy(update={"several": True, "following": tuple(rest), **told})
    name = done.other if done.other and done.other[0].isupper() else None
    return (begun, ProvideCustomerData(name=name, for_self=own, for_other=not own))


def _is_in_its_place(done: Booking | Choice | Move | Cancellation) -> bool:
    """Whether it is to be in place of one that was cancelled: "y aparta esa misma hora para mi mamá"."""
    told = done.other_when.anchor if done.kind == "cancellation" and done.other_when else None
    return told is not None and told.same_time


def _wish(done: Booking | Choice | Move | Cancellation, turn: Turn) -> Reading | None:
    """What was said of the other one, told by the first; where that is no day, that of the first, unless that one was
    cancelled and does not tell it."""
    if done.kind == "cancellation":
        told = said_beside(done.other_when, done.appointment.slot.start, turn.now, turn.zone)
        return merge(_day(done.appointment.slot.start, turn), told) if told and _is_in_its_place(done) else told
    if not seeks_time(done) or done.hold is None:
        return done.other_when
    start, end = (at.astimezone(turn.zone) for at in (done.hold.slot.start, done.hold.slot.end))
    if done.other_when is None:
        return Reading(when=_beside(done, start, end))
    told = said_beside(done.other_when, start, turn.now, turn.zone)
    return merge(_day(start, turn), told) if told and says_time(told) and not told.problem else told


def _day(start: dt.datetime, turn: Turn) -> Reading:
    """The day of the first."""
    date = start.astimezone(turn.zone).date()
    return Reading(when=When(date_from=date, date_to=date))


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
