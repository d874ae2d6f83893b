"""Moving appointments, and marking what became of them."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.appointments import appointment_changes, attendance
from booking.appointments.attendance import NotNow
from booking.intents import Frozen, Reading
from booking.models import LIVE_APPOINTMENTS, Appointment, EventKind, MarkOrder, MoveOrder, Patient, Refusal, Status
from booking.models.folded_text import folded
from booking.models.tool_answers import Missing, ToolRefused, Why
from tools.access import PLACES, Access, Place, Stop
from tools.appointment_orders import (
    ALL,
    PLACE,
    UNTOLD,
    WHICH,
    AppointmentDone,
    about,
    doctor_id_of,
    done_to,
    must_be_theirs,
)
from tools.instants import not_free, start_or_free
from tools.past_days import not_over
from tools.time_marks import INSTANT
from tools.tool_words import minutes_in

_MARKS = {
    Status.IN_PROGRESS: attendance.start,
    Status.COMPLETED: attendance.complete,
    Status.NO_SHOW: attendance.no_show,
}
_CAME = (None, Status.IN_PROGRESS)
"""Marks that whoever was said not to have come may get after all: what is over must have begun."""
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


WITH_WHOM = "con qué doctor es la cita; al moverla, si el paciente no tiene una con ese doctor, con cuál queda"


class Change(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description=WITH_WHOM)
    nueva_fecha_hora: Reading | None = Field(default=None, description="a cuándo se mueve", json_schema_extra=INSTANT)
    recorrer: str | None = Field(default=None, description="cuánto se recorre («media hora», «15 minutos antes»)")
    estado: str | None = Field(default=None, description="qué pasó con la cita", json_schema_extra={"enum": [*_MARKED]})
    lugar: Place | None = Field(default=None, description=PLACE, json_schema_extra={"enum": [*PLACES]})
    todas: bool = Field(default=False, description=ALL)
    sin_avisar: bool = Field(default=False, description=UNTOLD)
    motivo: str | None = Field(default=None, description="por qué")


def prepare_change(access: Access, wanted: Change) -> MoveOrder | MarkOrder:
    if wanted.todas:
        raise access.no(Why.ONE_BY_ONE)
    mark = _SAID.get(folded(wanted.estado)) if wanted.estado else None
    if wanted.estado and mark is None:
        raise Stop(Missing(tool=access.tool, field="estado"))
    if mark is not None:
        return _marked(access, wanted, None if mark == "llego" else Status(mark))
    not_over(access, wanted.cuando)
    minutes = minutes_in(wanted.recorrer) if wanted.recorrer else None
    says_when = wanted.nueva_fecha_hora is not None or minutes is not None
    if not says_when and (wanted.doctor is None or not _says_whose(access, wanted)):
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    found, who, doctor_id = _to_move(access, wanted)
    if not says_when and doctor_id == found.doctor_id:
        raise Stop(Missing(tool=access.tool, field="nueva_fecha_hora", part="day"))
    if wanted.nueva_fecha_hora is not None:
        new, field = wanted.nueva_fecha_hora, "nueva_fecha_hora"
        start = start_or_free(access, new, field, doctor_id, found.visit, found)
    else:
        start = found.slot.start + dt.timedelta(minutes=minutes or 0)
        if start < access.now:
            raise access.no(Why.PAST)
    slot = appointment_changes.open_slot(access.uow, access.clinic, doctor_id, start, access.now, moving=found)
    if slot is None:
        raise not_free(access, doctor_id, start, found.visit, "nueva_fecha_hora")
    names, other = access.doctor_names(), doctor_id != found.doctor_id
    return MoveOrder(
        tool=access.tool,
        appointment=found,
        patient=who.name,
        doctor_id=doctor_id,
        doctor=names.get(doctor_id),
        before=names.get(found.doctor_id) if other else None,
        slot=slot,
        reason=wanted.motivo,
        tell=not wanted.sin_avisar,
    )


def _says_whose(access: Access, wanted: Change) -> bool:
    return wanted.paciente is not None or access.chosen is not None


def _to_move(access: Access, wanted: Change) -> tuple[Appointment, Patient, int]:
    """The appointment to be moved, its patient, and the doctor with whom it will be. One who is named tells which is
    meant; where that patient has none with them, they are the doctor whom it goes to."""
    named = doctor_id_of(access, wanted.doctor)
    try:
        found, who = access.one(wanted.cuando, wanted.paciente, named, place=wanted.lugar)
        return found, who, found.doctor_id
    except Stop as stop:
        none = isinstance(stop.why, ToolRefused) and stop.why.why is Why.NO_SUCH_APPOINTMENT
        if not none or named is None or wanted.doctor is None or not _says_whose(access, wanted):
            raise
    found, who = access.one(wanted.cuando, wanted.paciente, None, place=wanted.lugar)
    return found, who, named


def change(access: Access, order: MoveOrder | MarkOrder) -> AppointmentDone:
    appointment = must_be_theirs(access, order)
    if isinstance(order, MoveOrder):
        moved = appointment_changes.move_to(
            access.uow,
            access.clinic,
            appointment,
            order.slot.start,
            access.now,
            access.actor,
            doctor_id=order.doctor_id,
            why=order.reason,
            tell=order.tell,
        )
        return done_to(access, order, moved)
    mark = attendance.arrive if order.status is None else _MARKS[order.status]
    if appointment.status is Status.NO_SHOW and order.status in _CAME:  # it was an error
        back = attendance.undo(access.uow, EventKind.NO_SHOW, appointment, access.now, access.actor)
        if not isinstance(back, Appointment):
            raise access.no(Why.SLOT_TAKEN if back is Refusal.SLOT_TAKEN else Why.NOT_NOW)
        appointment = back
    marked = mark(access.uow, appointment, access.now, access.actor)
    if isinstance(marked, NotNow):
        raise access.no(Why.CHANGED if marked is NotNow.CHANGED else Why.NOT_NOW)
    return done_to(access, order, marked)


def _marked(access: Access, wanted: Change, status: Status | None) -> MarkOrder:
    """What happened with an appointment, of those of which it can be said by now; without a time or a name it is the
    latest that has begun. Who was said not to have come today may have all the same."""
    today = access.now.astimezone(access.zone).date()
    came = status in _CAME

    def unless(appointment: Appointment) -> ToolRefused | None:
        if (
            came
            and appointment.status is Status.NO_SHOW
            and appointment.slot.start.astimezone(access.zone).date() == today
        ):
            return None
        match attendance.unfit(status, appointment, access.now):
            case None:
                return None
            case NotNow.TOO_EARLY:
                at = appointment.slot.start.astimezone(access.zone)
                return ToolRefused(tool=access.tool, why=Why.NOT_YET, at=at)
        return ToolRefused(tool=access.tool, why=Why.NOT_NOW)

    own = doctor_id_of(access, wanted.doctor)
    if wanted.cuando is None and wanted.paciente is None and wanted.lugar is None and access.chosen is None:
        found, who = access.begun(own)
    else:
        statuses = (*LIVE_APPOINTMENTS, Status.NO_SHOW) if came else LIVE_APPOINTMENTS
        found, who = access.one(wanted.cuando, wanted.paciente, own, statuses, unless, wanted.lugar)
    return MarkOrder(**about(access, found, who), status=status)
