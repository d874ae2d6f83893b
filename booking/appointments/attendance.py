"""What becomes of an appointment on its day: arrived, in progress, completed, no-show. For staff.

Every function works inside the caller's unit of work and commits nothing; an expected "no" is a value.
"""

from __future__ import annotations

import datetime as dt
from enum import StrEnum

from booking.appointments.history import record
from booking.models import (
    COMING,
    Actor,
    Appointment,
    AppointmentEvent,
    ComeBack,
    ComeBackWhy,
    EventKind,
    Rating,
    Refusal,
    Status,
)
from booking.ports import UnitOfWork

EARLIEST = dt.timedelta(hours=2)
"""Whoever is here longer before their time has come for another appointment, or on another day."""

INVITED_AFTER = dt.timedelta(hours=2)
"""Who did not come is offered another date so long after it was marked: a mark made by mistake is taken back first."""

ASKED_AFTER = dt.timedelta(hours=1)
"""Who was here is asked how it was so long after the visit: a mark made by mistake is taken back first."""

STILL_MISSED = dt.timedelta(days=1)
"""Of an appointment that was missed longer ago nothing is offered any more."""

SOONEST = dt.timedelta(hours=1)
"""A visit that begins longer before its time is another one, or is moved first: its doctor's day must stay true."""


class NotNow(StrEnum):
    """Why a mark does not fit."""

    HELD = "held"  # a slot kept for a conversation is no appointment
    OVER = "over"  # completed, cancelled or no-show already
    STARTED = "started"
    NOT_STARTED = "not_started"
    ARRIVED = "arrived"
    TOO_EARLY = "too_early"  # a no-show before the time has come, an arrival before its day, a visit hours before
    NOT_MARKED = "not_marked"  # the mark to be taken back is not the last thing that happened
    CHANGED = "changed"  # somebody changed it meanwhile


def arrive(uow: UnitOfWork, appointment: Appointment, now: dt.datetime, by: Actor) -> Appointment | NotNow:
    """The patient is here. The status stays; the moment is kept."""
    if refused := unfit(None, appointment, now):
        return refused
    return _mark(uow, appointment, appointment.status, EventKind.ARRIVED, now, by, arrived_at=now)


def confirm(uow: UnitOfWork, appointment: Appointment, now: dt.datetime, by: Actor) -> Appointment | NotNow:
    """The patient says that they will come. Said again, it stays so."""
    if appointment.status is Status.CONFIRMED:
        return appointment
    if refused := _unless_coming(appointment):
        return refused
    if appointment.slot.start <= now:
        return NotNow.STARTED
    here = appointment.arrived_at
    return _mark(uow, appointment, Status.CONFIRMED, EventKind.CONFIRMED, now, by, here)


def start(uow: UnitOfWork, appointment: Appointment, now: dt.datetime, by: Actor) -> Appointment | NotNow:
    """The visit begins; whoever begins it has arrived."""
    if refused := unfit(Status.IN_PROGRESS, appointment, now):
        return refused
    return _mark(uow, appointment, Status.IN_PROGRESS, EventKind.STARTED, now, by, appointment.arrived_at or now)


def complete(uow: UnitOfWork, appointment: Appointment, now: dt.datetime, by: Actor) -> Appointment | NotNow:
    """The visit is over. It must have been started. Its patient is asked later how it was, if the clinic asks."""
    if refused := unfit(Status.COMPLETED, appointment, now):
        return refused
    marked = _mark(uow, appointment, Status.COMPLETED, EventKind.COMPLETED, now, by, appointment.arrived_at)
    if isinstance(marked, Appointment) and uow.schedules.clinic().policy.ask_rating:
        uow.ratings.add(Rating(appointment_id=marked.id, doctor_id=marked.doctor_id, due=now + ASKED_AFTER))
    return marked


def no_show(uow: UnitOfWork, appointment: Appointment, now: dt.datetime, by: Actor) -> Appointment | NotNow:
    """The patient did not come; not before the time has come, and not of somebody who arrived."""
    if refused := unfit(Status.NO_SHOW, appointment, now):
        return refused
    marked = _mark(uow, appointment, Status.NO_SHOW, EventKind.NO_SHOW, now, by, None)
    if isinstance(marked, Appointment) and marked.patient_id is not None and now - marked.slot.start < STILL_MISSED:
        missed = ComeBack(
            patient_id=marked.patient_id,
            appointment_id=marked.id,
            doctor_id=marked.doctor_id,
            why=ComeBackWhy.MISSED,
            due=now + INVITED_AFTER,
            made_at=now,
        )
        uow.come_backs.add(missed)
    return marked


def undo(
    uow: UnitOfWork, kind: EventKind, appointment: Appointment, now: dt.datetime, by: Actor
) -> Appointment | NotNow | Refusal:
    """Take back a mark that was made by mistake: the appointment is as it was before. Only the last thing
    that stands can be taken back. Refused as by `Appointments.unmark`: what is over had given up its time."""
    standing: list[AppointmentEvent] = []
    for event in uow.events.list(appointment.id):
        if event.kind is EventKind.UNDONE and standing:
            standing.pop()
        else:
            standing.append(event)
    if not standing or standing[-1].kind is not kind or (before := standing[-1].before) is None:
        return NotNow.NOT_MARKED
    marked = standing[-1]
    kept = kind is EventKind.COMPLETED or (kind is EventKind.STARTED and appointment.arrived_at != marked.at)
    arrived_at = appointment.arrived_at if kept else None
    undone = uow.appointments.unmark(appointment.id, appointment.version, before.status, now, arrived_at=arrived_at)
    if isinstance(undone, Refusal):
        return undone
    return record(uow, EventKind.UNDONE, appointment, undone, now, by)


def unfit(mark: Status | None, appointment: Appointment, now: dt.datetime) -> NotNow | None:
    """Why the appointment cannot get this mark now; None where it can. No status stands for an arrival."""
    if mark is Status.COMPLETED:
        if appointment.status is Status.IN_PROGRESS:
            return None
        return _unless_coming(appointment) or NotNow.NOT_STARTED
    if mark is Status.IN_PROGRESS:
        return _unless_here(appointment, now, SOONEST)
    if refused := _unless_coming(appointment) if mark is Status.NO_SHOW else _unless_here(appointment, now):
        return refused
    if appointment.arrived_at is not None:
        return NotNow.ARRIVED
    return NotNow.TOO_EARLY if mark is Status.NO_SHOW and now < appointment.slot.start else None


def _unless_coming(appointment: Appointment) -> NotNow | None:
    if appointment.status is Status.HELD:
        return NotNow.HELD
    if appointment.status is Status.IN_PROGRESS:
        return NotNow.STARTED
    return None if appointment.status in COMING else NotNow.OVER


def _unless_here(appointment: Appointment, now: dt.datetime, ahead: dt.timedelta = EARLIEST) -> NotNow | None:
    early = now < appointment.slot.start - ahead
    return _unless_coming(appointment) or (NotNow.TOO_EARLY if early else None)


def _mark(
    uow: UnitOfWork,
    appointment: Appointment,
    status: Status,
    kind: EventKind,
    now: dt.datetime,
    by: Actor,
    arrived_at: dt.datetime | None,
) -> Appointment | NotNow:
    marked = uow.appointments.mark(appointment.id, appointment.version, status, now, arrived_at=arrived_at)
    if marked is None:
        return NotNow.CHANGED
    return record(uow, kind, appointment, marked, now, by)
