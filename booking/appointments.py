"""Hold, book, cancel: the one implementation, for the conversation, the tools and the command line.

Every function works inside the caller's unit of work and commits nothing. What may go wrong in the ordinary
course comes back as a value, never as an exception.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from enum import StrEnum
from zoneinfo import ZoneInfo

from booking.availability import free_slots
from booking.models import Appointment, Clinic, Draft, FreeSlot, Hold, Person, Slot
from booking.ports import Tally, UnitOfWork
from booking.schedule import whole_days


class Refusal(StrEnum):
    """An expected "no"."""

    SLOT_TAKEN = "slot_taken"
    PATIENT_BUSY = "patient_busy"


def take(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int,
    now: dt.datetime,
    only: Collection[int] | None = None,
) -> Hold | None:
    """Hold the slot with the doctor whose turn it is among those free now (and in `only`). None: taken.

    Asks the calendar again, so hours, absences, notice and horizon are those of this moment.
    """
    free = free_now(uow, clinic, slot, conversation_id, now)
    doctors = [d for d in free.doctor_ids if only is None or d in only] if free else []
    if not doctors:
        return None
    expires_at = now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    for tally in sorted(uow.appointments.tallies(doctors, now), key=fair_turn):
        if hold := uow.appointments.hold(slot, tally.doctor_id, conversation_id, now, expires_at):
            return hold
    return None


def fair_turn(tally: Tally) -> tuple[float, int]:
    """Order of the fair turn: the lowest load for its weight first, then the lowest id."""
    return tally.load / tally.weight, tally.doctor_id


def free_now(uow: UnitOfWork, clinic: Clinic, slot: Slot, conversation_id: int, now: dt.datetime) -> FreeSlot | None:
    """The slot with the doctors free in it now, this conversation's own hold aside."""
    start, end = whole_days(slot.start, slot.start, ZoneInfo(clinic.zone))  # a daily cap counts the day
    calendar = uow.schedules.calendar(start, end, now, except_conversation=conversation_id)
    return next((f for f in free_slots(calendar, clinic, slot.start, slot.end, now) if f.slot == slot), None)


def keep(uow: UnitOfWork, clinic: Clinic, draft: Draft, conversation_id: int, now: dt.datetime) -> Hold | None:
    """More time for the draft's hold, or the same slot taken anew if it is gone: with the same doctor when one
    was asked for, else with any. None: it can no longer be had."""
    hold = draft.hold
    if hold is None:
        raise ValueError("a draft without a hold keeps nothing")
    only = (hold.doctor_id,) if draft.doctor else None
    free = free_now(uow, clinic, hold.slot, conversation_id, now)
    if now < hold.expires_at and free is None:
        # A live hold keeps its promise although the minimum notice has begun meanwhile.
        policy = clinic.policy.model_copy(update={"min_notice_minutes": 0})
        free = free_now(uow, clinic.model_copy(update={"policy": policy}), hold.slot, conversation_id, now)
    if free is None or hold.doctor_id not in free.doctor_ids:
        uow.appointments.release_hold(hold, conversation_id)
        return take(uow, clinic, hold.slot, conversation_id, now, only)
    expires_at = now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    renewed = uow.appointments.renew_hold(hold, conversation_id, expires_at)
    return renewed or take(uow, clinic, hold.slot, conversation_id, now, only)


def book(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Make the draft's hold an appointment of the draft's patient. The caller has the person's yes."""
    name = draft.name or (None if draft.for_other else person.name)
    if draft.hold is None or name is None:
        raise ValueError("a draft without a hold or a name cannot be booked")
    hold = keep(uow, clinic, draft, conversation_id, now)
    if hold is None:
        return Refusal.SLOT_TAKEN
    patient = uow.patients.find_or_create(person.id, name, person.phone, now)
    booked = uow.appointments.book(hold, conversation_id, patient.id, "primera_vez", draft.reason, now)
    if booked is None:
        uow.appointments.release_hold(hold, conversation_id)
        return Refusal.PATIENT_BUSY
    return booked
