"""Hooks of the waiting list: what is waited for, kept and given up; and the time that is taken, which was offered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from pydantic import TypeAdapter

from booking.appointments import holds, joining, waiting_list, waiting_times
from booking.appointments.appointment_changes import may_change
from booking.appointments.waiting_times import FreeTimes
from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome, Refused
from booking.conversation.fsm.reads import find_appointments, find_doctors
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.naming import same_name
from booking.conversation.meaning.offer_taken import booking_of, is_for_another
from booking.conversation.meaning.reference_times import time_of
from booking.conversation.meaning.waiting_wish import MOST, needs_appointments, sorted_out, waited_for
from booking.conversation.turn import Turn
from booking.intents import (
    CheckAvailability,
    DeclineOffer,
    ListAppointments,
    Reading,
    RescheduleAppointment,
    TakeOffer,
    When,
    Whose,
)
from booking.models import Appointment, Booking, Hold, Move, Patient
from booking.models.draft_parts import seeks_time
from booking.models.who_waits import (
    Chance,
    EntryState,
    Offered,
    OfferState,
    Waited,
    WaitingEntry,
    WaitingOffer,
    WaitingWish,
)

_YES_OR_NO: TypeAdapter[bool] = TypeAdapter(bool)
_HOLD: TypeAdapter[Hold | None] = TypeAdapter(Hold | None)
_COUNT: TypeAdapter[int] = TypeAdapter(int)
_CHANCES: TypeAdapter[list[Chance]] = TypeAdapter(list[Chance])

_OFFERED: TypeAdapter[Offered | None] = TypeAdapter(Offered | None)

# --- joining and leaving --------------------------------------------------------------------------


def find_waited(turn: Turn) -> None:
    """find what is waited for, and what of it is free already, or never will be"""
    if turn.found.waits is not None:
        return
    find_doctors(turn)
    if needs_appointments(turn):
        find_appointments(turn)
    turn.found.waits = waits = waited_for(turn)
    if waits and turn.clinic.policy.waiting_list:
        wishes = tuple(one.wish for one in waits)
        chances = turn.journal.ask("waiting_chances", _CHANCES, lambda: _chances(turn, wishes), wishes=wishes)
        turn.found.chance, turn.found.waits, turn.found.free_too = sorted_out(waits, chances)


def _chances(turn: Turn, wishes: Sequence[WaitingWish]) -> list[Chance]:
    free = FreeTimes(turn.uow, turn.clinic, turn.now)
    return [free.chance(wish) for wish in wishes]


def find_waiting(turn: Turn) -> None:
    """see whether they wait for a time"""
    id = turn.conversation.id
    if turn.found.on_list is None:
        turn.found.on_list = turn.journal.ask(
            "waiting", _YES_OR_NO, lambda: bool(turn.uow.waiting_list.active(id)), chat=id
        )


def join_waiting_list(turn: Turn) -> Outcome:
    """keep what they wait for"""
    waits = tuple(turn.found.waits or ())
    turn.journal.ask("join_waiting_list", _COUNT, lambda: _join(turn, waits), waits=waits)
    return DONE


def _join(turn: Turn, waits: Sequence[Waited]) -> int:
    return len(joining.join(turn.uow, turn.clinic, turn.conversation, waits, turn.now, most=MOST))


def look_instead(turn: Turn) -> Outcome:
    """look for what is free already"""
    waited, *_ = turn.found.waits or ()
    wish, zone = waited.wish, turn.zone
    doctor = next((one.name for one in turn.found.doctors or () if one.id == wish.doctor_id), None)
    refused = tuple(one.name for one in turn.found.doctors or () if one.id in wish.not_with)
    when = wish.when
    if wish.before is not None:
        when = _earlier(when or Reading(when=When()), wish.before.astimezone(zone), turn.now.astimezone(zone).date())
    anyone = wish.doctor_id is None
    if waited.appointment is None or seeks_time(turn.draft):
        whose = Whose(name=waited.name) if waited.for_other else None
        return GoesOn(
            CheckAvailability(when=when, doctor=doctor, anyone=anyone, not_with=refused, soonest=True, whose=whose)
        )
    of = time_of(waited.appointment.slot.start, zone)
    turn.found.handed_on = turn.found.coming
    return GoesOn(RescheduleAppointment(when=when, of=of, doctor=doctor, anyone=anyone, not_with=refused))


def _earlier(said: Reading, start: dt.datetime, today: dt.date) -> Reading:
    """What was said, of the days from today to that instant's, and of its own day up to its hour. What has to be asked
    about stays as it is."""
    if said.ambiguous or said.problem is not None or said.anchor is not None:
        return said
    kept = [part for when in said.candidates or (said.when or When(),) for part in _cut(when, start, today)]
    if len(kept) < 2:
        return Reading(when=kept[0]) if kept else said
    return Reading(candidates=tuple(kept), alternatives=True)


def _cut(when: When, start: dt.datetime, today: dt.date) -> Iterator[When]:
    day, time, midnight = start.date(), start.time().replace(tzinfo=None), dt.time()
    if when.date_to is not None and when.date_to < day:
        yield when
        return
    if (when.date_from or today) < day:
        yield when.model_copy(update={"date_from": when.date_from or today, "date_to": day - dt.timedelta(days=1)})
    reaches = when.date_from is None or when.date_from <= day
    if reaches and (when.time_from or midnight) < time:
        until = None if when.exact else min(time, when.time_to) if when.time_to not in (None, midnight) else time
        yield when.model_copy(update={"date_from": day, "date_to": day, "time_to": until})


def leave_waiting_list(turn: Turn) -> Outcome:
    """take them off the waiting list"""
    id = turn.conversation.id

    def leave() -> int:
        return waiting_list.close(turn.uow, turn.uow.waiting_list.active(id), EntryState.LEFT, turn.now)

    turn.journal.ask("leave_waiting_list", _COUNT, leave, chat=id)
    return DONE


# --- what was offered -----------------------------------------------------------------------------


def find_offered(turn: Turn) -> None:
    """find the time that was offered"""
    said = turn.intent
    if isinstance(said, TakeOffer) and turn.found.offered is None:
        turn.found.offered = turn.journal.ask(
            "offered", _OFFERED, lambda: _offered(turn, said.offer), offer=said.offer, chat=turn.conversation.id
        )


def _of_this_chat(turn: Turn, offer_id: int) -> tuple[WaitingOffer, WaitingEntry] | None:
    offer = turn.uow.waiting_list.offered(offer_id)
    entry = turn.uow.waiting_list.get(offer.entry_id) if offer else None
    if offer is None or entry is None or entry.conversation_id != turn.conversation.id:
        return None
    return offer, entry


def _offered(turn: Turn, offer_id: int) -> Offered | None:
    found = _of_this_chat(turn, offer_id)
    if found is None:
        return None
    offer, entry = found
    own = turn.conversation.person.name or ""
    mine: Appointment | None = None
    patients: tuple[Patient, ...] = ()
    live = entry.active and offer.state is OfferState.OPEN and turn.now < offer.hold.expires_at
    theirs = waiting_times.coming(turn.uow, turn.conversation.person.id, turn.now)
    for_them = not entry.for_other and (not own or same_name(entry.name or own, own))
    if entry.appointment_id is not None:
        mine = next((one for one in theirs if one.id == entry.appointment_id), None)
        for_them = mine is not None and may_change(turn.clinic, mine, turn.now)
        live = live and for_them
        patients = tuple(turn.uow.patients.get_many([mine.patient_id])) if mine and mine.patient_id else ()
    return Offered(
        live=live,
        taken=offer.state is OfferState.TAKEN,
        again=not live and for_them and turn.now < offer.hold.slot.start,
        booked=any((one.slot, one.doctor_id) == (offer.hold.slot, offer.hold.doctor_id) for one in theirs),
        hold=offer.hold,
        doctor_asked=entry.wish.doctor_id is not None,
        visit=entry.wish.visit,
        name=entry.name,
        for_other=entry.for_other,
        appointment=mine,
        patients=patients,
    )


def take_offered(turn: Turn) -> Outcome:
    """keep the time that was offered, for the yes to come"""
    offered, said = turn.found.offered, turn.intent
    if offered is None or not isinstance(said, TakeOffer):
        raise ValueError("nothing was offered")
    hold: Hold | None = turn.journal.ask(
        "take_offered", _HOLD, lambda: _take(turn, said.offer, offered), offer=said.offer, slot=offered.hold.slot
    )
    if hold is None:
        return Refused(Trigger.OFFER_GONE)
    own = turn.conversation.person.name
    draft: Booking | Move = booking_of(said, offered, own).model_copy(
        update={"doctor": hold.doctor if offered.doctor_asked else None, "hold": hold}
    )
    if offered.appointment is not None and not is_for_another(said, offered, own):
        draft = Move(appointment=offered.appointment, patients=offered.patients, doctor=hold.doctor, hold=hold)
    turn.change(draft=draft, offer=None)
    turn.next_draft_version()
    return DONE


def _take(turn: Turn, offer_id: int, offered: Offered) -> Hold | None:
    """The hold is the draft's from now on, for as long as others are. Whoever took the time as one of those on offer,
    and let it go, gets it anew, if it is still to be had."""
    uow, chat_id, held = turn.uow, turn.conversation.id, offered.hold
    until = max(held.expires_at, turn.now + dt.timedelta(minutes=turn.clinic.policy.hold_minutes))
    kept = uow.appointments.renew_hold(held, chat_id, until)
    if kept is None:
        only = (held.doctor_id,)
        kept = holds.take(uow, turn.clinic, held.slot, chat_id, turn.now, only, visit=offered.visit, until=until)
    uow.waiting_list.settle(offer_id, OfferState.TAKEN if kept else OfferState.WITHDRAWN, turn.now)
    return kept and kept.model_copy(update={"doctor": held.doctor, "room": held.room})


def note_late(turn: Turn) -> Outcome:
    """note that the yes came too late"""
    said = turn.intent
    if isinstance(said, TakeOffer):
        _settle(turn, said.offer, OfferState.LATE)
    return DONE


def look_again(turn: Turn) -> Outcome:
    """note that the yes came too late, and look for that time as for any other"""
    note_late(turn)
    offered = turn.found.offered
    if offered is None:
        raise ValueError("nothing was offered")
    when = time_of(offered.hold.slot.start, turn.zone)
    doctor = offered.hold.doctor if offered.doctor_asked else None
    if offered.appointment is None:
        return GoesOn(CheckAvailability(when=when, doctor=doctor))
    of = time_of(offered.appointment.slot.start, turn.zone)
    return GoesOn(RescheduleAppointment(when=when, of=of, doctor=doctor, anyone=doctor is None))


def show_theirs(turn: Turn) -> Outcome:
    """show them what they have"""
    return GoesOn(ListAppointments())


def decline_offered(turn: Turn) -> Outcome:
    """give back the time that was offered"""
    said = turn.intent
    if isinstance(said, DeclineOffer):
        _settle(turn, said.offer, OfferState.DECLINED)
    return DONE


def _settle(turn: Turn, offer_id: int, state: OfferState) -> None:
    def settle() -> bool:
        found = _of_this_chat(turn, offer_id)
        if found is None:
            return False
        if state is OfferState.LATE:
            waiting_list.end(turn.uow, found[0], turn.conversation.id, OfferState.EXPIRED, turn.now)
        done = waiting_list.end(turn.uow, found[0], turn.conversation.id, state, turn.now)
        if done and state is OfferState.DECLINED:
            waiting_list.match_soon(turn.uow, turn.now)
        return done

    turn.journal.ask("settle_offer", _YES_OR_NO, settle, offer=offer_id, state=state.value)
