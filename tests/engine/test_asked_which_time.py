"""Which of several times is meant is asked beside what else was said, and nothing of the wish is lost meanwhile."""

from __future__ import annotations

import pytest

from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.test_own_visits import NOW, shown


def clinic_with_one_made() -> Clinic:
    """Ana has just made hers, on Monday the 14th: a bare Friday may be the one before it, or after it."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    for text in ("quiero cita el lunes 14 a las 10 con el doctor Salas", "Ana Luna", "sí"):
        clinic.say("Ana", text)
    return clinic


FOR_HER = [
    "cita para mi mamá Rosa Torres con el doctor Salas el viernes a las 10",
    "otra cita para mi mamá con el doctor Salas el viernes a las 10",
]


@pytest.mark.parametrize("text", FOR_HER)
@pytest.mark.parametrize(("answer", "day"), [("el 11", 11), ("el 18", 18), ("la 1", 11), ("la segunda", 18)])
def test_it_is_asked_beside_the_name_and_the_rest_is_kept(text: str, answer: str, day: int) -> None:
    clinic = clinic_with_one_made()
    asked = clinic.say("Ana", text)
    assert asked.keys[-1] == "ask_which_time"
    assert "vie 11 dic" in shown(asked)
    assert "vie 18 dic" in shown(asked)
    told = shown(clinic.say("Ana", answer))
    assert f"viernes {day} de diciembre" in told
    assert "10:00 a.m." in told
    assert "Jorge Salas" in told
    assert "Rosa Torres" in told or "Rosa" not in text
    check_all(clinic)


def test_it_is_asked_again_behind_a_question() -> None:
    clinic = clinic_with_one_made()
    clinic.say("Ana", FOR_HER[0])
    assert clinic.say("Ana", "¿dónde queda?").keys[-1] == "ask_which_time"
    assert "viernes 18" in shown(clinic.say("Ana", "el 18"))


def test_a_time_that_can_be_read_in_one_way_is_not_asked_about() -> None:
    clinic = clinic_with_one_made()
    assert clinic.say("Ana", FOR_HER[0].replace("el viernes", "el viernes 11")).keys[-1] == "proposal"
