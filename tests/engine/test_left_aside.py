"""What was said to be understood in part, and waits for its yes: a yes of any sort goes on with it, and whatever else
is begun instead says that it is left aside."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import ZONE
from tests.engine.test_own_visits import clinic_with, live, shown

TUESDAY = dt.datetime(2026, 12, 15, 17, 30, tzinfo=ZoneInfo(ZONE))
WISH = "quiero cita el miércoles, cambia un dato, para mi hijo Brayan Alexis"
CHANGE = "cambia mi cita al miércoles en la tarde, cambia un dato"


def half_understood(text: str) -> Clinic:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", text).keys == ["partly"]
    return clinic


@pytest.mark.parametrize(
    "yes", ["ey", "ey si", "si pues", "simón", "órale pues", "ándale pues", "dale pues", "sí mijo", "si mija asi"]
)
def test_a_yes_of_the_north_is_one(yes: str) -> None:
    clinic = half_understood(WISH)
    told = clinic.say("Ana", yes)
    assert told.keys[-1] == "offer_slots"
    assert "miércoles 9" in shown(told)
    check_all(clinic)


@pytest.mark.parametrize("other", ["ey no", "pues no sé", "no mijo", "ey, buenas tardes", "pues"])
def test_what_is_no_yes_begins_nothing(other: str) -> None:
    clinic = half_understood(WISH)
    assert "offer_slots" not in clinic.say("Ana", other).keys


@pytest.mark.parametrize("new", ["quiero una cita nueva", "lo de siempre", "cancela mi cita"])
def test_something_new_says_what_becomes_of_it(new: str) -> None:
    clinic = half_understood(CHANGE)
    told = clinic.say("Ana", new)
    assert "left_aside" in told.keys[:-1]
    assert "cambiar tu cita al miércoles" in shown(told)
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


@pytest.mark.parametrize(
    "said", ["sí", "no", "mejor a las 5", "con doctora", "3:30", "hola", "gracias", "¿cuánto cuesta?", "blah"]
)
def test_what_answers_or_amends_it_leaves_nothing_aside(said: str) -> None:
    clinic = half_understood(CHANGE)
    assert "left_aside" not in clinic.say("Ana", said).keys
    assert live(clinic) == [TUESDAY]
