"""What was just said and is put right by who said it is read as what is right alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelBooking, CheckAvailability
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

LISTED = context(State.SLOT_SELECTION)
RIGHT = st.sampled_from(["el viernes 4", "en la tarde", "a las 6"])
SLIPS = st.sampled_from(
    [
        "corrección: {}, no el 2",
        "¿dije el lunes? quise decir {}",
        "si puse a las 5 me equivoqué, quería {}",
        "puse mal el día, es {}",
        "me equivoqué de hora, era {}",
        "no es el lunes sino {}",
        "ay no, no era el lunes, era {}",
        "dije el lunes pero es {}",
    ]
)


@given(RIGHT, SLIPS)
def test_what_is_right_is_looked_for(right: str, slip: str) -> None:
    said = parse(slip.format(right), LISTED)
    assert said.sure
    assert not said.unread
    assert said.intents == parse(f"mejor {right}", LISTED).intents


def test_so_it_is_with_a_doctor() -> None:
    (said,) = meant(parse("disculpe, no era con Méndez, era con Salas", context(State.CONFIRM)))
    assert isinstance(said, CheckAvailability)
    assert said.doctor == "Dr. Jorge Salas"


@pytest.mark.parametrize(
    "text", ["no quiero moverla sino cancelarla", "lo que quise decir es que quiero cancelarla, no moverla"]
)
def test_it_is_to_end_and_not_to_move(text: str) -> None:
    assert meant(parse(text, LISTED)) == (CancelBooking(),)


@pytest.mark.parametrize(
    "text", ["lo que quise decir es que no la cancelen", "dije lunes porque trabajo", "no quiero cancelar"]
)
def test_nothing_is_ended_that_was_not_said_to_be(text: str) -> None:
    assert CancelBooking() not in meant(parse(text, LISTED))
