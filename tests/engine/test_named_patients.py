"""Somebody books for two people and speaks of one by name: no third appointment comes of it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.models import Status
from booking.testing.clinic import Clinic, Exchange, read
from booking.testing.invariants import check_all
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

NOW = dt.datetime(2026, 11, 28, 12, 30, tzinfo=ZoneInfo(ZONE))


def clinic_of_two(first: str = "Gloria Trejo Díaz", *corrections: str, other: str = "Ofelia Díaz Ruiz") -> Clinic:
    """Booked as people do: the first for whoever writes, perhaps with the name put right, the other for her mother."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    for text in ("quiero cita el viernes a las 9 con el doctor Salas", first, *corrections, "sí"):
        clinic.say("Ana", text)
    for text in ("otra para mi mamá el viernes a las 9 con la doctora Méndez", other, "sí"):
        clinic.say("Ana", text)
    return clinic


def live(clinic: Clinic) -> dict[str, str]:
    made = [one for one in clinic.stored().live if one.status is not Status.HELD]
    with clinic.begin() as uow:
        names = {p.id: p.name for p in uow.patients.get_many(sorted({a.patient_id for a in made if a.patient_id}))}
    assert len({a.patient_id for a in made}) == len(made), "one more"
    return {names[a.patient_id or 0]: a.slot.start.astimezone(ZoneInfo(ZONE)).strftime("%d %H:%M") for a in made}


def shown(exchange: Exchange) -> str:
    return "\n".join(read(message) for message in exchange.messages)


def test_hers_is_moved_and_the_writers_stays() -> None:
    clinic = clinic_of_two()
    assert live(clinic) == {"Gloria Trejo Díaz": "04 09:00", "Ofelia Díaz Ruiz": "04 09:00"}
    clinic.say("Ana", "pásenme la de mi mamá al sábado y la mía déjenla igual")
    clinic.say("Ana", "no")
    clinic.say("Ana", "la de Ofelia muévanla a la tarde")
    asked = clinic.say("Ana", "la 2")
    assert asked.keys == ["move_proposal"]
    assert "Ofelia Díaz Ruiz" in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == {"Gloria Trejo Díaz": "04 09:00", "Ofelia Díaz Ruiz": "04 16:30"}
    check_all(clinic)


def test_who_asks_when_both_are_is_told_and_then_moves_one() -> None:
    clinic = clinic_of_two("Jorge Salas", "no es para Jorge Salas, es para Jesús Ramírez Oros", other="Brenda Ramírez")
    told = clinic.say("Ana", "¿a qué hora es la mía y a qué hora la de Brenda?")
    assert told.keys == ["my_appointments"]
    assert "Brenda Ramírez" in shown(told)
    asked = clinic.say("Ana", "pásenme la de Brenda al jueves y la otra déjenla igual")
    assert asked.keys == ["move_proposal"]
    clinic.say("Ana", "sí")
    assert set(live(clinic)) == {"Jesús Ramírez Oros", "Brenda Ramírez"}
    assert live(clinic)["Jesús Ramírez Oros"] == "04 09:00"
    assert live(clinic)["Brenda Ramírez"] != "04 09:00"
    assert clinic.conversation("Ana").person.name == "Jesús Ramírez Oros"
    check_all(clinic)


@pytest.mark.parametrize(
    "text",
    ["quítenle la cita a Iker", "pásenme la de Iker al jueves", "ya no va a ir Iker", "cancela la de mi suegra Sofía"],
)
def test_who_has_none_is_told_so_and_nobodys_is_touched(text: str) -> None:
    clinic = clinic_of_two()
    before = live(clinic)
    asked = clinic.say("Ana", text)
    assert asked.keys == ["which_appointment"]
    assert "No encuentro una cita de" in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == before
    check_all(clinic)
