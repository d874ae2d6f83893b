"""What staff write of appointments. Every order is prepared, shown, then performed.

`prepare_…` resolves everything and writes nothing; `perform` functions do exactly what the order says, through
`booking.appointments.appointment_changes` and `booking.appointments.attendance`, and check once more whose it is.
"""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.appointments import appointment_changes, attendance
from booking.appointments.attendance import NotNow
from booking.intents import Frozen, Problem, Reading, UseTool
from booking.models import FIRST_VISIT, Appointment, Moment, Order, Patient, Refusal, Status
from booking.models.tool_answers import Missing, Proposed, Refused, Taken, Why
from booking.scheduling.search import exact_start
from tools.access import COMING, INSTANT, Access, Stop
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


ALL = "«sí» si son todas las citas que haya entonces o de ese paciente"
MOST_TOLD = 5
"""Free times that are told where another one was wanted."""
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
    doctor: str | None = Field(default=None, description="con qué doctor es la cita")
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


# --- appointments --------------------------------------------------------------------------------


def prepare_booking(access: Access, wanted: NewAppointment) -> Order:
    doctor = access.doctor(wanted.doctor)
    patient = access.patient(wanted.paciente_nombre)
    start = _start(access, wanted.fecha_hora_inicio, "fecha_hora_inicio")
    slot = appointment_changes.open_slot(
        access.uow, access.clinic, doctor.id, start, access.now, kind=wanted.tipo_consulta
    )
    if slot is None:
        raise _not_free(access, doctor.id, start, wanted.tipo_consulta, "fecha_hora_inicio")
    return Order(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        patient_id=patient.id,
        patient=patient.name,
        phone=patient.phone if access.chosen else None,  # others are called so too
        slot=slot,
        kind=wanted.tipo_consulta,
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
    if wanted.nueva_fecha_hora is None and minutes is None:
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    found, who = access.one(wanted.cuando, wanted.paciente, _doctor_id(access, wanted.doctor))
    if wanted.nueva_fecha_hora is not None:
        start = _start(access, wanted.nueva_fecha_hora, "nueva_fecha_hora", found)
    else:
        start = found.slot.start + dt.timedelta(minutes=minutes or 0)
        if start < access.now:
            raise access.no(Why.PAST)
    slot = appointment_changes.open_slot(access.uow, access.clinic, found.doctor_id, start, access.now, moving=found)
    if slot is None:
        raise _not_free(access, found.doctor_id, start, found.kind, "nueva_fecha_hora")
    return _about(access, found, who).model_copy(update={"slot": slot, "reason": wanted.motivo})


def change(access: Access, order: Order) -> AppointmentDone:
    appointment = _must_be_theirs(access, order)
    if order.slot is not None:
        moved = appointment_changes.move_to(
            access.uow, access.clinic, appointment, order.slot.start, access.now, access.actor, why=order.reason
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

    def unless(appointment: Appointment) -> Refused | None:
        match attendance.unfit(status, appointment, access.now):
            case None:
                return None
            case NotNow.TOO_EARLY:
                at = appointment.slot.start.astimezone(access.zone)
                return Refused(tool=access.tool, why=Why.NOT_YET, at=at)
        return Refused(tool=access.tool, why=Why.NOT_NOW)

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
    own = access.own_doctor
    if order.appointment is None or own not in (None, order.appointment.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    return order.appointment


def _not_free(access: Access, doctor_id: int, start: dt.datetime, kind: str, field: str) -> Stop:
    """To be raised: the doctor has not that time; another is asked for, and the nearest of that day are told."""
    date = start.astimezone(access.zone).date()
    slots = appointment_changes.open_on(access.uow, access.clinic, doctor_id, date, access.now, kind=kind)
    nearest = sorted(slots, key=lambda slot: abs(slot.start - start))[:MOST_TOLD]
    free = tuple(sorted(slot.start.astimezone(access.zone) for slot in nearest))
    taken = Taken(doctor=access.doctor_names().get(doctor_id, ""), at=start.astimezone(access.zone), free=free)
    return Stop(Missing(tool=access.tool, field=field, part="time" if free else "day", taken=taken))


_FAR = dt.timedelta(days=7)
"""So much earlier than an appointment to be moved, a day that was said without its month may be another one."""


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
    if moved is not None and when.anchor is not None and start < moved.slot.start - _FAR:
        # "Al 23", of an appointment on 18 December, is hardly 23 November: the day is asked for, with its month.
        raise Stop(Missing(tool=access.tool, field=field, part="day"))
    if start < access.now:
        raise access.no(Why.PAST)
    return start


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
    )


_WHY = {
    Refusal.SLOT_TAKEN: Why.SLOT_TAKEN,
    Refusal.PATIENT_BUSY: Why.PATIENT_BUSY,
    Refusal.APPOINTMENT_CHANGED: Why.CHANGED,
    Refusal.TOO_LATE: Why.NOT_NOW,
}
