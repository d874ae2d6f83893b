"""Use cases: whose turn it is, and why each appointment is with its doctor."""

from __future__ import annotations

import datetime as dt
import re
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.json_views import Json, iso
from booking.models import Basis, Doctor
from booking.ports import UnitOfWork
from booking.scheduling.fair_turn import by_turn, of_the_turn

ORDER = ("Doctor", "Nombre", "Citas", "Ajuste", "Peso", "Puntos")
CAPTION = (
    "Le toca a quien tiene menos puntos: citas por venir más ajuste, entre el peso. El ajuste es lo que los demás"
    " recibieron mientras el doctor no podía."
)
REASONS = ("Cita", "Asignada", "Doctor", "Estado", "Razón")

_GENERAL = re.compile(r"general|familiar", re.IGNORECASE)
_SAID = {
    Basis.TURN: "le tocaba",
    Basis.ONLY: "era el único libre",
    Basis.ASKED: "lo pidió el paciente",
    Basis.SAME: "sigue con su doctor",
    Basis.STAFF: "lo decidió el personal",
}


def usually(specialty: str | None) -> bool:
    """Whether a doctor of that specialty gets patients who ask for nobody, if the clinic does not say."""
    return not specialty or _GENERAL.search(specialty) is not None


def said(doctor: Doctor) -> str:
    """Who comes to that doctor."""
    if doctor.by_turn:
        return "Entra al reparto: recibe también a quien no pide doctor."
    return (
        f"Solo recibe a quien pide su especialidad o su nombre; para el reparto: turnero doctores reparto {doctor.id}"
    )


def order(uow: UnitOfWork, now: dt.datetime) -> list[Json]:
    """The active doctors, whoever is next first."""
    active = [doctor for doctor in uow.schedules.doctors() if doctor.active]
    names = {doctor.id: doctor.name for doctor in of_the_turn(active)}
    return [
        {
            "doctor_id": s.doctor_id,
            "nombre": names[s.doctor_id],
            "citas": s.load,
            "ajuste": round(s.credit, 2),
            "peso": s.weight,
            "puntos": round(s.score, 2),
        }
        for s in by_turn(uow.appointments.tallies(sorted(names), now))
    ]


def explained(uow: UnitOfWork, doctor: str | None, limit: int) -> list[Json]:
    """The newest assignments with their reasons."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    names = {d.id: d.name for d in uow.schedules.doctors()}
    only = find_people.find_doctor(uow, doctor).id if doctor else None
    return [
        {
            "cita": appointment.id,
            "asignada": iso(assignment.at, zone),
            "doctor_id": appointment.doctor_id,
            "nombre": names.get(appointment.doctor_id),
            "estado": appointment.status.value,
            "razon": assignment.basis.value,
            "lugares": [
                {
                    "doctor_id": s.doctor_id,
                    "nombre": names.get(s.doctor_id),
                    "citas": s.load,
                    "ajuste": round(s.credit, 2),
                    "peso": s.weight,
                    "puntos": round(s.score, 2),
                }
                for s in assignment.standings
            ],
        }
        for appointment, assignment in uow.appointments.assignments(doctor_id=only, limit=limit)
    ]


def reason_row(row: Json) -> tuple[object, ...]:
    """A line of the table: le tocaba (puntos: Dra. Ríos 2.5, Dr. Salas 3)."""
    compared = len(row["lugares"]) > 1
    places = ", ".join(f"{p['nombre']} {p['puntos']:g}" for p in row["lugares"]) if compared else ""
    said = _SAID[Basis(row["razon"])]
    return (
        row["cita"],
        row["asignada"][:16].replace("T", " "),
        row["nombre"],
        row["estado"],
        f"{said} (puntos: {places})" if places else said,
    )
