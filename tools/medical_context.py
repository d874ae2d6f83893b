"""What a doctor works with: their last patients, the day and the week in figures, and what they wrote down of visits
like one. All of it is their own: whoever is no doctor gets none, the whole clinic's staff included."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import Field

from booking.intents import Frozen
from booking.models import COMING, LIVE_APPOINTMENTS, Moment, Status
from booking.models.tool_answers import Why
from tools import own_records
from tools.access import Access

RECENT = 10

About = Literal["pacientes", "cifras", "historiales"]


class ContextWanted(Frozen):
    que: About = Field(default="cifras", description="«pacientes» (los últimos), «cifras» o «historiales»")
    busqueda: str | None = Field(
        default=None, max_length=400, description="de qué paciente son, o a qué se parecen, los historiales"
    )


class PatientSeenLast(Frozen):
    id: int
    nombre: str
    ultima_cita: Moment


class RecordFound(Frozen):
    id: int
    paciente: str
    fecha: Moment
    diagnostico: str
    sintomas: str


class VisitFound(Frozen):
    """One of which nothing is written down."""

    id: int
    paciente: str
    fecha: Moment
    motivo: str | None


class Figures(Frozen):
    total_pacientes: int
    citas_hoy: int
    pendientes_hoy: int
    citas_semana: int
    atendidas_semana: int


class ContextFound(Frozen):
    que: About
    pacientes: tuple[PatientSeenLast, ...] = ()
    de: tuple[str, ...] = ()  # the patients who are called as was asked, where all that was found is theirs
    historiales: tuple[RecordFound, ...] = ()
    visitas: tuple[VisitFound, ...] = ()
    cifras: Figures | None = None


def context(access: Access, wanted: ContextWanted) -> ContextFound:
    """What is asked about, and no more. Raises Stop for who is no doctor."""
    doctor_id = access.caller.doctor_id
    if doctor_id is None or all(doctor.id != doctor_id for doctor in access.colleagues()):
        raise access.no(Why.NOT_ALLOWED)
    match wanted.que:
        case "pacientes":
            return ContextFound(que=wanted.que, pacientes=_last_patients(access, doctor_id))
        case "historiales":
            return _records(access, doctor_id, wanted.busqueda or "")
        case "cifras":
            return ContextFound(que=wanted.que, cifras=_figures(access, doctor_id))


def _last_patients(access: Access, doctor_id: int) -> tuple[PatientSeenLast, ...]:
    """Two statements."""
    last = access.uow.appointments.last_of_each(doctor_id, access.now, RECENT)
    people = access.names(last)
    return tuple(
        PatientSeenLast(
            id=one.patient_id, nombre=people[one.patient_id].name, ultima_cita=one.slot.start.astimezone(access.zone)
        )
        for one in last
        if one.patient_id in people
    )


def _figures(access: Access, doctor_id: int) -> Figures:
    """The week is that from Monday to Sunday in which today is. Two statements."""
    today = access.now.astimezone(access.zone).date()
    monday = today - dt.timedelta(days=today.weekday())
    start, end = access.midnight(monday), access.midnight(monday + dt.timedelta(days=7))
    kept = (*LIVE_APPOINTMENTS, Status.COMPLETED)
    week = access.uow.appointments.list(start=start, end=end, doctor_id=doctor_id, statuses=kept)
    of_today = [one for one in week if one.slot.start.astimezone(access.zone).date() == today]
    return Figures(
        total_pacientes=access.uow.patients.count_of(doctor_id),
        citas_hoy=len(of_today),
        pendientes_hoy=sum(one.status in COMING and one.slot.start >= access.now for one in of_today),
        citas_semana=len(week),
        atendidas_semana=sum(one.status is Status.COMPLETED for one in week),
    )


def _records(access: Access, doctor_id: int, query: str) -> ContextFound:
    found = own_records.find(access, doctor_id, query)
    ids = [one.patient_id for one in found.records] + [one.patient_id for one in found.visits if one.patient_id]
    people = {p.id: p.name for p in access.uow.patients.get_many(ids)} if ids else {}
    return ContextFound(
        que="historiales",
        de=tuple(dict.fromkeys(one.name for one in found.patients)),
        historiales=tuple(
            RecordFound(
                id=one.id,
                paciente=people.get(one.patient_id, ""),
                fecha=one.at.astimezone(access.zone),
                diagnostico=one.diagnosis,
                sintomas=one.symptoms,
            )
            for one in found.records
        ),
        visitas=tuple(
            VisitFound(
                id=one.id,
                paciente=people.get(one.patient_id or 0, ""),
                fecha=one.slot.start.astimezone(access.zone),
                motivo=one.reason,
            )
            for one in found.visits
        ),
    )
