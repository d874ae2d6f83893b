"""What staff write: patients, appointments, a doctor's absences. Every order is prepared, shown, then performed.

`prepare_…` resolves everything and writes nothing; `perform` functions do exactly what the order says, through
`booking.appointments` and `booking.attendance`, and check once more whose it is.
"""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking import appointments, attendance
from booking.answers import Missing, Why
from booking.attendance import NotNow
from booking.intents import Frozen, Problem, Reading
from booking.models import FIRST_VISIT, Appointment, Moment, Order, Refusal, Status
from booking.search import exact_start
from tools.access import COMING, INSTANT, Access, Stop
from tools.words import folded

_MARKS = {
    Status.IN_PROGRESS: attendance.start,
    Status.COMPLETED: attendance.complete,
    Status.NO_SHOW: attendance.no_show,
}
_MARKED = ("llego", "en_curso", "completada", "no_asistio")
_SAID = {
    "llego": "llego",
    "no llego": Status.NO_SHOW,
    "no asistio": Status.NO_SHOW,
    "no_asistio": Status.NO_SHOW,
    "en curso": Status.IN_PROGRESS,
    "en_curso": Status.IN_PROGRESS,
    "inicio": Status.IN_PROGRESS,
    "termino": Status.COMPLETED,
    "completada": Status.COMPLETED,
}


WHICH = "cuándo es la cita; si no se dice, hoy o la que viene de ese paciente"


class NewPatient(Frozen):
    nombre: str = Field(min_length=2, max_length=120, description="nombre completo")
    telefono: str | None = Field(default=None, description="teléfono con lada")


class PatientMade(Frozen):
    id: int
    nombre: str
    telefono: str | None


class NewAppointment(Frozen):
    paciente_nombre: str = Field(min_length=1, description="paciente ya registrado")
    fecha_hora_inicio: Reading = Field(description="día y hora", json_schema_extra=INSTANT)
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")
    motivo: str | None = Field(default=None, description="motivo de la consulta")


class Change(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description="con qué doctor es la cita")
    nueva_fecha_hora: Reading | None = Field(default=None, description="a cuándo se mueve", json_schema_extra=INSTANT)
    estado: str | None = Field(default=None, description="qué pasó con la cita", json_schema_extra={"enum": [*_MARKED]})
    motivo: str | None = Field(default=None, description="por qué")


class Cancellation(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description="con qué doctor es la cita")
    motivo: str | None = Field(default=None, description="por qué")


class AppointmentDone(Frozen):
    id: int
    estado: str
    inicio: Moment
    doctor: str | None
    paciente: str | None


# --- patients ------------------------------------------------------------------------------------


def prepare_patient(access: Access, wanted: NewPatient) -> Order:
    phone = access.phone(wanted.telefono) if wanted.telefono else None
    return Order(
        tool=access.tool, patient=" ".join(wanted.nombre.split()), phone=phone, doctor_id=access.caller.doctor_id
    )


def create_patient(access: Access, order: Order) -> PatientMade:
    if order.patient is None:
        raise access.no(Why.NOT_ALLOWED)
    made = access.uow.patients.enter(order.patient, order.phone, access.caller.doctor_id, access.now)
    return PatientMade(id=made.id, nombre=made.name, telefono=made.phone)


# --- appointments --------------------------------------------------------------------------------


def prepare_booking(access: Access, wanted: NewAppointment) -> Order:
    doctor = access.doctor(wanted.doctor)
    patient = access.patient(wanted.paciente_nombre)
    start = _start(access, wanted.fecha_hora_inicio, "fecha_hora_inicio")
    slot = appointments.open_slot(access.uow, access.clinic, doctor.id, start, access.now, kind=wanted.tipo_consulta)
    if slot is None:
        raise access.no(Why.SLOT_TAKEN)
    return Order(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        patient_id=patient.id,
        patient=patient.name,
        slot=slot,
        kind=wanted.tipo_consulta,
        reason=wanted.motivo,
    )


def book(access: Access, order: Order) -> AppointmentDone:
    if order.slot is None or order.patient_id is None or order.doctor_id is None:
        raise access.no(Why.NOT_ALLOWED)
    if access.own_doctor not in (None, order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    made = appointments.enter(
        access.uow,
        access.clinic,
        order.doctor_id,
        order.patient_id,
        order.slot.start,
        access.now,
        access.actor,
        kind=order.kind,
        reason=order.reason,
    )
    return _done(access, order, made)


def prepare_change(access: Access, wanted: Change) -> Order:
    mark = _SAID.get(folded(wanted.estado)) if wanted.estado else None
    if mark is None and wanted.nueva_fecha_hora is None:
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    found, order = _of_appointment(access, wanted.cuando, wanted.paciente, wanted.doctor, mark is not None)
    if mark is not None:
        status = None if mark == "llego" else Status(mark)
        return order.model_copy(update={"status": status, "reason": wanted.motivo})
    assert wanted.nueva_fecha_hora is not None
    start = _start(access, wanted.nueva_fecha_hora, "nueva_fecha_hora", found)
    slot = appointments.open_slot(access.uow, access.clinic, found.doctor_id, start, access.now, moving=found)
    if slot is None:
        raise access.no(Why.SLOT_TAKEN)
    return order.model_copy(update={"slot": slot, "reason": wanted.motivo})


def change(access: Access, order: Order) -> AppointmentDone:
    appointment = _must_be_theirs(access, order)
    if order.slot is not None:
        moved = appointments.move_to(
            access.uow, access.clinic, appointment, order.slot.start, access.now, access.actor, why=order.reason
        )
        return _done(access, order, moved)
    mark = attendance.arrive if order.status is None else _MARKS[order.status]
    marked = mark(access.uow, appointment, access.now, access.actor)
    if isinstance(marked, NotNow):
        raise access.no(Why.CHANGED if marked is NotNow.CHANGED else Why.NOT_NOW)
    return _done(access, order, marked)


def prepare_cancel(access: Access, wanted: Cancellation) -> Order:
    _, order = _of_appointment(access, wanted.cuando, wanted.paciente, wanted.doctor, False)
    return order.model_copy(update={"reason": wanted.motivo})


def cancel(access: Access, order: Order) -> AppointmentDone:
    appointment = _must_be_theirs(access, order)
    done = appointments.cancel(access.uow, access.clinic, appointment, access.now, access.actor, order.reason)
    return _done(access, order, done)


def _of_appointment(
    access: Access, when: Reading | None, patient: str | None, doctor: str | None, marking: bool
) -> tuple[Appointment, Order]:
    """The one appointment meant, and an order about it. Without a time or name, a mark is about the latest that
    has begun."""
    named = access.doctor(doctor, needed=False)
    own = named.id if named else None
    if marking and when is None and patient is None and access.chosen is None:
        found, who = access.begun(own)
    else:
        found, who = access.one(when, patient, own, (*COMING, Status.IN_PROGRESS) if marking else COMING)
    order = Order(
        tool=access.tool,
        doctor_id=found.doctor_id,
        doctor=access.doctor_names().get(found.doctor_id),
        patient_id=who.id,
        patient=who.name,
        appointment=found,
    )
    return found, order


def _must_be_theirs(access: Access, order: Order) -> Appointment:
    own = access.own_doctor
    if order.appointment is None or own not in (None, order.appointment.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    return order.appointment


def _start(access: Access, when: Reading, field: str, moved: Appointment | None = None) -> dt.datetime:
    """The one instant that was said. Only a time of day, of an appointment that moves, is on its own day."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    if moved is not None and when.when and when.when.exact and when.when.date_from is None:
        day = moved.slot.start.astimezone(access.zone).date()
        when = Reading(when=when.when.model_copy(update={"date_from": day, "date_to": day}))
    start = exact_start(when, access.clinic)
    if start is None:
        says_day = when.when is not None and when.when.date_from is not None
        raise Stop(Missing(tool=access.tool, field=field, part="time" if says_day else "day"))
    if start < access.now:
        raise access.no(Why.PAST)
    return start


def _done(access: Access, order: Order, done: Appointment | Refusal) -> AppointmentDone:
    if isinstance(done, Refusal):
        raise access.no(_WHY[done])
    return AppointmentDone(
        id=done.id,
        estado=done.status.value,
        inicio=done.slot.start.astimezone(access.zone),
        doctor=order.doctor,
        paciente=order.patient,
    )


_WHY = {
    Refusal.SLOT_TAKEN: Why.SLOT_TAKEN,
    Refusal.PATIENT_BUSY: Why.PATIENT_BUSY,
    Refusal.APPOINTMENT_CHANGED: Why.CHANGED,
    Refusal.TOO_LATE: Why.NOT_NOW,
}
