"""The desk does its work for a caller that has no terminal, and says what was wrong by field."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from zoneinfo import ZoneInfo

import pytest

from booking.desk import change_appointments, find_appointments, find_people
from booking.desk.change_appointments import NewPatient, Wish
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.find_appointments import Wanted
from booking.models import Actor, ActorKind, Clinic, Doctor, Opening
from booking.ports import UnitOfWorkFactory
from booking.testing.fakes import MemoryDatabase

NOW = dt.datetime(2026, 11, 23, 9, tzinfo=ZoneInfo("America/Tijuana"))  # a Monday
ROSA = Actor(kind=ActorKind.STAFF, name="Rosa, en la página")


@pytest.fixture
def begin() -> UnitOfWorkFactory:
    clinic = Clinic(name="Clínica de prueba", zone="America/Tijuana", demo=True)
    hours = [Opening(doctor_id=1, weekday=day, start=dt.time(9), end=dt.time(12)) for day in range(5)]
    return MemoryDatabase().seed(clinic, [Doctor(id=1, name="Dra. Laura Méndez")], hours)


def wish(start: str) -> Wish:
    return Wish("Laura", None, NewPatient("Eva Luna", None), start, "primera_vez", None, False)


def test_an_appointment_from_its_entry_to_its_end(begin: UnitOfWorkFactory) -> None:
    with begin() as uow:
        entered = change_appointments.enter(uow, wish("mañana 9:00"), NOW, ROSA)
        uow.commit()
    with begin() as uow:
        change_appointments.move(uow, entered.id, "mañana 10:00", None, None, NOW, ROSA)
        uow.commit()
    with begin() as uow:
        (row,) = find_appointments.listed(uow, NOW, Wanted(patient="eva"))
        assert row["inicio"] == "2026-11-24T10:00:00-08:00"
        change_appointments.cancel(uow, row, "no puede", NOW, ROSA)
        uow.commit()
    with begin() as uow:
        assert [event.by for event in uow.events.list(entered.id)] == [ROSA] * 3


def test_what_cannot_be_used_or_done(begin: UnitOfWorkFactory) -> None:
    with begin() as uow:
        with pytest.raises(BadValue, match="le falta el día") as unread:
            change_appointments.enter(uow, wish("quién sabe 9:00"), NOW, ROSA)
        assert unread.value.field is Field.START
        with pytest.raises(BadValue, match="no hay tal doctor") as nobody:
            find_people.find_doctor(uow, "Zoe")
        assert nobody.value.field is Field.DOCTOR
        with pytest.raises(DeskRefused, match="No se agendó"):
            change_appointments.enter(uow, wish("mañana 20:00"), NOW, ROSA)


@pytest.mark.parametrize(
    ("said", "found"),
    [("Dra. Méndez", 1), ("dra mendez", 1), ("doctora Laura", 1), ("Dr. Méndez", None), ("Dra. Paz", None)],
)
def test_a_doctor_is_found_as_people_call_them(begin: UnitOfWorkFactory, said: str, found: int | None) -> None:
    with begin() as uow:
        if found is None:
            with pytest.raises(BadValue):
                find_people.find_doctor(uow, said)
        else:
            assert find_people.find_doctor(uow, said).id == found


def test_it_works_where_no_terminal_is() -> None:
    """What it imports, and what that imports, does without the libraries of the command line."""
    program = (
        "import importlib, pkgutil, sys\n"
        "sys.modules.update(dict.fromkeys(('typer', 'rich', 'booking.admin')))\n"
        "import booking.desk\n"
        "for found in pkgutil.iter_modules(booking.desk.__path__):\n"
        "    importlib.import_module(f'booking.desk.{found.name}')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
