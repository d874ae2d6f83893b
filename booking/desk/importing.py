"""What files bring in: what came of each row, and who is on file already."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple

from booking.intents import LONGEST_NAME
from booking.models import Patient
from booking.models.folded_text import folded
from booking.ports import UnitOfWork

_ALL = 10_000_000
_EMAIL = re.compile(r"(?=.{3,254}$)[^@\s\x00]+@[^@\s\x00]+\.[^@\s\x00]+")
_AS_FORMULA = re.compile(r"\d[.,]\d+e\+?\d+", re.IGNORECASE)
_PHONE_DIGITS = 10

Number = Callable[[str], str | None]
"""One spelling of a telephone (E.164); None: it is none."""


class Came(StrEnum):
    """What came of a row, as staff read it."""

    NEW = "nueva"
    THERE = "ya estaba"
    COMPLETED = "completada"  # it was there, and lacked something that the row has
    REFUSED = "no se importa"


class Outcome(NamedTuple):
    """`why` is what is wrong with a refused row and what to do; of another, a remark."""

    row: int
    came: Came
    why: str | None = None


class RowRefused(Exception):
    """A row cannot be used; the message says why, and what to do in the file."""

    @property
    def why(self) -> str:
        """Why alone, for where there is no file."""
        return str(self).partition("; ")[0]


class Known:
    """Everybody on file by name, read once: a file of thousands is compared with it."""

    def __init__(self, patients: Iterable[Patient]) -> None:
        self._called: dict[str, list[Patient]] = {}
        for patient in patients:
            self.add(patient)

    @classmethod
    def of(cls, uow: UnitOfWork) -> Known:
        return cls(uow.patients.search(limit=_ALL))

    def add(self, patient: Patient) -> None:
        """Somebody entered, or completed."""
        same = self._called.setdefault(folded(patient.name), [])
        same[:] = [one for one in same if one.id != patient.id] + [patient]

    def forget(self, patient: Patient) -> None:
        """They were not entered after all."""
        self._called[folded(patient.name)] = [p for p in self._called[folded(patient.name)] if p.id != patient.id]

    def find(self, name: str, phone: str | None) -> Patient | None:
        """The one of this name and number; without a number, the only one of this name. Raises RowRefused where that
        may be several."""
        called = self._called.get(folded(name), [])
        same = [patient for patient in called if phone is None or patient.phone == phone]
        if len(same) > 1 and phone is None:
            raise RowRefused(f"hay {len(same)} pacientes que se llaman así; escriba el teléfono de quien es")
        return same[0] if same else None


def name_of(said: str) -> str:
    """A name as it is kept. Raises RowRefused."""
    name = " ".join(said.split())
    if not name:
        raise RowRefused("falta el nombre; complételo en el archivo")
    if sum(c.isalpha() for c in name) < 2 or any(c.isdigit() for c in name) or not name.isprintable():
        raise RowRefused(f"«{name[:40]}» no parece un nombre; corríjalo en el archivo")
    if len(name) > LONGEST_NAME:
        raise RowRefused(f"el nombre es demasiado largo: caben {LONGEST_NAME} letras")
    return name


def phone_of(said: str, number: Number) -> str | None:
    """One spelling; None where nothing was said. Raises RowRefused."""
    if not said:
        return None
    if _AS_FORMULA.search(said):
        raise RowRefused(f"la hoja de cálculo cambió el teléfono a «{said}»; póngale a la columna formato de texto")
    plain = re.sub(r"\.0$|(?i:\s*\b(?:ext|x)\b\.?\s*\d+)$", "", said)
    for part in re.split(r"[/;,]| y | o ", plain)[1:]:
        if sum(c.isdigit() for c in part) >= _PHONE_DIGITS:
            raise RowRefused("hay más de un teléfono; deje uno")
    if sum(c.isdigit() for c in plain) < _PHONE_DIGITS:
        raise RowRefused(
            f"al teléfono «{said}» le faltan cifras: son diez, con lada; sin teléfono, deje la celda vacía"
        )
    found = number(plain)
    if found is None:
        raise RowRefused(f"«{said}» no es un teléfono; escriba diez cifras, o con lada del país")
    return found


def email_of(said: str) -> str | None:
    """None where nothing was said. Raises RowRefused."""
    if said and not _EMAIL.fullmatch(said):
        raise RowRefused(f"«{said[:40]}» no es un correo; corríjalo o bórrelo")
    return said or None
