"""«Ninguna de la mañana», «nada con Salas»: what none will do of is refused, and never what is looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, Shift
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

NONE = ("ninguna", "ninguno", "nada", "ninguna me queda", "ninguna hora", "no, ninguna")
TIMES = (
    "de la mañana",
    "en la mañana",
    "en la tarde",
    "antes de las 12",
    "después de las 5",
    "el sábado",
    "de las de la tarde",
)
BEHIND = ("", " puedo", " me acomoda", ", gracias")


def read(text: str, state: State = State.SLOT_SELECTION) -> CheckAvailability:
    (said,) = meant(parse(text, context(state)))
    assert isinstance(said, CheckAvailability)
    return said


@given(*(st.sampled_from(each) for each in (NONE, TIMES, BEHIND)))
def test_a_time_is_read_as_its_refusal(none: str, time: str, behind: str) -> None:
    refused = time.replace("de las de", "de")
    assert read(f"{none} {time}{behind}").when == read(f"{refused} no puedo").when != read(refused).when


@pytest.mark.parametrize("none", NONE)
@pytest.mark.parametrize(("named", "name"), [("Salas", "Dr. Jorge Salas"), ("la doctora Ríos", "Dra. Paula Ríos")])
def test_a_doctor_is_refused(none: str, named: str, name: str) -> None:
    said = read(f"{none} con {named}")
    assert said.doctor is None
    assert said.not_with == (name,)


@pytest.mark.parametrize(
    "text",
    [
        "ninguna",
        "ninguna de esas",
        "ninguno de esos horarios",
        "ninguna por ahora",
        "ninguna de las dos",
        "ninguno de los tres",
    ],
)
def test_of_all_that_is_shown_others_are_wanted(text: str) -> None:
    assert read(text).shift is Shift.MORE


def test_nothing_but_is_no_refusal_and_a_question_asks() -> None:
    for text in ("nada más en la mañana", "¿nada en la mañana?"):
        assert read(text).when == read("en la mañana").when


@pytest.mark.parametrize("link", [" ni con", ", ni con", " ni", ", tampoco con"])
@pytest.mark.parametrize(("first", "second"), [("laura", "salas"), ("salas", "ríos"), ("méndez", "salas")])
def test_of_two_who_are_refused_neither_is_meant(first: str, second: str, link: str) -> None:
    said = read(f"con {first} no{link} {second}")
    assert said.doctor is None
    assert len(said.not_with) == 2


def test_the_one_who_is_not_is_not_meant() -> None:
    assert read("con el doctor que no es Salas").not_with == ("Dr. Jorge Salas",)
    assert read("con laura no, con salas sí").doctor == "Dr. Jorge Salas"
