"""Finding appointments and patients."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.intents import Frozen, Reading
from booking.models import Moment
from tools.access import COMING, MOST_CHOICES, ON_THE_DAY, Access

MOST_FOUND = 40
_LONGEST = dt.timedelta(days=92)


class AppointmentsWanted(Frozen):
    cuando: Reading | None = Field(
        default=None, description="día o periodo; si no se dice, hoy, o lo que viene de quien se nombra"
    )
    paciente: str | None = Field(default=None, description="nombre o parte del nombre")
    doctor: str | None = Field(default=None, description="nombre del doctor; un doctor ve solo lo suyo")
    siguiente: bool = Field(default=False, description="«sí» para solo la cita que sigue")


class AppointmentSeen(Frozen):
    id: int
    inicio: Moment
    fin: Moment
    estado: str
    paciente: str
    doctor: str
    motivo: str | None
    llego: bool


class AppointmentsFound(Frozen):
    desde: Moment
    hasta: Moment
    citas: tuple[AppointmentSeen, ...]
    hay_mas: bool = False
    siguiente: bool = False


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
    """Three statements however many there are: appointments, their patients, the doctors."""
    doctors = access.doctor_names()
    doctor = access.doctor(wanted.doctor, needed=False) if wanted.doctor else None
    start, end = access.span(wanted.cuando)
    if (wanted.siguiente or wanted.paciente) and wanted.cuando is None:
        end = access.now + _LONGEST
    end = min(end, start + _LONGEST)
    limit = 1 if wanted.siguiente else MOST_FOUND + 1
    found = access.appointments(
        access.now if wanted.siguiente else start,
        end,
        doctor_id=doctor.id if doctor else None,
        statuses=COMING if wanted.siguiente else ON_THE_DAY,
        limit=limit if wanted.paciente is None else None,
    )
    found = [a for a in found if access.in_time(a, wanted.cuando)]
    people = access.names(found)
    if wanted.paciente is not None:
        found = [a for a in found if a.patient_id in people and access.is_called(people[a.patient_id], wanted.paciente)]
    seen = tuple(
        AppointmentSeen(
            id=a.id,
            inicio=a.slot.start.astimezone(access.zone),
            fin=a.slot.end.astimezone(access.zone),
            estado=a.status.value,
            paciente=people[a.patient_id].name if a.patient_id in people else "",
            doctor=doctors.get(a.doctor_id, ""),
            motivo=a.reason,
            llego=a.arrived_at is not None,
        )
        for a in found[:MOST_FOUND]
    )
    return AppointmentsFound(
        desde=start, hasta=end, citas=seen, hay_mas=len(found) > MOST_FOUND, siguiente=wanted.siguiente
    )


def patients(access: Access, wanted: PatientsWanted) -> PatientsFound:
    """One statement."""
    found = access.patients(wanted.busqueda)
    seen = tuple(PatientSeen(id=p.id, nombre=p.name, telefono=p.phone) for p in found[:MOST_CHOICES])
    return PatientsFound(busqueda=wanted.busqueda, pacientes=seen, hay_mas=len(found) > MOST_CHOICES)
