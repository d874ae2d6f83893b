"""Patients from a file: each row's name and number, once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.desk import sheets
from booking.desk.importing import Came, Known, Number, Outcome, RowRefused, email_of, name_of, phone_of
from booking.desk.sheets import Row
from booking.models import Patient
from booking.ports import UnitOfWork

NAME = ("paciente", "nombre completo", "nombre del paciente", "nombres", "nombre s", "name", "full name", "contacto")
PHONE = (
    *("telefono celular", "tel", "celular", "cel", "movil", "whatsapp", "numero de telefono", "telefono del paciente"),
    *("telefono 1", "telefono movil", "numero celular", "phone", "mobile"),
)
EMAIL = ("correo electronico", "email", "e mail", "mail", "correo del paciente")
SURNAMES = ("apellido", "apellido paterno", "apellido materno", "primer apellido", "segundo apellido", "last name")
COLUMNS = {"nombre": NAME, "apellidos": SURNAMES, "telefono": PHONE, "correo": EMAIL}
NOT_TAKEN = {"numero": "cada paciente recibe aquí el suyo; quién es se sabe por su nombre y su teléfono"}
"""Columns that `export_files` writes and no import can take, and why."""


def read(raw: bytes) -> sheets.Sheet:
    """The rows of a file of patients. Raises DeskRefused."""
    return sheets.read(raw, COLUMNS, ["nombre"])


def enter(
    uow: UnitOfWork, known: Known, rows: Sequence[Row], number: Number, now: dt.datetime, *, simulate: bool
) -> list[Outcome]:
    """What came of each row, or would."""
    return [_entered(uow, known, row, number, now, simulate) for row in rows]


def _entered(uow: UnitOfWork, known: Known, row: Row, number: Number, now: dt.datetime, simulate: bool) -> Outcome:
    try:
        name = name_of(f"{row.get('nombre')} {row.get('apellidos')}")
        phone, email = phone_of(row.get("telefono"), number), email_of(row.get("correo"))
        found = known.find(name, phone)
    except RowRefused as error:
        return Outcome(row.number, Came.REFUSED, str(error))
    if found and (email is None or found.email is not None):
        return Outcome(row.number, Came.THERE)
    if found and found.person_id is None:
        return Outcome(row.number, Came.THERE, "no se le puso el correo: no tiene teléfono registrado")
    if simulate:
        known.add(found or Patient(id=-row.number, name=name, phone=phone, email=email))
    else:
        known.add(uow.patients.enter(name, phone or (found.phone if found else None), None, now, email))
    return Outcome(row.number, Came.COMPLETED if found else Came.NEW)
