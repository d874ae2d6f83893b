"""Use cases about appointments that are there: find them, show them masked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.json_views import Json, appointments_json
from booking.desk.masking import name_of, number_of
from booking.desk.told_views import with_told
from booking.errors import NotFound
from booking.models import COMING, DAY_MINUTES, Appointment, Status
from booking.models.folded_text import folded
from booking.ports import UnitOfWork

COLUMNS = ("Cita", "Día", "Hora", "Doctor", "Paciente", "Teléfono", "Estado", "Tipo", "Nota")

_UNLESS_ASKED = tuple(status for status in Status if status is not Status.HELD)
_PATIENT_ID_DIGITS = 7
_LARGEST_ID = 2**63 - 1
"""That the database can have."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What staff asked for, as they wrote it."""

    since: str | None = None
    until: str | None = None
    doctor: str | None = None
    statuses: tuple[str, ...] = ()
    patient: str | None = None
    from_today: bool = False  # without `since`
    date: str | None = None  # one day, instead of both


def listed(uow: UnitOfWork, now: dt.datetime, wanted: Wanted) -> list[Json]:
    """The appointments asked for, by start. Raises BadValue."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    here = now.astimezone(zone)
    first = staff_dates.day(wanted.since, here, Field.SINCE) if wanted.since else None
    if wanted.date:
        first = staff_dates.day(wanted.date, here, Field.DATE)
    if first is None and wanted.from_today:
        first = here.date()
    last = staff_dates.day(wanted.until, here, Field.UNTIL) if wanted.until else first if wanted.date else None
    if wanted.since and first and last and last < first:
        raise BadValue(Field.UNTIL, "termina antes de --desde.")
    patient = find_people.digits(wanted.patient or "")
    by_id = int(patient) if patient and len(patient) <= _PATIENT_ID_DIGITS else None
    found = uow.appointments.list(
        start=staff_dates.midnight(first, here) if first else None,
        end=staff_dates.midnight(last + dt.timedelta(days=1), here) if last else None,
        doctor_id=find_people.find_doctor(uow, wanted.doctor).id if wanted.doctor else None,
        patient_id=by_id,
        statuses=_statuses(wanted.statuses),
    )
    rows = with_told(uow, appointments_json(uow, found, zone), zone)
    return rows if wanted.patient is None or by_id is not None else _of_patient(rows, wanted.patient)


def _statuses(given: Sequence[str]) -> Sequence[Status]:
    """Holds only when asked for: they are not appointments yet."""
    try:
        return tuple(Status(word.strip().casefold()) for word in given) or _UNLESS_ASKED
    except ValueError:
        raise BadValue(Field.STATUS, f"«{', '.join(given)}» no es un estado. Hay: {', '.join(Status)}.") from None


def _of_patient(rows: Sequence[Json], patient: str) -> list[Json]:
    """Those whose patient has this in the name, or this phone."""
    name, phone = folded(patient), find_people.digits(patient)
    return [
        row
        for row in rows
        if row["paciente"]
        and (
            find_people.same_phone(row["paciente"]["telefono"], phone)
            if phone
            else name in folded(row["paciente"]["nombre"])
        )
    ]


def one(uow: UnitOfWork, appointment_id: int, *, own: int | None = None) -> Json:
    """One appointment or hold. `own`: that doctor looks, for whom there are no other doctors' ones. Raises
    DeskRefused."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    (row,) = with_told(uow, appointments_json(uow, [found_appointment(uow, appointment_id, own=own)], zone), zone)
    return row


def found_appointment(uow: UnitOfWork, appointment_id: int, *, own: int | None = None) -> Appointment:
    """Raises DeskRefused; `own` as in `one`."""
    found = None
    if 0 < appointment_id <= _LARGEST_ID:
        with suppress(NotFound):
            found = uow.appointments.get(appointment_id)
    if found is None or own not in (None, found.doctor_id):
        raise DeskRefused(f"No hay ninguna cita {appointment_id}. Búsquela con: turnero citas listar")
    return found


def masked(row: Json, now: dt.datetime | None = None, *, whole: bool = False) -> tuple[object, ...]:
    """A line of the table: enough to know whom it is, not enough to tell others, unless names are shown `whole`. Of a
    note only that there is one."""
    from booking.conversation.replies.spanish import short_day

    start, end = (dt.datetime.fromisoformat(row[key]) for key in ("inicio", "fin"))
    patient = row["paciente"] or {"nombre": None, "telefono": None}
    return (
        row["id"],
        f"{short_day(start.date())} {start.year}",
        f"{start:%H:%M}–{end:%H:%M}",
        row["doctor"]["nombre"] or row["doctor"]["id"],
        name_of(patient["nombre"], whole=whole),
        number_of(patient["telefono"], whole=whole),
        " · ".join(
            filter(None, (row["estado"], row.get("sobrecupo") and "sobrecupo", arrival(row, now), row.get("aviso")))
        ),
        row["tipo"],
        "sí" if row["motivo"] else None,
    )


def arrival(row: Json, now: dt.datetime | None = None) -> str | None:
    """«llegó 10:02, espera 14 min»; without the waiting where it is over, or the moment is not asked about."""
    if not row.get("llego"):
        return None
    came = dt.datetime.fromisoformat(row["llego"])
    minutes = None if now is None else waiting(row, now)
    return f"llegó {came:%H:%M}" if minutes is None else f"llegó {came:%H:%M}, espera {minutes} min"


def waiting(row: Json, now: dt.datetime) -> int | None:
    """Minutes since a patient came whose visit has not begun; None: nobody waits."""
    if not row.get("llego") or row["estado"] not in COMING:
        return None
    minutes = int((now - dt.datetime.fromisoformat(row["llego"])).total_seconds() // 60)
    return minutes if 0 <= minutes < DAY_MINUTES else None


def caption(uow: UnitOfWork, rows: Sequence[Json], wanted: Wanted) -> str:
    """What stands under the table."""
    if not rows and wanted.patient and not find_people.patients_called(uow, wanted.patient):
        return f"No hay ningún paciente «{wanted.patient}». Pruebe con una sola parte del nombre o con su teléfono."
    if not rows:
        return "Ninguna cita así. Para otros días: --desde y --hasta"
    count = "1 cita" if len(rows) == 1 else f"{len(rows)} citas"
    noted = " La nota: turnero citas ver CITA." if any(row["motivo"] for row in rows) else ""
    return f"{count}.{noted} Los datos completos: --json"
