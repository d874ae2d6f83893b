"""What staff write of appointments. Every order is prepared, shown, then performed.

`prepare_…` resolves everything and writes nothing; `perform` functions do exactly what the order says, through
`booking.appointments.appointment_changes` and `booking.appointments.attendance`, and check once more whose it is.
"""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.appointments import appointment_changes, attendance
from booking.appointments.attendance import NotNow
from booking.intents import Frozen, Reading, UseTool
from booking.models import FIRST_VISIT, Appointment, Moment, Order, Patient, Refusal, Status
from booking.models.tool_answers import Missing, Proposed, ToolRefused, Why
from tools.access import COMING, INSTANT, Access, Stop
from tools.instants import not_free, start_of
from tools.tool_words import folded, minutes_in

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
WITH_WHOM = "con qué doctor es la cita; al moverla, si el paciente no tiene una con ese doctor, con cuál queda"
ALL = "«sí» si son todas las citas que haya entonces o de ese paciente"
MOST_AT_ONCE = 10
"""Appointments that one request may be about: each waits for a yes of its own."""


class NewAppointment(Frozen):
    paciente_nombre: str = Field(min_length=1, description="paciente ya registrado")
    fecha_hora_inicio: Reading = Field(description="día y hora", json_schema_extra=INSTANT)
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")
    motivo: str | None = Field(default=None, description="motivo de la consulta")


class Change(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description=WITH_WHOM)
    nueva_fecha_hora: Reading | None = Field(default=None, description="a cuándo se mueve", json_schema_extra=INSTANT)
    recorrer: str | None = Field(default=None, description="cuánto se recorre («media hora», «15 minutos antes»)")
    estado: str | None = Field(default=None, description="qué pasó con la cita", json_schema_extra={"enum": [*_MARKED]})
    todas: bool = Field(default=False, description=ALL)
    motivo: str | None = Field(default=None, description="por qué")


class Cancellation(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description="con qué doctor es la cita")
    todas: bool = Field(default=False, description=ALL)
    motivo: str | None = Field(default=None, description="por qué")


class AppointmentDone(Frozen):
    id: int
    estado: str
    inicio: Moment
    doctor: str | None
    paciente: str | None
    sin_avisar: bool = False  # the patient does not know yet, and nobody is told to tell them


# --- appointments --------------------------------------------------------------------------------


def prepare_booking(access: Access, wanted: NewAppointment) -> Order:
    doctor = access.doctor(wanted.doctor)
    patient = access.patient(wanted.paciente_nombre)
    start = start_of(access, wanted.fecha_hora_inicio, "fecha_hora_inicio")
    kind = wanted.tipo_consulta
    slot = appointment_changes.open_slot(access.uow, access.clinic, doctor.id, start, access.now, kind=kind)
    if slot is None:
        raise not_free(access, doctor.id, start, kind, "fecha_hora_inicio")
    return Order(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        patient_id=patient.id,
        patient=patient.name,
        phone=patient.phone if access.chosen else None,  # others are called so too
        slot=slot,
        kind=kind,
        reason=wanted.motivo,
    )


def book(access: Access, order: Order) -> AppointmentDone:
    if order.slot is None or order.patient_id is None or order.doctor_id is None:
        raise access.no(Why.NOT_ALLOWED)
    if access.own_doctor not in (None, order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    made = appointment_changes.enter(
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
    if wanted.todas:
        raise access.no(Why.ONE_BY_ONE)
    mark = _SAID.get(folded(wanted.estado)) if wanted.estado else None
    if wanted.estado and mark is None:
        raise Stop(Missing(tool=access.tool, field="estado"))
    if mark is not None:
        return _marked(access, wanted, None if mark == "llego" else Status(mark))
    minutes = minutes_in(wanted.recorrer) if wanted.recorrer else None
    says_when = wanted.nueva_fecha_hora is not None or minutes is not None
    if not says_when and (wanted.doctor is None or not _says_whose(access, wanted)):
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    found, who, doctor_id = _to_move(access, wanted)
    if not says_when and doctor_id == found.doctor_id:
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    if wanted.nueva_fecha_hora is not None:
        start = start_of(access, wanted.nueva_fecha_hora, "nueva_fecha_hora", found)
    else:
        start = found.slot.start + dt.timedelta(minutes=minutes or 0)
        if start < access.now:
            raise access.no(Why.PAST)
    slot = appointment_changes.open_slot(access.uow, access.clinic, doctor_id, start, access.now, moving=found)
    if slot is None:
        raise not_free(access, doctor_id, start, found.kind, "nueva_fecha_hora")
    order = _about(access, found, who).model_copy(update={"slot": slot, "reason": wanted.motivo})
    if doctor_id == found.doctor_id:
        return order
    with_whom = {"doctor_id": doctor_id, "doctor": access.doctor_names().get(doctor_id), "before": order.doctor}
    return order.model_copy(update=with_whom)


def _says_whose(access: Access, wanted: Change) -> bool:
    return wanted.paciente is not None or access.chosen is not None


def _to_move(access: Access, wanted: Change) -> tuple[Appointment, Patient, int]:
    """The appointment to be moved, its patient, and the doctor with whom it will be. One who is named tells which is
    meant; where that patient has none with them, they are the doctor whom it goes to."""
    named = _doctor_id(access, wanted.doctor)
    try:
        found, who = access.one(wanted.cuando, wanted.paciente, named)
        return found, who, found.doctor_id
    except Stop as stop:
        none = isinstance(stop.why, ToolRefused) and stop.why.why is Why.NO_SUCH_APPOINTMENT
        if not none or named is None or wanted.doctor is None or not _says_whose(access, wanted):
            raise
    found, who = access.one(wanted.cuando, wanted.paciente, None)
    return found, who, named


def change(access: Access, order: Order) -> AppointmentDone:
    appointment = _must_be_theirs(access, order)
    if order.slot is not None:
        moved = appointment_changes.move_to(
            access.uow,
            access.clinic,
            appointment,
            order.slot.start,
            access.now,
            access.actor,
            doctor_id=order.doctor_id,
            why=order.reason,
        )
        return _done(access, order, moved)
    mark = attendance.arrive if order.status is None else _MARKS[order.status]
    marked = mark(access.uow, appointment, access.now, access.actor)
    if isinstance(marked, NotNow):
        raise access.no(Why.CHANGED if marked is NotNow.CHANGED else Why.NOT_NOW)
    return _done(access, order, marked)


def _marked(access: Access, wanted: Change, status: Status | None) -> Order:
    """What happened with an appointment, of those of which it can be said by now; without a time or a name it is the
    latest that has begun."""

    def unless(appointment: Appointment) -> ToolRefused | None:
        match attendance.unfit(status, appointment, access.now):
            case None:
                return None
            case NotNow.TOO_EARLY:
                at = appointment.slot.start.astimezone(access.zone)
                return ToolRefused(tool=access.tool, why=Why.NOT_YET, at=at)
        return ToolRefused(tool=access.tool, why=Why.NOT_NOW)

    own = _doctor_id(access, wanted.doctor)
    if wanted.cuando is None and wanted.paciente is None and access.chosen is None:
        found, who = access.begun(own)
    else:
        found, who = access.one(wanted.cuando, wanted.paciente, own, (*COMING, Status.IN_PROGRESS), unless)
    return _about(access, found, who).model_copy(update={"status": status, "reason": wanted.motivo})


def prepare_cancel(access: Access, wanted: Cancellation) -> Proposed:
    own = _doctor_id(access, wanted.doctor)
    if wanted.todas:
        if wanted.cuando is None and wanted.paciente is None:
            raise Stop(Missing(tool=access.tool, field="cuando"))
        found, people = access.all_meant(wanted.cuando, wanted.paciente, own)
        found = [a for a in found if a.slot.start > access.now]
        if len(found) > MOST_AT_ONCE:
            raise access.no(Why.TOO_MANY)
        if not found:
            raise access.no(Why.NO_SUCH_APPOINTMENT)
    else:
        one, who = access.one(wanted.cuando, wanted.paciente, own)
        found, people = [one], {who.id: who}
    first, *rest = [_about(access, a, people[a.patient_id or 0]) for a in found]
    order = first.model_copy(update={"reason": wanted.motivo})
    return Proposed(order=order, then=tuple(_cancel_too(access, other) for other in rest))


def _cancel_too(access: Access, order: Order) -> UseTool:
    """The cancelling of one of several, as it would be asked for by itself."""
    start = order.appointment.slot.start.astimezone(access.zone) if order.appointment else access.now
    return UseTool(
        tool=access.tool, arguments=(("paciente", order.patient or ""), ("cuando", f"{start:%d/%m/%Y %H:%M}"))
    )


def cancel(access: Access, order: Order) -> AppointmentDone:
    appointment = _must_be_theirs(access, order)
    done = appointment_changes.cancel(access.uow, access.clinic, appointment, access.now, access.actor, order.reason)
    return _done(access, order, done)


def _doctor_id(access: Access, said: str | None) -> int | None:
    named = access.doctor(said, needed=False)
    return named.id if named else None


def _about(access: Access, appointment: Appointment, patient: Patient) -> Order:
    """An order about an appointment that exists."""
    return Order(
        tool=access.tool,
        doctor_id=appointment.doctor_id,
        doctor=access.doctor_names().get(appointment.doctor_id),
        patient_id=patient.id,
        patient=patient.name,
        appointment=appointment,
    )


def _must_be_theirs(access: Access, order: Order) -> Appointment:
    """The appointment, if it is the caller's to change, and stays so."""
    own = access.own_doctor
    if order.appointment is None or (own is not None and {order.appointment.doctor_id, order.doctor_id} != {own}):
        raise access.no(Why.NOT_ALLOWED)
    return order.appointment


def _arrives(order: Order) -> bool:
    """Whether it tells that the patient is here, which leaves the status as it is."""
    return order.tool == "modificar_cita_medica" and order.slot is None and order.status is None


def _done(access: Access, order: Order, done: Appointment | Refusal) -> AppointmentDone:
    if isinstance(done, Refusal):
        raise access.no(_WHY[done])
    return AppointmentDone(
        id=done.id,
        estado="llego" if _arrives(order) else done.status.value,
        inicio=done.slot.start.astimezone(access.zone),
        doctor=order.doctor,
        paciente=order.patient,
        sin_avisar=order.tool == "cancelar_cita_medica" or (order.appointment is not None and order.slot is not None),
    )


_WHY = {
    Refusal.SLOT_TAKEN: Why.SLOT_TAKEN,
    Refusal.PATIENT_BUSY: Why.PATIENT_BUSY,
    Refusal.APPOINTMENT_CHANGED: Why.CHANGED,
    Refusal.TOO_LATE: Why.NOT_NOW,
}
