"""Questions of fact that the clinic's record answers, where it has said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from booking.models import Policy
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

ASKED = ("¿hay estacionamiento?", "tienen estacionamiento", "¿dónde me puedo estacionar?", "¿se puede estacionar ahí?")


@pytest.mark.parametrize("text", ASKED)
def test_parking_is_told_in_the_clinic_s_own_words(text: str) -> None:
    seed = demo_seed()
    said = seed.clinic.model_copy(update={"policy": Policy(parking="gratis, por la calle 5")})
    clinic = memory_clinic(replace(seed, clinic=said), Shortcuts())
    clinic.say("Ana", "hola")
    came = clinic.say("Ana", text)
    assert (came.keys, "Estacionamiento: gratis, por la calle 5" in came.text) == (["answer_record"], True)


@pytest.mark.parametrize("text", ASKED)
def test_where_the_clinic_has_not_said_nothing_is_made_up(text: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "hola")
    assert clinic.say("Ana", text).keys == ["no_answer"]


def test_a_yes_beside_it_counts_as_beside_any_question() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "hola, quiero una cita el martes por la tarde")
    clinic.tap("Ana", 1)
    clinic.say("Ana", "Ana Torres")
    assert "booked" in clinic.say("Ana", "sí, ¿hay estacionamiento?").keys
