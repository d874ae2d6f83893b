"""Stored values as the JSON that staff get: Spanish keys, E.164, ISO times in the clinic's offset."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from booking.models import Appointment, Doctor, Patient
from booking.ports import UnitOfWork

Json = dict[str, Any]


def iso(at: dt.datetime, zone: dt.tzinfo | None) -> str:
    """An instant on the clinic's wall clock, with its offset."""
    return at.astimezone(zone).isoformat(timespec="seconds")


def iso_or_none(at: dt.datetime | None, zone: dt.tzinfo | None) -> str | None:
    """The same where there may be none."""
    return iso(at, zone) if at is not None else None


def appointments_json(uow: UnitOfWork, found: Sequence[Appointment], zone: dt.tzinfo | None) -> list[Json]:
    """Appointments with the names of their doctors and patients; a hold has no patient. Only one that staff overbooked,
    or whose patient is here, says so."""
    doctors = {d.id: d for d in uow.schedules.doctors()}
    wanted = sorted({a.patient_id for a in found if a.patient_id is not None})
    patients = {p.id: p for p in uow.patients.get_many(wanted)} if wanted else {}
    return [
        {
            "id": a.id,
            "estado": a.status.value,
            "inicio": iso(a.slot.start, zone),
            "fin": iso(a.slot.end, zone),
            "doctor": doctor_json(doctors.get(a.doctor_id), a.doctor_id),
            "paciente": _patient_json(patients.get(a.patient_id)) if a.patient_id is not None else None,
            "tipo": a.visit,
            "motivo": a.reason,
            "version": a.version,
            **({"sobrecupo": True} if a.overbooked else {}),
            **({"llego": iso(a.arrived_at, zone)} if a.arrived_at else {}),
        }
        for a in found
    ]


def doctor_json(doctor: Doctor | None, doctor_id: int) -> Json:
    """Who, in short."""
    return {"id": doctor_id, "nombre": doctor.name if doctor else None}


def _patient_json(patient: Patient | None) -> Json | None:
    if patient is None:
        return None
    return {"id": patient.id, "nombre": patient.name, "telefono": patient.phone, "correo": patient.email}
