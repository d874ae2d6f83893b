"""Use cases that change appointments for staff: enter, move, cancel, mark."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes, attendance
from booking.appointments.attendance import NotNow
from booking.desk import booking_horizon, find_appointments, find_people, in_the_way, staff_dates, visit_types
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.find_appointments import found_appointment
from booking.desk.importing import is_email
from booking.desk.json_views import Json
from booking.desk.times_not_free import why_not_free
from booking.desk.unchangeable import NOT_NOW, must_be_movable
from booking.intents import LONGEST_NAME, a_name
from booking.models import (
    LIVE,
    Actor,
    Appointment,
    Doctor,
    EventKind,
    Patient,
    Refusal,
    Status,
)
from booking.ports import UnitOfWork
from booking.scheduling.reasons import Why, why_not

Mark = Callable[[UnitOfWork, Appointment, dt.datetime, Actor], Appointment | NotNow]
MARKS: dict[str, Mark] = {
    "llego": attendance.arrive,
    "inicia": attendance.start,
    "completa": attendance.complete,
    "no-asistio": attendance.no_show,
}
_EVENTS = {
    "llego": EventKind.ARRIVED,
    "inicia": EventKind.STARTED,
    "completa": EventKind.COMPLETED,
    "no-asistio": EventKind.NO_SHOW,
}


class NewPatient(NamedTuple):
    """Somebody not on file yet. A number may be that of somebody else who brings them."""

    name: str
    phone: str | None  # E.164
    email: str | None = None


def new_patient(name: str, phone: str | None, email: str | None, number: Callable[[str], str | None]) -> NewPatient:
    """Somebody as staff write them down; `number` makes E.164 of a telephone, and None of what is none. Raises
    BadValue."""
    if not name.strip():
        raise BadValue(Field.NEW, "falta el nombre.")
    said = a_name(name)
    if said is None:
        raise BadValue(Field.NEW, f"no parece un nombre: van letras, y caben {LONGEST_NAME}.")
    if email and not is_email(email):
        raise BadValue(Field.EMAIL, "no es un correo.")
    found = number(phone) if phone else None
    if phone and found is None:
        raise BadValue(Field.PHONE, f"«{phone}» no es un teléfono: diez cifras, o con lada.")
    return NewPatient(said, found, email or None)


class Wish(NamedTuple):
    """An appointment as staff ask for it, for a patient on file or a new one; `overbook` lets it overlap others. The
    patient is told of it; without `tell` staff do."""

    doctor: str
    patient: str | None
    new: NewPatient | None
    start: str
    visit: str
    reason: str | None
    overbook: bool
    tell: bool = True


def mark(
    uow: UnitOfWork,
    appointment_id: int,
    what: str,
    now: dt.datetime,
    by: Actor,
    *,
    undo: bool = False,
    own: int | None = None,
) -> Appointment:
    """Mark an appointment, or take that mark back; `own`: that doctor does, who marks no other's. Raises
    DeskRefused."""
    found = found_appointment(uow, appointment_id, own=own)
    if what not in MARKS:
        raise DeskRefused(f"«{what}» no es ninguna marca. Hay: {', '.join(MARKS)}.")
    marked = attendance.undo(uow, _EVENTS[what], found, now, by) if undo else MARKS[what](uow, found, now, by)
    if marked is Refusal.APPOINTMENT_CHANGED:
        marked = NotNow.CHANGED
    if isinstance(marked, Refusal):
        raise DeskRefused(
            f"La cita {appointment_id} queda como está: su horario ya lo ocupa otra. Véala: turnero agenda"
            f" --fecha {found.slot.start.astimezone(ZoneInfo(find_people.clinic_of(uow).zone)).date()}"
        )
    if isinstance(marked, NotNow):
        from booking.conversation.replies.spanish import short_day

        when = found.slot.start.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
        at = f"{short_day(when.date())}, {when:%H:%M}"
        why = NOT_NOW[marked].format(id=appointment_id, estado=found.status.value, cuando=at)
        raise DeskRefused(f"La cita {appointment_id} {why}.")
    return marked


def enter(uow: UnitOfWork, wish: Wish, now: dt.datetime, by: Actor) -> Appointment:
    """Enter an appointment. Raises DeskRefused, which says why the time is not free, and BadValue."""
    clinic = find_people.clinic_of(uow)
    doctor = find_people.find_doctor(uow, wish.doctor)
    visit_types.must_be_known(uow, wish.visit)
    start = staff_dates.moment(
        wish.start, now.astimezone(ZoneInfo(clinic.zone)), Field.START, (clinic.opens, clinic.closes)
    )
    _must_fit(wish.reason)
    patient = _patient(uow, wish, now)
    entered = appointment_changes.enter(
        uow,
        clinic,
        doctor.id,
        patient.id,
        start,
        now,
        by,
        visit=wish.visit,
        reason=wish.reason,
        overbook=wish.overbook,
        tell=wish.tell,
    )
    if isinstance(entered, Refusal):
        said = why_refused(uow, entered, doctor.id, start, now, wish.visit, patient_id=patient.id)
        raise DeskRefused(f"No se agendó: {said}.{_way_out(entered, doctor, start, now)}")
    return entered


def _must_fit(reason: str | None) -> None:
    """Raises DeskRefused for a reason that no message could show."""
    if reason and len(reason) > appointment_changes.LONGEST_NOTE:
        raise DeskRefused(
            f"No se hizo: el motivo tiene {len(reason)} letras y caben {appointment_changes.LONGEST_NOTE}."
            " Escríbalo más corto."
        )


def _way_out(why: Refusal, doctor: Doctor, start: dt.datetime, now: dt.datetime) -> str:
    """What staff can do about it."""
    if not doctor.active:
        return f" Para que reciba pacientes: turnero doctores activar {doctor.id}"
    if start < now:
        return " Diga un día y una hora que no hayan pasado."
    if why is not Refusal.SLOT_TAKEN:
        return _others(doctor.id, start)
    return f"{_others(doctor.id, start)} Para agendar de todos modos: --sobrecupo"


def _others(doctor_id: int, start: dt.datetime) -> str:
    """Where the times are that can be had instead; `start` is in the clinic's zone."""
    return f" Los libres: turnero horarios --doctor {doctor_id} --fecha {start.date()}."


def _patient(uow: UnitOfWork, wish: Wish, now: dt.datetime) -> Patient:
    if wish.new:
        return uow.patients.enter(wish.new.name, wish.new.phone, None, now, wish.new.email)
    return find_people.find_patient(uow, wish.patient or "")


def move(
    uow: UnitOfWork,
    appointment_id: int,
    start: str,
    doctor: str | None,
    why: str | None,
    now: dt.datetime,
    by: Actor,
    *,
    overbook: bool = False,
    tell: bool = True,
    version: int | None = None,
) -> Appointment:
    """Move an appointment; `overbook` and `tell` as in `Wish`. `version`: as it was when that was asked about. Raises
    DeskRefused and BadValue."""
    _must_fit(why)
    clinic = find_people.clinic_of(uow)
    found = found_appointment(uow, appointment_id)
    if version not in (None, found.version):
        raise DeskRefused(
            f"La cita {appointment_id} cambió mientras tanto y no se movió. Véala: turnero citas ver {appointment_id}"
        )
    must_be_movable(found)
    to = staff_dates.moment(start, now.astimezone(ZoneInfo(clinic.zone)), Field.START, (clinic.opens, clinic.closes))
    doctor_id = find_people.find_doctor(uow, doctor).id if doctor else None
    if to == found.slot.start and doctor_id in (None, found.doctor_id):
        raise DeskRefused(
            f"La cita {appointment_id} ya es a esa hora, con ese doctor. No se cambió nada. Diga otra hora."
        )
    moved = appointment_changes.move_to(
        uow, clinic, found, to, now, by, doctor_id=doctor_id, why=why, overbook=overbook, tell=tell
    )
    if isinstance(moved, Refusal):
        with_ = doctor_id or found.doctor_id
        said = why_refused(uow, moved, with_, to, now, found.visit, patient_id=found.patient_id, moving=found.id)
        other = " Diga un día y una hora que no hayan pasado." if to < now else ""
        if moved is Refusal.PATIENT_BUSY and to >= now:
            other = _others(with_, to)
        if moved is Refusal.SLOT_TAKEN and to >= now:
            other = f"{_others(with_, to)} Para moverla de todos modos: --sobrecupo"
        raise DeskRefused(f"La cita {appointment_id} no se movió: {said}.{other}")
    return moved


def to_cancel(uow: UnitOfWork, appointment_id: int) -> Json:
    """One appointment, to be shown, if it can be cancelled. Raises DeskRefused."""
    found = found_appointment(uow, appointment_id)
    if found.status is Status.HELD:
        raise DeskRefused(f"La {appointment_id} es un horario apartado, no una cita: se libera solo en unos minutos.")
    if found.status not in LIVE:
        raise DeskRefused(
            f"La cita {appointment_id} ya está {found.status}; no hay nada que cancelar."
            f" Vea qué pasó: turnero citas ver {appointment_id}"
        )
    return find_appointments.one(uow, appointment_id)


def cancel(uow: UnitOfWork, row: Json, reason: str | None, now: dt.datetime, by: Actor, *, tell: bool = True) -> None:
    """Cancel it as it was shown, and tell the patient if `tell`; the cancellation window does not bind staff. Raises
    DeskRefused when it has changed since."""
    _must_fit(reason)
    found = found_appointment(uow, row["id"]).model_copy(update={"version": row["version"]})
    clinic = find_people.clinic_of(uow)
    if isinstance(appointment_changes.cancel(uow, clinic, found, now, by, reason, tell=tell), Refusal):
        raise DeskRefused(
            f"La cita {row['id']} cambió mientras tanto y no se canceló. Véala: turnero citas ver {row['id']}"
        )


def why_refused(
    uow: UnitOfWork,
    why: Refusal,
    doctor_id: int,
    at: dt.datetime,
    now: dt.datetime,
    visit: str,
    *,
    patient_id: int | None = None,
    moving: int | None = None,
) -> str:
    """What stands against that time, for staff, with the appointments in its way; `moving` is the one that was to go
    there."""
    clinic = find_people.clinic_of(uow)
    if why is Refusal.APPOINTMENT_CHANGED:
        return "ya no está por venir, o cambió mientras tanto"
    calendar = uow.schedules.calendar(at, at, now)
    if why is Refusal.PATIENT_BUSY:
        mine = patient_id and in_the_way.found(uow, calendar, doctor_id, at, visit, patient_id=patient_id, but=moving)
        return "el paciente ya tiene otra cita a esa hora" + (f": {mine}" if mine else "")
    reason = why_not(calendar, clinic, doctor_id, at, now, visit)
    if reason is not None and reason[0] is Why.HORIZON:
        far = booking_horizon.too_far(uow, at.astimezone(ZoneInfo(clinic.zone)).date(), now)
        return f"{far[0].lower()}{far[1:]}".rstrip(".") if far else why_not_free(reason[0].value, None)[0]
    if reason is not None and reason[0] not in (Why.TAKEN, Why.BUFFER):
        return " · ".join(filter(None, why_not_free(reason[0].value, reason[1])))
    said = why_not_free(reason[0].value, None)[0] if reason else "el horario está ocupado"
    found = in_the_way.found(uow, calendar, doctor_id, at, visit, but=moving)
    return f"{said}: {found}" if found else said
