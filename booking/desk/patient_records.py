"""Use cases about the files of patients: find one, look at it, correct it, make one of two."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from zoneinfo import ZoneInfo

from booking.desk import find_people, waiting_entries
from booking.desk.desk_errors import DeskRefused
from booking.desk.importing import Number, RowRefused, email_of, phone_of
from booking.desk.importing import name_of as name_to_keep
from booking.desk.json_views import Json, appointments_json
from booking.desk.masking import name_of, number_of
from booking.models import LIVE, Appointment, Patient, Status
from booking.models.episodes import StoredEpisode
from booking.models.medical_records import MedicalRecord
from booking.ports import UnitOfWork

COLUMNS = ("Paciente", "Nombre", "Teléfono", "Citas", "Próxima")
_MOST = 50
_SEEN = tuple(status for status in Status if status is not Status.HELD)


@dataclass(frozen=True, slots=True)
class Shown:
    """A patient with all that is known of them."""

    patient: Patient
    numbers: Sequence[str]
    appointments: Sequence[Json]  # by start
    others: Sequence[Patient]  # for whom the same person writes
    chat_id: int | None
    writes: str | None  # the name of whoever writes for them, as they told it
    waits: Sequence[Json] = ()  # what they wait for (`waiting_entries`)
    episodes: Sequence[StoredEpisode] = ()  # what the conversations of whoever writes came to
    records: Sequence[MedicalRecord] = ()  # what doctors wrote down of their visits


def find(uow: UnitOfWork, text: str) -> list[Patient]:
    """Those with this id, phone, or part of the name. Raises DeskRefused: nobody."""
    found = list(find_people.patients_called(uow, text))[:_MOST]
    if not found:
        raise DeskRefused(f"No hay ningún paciente «{text}». Pruebe con una sola parte del nombre o con su teléfono.")
    return found


def rows(uow: UnitOfWork, found: Sequence[Patient], now: dt.datetime, *, whole: bool) -> list[tuple[object, ...]]:
    """Lines of the table; `whole` names and numbers."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return [_line(uow, patient, now, zone, whole=whole) for patient in found]


def _line(uow: UnitOfWork, patient: Patient, now: dt.datetime, zone: ZoneInfo, *, whole: bool) -> tuple[object, ...]:
    theirs = uow.appointments.list(patient_id=patient.id, statuses=_SEEN)
    coming = next((a for a in theirs if a.status in LIVE and a.slot.end > now), None)
    return (
        patient.id,
        name_of(patient.name, whole=whole),
        number_of(patient.phone, whole=whole),
        len(theirs),
        f"{coming.slot.start.astimezone(zone):%d/%m/%Y %H:%M}" if coming else None,
    )


def one(uow: UnitOfWork, patient_id: int) -> Patient:
    """Raises DeskRefused."""
    found = uow.patients.get_many([patient_id])
    if not found:
        raise DeskRefused(f"No hay ningún paciente {patient_id}. Búsquelo con: turnero pacientes buscar NOMBRE")
    return found[0]


def look(uow: UnitOfWork, patient_id: int) -> Shown:
    """All that is known of one. Raises DeskRefused."""
    patient = one(uow, patient_id)
    chat = uow.conversations.of_person(patient.person_id) if patient.person_id else None
    others = uow.patients.list_of(patient.person_id) if patient.person_id else ()
    theirs = uow.appointments.list(patient_id=patient.id, statuses=_SEEN)
    return Shown(
        patient=patient,
        numbers=uow.patients.numbers(patient),
        appointments=appointments_json(uow, theirs, ZoneInfo(find_people.clinic_of(uow).zone)),
        others=[other for other in others if other.id != patient.id],
        waits=waiting_entries.of_patient(uow, chat.id, patient) if chat else (),
        chat_id=chat.id if chat else None,
        writes=chat.person.name if chat else None,
        episodes=uow.episodes.of_person(chat.person.id) if chat else (),
        records=uow.records.of_patient(patient.id),
    )


def account(shown: Shown, *, whole: bool) -> list[str]:
    """What is known, in lines; the appointments aside."""
    patient = shown.patient
    lines = [f"Paciente {patient.id}: {name_of(patient.name, whole=whole)}"]
    lines.append(f"Teléfonos: {', '.join(str(number_of(one, whole=whole)) for one in shown.numbers) or 'ninguno'}")
    if patient.email:
        lines.append(f"Correo: {patient.email if whole else 'sí'}")
    if shown.chat_id is not None:
        writes = f", escribe {name_of(shown.writes, whole=whole)}" if shown.writes else ""
        lines.append(f"Chat: {shown.chat_id}{writes}")
    if shown.others:
        lines.append(
            "Del mismo teléfono: " + ", ".join(f"{one.id} {name_of(one.name, whole=whole)}" for one in shown.others)
        )
    return lines + [line for one in shown.waits for line in waiting_entries.account(one, whole=whole)]


def as_json(shown: Shown) -> Json:
    """All of it, whole."""
    patient = shown.patient
    return {
        "id": patient.id,
        "nombre": patient.name,
        "telefonos": list(shown.numbers),
        "correo": patient.email,
        "chat": shown.chat_id,
        "escribe": shown.writes,
        "del_mismo_telefono": [{"id": one.id, "nombre": one.name} for one in shown.others],
        "citas": list(shown.appointments),
        "lista_espera": list(shown.waits),
        "memoria": [
            {"fecha": one.at.isoformat(), "tipo": one.kind.value, "resumen": one.text} for one in shown.episodes
        ],
        # What doctors wrote is theirs to hand over: the desk sees that there is something, and of when.
        "historiales": [{"fecha": one.at.isoformat(), "doctor_id": one.doctor_id} for one in shown.records],
    }


@dataclass(frozen=True, slots=True)
class Correction:
    """What staff put right, as they wrote it."""

    name: str | None = None
    phone: str | None = None
    email: str | None = None


def edit(uow: UnitOfWork, patient_id: int, wanted: Correction, number: Number, now: dt.datetime) -> Patient:
    """Correct what is known of one. Raises DeskRefused."""
    before = one(uow, patient_id)
    try:
        name = name_to_keep(wanted.name) if wanted.name is not None else None
        phone, email = phone_of(wanted.phone or "", number), email_of(wanted.email or "")
    except RowRefused as error:
        raise DeskRefused(f"No se cambió nada: {error.why}.") from None
    edited = uow.patients.edit(before.id, now, name=name, phone=phone, email=email)
    if edited is None:
        raise DeskRefused(
            "No se cambió nada: con ese teléfono ya hay otro paciente con ese nombre. Si son la misma persona:"
            f" turnero pacientes unir {before.id} OTRO"
        )
    return edited


def to_join(uow: UnitOfWork, kept_id: int, left_id: int) -> tuple[Shown, Shown]:
    """Both, if they may become one. Raises DeskRefused."""
    if kept_id == left_id:
        raise DeskRefused("Es el mismo paciente: diga dos números distintos.")
    kept, left = look(uow, kept_id), look(uow, left_id)
    if meets := _both_at_once(uow, kept_id, left_id):
        raise DeskRefused(
            f"No se unieron: sus citas {meets[0].id} y {meets[1].id} se traslapan. Mueva o cancele una primero:"
            f" turnero citas ver {meets[1].id}"
        )
    return kept, left


def join(uow: UnitOfWork, kept_id: int, left_id: int, now: dt.datetime) -> None:
    """Make one file of two. Under the lock of the fair turn: no appointment lands meanwhile. Raises DeskRefused."""
    uow.appointments.lock_turn()
    kept, left = to_join(uow, kept_id, left_id)
    uow.patients.join(kept.patient, left.patient, now)


def _both_at_once(uow: UnitOfWork, one_id: int, other_id: int) -> tuple[Appointment, Appointment] | None:
    mine, theirs = (uow.appointments.list(patient_id=id, statuses=sorted(LIVE)) for id in (one_id, other_id))
    return next(((a, b) for a, b in product(mine, theirs) if a.slot.overlaps(b.slot)), None)
