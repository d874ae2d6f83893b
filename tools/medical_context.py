"""What a doctor works with: their last patients, the day and the week in figures, and what they wrote down of visits
like one. All of it is their own: whoever is no doctor gets none, the whole clinic's staff included."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from booking.documents.asked_words import groups_of
from booking.documents.ranking import fused
from booking.intents import Frozen
from booking.models import COMING, LIVE_APPOINTMENTS, Moment, Status
from booking.models.folded_text import folded
from booking.models.medical_records import MedicalRecord
from booking.models.tool_answers import Why
from tools.access import Access

RECENT = 10
SIMILAR = 5
_CANDIDATES = 10
_SECONDS = 2.0
"""Of the time that a tool has."""

About = Literal["pacientes", "cifras", "historiales"]


class ContextWanted(Frozen):
    que: About = Field(default="cifras", description="«pacientes» (los últimos), «cifras» o «historiales»")
    busqueda: str | None = Field(default=None, max_length=400, description="a qué se parecen los historiales")


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


class Figures(Frozen):
    total_pacientes: int
    citas_hoy: int
    pendientes_hoy: int
    citas_semana: int
    atendidas_semana: int


class ContextFound(Frozen):
    que: About
    pacientes: tuple[PatientSeenLast, ...] = ()
    historiales: tuple[RecordFound, ...] = ()
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
            return ContextFound(que=wanted.que, historiales=_records(access, doctor_id, wanted.busqueda or ""))
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


def _records(access: Access, doctor_id: int, query: str) -> tuple[RecordFound, ...]:
    """The doctor's own, by words and by meaning where there are vectors; the best first. Before them, the latest first,
    what they wrote down of a patient of theirs who is named with a surname: a single word may be an illness."""
    named = folded(query).split()
    called = access.uow.patients.search(name=query, limit=2, doctor_id=doctor_id) if len(named) > 1 else ()
    theirs = [
        one for p in called if {*named} <= {*folded(p.name).split()} for one in access.uow.records.of_patient(p.id)
    ]
    best = [one for one in theirs if one.doctor_id == doctor_id]
    known = {one.id for one in best}
    best += [one for one in _alike(access, doctor_id, query) if one.id not in known]
    best = best[:SIMILAR]
    people = {p.id: p.name for p in access.uow.patients.get_many([one.patient_id for one in best])} if best else {}
    return tuple(
        RecordFound(
            id=one.id,
            paciente=people.get(one.patient_id, ""),
            fecha=one.at.astimezone(access.zone),
            diagnostico=one.diagnosis,
            sintomas=one.symptoms,
        )
        for one in best
    )


def _alike(access: Access, doctor_id: int, query: str) -> list[MedicalRecord]:
    words = [word for group in groups_of(query) for word in group.said.split()]
    if not words:
        return []
    model, vector = access.meaning
    found = access.uow.records.search(doctor_id, words, vector, model.name if model else None, _CANDIDATES, _SECONDS)
    return _best(found, model.threshold if model else None)


def _best(found: Sequence[MedicalRecord], threshold: float | None) -> list[MedicalRecord]:
    near = [one for one in found if threshold is not None and (one.similarity or 0.0) >= threshold]
    near.sort(key=lambda one: -(one.similarity or 0.0))
    worded = sorted((one for one in found if one.rank > 0), key=lambda one: (-one.rank, -one.at.timestamp()))
    score = fused([one.id for one in worded], [one.id for one in near])
    taken = [one for one in found if one.id in score]
    return sorted(taken, key=lambda one: (-score[one.id], -one.at.timestamp()))[:SIMILAR]
