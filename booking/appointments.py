"""Hold, book, move, cancel: the one implementation, for the conversation, the tools and the command line.

Every function works inside the caller's unit of work and commits nothing. What may go wrong in the ordinary
course comes back as a value, never as an exception. Whoever takes a time locks the fair turn first and asks the
calendar afterwards: caps and buffers, which no constraint knows, then hold under concurrency too.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from booking.availability import free_slots, visit_slot
from booking.fair_turn import basis_of, candidates
from booking.history import acting, record
from booking.models import (
    FIRST_VISIT,
    Actor,
    ActorKind,
    Appointment,
    Assignment,
    Basis,
    Clinic,
    Draft,
    EventKind,
    FreeSlot,
    Hold,
    Person,
    Purpose,
    Refusal,
    Slot,
)
from booking.ports import UnitOfWork
from booking.schedule import whole_days


def take(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int,
    now: dt.datetime,
    only: Collection[int] | None = None,
    *,
    kind: str = FIRST_VISIT,
    moving: Appointment | None = None,
) -> Hold | None:
    """Hold the slot with the doctor whose turn it is among those free now (and in `only`). None: taken.

    Asks the calendar again, so hours, absences, notice and horizon are those of this moment. `moving` is the
    appointment that shall get this time: it is not in its own way. Where both overlap with the same doctor nothing
    can be held; the hold then bears the appointment's own id (`stands_on`) and promises no more than the calendar.
    """
    uow.appointments.lock_turn()
    kind = moving.kind if moving else kind
    free = free_now(uow, clinic, slot, conversation_id, now, kind=kind, moving=moving)
    doctors = [d for d in free.doctor_ids if only is None or d in only] if free else []
    if moving and slot == moving.slot:
        doctors = [d for d in doctors if d != moving.doctor_id]  # that would change nothing
    if not doctors:
        return None
    expires_at = now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    basis = basis_of(doctors, only, moving)
    for doctor_id, reason in candidates(uow.appointments.tallies(doctors, now), basis, now):
        if moving and doctor_id == moving.doctor_id and _overlap(slot, moving.slot):
            return Hold(appointment_id=moving.id, slot=slot, doctor_id=doctor_id, expires_at=expires_at)
        if hold := uow.appointments.hold(slot, doctor_id, conversation_id, now, expires_at, kind=kind, assigned=reason):
            return hold
    return None


def visit_of(draft: Draft) -> str:
    """The type of visit that a draft is about: that of the appointment that exists, else as was said."""
    return draft.appointment.kind if draft.appointment else draft.kind or FIRST_VISIT


LONGEST_NOTE = 300
"""Characters of what is kept for the doctor; more would not fit a message that shows it."""


def noted(before: str | None, said: str | None) -> str | None:
    """What the doctor should know: what was said before, and now; the same thing once."""
    said = " ".join((said or "").split())
    if not said or said in (before or ""):
        return before
    return (f"{before}; {said}" if before else said)[:LONGEST_NOTE]


def stands_on(hold: Hold, appointment: Appointment | None) -> bool:
    """The hold is none of its own: the time overlaps that appointment's, with the same doctor."""
    return appointment is not None and hold.appointment_id == appointment.id


def free_now(
    uow: UnitOfWork,
    clinic: Clinic,
    slot: Slot,
    conversation_id: int | None,
    now: dt.datetime,
    *,
    kind: str = FIRST_VISIT,
    moving: Appointment | None = None,
) -> FreeSlot | None:
    """The slot with the doctors free in it now, this conversation's own hold and the moving appointment aside."""
    start, end = whole_days(slot.start, slot.start, ZoneInfo(clinic.zone))  # a daily cap counts the day
    calendar = uow.schedules.calendar(
        start, end, now, except_conversation=conversation_id, except_appointment=moving.id if moving else None
    )
    found = free_slots(calendar, clinic, slot.start, slot.end, now, kind=kind)
    return next((f for f in found if f.slot == slot), None)


def keep(uow: UnitOfWork, clinic: Clinic, draft: Draft, conversation_id: int, now: dt.datetime) -> Hold | None:
    """More time for the draft's hold, or the same slot taken anew if it is gone: with the same doctor when one
    was asked for or the appointment is being moved, else with any. None: it can no longer be had."""
    hold = _hold_of(draft)
    if now >= hold.expires_at or stands_on(hold, _moving(draft)):
        uow.appointments.lock_turn()  # nothing has kept the time for us
    if not _may_stay(uow, clinic, draft, conversation_id, now):
        return _anew(uow, clinic, draft, conversation_id, now)
    expires_at = now + dt.timedelta(minutes=clinic.policy.hold_minutes)
    if stands_on(hold, _moving(draft)):
        return hold.model_copy(update={"expires_at": expires_at})
    renewed = uow.appointments.renew_hold(hold, conversation_id, expires_at)
    return renewed or _anew(uow, clinic, draft, conversation_id, now)


def book(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Make the draft's hold an appointment of the draft's patient. The caller has the person's yes."""
    name = draft.name or (None if draft.for_other else person.name)
    if draft.hold is None or name is None:
        raise ValueError("a draft without a hold or a name cannot be booked")
    hold = _secured(uow, clinic, draft, conversation_id, now)
    if hold is None:
        return Refusal.SLOT_TAKEN
    patient = uow.patients.find_or_create(person.id, name, person.phone, now)
    kept = patient.id, visit_of(draft), draft.reason, now
    booked = uow.appointments.book(hold, conversation_id, *kept)
    if booked is Refusal.SLOT_TAKEN and (hold := _anew(uow, clinic, draft, conversation_id, now)):
        booked = uow.appointments.book(hold, conversation_id, *kept)  # somebody's clock was ahead of ours
    if isinstance(booked, Refusal):
        if hold:
            uow.appointments.release_hold(hold, conversation_id)
        return booked
    return record(uow, EventKind.BOOKED, None, booked, now, acting(person, now))


def move(
    uow: UnitOfWork, clinic: Clinic, draft: Draft, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Give the draft's appointment the time it holds; the old time is free only once this is committed.

    The caller has the person's yes. After a refusal the hold is released, and the appointment is as it was.
    """
    if draft.hold is None or draft.appointment is None:
        raise ValueError("a draft without a hold or an appointment moves nothing")
    by = acting(person, now)
    moved: Appointment | Refusal = Refusal.TOO_LATE
    if by.kind is not ActorKind.PATIENT or may_change(clinic, draft.appointment, now):
        hold = _secured(uow, clinic, draft, conversation_id, now)
        if hold is None:
            return Refusal.SLOT_TAKEN
        to = hold.slot if stands_on(hold, draft.appointment) else hold
        told = noted(draft.appointment.reason, draft.reason)
        moved = _move(uow, draft.appointment, to, hold.doctor_id, conversation_id, now, by, reason=told)
    if isinstance(moved, Refusal):
        uow.appointments.release_hold(draft.hold, conversation_id)
    return moved


def _secured(uow: UnitOfWork, clinic: Clinic, draft: Draft, conversation_id: int, now: dt.datetime) -> Hold | None:
    """The draft's hold, or the same slot taken anew, with the fair turn locked: until the transaction ends nobody
    can take a time beside it that the daily cap or a buffer forbids."""
    uow.appointments.lock_turn()
    if _may_stay(uow, clinic, draft, conversation_id, now):
        return _hold_of(draft)
    return _anew(uow, clinic, draft, conversation_id, now)


def _may_stay(uow: UnitOfWork, clinic: Clinic, draft: Draft, conversation_id: int, now: dt.datetime) -> bool:
    """Whether the rules and what is taken now still allow the draft's hold."""
    hold, kind, moving = _hold_of(draft), visit_of(draft), _moving(draft)
    free = free_now(uow, clinic, hold.slot, conversation_id, now, kind=kind, moving=moving)
    if now < hold.expires_at and free is None:
        # A live hold keeps its promise although the minimum notice has begun meanwhile.
        free = free_now(uow, _without_notice(clinic), hold.slot, conversation_id, now, kind=kind, moving=moving)
    return free is not None and hold.doctor_id in free.doctor_ids


def _anew(uow: UnitOfWork, clinic: Clinic, draft: Draft, conversation_id: int, now: dt.datetime) -> Hold | None:
    """The slot of the draft's hold, taken as if there were none."""
    hold, moving = _hold_of(draft), _moving(draft)
    only = (hold.doctor_id,) if draft.doctor or moving else None
    uow.appointments.release_hold(hold, conversation_id)
    return take(uow, clinic, hold.slot, conversation_id, now, only, kind=visit_of(draft), moving=moving)


def _hold_of(draft: Draft) -> Hold:
    if draft.hold is None:
        raise ValueError("a draft without a hold keeps nothing")
    return draft.hold


def _moving(draft: Draft) -> Appointment | None:
    return draft.appointment if draft.purpose is Purpose.MOVE else None


def move_to(
    uow: UnitOfWork,
    clinic: Clinic,
    appointment: Appointment,
    start: dt.datetime,
    now: dt.datetime,
    by: Actor,
    *,
    doctor_id: int | None = None,
    why: str | None = None,
) -> Appointment | Refusal:
    """Move without a hold, as staff do: same doctor unless one is named. The minimum notice does not bind staff."""
    uow.appointments.lock_turn()
    doctor_id = doctor_id or appointment.doctor_id
    slot = _slot(uow, clinic, doctor_id, start, now, appointment.kind)
    free = slot and free_now(uow, _without_notice(clinic), slot, None, now, kind=appointment.kind, moving=appointment)
    if not slot or not free or doctor_id not in free.doctor_ids:
        return Refusal.SLOT_TAKEN
    return _move(uow, appointment, slot, doctor_id, None, now, by, why=why)


def _move(
    uow: UnitOfWork,
    appointment: Appointment,
    to: Hold | Slot,
    doctor_id: int,
    conversation_id: int | None,
    now: dt.datetime,
    by: Actor,
    *,
    why: str | None = None,
    reason: str | None = None,
) -> Appointment | Refusal:
    basis = Basis.SAME if doctor_id == appointment.doctor_id else Basis.ASKED
    moved = uow.appointments.move(
        to,
        conversation_id,
        appointment.id,
        appointment.version,
        now,
        doctor_id=doctor_id,
        assigned=Assignment(basis=basis, at=now),
        reason=reason,
    )
    if isinstance(moved, Refusal):
        return moved
    return record(uow, EventKind.MOVED, appointment, moved, now, by, why)


def may_change(clinic: Clinic, appointment: Appointment, now: dt.datetime) -> bool:
    """Whether the patient may still move or cancel it without staff: the clinic's cancellation window."""
    return now + dt.timedelta(hours=clinic.policy.cancel_hours) <= appointment.slot.start


def cancel(
    uow: UnitOfWork, clinic: Clinic, appointment: Appointment, now: dt.datetime, by: Actor, why: str | None = None
) -> Appointment | Refusal:
    """Cancel it as it was shown. TOO_LATE inside the cancellation window, for patients; APPOINTMENT_CHANGED when
    it is no longer what was shown."""
    if by.kind is ActorKind.PATIENT and not may_change(clinic, appointment, now):
        return Refusal.TOO_LATE
    cancelled = uow.appointments.cancel(appointment.id, appointment.version, why, now)
    if cancelled is None:
        return Refusal.APPOINTMENT_CHANGED
    return record(uow, EventKind.CANCELLED, appointment, cancelled, now, by, why)


def enter(
    uow: UnitOfWork,
    clinic: Clinic,
    doctor_id: int,
    patient_id: int,
    start: dt.datetime,
    now: dt.datetime,
    by: Actor,
    *,
    kind: str = FIRST_VISIT,
    reason: str | None = None,
    overbook: bool = False,
) -> Appointment | Refusal:
    """An appointment that staff enter, without hold or conversation; the minimum notice does not bind them.

    `overbook` lets it overlap others and lie outside of hours, and is recorded; a time that is free is booked as
    any other. Raises ValueError when a patient asks for that.
    """
    if overbook and by.kind is ActorKind.PATIENT:
        raise ValueError("only staff overbook")
    uow.appointments.lock_turn()
    slot = _slot(uow, clinic, doctor_id, start, now, kind)
    free = slot and free_now(uow, _without_notice(clinic), slot, None, now, kind=kind)
    assigned = Assignment(basis=Basis.STAFF, at=now, standings=tuple(uow.appointments.tallies([doctor_id], now)))
    added: Appointment | Refusal = Refusal.SLOT_TAKEN
    if slot and free and doctor_id in free.doctor_ids:
        added = uow.appointments.add(slot, doctor_id, patient_id, kind, reason, now, assigned=assigned)
    if isinstance(added, Refusal) and overbook and slot:
        added = uow.appointments.add(slot, doctor_id, patient_id, kind, reason, now, assigned=assigned, overbooked=True)
    if isinstance(added, Refusal):
        return added
    return record(uow, EventKind.OVERBOOKED if added.overbooked else EventKind.BOOKED, None, added, now, by, reason)


def open_slot(
    uow: UnitOfWork,
    clinic: Clinic,
    doctor_id: int,
    start: dt.datetime,
    now: dt.datetime,
    *,
    kind: str = FIRST_VISIT,
    moving: Appointment | None = None,
) -> Slot | None:
    """The time that staff would get with that doctor from that instant on. None: it is not free."""
    kind = moving.kind if moving else kind
    slot = _slot(uow, clinic, doctor_id, start, now, kind)
    free = slot and free_now(uow, _without_notice(clinic), slot, None, now, kind=kind, moving=moving)
    return slot if free and doctor_id in free.doctor_ids else None


def _slot(
    uow: UnitOfWork, clinic: Clinic, doctor_id: int, start: dt.datetime, now: dt.datetime, kind: str
) -> Slot | None:
    """The time such a visit takes with that doctor. None: no such doctor works here."""
    day = whole_days(start, start, ZoneInfo(clinic.zone))
    return visit_slot(uow.schedules.calendar(*day, now), clinic, doctor_id, start, kind)


def _without_notice(clinic: Clinic) -> Clinic:
    policy = clinic.policy.model_copy(update={"min_notice_minutes": 0})
    return clinic.model_copy(update={"policy": policy})


def _overlap(one: Slot, other: Slot) -> bool:
    return one.start < other.end and other.start < one.end
