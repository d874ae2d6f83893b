"""Holds: a slot kept for one conversation, taken, renewed, and secured for whoever says yes to it.

Every function works inside the caller's unit of work and commits nothing. Whoever takes a time locks the fair turn
first and asks the calendar afterwards: caps and buffers, which no constraint knows, then hold under concurrency too.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from booking.models import FIRST_VISIT, Appointment, Booking, Clinic, Draft, FreeSlot, Hold, Move, Slot
from booking.models.draft_parts import appointment_of
from booking.ports import Calendar, UnitOfWork
from booking.scheduling.availability import free_at
from booking.scheduling.fair_turn import basis_of, candidates, of_the_turn


def visit_of(draft: Draft | None) -> str:
    """The type of visit that a draft is about: that of the appointment that exists, else as was said."""
    if draft is not None and draft.kind == "booking":
        return draft.visit or FIRST_VISIT
    existing = appointment_of(draft)
    return existing.visit if existing else FIRST_VISIT


def stands_on(hold: Hold, appointment: Appointment | None) -> bool:
    """The hold is none of its own: the time overlaps that appointment's, with the same doctor."""
    return appointment is not None and hold.appointment_id == appointment.id


def take(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int,
    now: dt.datetime,
    only: Collection[int] | None = None,
    *,
    visit: str = FIRST_VISIT,
    moving: Appointment | None = None,
    first: int | None = None,
    until: dt.datetime | None = None,
) -> Hold | None:
    """Hold the slot with the doctor whose turn it is among those free now (and in `only`), for as long as the clinic
    holds one, or `until` then. None: taken.

    Asks the calendar again, so hours, absences, notice and horizon are those of this moment. `moving` is the
    appointment that shall get this time: it is not in its own way. Where both overlap with the same doctor nothing
    can be held; the hold then bears the appointment's own id (`stands_on`) and promises no more than the calendar.
    The doctor who comes `first` was told of already: nobody else gets the slot while it can be had with them.
    """
    uow.appointments.lock_turn()
    visit = moving.visit if moving else visit
    calendar, free = _free(uow, clinic, slot, conversation_id, now, visit, moving, by_turn=only is None)
    known = {doctor.id: doctor for doctor in calendar.doctors}
    doctors = [d for d in free.doctor_ids if only is None or d in only] if free else []
    if moving and slot == moving.slot:
        doctors = [d for d in doctors if d != moving.doctor_id]  # that would change nothing
    if not doctors:
        return None
    expires_at = until or now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    basis = basis_of(doctors, only, moving)
    turns = candidates(uow.appointments.tallies(doctors, now), basis, now)
    for doctor_id, reason in sorted(turns, key=lambda turn: turn[0] != first):
        if moving and doctor_id == moving.doctor_id and slot.overlaps(moving.slot):
            hold: Hold | None = Hold(appointment_id=moving.id, slot=slot, doctor_id=doctor_id, expires_at=expires_at)
        else:
            # What was held there for the same conversation, because it waited for such a time, gives way.
            hold = uow.appointments.hold(
                slot, doctor_id, conversation_id, now, expires_at, visit=visit, assigned=reason, instead=True
            )
        if hold:
            return hold.model_copy(update={"doctor": known[doctor_id].name, "room": known[doctor_id].room})
    return None


def release(uow: UnitOfWork, hold: Hold, conversation_id: int, *, to_take_another: bool = False) -> None:
    """Give the time back, and those of a series that follow it. Whoever takes another in its place locks the fair turn
    first: holding on to a row while waiting for the lock, when its holder wants that row, would be a deadlock."""
    if to_take_another:
        uow.appointments.lock_turn()
    for one in hold.all_of_them():
        uow.appointments.release_hold(one, conversation_id)


def free_now(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int | None,
    now: dt.datetime,
    *,
    visit: str = FIRST_VISIT,
    moving: Appointment | None = None,
) -> FreeSlot | None:
    """The slot with the doctors free in it now, this conversation's own hold and the moving appointment aside."""
    return _free(uow, clinic, slot, conversation_id, now, visit, moving)[1]


def _free(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int | None,
    now: dt.datetime,
    visit: str,
    moving: Appointment | None,
    *,
    by_turn: bool = False,
) -> tuple[Calendar, FreeSlot | None]:
    """The same, with the calendar that says so. `by_turn`: only those whose turn it may be."""
    calendar = uow.schedules.calendar(
        slot.start,
        slot.start,
        now,
        except_conversation=conversation_id,
        except_appointment=moving.id if moving else None,
    )
    if by_turn:
        calendar = calendar._replace(doctors=of_the_turn(calendar.doctors, moving))
    return calendar, free_at(calendar, clinic, slot, now, visit)


def keep(uow: UnitOfWork, clinic: Clinic, draft: Booking | Move, conversation_id: int, now: dt.datetime) -> Hold | None:
    """More time for the draft's hold, or the same slot taken anew if it is gone (see `anew`). None: it can no longer be
    had."""
    hold = _hold_of(draft)
    if now >= hold.expires_at or stands_on(hold, _moving(draft)):
        uow.appointments.lock_turn()  # nothing has kept the time for us
    if not _may_stay(uow, clinic, draft, conversation_id, now):
        return anew(uow, clinic, draft, conversation_id, now)
    expires_at = now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    if stands_on(hold, _moving(draft)):
        return hold.model_copy(update={"expires_at": expires_at})
    if renewed := uow.appointments.renew_hold(hold, conversation_id, expires_at):
        return renewed.model_copy(update={"doctor": hold.doctor, "room": hold.room})
    return anew(uow, clinic, draft, conversation_id, now)


def secured(
    uow: UnitOfWork, clinic: Clinic, draft: Booking | Move, conversation_id: int, now: dt.datetime
) -> Hold | None:
    """The draft's hold, or the same slot taken anew (see `anew`), with the fair turn locked: until the transaction ends
    nobody can take a time beside it that the daily cap or a buffer forbids."""
    uow.appointments.lock_turn()
    if _may_stay(uow, clinic, draft, conversation_id, now):
        return _hold_of(draft)
    return anew(uow, clinic, draft, conversation_id, now)


def _may_stay(uow: UnitOfWork, clinic: Clinic, draft: Booking | Move, conversation_id: int, now: dt.datetime) -> bool:
    """Whether the rules and what is taken now still allow the draft's hold."""
    hold, visit, moving = _hold_of(draft), visit_of(draft), _moving(draft)
    free = free_now(uow, clinic, hold.slot, conversation_id, now, visit=visit, moving=moving)
    if now < hold.expires_at and free is None:
        # A live hold keeps its promise although the minimum notice has begun meanwhile.
        free = free_now(uow, without_notice(clinic), hold.slot, conversation_id, now, visit=visit, moving=moving)
    return free is not None and hold.doctor_id in free.doctor_ids


def anew(uow: UnitOfWork, clinic: Clinic, draft: Booking | Move, conversation_id: int, now: dt.datetime) -> Hold | None:
    """The slot of the draft's hold, taken as if there were none: with the same doctor; where that cannot be, nobody was
    asked for or refused and no appointment is moved, with another, who is then to be proposed."""
    hold, moving = _hold_of(draft), _moving(draft)
    only = (hold.doctor_id,) if draft.doctor or draft.refused_doctors or moving else None
    release(uow, hold, conversation_id, to_take_another=True)
    visit, first = visit_of(draft), hold.doctor_id
    return take(uow, clinic, hold.slot, conversation_id, now, only, visit=visit, moving=moving, first=first)


def _hold_of(draft: Booking | Move) -> Hold:
    if draft.hold is None:
        raise ValueError("a draft without a hold keeps nothing")
    return draft.hold


def _moving(draft: Booking | Move) -> Appointment | None:
    return draft.appointment if draft.kind == "move" else None


def without_notice(clinic: Clinic) -> Clinic:
    policy = clinic.policy.model_copy(update={"min_notice_minutes": 0})
    return clinic.model_copy(update={"policy": policy})
