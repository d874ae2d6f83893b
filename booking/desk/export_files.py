"""Patients and appointments as files of other programs, which `import_patients`, `import_appointments` read back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.desk import find_appointments, sheets
from booking.desk.find_appointments import Wanted
from booking.desk.json_views import Json
from booking.models import Patient
from booking.ports import UnitOfWork

PATIENTS = ("numero", "nombre", "telefono", "correo")
APPOINTMENTS = (
    *("cita", "fecha", "hora", "minutos", "doctor", "paciente", "telefono", "correo", "tipo", "motivo"),
    *("estado", "sobrecupo"),
)
_ALL = 10_000_000
_HOME = "+52"


def patients(uow: UnitOfWork, now: dt.datetime, since: str | None, until: str | None) -> list[Patient]:
    """Everybody; with a date, those who have or had an appointment then. Raises BadValue."""
    everybody = uow.patients.search(limit=_ALL)
    if since is None and until is None:
        return list(everybody)
    rows = appointments(uow, now, since, until)
    seen = {row["paciente"]["id"] for row in rows}
    return [patient for patient in everybody if patient.id in seen]


def appointments(uow: UnitOfWork, now: dt.datetime, since: str | None, until: str | None) -> list[Json]:
    """All of them but times held, by start. Raises BadValue."""
    return [row for row in find_appointments.listed(uow, now, Wanted(since, until)) if row["paciente"]]


def patients_csv(found: Sequence[Patient]) -> bytes:
    """One row a patient."""
    return sheets.written(PATIENTS, ((p.id, p.name, _spaced(p.phone), p.email) for p in found))


def appointments_csv(rows: Sequence[Json]) -> bytes:
    """One row an appointment, on the clinic's clock."""
    return sheets.written(APPOINTMENTS, (_line(row) for row in rows))


def _line(row: Json) -> tuple[object, ...]:
    start, end = (dt.datetime.fromisoformat(row[key]) for key in ("inicio", "fin"))
    patient = row["paciente"]
    return (
        *(row["id"], f"{start:%d/%m/%Y}", f"{start:%H:%M}", int((end - start).total_seconds() // 60)),
        *(row["doctor"]["nombre"], patient["nombre"], _spaced(patient["telefono"]), patient["correo"]),
        *(row["tipo"], row["motivo"], row["estado"], "sí" if row.get("sobrecupo") else None),
    )


def _spaced(phone: str | None) -> str | None:
    """A number that a spreadsheet leaves alone: in groups, as it is dialled here."""
    if phone and phone.startswith(_HOME) and len(phone) == 13:
        return f"{phone[3:6]} {phone[6:9]} {phone[9:]}"
    return phone
