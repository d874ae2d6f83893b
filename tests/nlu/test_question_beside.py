"""A question to the clinic beside a wish is asked, and not left out."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AskQuestion, CheckAvailability, StartBooking
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import context

CONTEXT = UnderstandingContext(now=dt.datetime(2026, 11, 23, 18, tzinfo=dt.UTC), state=State.IDLE)
ASKED = ("¿tienen guardería para mis hijos?", "¿hay alberca?", "¿cuentan con elevador para mi abuelita?")
WISHED = ("es que quiero cita el viernes", "quiero una cita el jueves a las 10")


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("wished", WISHED)
@pytest.mark.parametrize("first", [True, False])
def test_both_are_heard(asked: str, wished: str, first: bool) -> None:
    text = f"{asked} {wished}" if first else f"{wished}. {asked}"
    said = Rules().understand(text, CONTEXT).intents
    assert {type(one) for one in said if isinstance(one, AskQuestion | StartBooking)} == {AskQuestion, StartBooking}
    (start,) = (one for one in said if isinstance(one, StartBooking))
    assert start.when is not None
    assert not start.several


@pytest.mark.parametrize(
    ("wish", "question"),
    [
        ("quiero una cita el viernes", "puedo pagar con tarjeta"),
        ("quiero una cita el viernes", "hay estacionamiento?"),
        ("agéndame para mañana", "aceptan axa"),
        ("quiero una cita el viernes", "puedo llevar a mi perro"),
        ("cita el viernes", "cuánto cuesta el ultrasonido"),
    ],
)
@pytest.mark.parametrize("joint", [" y ", ", y ", ". Y ", ", también "])
def test_what_is_asked_is_the_question_alone(wish: str, question: str, joint: str) -> None:
    said = Rules().understand(f"{wish}{joint}{question}", CONTEXT).intents
    (asked,) = (one for one in said if isinstance(one, AskQuestion))
    assert any(isinstance(one, StartBooking) for one in said)
    assert asked.query.removesuffix(" ?") == question.removesuffix("?")


@pytest.mark.parametrize("text", ["¿puedo pagar con tarjeta?", "hay estacionamiento", "¿dónde están?"])
def test_what_is_asked_by_itself_keeps_its_words(text: str) -> None:
    (asked,) = (one for one in Rules().understand(text, CONTEXT).intents if isinstance(one, AskQuestion))
    assert asked.query == text


@pytest.mark.parametrize("wish", ["sería el lunes con la doctora Ríos", "el lunes con la doctora Ríos por favor"])
@pytest.mark.parametrize("question", ["¿Aceptan tarjeta?", "¿Cuánto cuesta?", "¿Aceptan seguro?"])
@pytest.mark.parametrize("first", [True, False])
def test_a_question_and_a_time_with_a_doctor_are_both_heard(question: str, wish: str, first: bool) -> None:
    text = f"{question} {wish}" if first else f"{wish}. {question}"
    asked, wished = Rules().understand(text, context(State.IDLE)).intents
    assert isinstance(asked, AskQuestion)
    assert isinstance(wished, CheckAvailability)
    assert wished.doctor == "Dra. Paula Ríos"
    assert wished.when is not None
