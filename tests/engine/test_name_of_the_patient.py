"""Whose name it is that was given with a booking: who is named as its patient is perhaps not who writes, and "otra para
mí" asks in whose; who said it of themselves, or answered the question with it, is not asked again."""

from __future__ import annotations

import pytest

from booking.testing.invariants import check_all
from tests.engine.test_own_visits import clinic_with, live, shown

NAMES = ["Julio Meza", "Rosa Ibarra", "Ana Sofía Luna"]
FOR_ME = ["y otra para mí a las 11:30", "otra para mi el viernes a las 11:30", "quiero otra cita para mí a las 11:30"]
THIRD = ["cita para {} el viernes a las 10", "quiero una cita para {} el viernes a las 10"]
OWN = [
    ("soy {}, quiero una cita el viernes a las 10",),
    ("quiero una cita el viernes a las 10", "{}"),
    ("me llamo {}, una cita el viernes a las 10",),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("more", FOR_ME)
@pytest.mark.parametrize("booked", THIRD)
def test_another_for_the_writer_asks_whose_where_the_patient_alone_was_named(booked: str, more: str, name: str) -> None:
    clinic = clinic_with()
    clinic.say("Ana", booked.format(name))
    assert clinic.say("Ana", "sí").keys == ["booked"]
    asked = clinic.say("Ana", more)
    assert asked.keys[-1] in ("ask_name", "offer_slots")
    assert f"👤 {name}" not in shown(asked)
    clinic.say("Ana", "sí")
    assert len(live(clinic)) == 1
    check_all(clinic)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("more", FOR_ME[:2])
@pytest.mark.parametrize("said", OWN)
def test_who_gave_it_as_theirs_is_not_asked_again(said: tuple[str, ...], more: str, name: str) -> None:
    clinic = clinic_with()
    for text in said:
        clinic.say("Ana", text.format(name))
    assert clinic.say("Ana", "sí").keys == ["booked"]
    assert f"👤 {name}" in shown(clinic.say("Ana", more))
