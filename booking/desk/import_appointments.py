"""Appointments from a file: each entered as staff would, once, though it was moved or cancelled since."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes
from booking.desk import day_first, find_people, import_patients, sheets, visit_types
from booking.desk.change_appointments import why_refused
from booking.desk.desk_errors import BadValue
from booking.desk.import_patients import EMAIL, PHONE
from booking.desk.importing import Came, Known, Number, Outcome, RowRefused, email_of, name_of, phone_of
from booking.desk.sheets import Row
from booking.models import FIRST_VISIT, Actor, Appointment, Doctor, Patient, Refusal, Status
from booking.models.folded_text import folded
from booking.ports import UnitOfWork

COLUMNS = {
    "paciente": ("nombre", "cliente", *(one for one in import_patients.NAME if one != "paciente")),
    "apellidos": import_patients.SURNAMES,
    "telefono": PHONE,
    "correo": EMAIL,
    "doctor": ("doctora", "dr", "dra", "medico", "medica", "profesional", "especialista", "con", "doctor a"),
    "inicio": ("fecha y hora", "fecha hora", "comienzo", "start", "inicia"),
    "fecha": ("dia", "fecha de la cita", "fecha cita", "date"),
    "hora": ("hora de inicio", "hora inicio", "hora de la cita", "hora cita", "time"),
    "minutos": ("duracion", "duracion minutos", "duracion min", "min"),
    "tipo": ("tipo de consulta", "tipo de cita", "consulta", "servicio"),
    "motivo": ("motivo de consulta", "motivo de la consulta", "nota", "notas", "comentario", "comentarios", "asunto"),
    "estado": ("estatus", "status", "estado de la cita"),
    "sobrecupo": ("encimada",),
}
NOT_TAKEN = {"cita": "cada cita recibe aquí su número; cuál es se sabe por su doctor, su inicio y su paciente"}
"""Columns that `export_files` writes and no import can take, and why."""

_SEEN = tuple(status for status in Status if status is not Status.HELD)
_COMING = {
    *("", "programada", "confirmada", "agendada", "reservada", "pendiente", "activa", "vigente", "por confirmar"),
    *("programado", "confirmado", "agendado", "reservado", "activo", "scheduled", "confirmed", "tentative"),
}


class Wanted(NamedTuple):
    """What staff said of the whole file."""

    doctor: str | None = None  # of rows that name none
    overbook: bool = False


class Timed(NamedTuple):
    """A row with the instant it is about."""

    row: Row
    start: dt.datetime


class Entered(NamedTuple):
    """What came of the rows of one day, and who was not on file before."""

    outcomes: list[Outcome]
    newcomers: list[Patient]


def read(raw: bytes) -> sheets.Sheet:
    """The rows of a table. Raises DeskRefused."""
    return sheets.read(raw, COLUMNS, ["paciente"])


def by_day(rows: Sequence[Row], zone: ZoneInfo) -> tuple[list[list[Timed]], list[Outcome]]:
    """The rows of each day, earliest first, and those that tell no time. What a day's rows do together, they do in one
    transaction: one that is tried and taken back shows what they would do to one another."""
    days: dict[dt.date, list[Timed]] = {}
    refused = []
    for row in rows:
        try:
            start = _start(row, zone)
            days.setdefault(start.astimezone(zone).date(), []).append(Timed(row, start))
        except (ValueError, RowRefused) as error:
            refused.append(Outcome(row.number, Came.REFUSED, str(error)))
    return [days[day] for day in sorted(days)], refused


def _start(row: Row, zone: ZoneInfo) -> dt.datetime:
    if row.wrong:
        raise RowRefused(row.wrong)
    if said := row.get("inicio"):
        return day_first.moment(said, zone)
    if not row.get("fecha"):
        raise RowRefused("falta la fecha; complétela en el archivo")
    if not row.get("hora"):
        return day_first.moment(row.get("fecha"), zone)
    return day_first.on_the_clock(day_first.day(row.get("fecha")), day_first.hour(row.get("hora")), zone)


@dataclass
class Importer:
    """Holds a file's rows against what is on file; made anew for each run."""

    known: Known
    wanted: Wanted
    number: Number
    by: Actor
    _doctors: dict[str, Doctor] = field(default_factory=dict)
    _visits: set[str] = field(default_factory=set)

    def day(self, uow: UnitOfWork, rows: Sequence[Timed], now: dt.datetime) -> Entered:
        """Enter the rows of one day. Whoever takes that back has the newcomers forgotten (`Known.forget`)."""
        newcomers: list[Patient] = []
        return Entered([self._outcome(uow, timed, now, newcomers) for timed in rows], newcomers)

    def _outcome(self, uow: UnitOfWork, timed: Timed, now: dt.datetime, newcomers: list[Patient]) -> Outcome:
        try:
            came, why = self._entered(uow, timed, now, newcomers)
        except (RowRefused, BadValue) as error:
            came, why = Came.REFUSED, str(error)
        return Outcome(timed.row.number, came, why)

    def _entered(
        self, uow: UnitOfWork, timed: Timed, now: dt.datetime, newcomers: list[Patient]
    ) -> tuple[Came, str | None]:
        row, start = timed
        name = name_of(f"{row.get('paciente')} {row.get('apellidos')}")
        phone, email = phone_of(row.get("telefono"), self.number), email_of(row.get("correo"))
        doctor = self._doctor(uow, row.get("doctor") or self.wanted.doctor or "")
        visit = self._visit(uow, row.get("tipo"))
        patient = self.known.find(name, phone)
        if patient and (there := _there(uow, patient, doctor, start)):
            moved = there.slot.start != start or there.doctor_id != doctor.id
            return Came.THERE, "cambió después de hora o de doctor" if moved else None
        if start < now:
            raise RowRefused("ya pasó; lo pasado no se agenda")
        if (status := folded(row.get("estado"))) not in _COMING:
            raise RowRefused(f"dice «{status}»: solo se agendan las que están por venir")
        if patient is None:
            patient = uow.patients.enter(name, phone, None, now, email)
            newcomers.append(patient)
            self.known.add(patient)
        clinic = uow.schedules.clinic()
        made = appointment_changes.enter(
            *(uow, clinic, doctor.id, patient.id, start, now, self.by),
            visit=visit,
            reason=(row.get("motivo") or None) and row.get("motivo")[: appointment_changes.LONGEST_NOTE],
            tell=None,  # they were made before, and are known
            overbook=self.wanted.overbook or folded(row.get("sobrecupo")) in ("si", "x", "1"),
        )
        if isinstance(made, Refusal):
            here = start.astimezone(ZoneInfo(clinic.zone))
            way = "" if made is Refusal.PATIENT_BUSY else "; cambie la hora, los horarios del doctor o use --sobrecupo"
            raise RowRefused(why_refused(uow, made, doctor.id, here, now, visit) + way)
        return Came.NEW, _other_length(made, row.get("minutos"))

    def _doctor(self, uow: UnitOfWork, said: str) -> Doctor:
        if said not in self._doctors:
            only = uow.schedules.doctors() if not said else []
            if not said and len(only) != 1:
                raise RowRefused("falta el doctor; complételo en el archivo o diga cuál con --doctor")
            self._doctors[said] = only[0] if only else find_people.find_doctor(uow, said)
        return self._doctors[said]

    def _visit(self, uow: UnitOfWork, said: str) -> str:
        visit = "_".join(folded(said).split()) or FIRST_VISIT
        if visit not in self._visits:
            visit_types.must_be_known(uow, visit)
            self._visits.add(visit)
        return visit


def _there(uow: UnitOfWork, patient: Patient, doctor: Doctor, start: dt.datetime) -> Appointment | None:
    """The appointment that a row tells of, as it is now: it may have been moved or cancelled since."""
    theirs = uow.appointments.list(patient_id=patient.id, statuses=_SEEN)
    for one in theirs:
        if one.slot.start == start and one.doctor_id == doctor.id:
            return one
    for one in theirs:
        told = (at for event in uow.events.list(one.id) for at in (event.before, event.after) if at)
        if any(at.slot.start == start and at.doctor_id == doctor.id for at in told):
            return one
    return None


def _other_length(made: Appointment, said: str) -> str | None:
    """A remark where the file gives it another length than such a visit has here."""
    minutes = int((made.slot.end - made.slot.start).total_seconds() // 60)
    told = "".join(c for c in said if c.isdigit())
    return f"queda de {minutes} minutos; el archivo dice {told}" if told and int(told) != minutes else None
