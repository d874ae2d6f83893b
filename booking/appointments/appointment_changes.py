"""Book, move, cancel (`holds` holds): the one implementation, for the conversation, the tools and the command line.

Every function works inside the caller's unit of work and commits nothing. What may go wrong in the ordinary
course comes back as a value, never as an exception.
"""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.appointments import away
from booking.appointments.history import acting, record
from booking.appointments.holds import anew, secured, stands_on, visit_of, without_notice
from booking.models import (
    DAY_MINUTES,
    FIRST_VISIT,
    LIVE,
    Actor,
    ActorKind,
    Appointment,
    Assignment,
    Basis,
    Booking,
    Clinic,
    EventKind,
    Hold,
    Move,
    Person,
    Refusal,
    Slot,
)
from booking.models.draft_parts import patient_name_of
from booking.ports import UnitOfWork
from booking.scheduling.availability import free_at, free_slots, visit_slot
from booking.scheduling.schedule import day_range

LONGEST_NOTE = 300
"""Characters of what is kept for the doctor; more would not fit a message that shows it."""


def noted(before: str | None, said: str | None) -> str | None:
    """What the doctor should know: what was said before, and now; the same thing once."""
    said = " ".join((said or "").split())
    if not said or said in (before or ""):
        return before
    return (f"{before}; {said}" if before else said)[:LONGEST_NOTE]


def book(
    uow: UnitOfWork, clinic: Clinic, draft: Booking, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Hold | Refusal:
    """Make the draft's hold an appointment of the draft's patient: at that time, with that doctor. The caller has the
    person's yes to both. A hold: the time could be had with another doctor only, who is held now; nothing is booked."""
    name = patient_name_of(draft, person)
    if draft.hold is None or name is None:
        raise ValueError("a draft without a hold or a name cannot be booked")
    for taken in (secured, anew):  # anew where somebody's clock was ahead of ours, and the hold is gone
        hold = taken(uow, clinic, draft, conversation_id, now)
        if hold is None or hold.doctor_id != draft.hold.doctor_id:
            return hold or Refusal.SLOT_TAKEN
        patient = uow.patients.find_or_create(person.id, name, person.phone, now)
        booked = uow.appointments.book(hold, conversation_id, patient.id, visit_of(draft), draft.note, now)
        if isinstance(booked, Appointment):
            return record(uow, EventKind.BOOKED, None, booked, now, acting(person, now))
        uow.appointments.release_hold(hold, conversation_id)
        if booked is not Refusal.SLOT_TAKEN:
            return booked
    return Refusal.SLOT_TAKEN


def move(
    uow: UnitOfWork, clinic: Clinic, draft: Move, person: Person, conversation_id: int, now: dt.datetime
) -> Appointment | Refusal:
    """Give the draft's appointment the time it holds; the old time is free only once this is committed.

    The caller has the person's yes. After a refusal the hold is released, and the appointment is as it was.
    """
    if draft.hold is None:
        raise ValueError("a draft without a hold moves nothing")
    by = acting(person, now)
    moved: Appointment | Refusal = Refusal.TOO_LATE
    if by.kind is not ActorKind.PATIENT or _may(uow, clinic, draft.appointment, now):
        hold = secured(uow, clinic, draft, conversation_id, now)
        if hold is None:
            return Refusal.SLOT_TAKEN
        # Of the doctor it was held with: `anew` takes no other for an appointment that is moved.
        to = hold.slot if stands_on(hold, draft.appointment) else hold
        told = noted(draft.appointment.reason, draft.note)
        moved = _move(uow, draft.appointment, to, hold.doctor_id, conversation_id, now, by, reason=told)
    if isinstance(moved, Refusal):
        uow.appointments.release_hold(draft.hold, conversation_id)
    return moved


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
    overbook: bool = False,
    tell: bool = True,
) -> Appointment | Refusal:
    """Move without a hold, as staff do: same doctor unless one is named. The minimum notice does not bind staff.
    `overbook` and `tell` as in `enter`."""
    if overbook and by.kind is ActorKind.PATIENT:
        raise ValueError("only staff overbook")
    uow.appointments.lock_turn()
    doctor_id = doctor_id or appointment.doctor_id
    slot, free = _placed(uow, clinic, doctor_id, start, now, appointment.visit, appointment)
    if slot is None or start < now:
        return Refusal.SLOT_TAKEN
    moved: Appointment | Refusal = Refusal.SLOT_TAKEN
    if free:
        moved = _move(uow, appointment, slot, doctor_id, None, now, by, why=why, tell=tell)
    if moved is Refusal.SLOT_TAKEN and overbook:
        if appointment.patient_id and _is_there(uow, doctor_id, appointment.patient_id, slot, but=appointment.id):
            return Refusal.PATIENT_BUSY
        moved = _move(uow, appointment, slot, doctor_id, None, now, by, why=why, overbook=True, tell=tell)
    return moved


def place(
    uow: UnitOfWork,
    appointment: Appointment,
    to: Slot,
    doctor_id: int,
    now: dt.datetime,
    by: Actor,
    *,
    why: str | None = None,
    overbook: bool = False,
    tell: bool = True,
) -> Appointment | Refusal:
    """Give it a time that a plan of the whole day has found (`day_plan`), by other rules than those of a time that is
    offered. The caller has locked the fair turn. Who has arrived stays so. `tell` as in `enter`."""
    if by.kind is ActorKind.PATIENT:
        raise ValueError("only staff change a day")
    return _move(uow, appointment, to, doctor_id, None, now, by, why=why, overbook=overbook, arrival=True, tell=tell)


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
    overbook: bool = False,
    arrival: bool = False,
    tell: bool | None = None,
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
        overbooked=overbook,
        keeps_arrival=arrival,
    )
    if isinstance(moved, Refusal):
        return moved
    kind = EventKind.OVERBOOKED if overbook else EventKind.MOVED
    return record(uow, kind, appointment, moved, now, by, why, tell=tell)


def may_change(clinic: Clinic, appointment: Appointment, now: dt.datetime) -> bool:
    """Whether the patient may still move or cancel it without staff: the clinic's cancellation window."""
    return now + dt.timedelta(hours=clinic.policy.cancel_hours) <= appointment.slot.start


def _may(uow: UnitOfWork, clinic: Clinic, appointment: Appointment, now: dt.datetime) -> bool:
    """The same, or at any time where its doctor will not be there and another time was offered."""
    return may_change(clinic, appointment, now) or bool(away.awaits_move(uow, [appointment.id]))


def cancel(
    uow: UnitOfWork,
    clinic: Clinic,
    appointment: Appointment,
    now: dt.datetime,
    by: Actor,
    why: str | None = None,
    *,
    tell: bool = True,
) -> Appointment | Refusal:
    """Cancel it as it was shown. TOO_LATE inside the cancellation window, for patients; APPOINTMENT_CHANGED when
    it is no longer what was shown. `tell` as in `enter`."""
    if by.kind is ActorKind.PATIENT and not _may(uow, clinic, appointment, now):
        return Refusal.TOO_LATE
    cancelled = uow.appointments.cancel(appointment.id, appointment.version, why, now)
    if cancelled is None:
        return Refusal.APPOINTMENT_CHANGED
    return record(uow, EventKind.CANCELLED, appointment, cancelled, now, by, why, tell=tell)


def enter(
    uow: UnitOfWork,
    clinic: Clinic,
    doctor_id: int,
    patient_id: int,
    start: dt.datetime,
    now: dt.datetime,
    by: Actor,
    *,
    visit: str = FIRST_VISIT,
    reason: str | None = None,
    overbook: bool = False,
    tell: bool | None = True,
) -> Appointment | Refusal:
    """An appointment that staff enter, without hold or conversation; the minimum notice does not bind them. What staff
    do the patient is told; without `tell` whoever does it tells them, and with None they know of it already.

    `overbook` lets it overlap others and lie outside of hours, and is recorded; a time that is free is booked as any
    other. What is past is never booked, nor the same patient twice with the same doctor. Raises ValueError when a
    patient asks for that.
    """
    if overbook and by.kind is ActorKind.PATIENT:
        raise ValueError("only staff overbook")
    uow.appointments.lock_turn()
    slot, free = _placed(uow, clinic, doctor_id, start, now, visit)
    assigned = Assignment(basis=Basis.STAFF, at=now, standings=tuple(uow.appointments.tallies([doctor_id], now)))
    added: Appointment | Refusal = Refusal.SLOT_TAKEN
    if slot and free:
        added = uow.appointments.add(slot, doctor_id, patient_id, visit, reason, now, assigned=assigned)
    if added is Refusal.SLOT_TAKEN and overbook and slot and start >= now:
        if _is_there(uow, doctor_id, patient_id, slot):
            return Refusal.PATIENT_BUSY
        added = uow.appointments.add(
            slot, doctor_id, patient_id, visit, reason, now, assigned=assigned, overbooked=True
        )
    if isinstance(added, Refusal):
        return added
    kind = EventKind.OVERBOOKED if added.overbooked else EventKind.BOOKED
    return record(uow, kind, None, added, now, by, reason, tell=tell)


def _is_there(uow: UnitOfWork, doctor_id: int, patient_id: int, slot: Slot, *, but: int | None = None) -> bool:
    """Whether the patient is with that doctor then, overbooked or not: no constraint knows those who are."""
    since = slot.start - dt.timedelta(minutes=DAY_MINUTES)
    theirs = uow.appointments.list(
        start=since, end=slot.end, doctor_id=doctor_id, patient_id=patient_id, statuses=sorted(LIVE)
    )
    return any(other.id != but and other.slot.overlaps(slot) for other in theirs)


def open_slot(
    uow: UnitOfWork,
    clinic: Clinic,
    doctor_id: int,
    start: dt.datetime,
    now: dt.datetime,
    *,
    visit: str = FIRST_VISIT,
    moving: Appointment | None = None,
) -> Slot | None:
    """The time that staff would get with that doctor from that instant on. None: it is not free."""
    slot, free = _placed(uow, clinic, doctor_id, start, now, moving.visit if moving else visit, moving)
    return slot if free else None


def any_slot(
    uow: UnitOfWork, clinic: Clinic, doctor_id: int, start: dt.datetime, now: dt.datetime, *, visit: str = FIRST_VISIT
) -> Slot | None:
    """The time that such a visit takes, free or not, to be overbooked. None: no such doctor works here."""
    return _placed(uow, clinic, doctor_id, start, now, visit)[0]


def open_on(
    uow: UnitOfWork, clinic: Clinic, doctor_id: int, date: dt.date, now: dt.datetime, *, visit: str = FIRST_VISIT
) -> list[Slot]:
    """The times that staff would get with that doctor on that date, by start."""
    start, end = day_range(date, ZoneInfo(clinic.zone))
    calendar = uow.schedules.calendar(start, end, now)
    found = free_slots(calendar, without_notice(clinic), start, end, now, visit=visit)
    return [free.slot for free in found if doctor_id in free.doctor_ids]


def _placed(
    uow: UnitOfWork,
    clinic: Clinic,
    doctor_id: int,
    start: dt.datetime,
    now: dt.datetime,
    visit: str,
    moving: Appointment | None = None,
) -> tuple[Slot | None, bool]:
    """The time such a visit takes with that doctor (None: no such doctor works here), and whether staff may have it:
    what the calendar of its day says, which is read once."""
    calendar = uow.schedules.calendar(start, start, now, except_appointment=moving.id if moving else None)
    slot = visit_slot(calendar, clinic, doctor_id, start, visit)
    if slot is None:
        return None, False
    free = free_at(calendar, without_notice(clinic), slot, now, visit)
    return slot, free is not None and doctor_id in free.doctor_ids
