"""The demo clinic: three doctors, a dozen patients and some forty appointments around the present day, with what was
written down of those that are over.

Repeatable: the same day gives the same rows, with the same ids. Nothing is left to chance; what varies from day to
day follows from the date. All names and numbers are invented.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from psycopg.errors import DeadlockDetected
from sqlalchemy import Engine, FromClause, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from booking.errors import SettingsInvalid
from booking.models import Answers, Clinic, Doctor, Opening, OwnAnswer, Policy, Price
from booking.models.documents import NewDocument
from booking.models.folded_text import folded
from storage.base import Base
from storage.demo_visits import appointments, records
from storage.jobs import QUEUE
from storage.repositories.document_repository import SqlDocuments
from storage.repositories.record_repository import SqlMedicalRecords
from storage.seed import follow_ids, seed_into
from storage.tables import (
    AppointmentRow,
    ClinicRow,
    ConversationRow,
    DoctorRow,
    DocumentRow,
    FairTurnRow,
    MedicalRecordRow,
    OpeningRow,
    PassageRow,
    PatientRow,
    PeriodicRunRow,
    PersonRow,
)

LAURA, JORGE, PAULA = 1, 2, 3
DOCTORS = (
    Doctor(id=LAURA, name="Dra. Laura Méndez", specialty="Medicina general"),
    Doctor(id=JORGE, name="Dr. Jorge Salas", specialty="Medicina general"),
    Doctor(id=PAULA, name="Dra. Paula Ríos", specialty="Medicina familiar"),
)
PATIENTS = (
    "Ana Torres",
    "Luis Herrera",
    "María José Gómez",
    "Carlos Núñez",
    "Sofía Castañeda",
    "Miguel Ángel Ruiz",
    "Elena Ibarra",
    "Roberto Peña",
    "Lucía Márquez",
    "Andrés Villa",
    "Teresa Cárdenas",
    "Iván Ochoa",
)
PARKING = "Hay estacionamiento gratis atrás de la clínica, por la calle Madero."
ANSWERS = Answers(
    specialties=("Medicina general", "Medicina familiar"),
    prices=(
        Price(what="Consulta de primera vez", said="$600"),
        Price(what="Consulta de seguimiento", said="$450"),
        Price(what="Certificado médico", said="$250"),
    ),
    insurances=("GNP", "AXA"),
    cards="Puedes pagar en efectivo, con tarjeta o por transferencia.",
    bring="Una identificación y, si tienes, tus estudios y la lista de tus medicinas.",
    others=(OwnAnswer(words="wifi; internet", says="Sí, hay wifi; la clave está en recepción."),),
)
"""What the demo's patients may ask."""
_COUNTRY = "MX"
"""Its official holidays (Ley Federal del Trabajo, art. 74) close the clinic."""
_TRIES = 5
"""So often it is tried to keep everybody else out, who may be at work on the clinic that is replaced."""
_TUESDAY, _THURSDAY, _SATURDAY = 1, 3, 5


def _hours() -> tuple[Opening, ...]:
    weekdays = range(5)
    hours = [(LAURA, day, 9, 14) for day in weekdays] + [(LAURA, day, 16, 19) for day in weekdays]
    hours += [(JORGE, day, 8, 14) for day in range(_SATURDAY + 1)]
    hours += [(PAULA, day, 15, 20) for day in (_TUESDAY, _THURSDAY)]
    return tuple(
        Opening(doctor_id=doctor, weekday=day, start=dt.time(begin), end=dt.time(end), slot_minutes=30)
        for doctor, day, begin, end in hours
    )


OPENINGS = _hours()

_OWN = (
    ClinicRow,
    DoctorRow,
    DocumentRow,
    FairTurnRow,
    OpeningRow,
    PassageRow,
    PersonRow,
    PatientRow,
    AppointmentRow,
    MedicalRecordRow,
    PeriodicRunRow,
)
_LOADED = {row.__tablename__ for row in _OWN}
"""Tables with rows of the demo's own, or of no person. A change of an appointment leaves an event, in another."""
_LOADED_BY = "la demostración"
"""Who loaded its documents; those of anybody else are somebody's work."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What loading the demo would erase."""

    clinic: str
    demo: bool
    patients: int
    appointments: int
    chats: int
    untouched: bool
    """Nothing but what the demo itself brought."""

    def __str__(self) -> str:
        """As staff read it."""
        counted = ((self.patients, "paciente"), (self.appointments, "cita"), (self.chats, "chat"))
        said = [f"{number} {what}{'' if number == 1 else 's'}" for number, what in counted]
        return f"{', '.join(said[:-1])} y {said[-1]}"


def contents(engine: Engine) -> Contents | None:
    """None: no clinic has been entered."""
    with Session(engine) as session:
        clinic = session.execute(select(ClinicRow.name, ClinicRow.demo)).one_or_none()
        if clinic is None:
            return None

        def count(table: FromClause) -> int:
            return session.scalar(select(func.count()).select_from(table)) or 0

        patients, people = count(PatientRow.__table__), count(PersonRow.__table__)
        theirs = select(func.count()).where(DocumentRow.loaded_by.is_distinct_from(_LOADED_BY))
        added = [table for table in Base.metadata.sorted_tables if table.name not in _LOADED]
        return Contents(
            clinic=clinic.name,
            demo=clinic.demo,
            patients=patients,
            appointments=count(AppointmentRow.__table__),
            chats=count(ConversationRow.__table__),
            untouched=clinic.demo
            and patients == people == len(PATIENTS)
            and not session.scalar(theirs)
            and not any(map(count, added)),
        )


def load_demo(
    engine: Engine,
    now: dt.datetime,
    zone: ZoneInfo,
    *,
    documents: Sequence[NewDocument] = (),
    only_if_empty: bool = False,
) -> None:
    """Make this database the demo clinic as it looks at `now`, with these documents. Everything in it is replaced,
    chats included, unless asked for only where no clinic has been entered. Raises SettingsInvalid when it is a real
    clinic's."""
    for left in reversed(range(_TRIES)):
        try:
            return _load(engine, now, zone, documents, only_if_empty=only_if_empty)
        except OperationalError as error:  # a worker had one table and wanted the next: all of it can be tried again
            if not left or not isinstance(error.orig, DeadlockDetected):
                raise


def _load(
    engine: Engine, now: dt.datetime, zone: ZoneInfo, documents: Sequence[NewDocument], *, only_if_empty: bool
) -> None:
    with Session(engine) as session, session.begin():
        entered = _alone(session)
        if only_if_empty and entered is not None:
            return
        if entered is False:
            raise SettingsInvalid("A real clinic's database is never made a demo: that would erase it.")
        _empty(session)
        clinic = Clinic(
            name="Clínica Las Palmas (demostración)",  # whoever writes to it reads that no appointment is real
            zone=zone.key,
            address="Av. Revolución 1234, Zona Centro, Tijuana, B. C.",
            phone="+526645550100",
            opens=dt.time(8),
            closes=dt.time(20),
            policy=Policy(horizon_days=60, holidays=_COUNTRY, parking=PARKING),
            answers=ANSWERS,
            demo=True,
        )
        seed_into(session, clinic, DOCTORS, OPENINGS)
        today = now.astimezone(zone).date()
        midnight = dt.datetime.combine(today, dt.time(), zone)
        session.execute(insert(PersonRow), list(_people(midnight)))
        session.execute(insert(PatientRow), list(_patients(midnight)))
        visits = list(appointments(now, midnight, _COUNTRY, OPENINGS, len(PATIENTS)))
        session.execute(insert(AppointmentRow), visits)
        for row in (PersonRow, PatientRow, AppointmentRow):
            follow_ids(session, row)
        notes = SqlMedicalRecords(session)
        for record in records(visits):
            notes.add(record)
        library = SqlDocuments(session)
        for one in documents:
            library.put(*one, now, _LOADED_BY)


def erase_demo(engine: Engine) -> None:
    """Leave nothing of it, nor of what was tried on it. Raises SettingsInvalid when it is a real clinic's."""
    with Session(engine) as session, session.begin():
        if _alone(session) is False:
            raise SettingsInvalid("This is a real clinic's database, which is never erased.")
        _empty(session)


def _alone(session: Session) -> bool | None:
    """Keep everybody else out; whether it is a demo, None where no clinic has been entered."""
    tables = ", ".join(table.name for table in Base.metadata.sorted_tables)
    session.execute(text(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE"))
    return session.scalar(select(ClinicRow.demo))


def _empty(session: Session) -> None:
    """No row anywhere, and ids from 1 on. DELETE, for the application owns no table, and only owners may TRUNCATE so
    that ids begin anew; of few rows it is faster too."""
    session.execute(
        text("DELETE FROM procrastinate_jobs WHERE queue_name = :queue AND status = 'todo'"), {"queue": QUEUE}
    )
    for table in reversed(Base.metadata.sorted_tables):
        session.execute(delete(table))
        if table.autoincrement_column is not None:
            sequence = func.pg_get_serial_sequence(table.name, table.autoincrement_column.name)
            session.execute(select(func.setval(sequence, 1, False)))


def _people(midnight: dt.datetime) -> Iterator[dict[str, Any]]:
    """Whoever writes from a patient's number is that patient."""
    for number in range(1, len(PATIENTS) + 1):
        yield {"id": number, "phone": _phone(number), "opted_out": False, "created_at": midnight}


def _patients(midnight: dt.datetime) -> Iterator[dict[str, Any]]:
    for number, name in enumerate(PATIENTS, start=1):
        yield {
            "id": number,
            "name": name,
            "name_key": folded(name),
            "phone": _phone(number),
            "person_id": number,
            "created_at": midnight,
        }


def _phone(number: int) -> str:
    return f"+5266455501{number:02d}"
