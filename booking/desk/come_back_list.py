"""Use cases: a patient is to come back after so long, and is then invited to book; who is, and who is no longer."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import Final
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.json_views import Json, iso, iso_or_none
from booking.desk.masking import short_name
from booking.models import ComeBack, ComeBackState, ComeBackWhy
from booking.ports import UnitOfWork

COLUMNS: Final = ("Número", "Paciente", "Doctor", "Se le escribe", "Por", "Quién lo anotó")
_IN = re.compile(r"(?:en )?(\d{1,3}|un|una|dos|tres|cuatro|cinco|seis) (d[ií]as?|semanas?|mes(?:es)?|años?)")
_NUMBERS: Final = {"un": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6}
_LONGEST: Final = 5 * 366
_WHY: Final = {ComeBackWhy.MISSED: "no llegó a su cita", ComeBackWhy.RECALL: "le toca volver"}

_WHY_NOT: Final = {
    ComeBackState.HAS_ONE: "ya tiene otra cita",
    ComeBackState.CHANGED: "sí llegó, o ya no se invita a quien no llega",
    ComeBackState.OPTED_OUT: "pidió no recibir mensajes",
    ComeBackState.NO_NUMBER: "no tiene teléfono para WhatsApp",
    ComeBackState.LATE: "no salió a tiempo",
    ComeBackState.TAKEN_BACK: "la quitó el personal",
}


def add(uow: UnitOfWork, patient_id: int, when: str, doctor: str | None, by: str, now: dt.datetime) -> dt.date:
    """Have the patient invited to book on that date, or after so long ("6 meses"); the date. Raises BadValue."""
    clinic = find_people.clinic_of(uow)
    here = now.astimezone(ZoneInfo(clinic.zone))
    date = _after(when, here.date()) or staff_dates.day(when, here, Field.DATE)
    if not here.date() < date <= here.date() + dt.timedelta(days=_LONGEST):
        raise BadValue(Field.DATE, "va de mañana a cinco años.")
    if not uow.patients.get_many([patient_id]):
        raise DeskRefused(f"No hay un paciente {patient_id}. Búsquelo con: turnero pacientes buscar NOMBRE")
    uow.come_backs.add(
        ComeBack(
            patient_id=patient_id,
            why=ComeBackWhy.RECALL,
            due=dt.datetime.combine(date, clinic.opens, here.tzinfo),
            made_at=now,
            doctor_id=find_people.find_doctor(uow, doctor).id if doctor else None,
            made_by=by,
        )
    )
    return date


def remove(uow: UnitOfWork, number: int, now: dt.datetime) -> None:
    """That one is not invited. Raises DeskRefused."""
    if not uow.come_backs.settle(number, ComeBackState.TAKEN_BACK, now):
        raise DeskRefused(f"El {number} no está por mandarse. Véalos con: turnero pacientes por-volver")


def listed(uow: UnitOfWork) -> list[Json]:
    """Those who are to be invited, by when."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    waiting = uow.come_backs.waiting()
    people = {one.id: one.name for one in uow.patients.get_many(sorted({one.patient_id for one in waiting}))}
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    return [
        {
            "id": one.id,
            "paciente": {"id": one.patient_id, "nombre": people.get(one.patient_id)},
            "doctor": doctors.get(one.doctor_id or 0),
            "cuando": iso(one.due, zone),
            "por": one.why.value,
            "cita": one.appointment_id,
            "anoto": one.made_by,
        }
        for one in waiting
    ]


def of_appointment(uow: UnitOfWork, appointment_id: int) -> Json | None:
    """What became of the invitation that follows it, where its patient did not come."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    one = uow.come_backs.of_appointment(appointment_id)
    if one is None:
        return None
    return {"estado": one.state.value, "toca": iso(one.due, zone), "cuando": iso_or_none(one.done_at, zone)}


def in_words(one: Json) -> str:
    """«por enviar el 2026-11-23», «enviada 2026-11-23 12:20», «no: ya tiene otra cita»."""
    state = ComeBackState(one["estado"])
    if state is ComeBackState.WAITING:
        return f"por enviar el {one['toca'][:10]}"
    if state is ComeBackState.WRITTEN:
        return f"enviada {one['cuando'][:16].replace('T', ' ')}"
    return f"no: {_WHY_NOT[state]}"


def row(one: Json, *, whole: bool) -> tuple[object, ...]:
    """A line of the table; the name masked unless `whole`."""
    name = one["paciente"]["nombre"]
    shown = name if whole else short_name(name)
    return one["id"], shown, one["doctor"], one["cuando"][:10], _WHY[ComeBackWhy(one["por"])], one["anoto"]


def _after(said: str, today: dt.date) -> dt.date | None:
    """The date so long after today; a month that is too short ends earlier. None: it says no such time."""
    found = _IN.fullmatch(" ".join(said.casefold().split()))
    if found is None:
        return None
    many = _NUMBERS.get(found[1]) or int(found[1])
    if found[2].startswith("d"):
        return today + dt.timedelta(days=many)
    if found[2].startswith("s"):
        return today + dt.timedelta(weeks=many)
    months = today.month - 1 + many * (12 if found[2].startswith("a") else 1)
    year, month = today.year + months // 12, months % 12 + 1
    if year > dt.MAXYEAR:
        return None
    return dt.date(year, month, min(today.day, calendar.monthrange(year, month)[1]))
