"""A time that is chosen from an offer that is an hour old is taken up, if it is still free; if not, what is nearest to
it is offered. That it was looked up anew is said."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import NOW, TUESDAY, clinic_with, live, shown

WISH = "quiero cita el viernes en la tarde"
LATER = dt.timedelta(minutes=70)


def offered(*said: str) -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    for text in said:
        clinic.say("Ana", text)
    clinic.clock.set(NOW + LATER)
    return clinic


@pytest.mark.parametrize("text", ["la segunda", "la 2", "la de las cuatro y media", "a las 4:30"])
def test_it_is_held_and_told(text: str) -> None:
    clinic = offered(WISH)
    asked = clinic.say("Ana", text)
    assert asked.keys == ["offer_expired", "ask_name"]
    assert "viernes 11 de diciembre, 4:30 p.m." in shown(asked)
    clinic.say("Ana", "Ana Luna")
    clinic.say("Ana", "sí")
    assert live(clinic) == [NOW.replace(day=11, hour=16, minute=30)]
    check_all(clinic)


def test_what_somebody_else_has_by_now_is_not_taken() -> None:
    clinic = offered(WISH)
    for text in ("quiero cita el viernes a las 4:30 de la tarde", "Beto Paz", "sí"):
        clinic.say("Beto", text)
    asked = clinic.say("Ana", "la segunda")
    assert asked.keys == ["offer_expired", "offer_others"]
    assert "4:00 p.m." in shown(asked)
    assert len(live(clinic)) == 1
    check_all(clinic)


def test_what_is_over_by_now_is_looked_for_as_before() -> None:
    clinic = offered("quiero cita hoy")
    clinic.clock.set(NOW + 3 * LATER)
    assert clinic.say("Ana", "la 1").keys == ["offer_expired", "offer_slots"]
    assert live(clinic) == []


def test_an_appointment_is_moved_to_it() -> None:
    clinic = clinic_with(TUESDAY, doctor=1)
    clinic.say("Ana", "cambia mi cita al miércoles 16 en la tarde")
    clinic.clock.set(NOW + LATER)
    asked = clinic.say("Ana", "la segunda")
    assert asked.keys == ["offer_expired", "move_proposal"]
    assert "4:30 p.m." in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY.replace(day=16, hour=16)]
