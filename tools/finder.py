"""Finding appointments and patients, and counting no-shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from booking.intents import Frozen, Reading, When
from booking.models import COMING, Absence, Appointment, Doctor, Moment, Patient, Status
from tools.access import MOST_CHOICES, ON_THE_DAY, Access
from tools.time_marks import BEHIND
from tools.weekly_hours import WEEKDAYS, on_weekdays, said_weekdays

MOST_FOUND = 40
_LONGEST = dt.timedelta(days=92)
_LONGEST_COUNTED = dt.timedelta(days=366)


_DAYS_LOOKED_AT = dt.timedelta(days=8)
_MOST_TOLD_OF = 5
"""Of so many it is told by whom they were cancelled."""
_ONLY: dict[str, tuple[Status, ...]] = {
    "canceladas": (Status.CANCELLED,),
    "confirmadas": (Status.CONFIRMED,),
    "sin_confirmar": (Status.BOOKED,),
    "por_llegar": COMING,
}
"""Which of the appointments may be asked for, and the statuses that these have."""


class AppointmentsWanted(Frozen):
    cuando: Reading | None = Field(
        default=None, description="día o periodo; si no se dice, hoy, o lo que viene de quien se nombra"
    )
    dias_semana: str | None = Field(default=None, description=WEEKDAYS)
    paciente: str | None = Field(default=None, description="nombre o parte del nombre")
    doctor: str | None = Field(default=None, description="nombre del doctor; un doctor ve solo lo suyo")
    siguiente: bool = Field(default=False, description="«sí» para solo la cita que sigue")
    ultima: bool = Field(default=False, description="«sí» para solo la última que ya pasó")
    solo: Literal["canceladas", "confirmadas", "sin_confirmar", "por_llegar"] | None = Field(
        default=None, description="cuáles de ellas", json_schema_extra={"enum": [*_ONLY]}
    )


class CancelledBy(Frozen):
    """When an appointment was cancelled, by whom and why."""

    cuando: Moment
    quien: str
    nombre: str | None
    por_que: str | None


class AppointmentSeen(Frozen):
    id: int
    inicio: Moment
    fin: Moment
    estado: str
    paciente: str
    doctor: str
    motivo: str | None
    llego: bool
    cancelada: CancelledBy | None = None


class AppointmentsFound(Frozen):
    desde: Moment
    hasta: Moment
    citas: tuple[AppointmentSeen, ...]
    hay_mas: bool = False
    siguiente: bool = False
    ultima: bool = False
    solo: str | None = None
    del_doctor: str | None = None
    bloqueado: tuple[tuple[Moment, Moment], ...] = ()  # of these days, where one doctor's are asked for


class NoShowsWanted(Frozen):
    cuando: Reading | None = Field(
        default=None, description="día o periodo que ya pasó; si no se dice, este mes", json_schema_extra=BEHIND
    )
    doctor: str | None = Field(default=None, description="nombre del doctor; un doctor ve solo lo suyo")


class NoShows(Frozen):
    desde: Moment
    hasta: Moment
    doctor: str | None
    cuantas: int
    citas: tuple[AppointmentSeen, ...] = ()


class PatientsWanted(Frozen):
    busqueda: str = Field(min_length=1, description="nombre o teléfono")


class PatientSeen(Frozen):
    id: int
    nombre: str
    telefono: str | None


class PatientsFound(Frozen):
    busqueda: str
    pacientes: tuple[PatientSeen, ...]
    hay_mas: bool = False


def appointments(access: Access, wanted: AppointmentsWanted) -> AppointmentsFound:
    """Four statements however many there are: appointments, their patients, the doctors, the absences of one; of a few
    that were cancelled, one more each."""
    doctors = access.doctor_names()
    doctor = access.doctor(wanted.doctor, needed=False) if wanted.doctor else None
    start, end = access.span(wanted.cuando)
    weekdays = said_weekdays(access, wanted.dias_semana)
    if (wanted.siguiente or wanted.paciente or weekdays) and wanted.cuando is None:
        end = access.now + _LONGEST
    looks_back = wanted.solo == "canceladas" and wanted.paciente is not None and wanted.cuando is None
    start = access.now - _LONGEST if looks_back else start
    if wanted.ultima:
        start, end = access.now - _LONGEST_COUNTED, access.now
    else:
        end = min(end, start + _LONGEST * (2 if looks_back else 1))
    limit = 1 if wanted.siguiente else MOST_FOUND + 1
    found = access.appointments(
        access.now if wanted.siguiente else start,
        end,
        doctor_id=doctor.id if doctor else None,
        statuses=_statuses(wanted),
        limit=limit if wanted.paciente is None and not (wanted.ultima or wanted.solo or weekdays) else None,
    )
    found = on_weekdays(access, found, weekdays)
    found = [a for a in found if access.in_time(a, wanted.cuando) and not (wanted.solo and _is_here(a, wanted.solo))]
    people = access.names(found)
    if wanted.paciente is not None:
        found = [a for a in found if a.patient_id in people and access.is_called(people[a.patient_id], wanted.paciente)]
    seen = tuple(_seen(access, a, people, doctors) for a in (found[-1:] if wanted.ultima else found[:MOST_FOUND]))
    if wanted.solo == "canceladas" and len(seen) <= _MOST_TOLD_OF:
        seen = tuple(one.model_copy(update={"cancelada": _cancelled(access, one.id)}) for one in seen)
    return AppointmentsFound(
        desde=start,
        hasta=end,
        citas=seen,
        hay_mas=not wanted.ultima and len(found) > MOST_FOUND,
        siguiente=wanted.siguiente,
        ultima=wanted.ultima,
        solo=wanted.solo,
        del_doctor=doctor.name if doctor and access.own_doctor is None else None,
        bloqueado=_blocked(access, wanted, doctor, start, end),
    )


def _blocked(
    access: Access, wanted: AppointmentsWanted, doctor: Doctor | None, start: dt.datetime, end: dt.datetime
) -> tuple[tuple[Moment, Moment], ...]:
    """What of the days to come that are asked about the doctor is not there. One statement at most."""
    doctor_id = doctor.id if doctor else access.own_doctor
    of_some = wanted.paciente or wanted.solo or wanted.siguiente or wanted.ultima or wanted.dias_semana
    if doctor_id is None or of_some or end <= access.now or end - start > _DAYS_LOOKED_AT:
        return ()
    away = [one for _, one in access.uow.rules.of(Absence, doctor_id) if one.start < end and start < one.end]
    return tuple((one.start.astimezone(access.zone), one.end.astimezone(access.zone)) for one in away)


def _seen(access: Access, a: Appointment, people: Mapping[int, Patient], doctors: Mapping[int, str]) -> AppointmentSeen:
    return AppointmentSeen(
        id=a.id,
        inicio=a.slot.start.astimezone(access.zone),
        fin=a.slot.end.astimezone(access.zone),
        estado=a.status.value,
        paciente=people[a.patient_id].name if a.patient_id is not None and a.patient_id in people else "",
        doctor=doctors.get(a.doctor_id, ""),
        motivo=a.reason,
        llego=a.arrived_at is not None,
    )


def _cancelled(access: Access, appointment_id: int) -> CancelledBy | None:
    """One statement."""
    done = [event for event in access.uow.events.list(appointment_id) if event.after.status is Status.CANCELLED]
    if not done:
        return None
    last = done[-1]
    return CancelledBy(
        cuando=last.at.astimezone(access.zone), quien=last.by.kind.value, nombre=last.by.name, por_que=last.why
    )


def _statuses(wanted: AppointmentsWanted) -> Sequence[Status]:
    if wanted.ultima:
        return [status for status in ON_THE_DAY if status is not Status.NO_SHOW]
    if wanted.solo:
        return _ONLY[wanted.solo]
    return COMING if wanted.siguiente else ON_THE_DAY


def _is_here(appointment: Appointment, only: str) -> bool:
    """Whether the patient has come, where those are asked for who have not."""
    return only == "por_llegar" and appointment.arrived_at is not None


def no_shows(access: Access, wanted: NoShowsWanted) -> NoShows:
    """Four statements at most: the doctors where one is named, the appointments to which nobody came, whose they were,
    and with whom."""
    doctor = access.doctor(wanted.doctor) if wanted.doctor else None
    today = access.now.astimezone(access.zone).date()
    this_month = Reading(when=When(date_from=today.replace(day=1), date_to=today))
    start, end = access.span(wanted.cuando or this_month)
    end = min(end, start + _LONGEST_COUNTED)
    found = access.appointments(start, end, doctor_id=doctor.id if doctor else None, statuses=(Status.NO_SHOW,))
    named = found[-MOST_FOUND:]
    people, doctors = (access.names(named), access.doctor_names()) if named else ({}, {})
    seen = tuple(_seen(access, a, people, doctors) for a in named)
    return NoShows(desde=start, hasta=end, doctor=doctor.name if doctor else None, cuantas=len(found), citas=seen)


def patients(access: Access, wanted: PatientsWanted) -> PatientsFound:
    """One statement."""
    found = access.patients(wanted.busqueda)
    seen = tuple(PatientSeen(id=p.id, nombre=p.name, telefono=p.phone) for p in found[:MOST_CHOICES])
    return PatientsFound(busqueda=wanted.busqueda, pacientes=seen, hay_mas=len(found) > MOST_CHOICES)
