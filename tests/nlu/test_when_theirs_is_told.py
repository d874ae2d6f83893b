"""Who says when their appointment is, or asks whether it is then, is shown it: no time is looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ListAppointments
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.engine.test_own_visits import TUESDAY, clinic_with, live
from tests.nlu.messages import context

HEADS = (
    "mi cita es",
    "oiga, mi cita es",
    "nuestra cita es",
    "mi cita con la doctora es",
    "entonces mi cita quedó",
)
WHENS = (
    "el viernes",
    "mañana",
    "el lunes 30 a las 11",
    "hoy a las 5 de la tarde",
    "el 30 de noviembre",
    "a las 4:30 pm",
)
BESIDE = ("", " con el doctor Salas", " con Salas, soy Elena Ibarra", ", soy Elena")
ASKS = ("", "?", ", ¿verdad?", " verdad?", ", ¿no? ¿o era el sábado?", " o el sábado?", ", gracias")


def read(text: str) -> list[object]:
    return [one for one in meant(parse(text, context(State.IDLE))) if one.kind != "greet"]


@given(*(st.sampled_from(each) for each in (HEADS, WHENS, BESIDE, ASKS)))
def test_it_is_shown(head: str, when: str, beside: str, asks: str) -> None:
    (one,) = read(f"{head} {when}{beside}{asks}")
    assert isinstance(one, ListAppointments)
    assert one.model_copy(update={"of": None}) == ListAppointments()


@pytest.mark.parametrize(
    "text", ["¿qué citas me quedan?", "que citas tenemos", "no tengo cita, ¿verdad?", "no tengo cita?"]
)
def test_which_there_are_is_shown(text: str) -> None:
    assert read(text) == [ListAppointments()]


@pytest.mark.parametrize(
    "text",
    [
        "mi cita es el viernes y no voy a poder ir",
        "mi cita es el viernes, quiero cambiarla al lunes",
        "mi cita era el viernes, puede ser el lunes?",
        "mi cita es el viernes, ¿cuánto cuesta?",
        "mi cita es mañana, llevo mis estudios?",
        "mi cita es el lunes con el doctor Salas y voy a llegar tarde",
        "no tengo cita, quiero una",
    ],
)
def test_whatever_else_is_said_of_it_is_heard(text: str) -> None:
    assert read(text) != [ListAppointments()]


@pytest.mark.parametrize(
    "text", ["mi cita es el viernes, ¿verdad? ¿o era el sábado?", "mi cita es el martes 15 a las 5:30, soy Ana"]
)
def test_a_yes_behind_it_changes_nothing(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    assert "appointments" in "".join(clinic.say("Ana", text).keys)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
