"""A question says of which doctor it is asked; who is refused is kept beside the one asked for."""

from __future__ import annotations

import pytest

from booking.intents import AskQuestion, CheckAvailability, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

HERE = context(State.IDLE).model_copy(
    update={"specialties": (("Dra. Paula Ríos", "dermatología"), ("Dr. Jorge Salas", "pediatría"))}
)


@pytest.mark.parametrize(
    ("text", "doctor"),
    [
        ("¿cuánto cuesta la consulta con la doctora Ríos?", "Dra. Paula Ríos"),
        ("¿cuánto cobra el doctor Salas?", "Dr. Jorge Salas"),
        ("¿cuánto cuesta la consulta con la dermatóloga?", "Dra. Paula Ríos"),
        ("¿cuánto cuesta la consulta?", None),
        ("¿dónde están?", None),
    ],
)
def test_the_doctor_of_a_question_is_the_one_named(text: str, doctor: str | None) -> None:
    (asked,) = (one for one in parse(text, HERE).intents if isinstance(one, AskQuestion))
    assert asked.doctor == doctor


@pytest.mark.parametrize(
    "text", ["no con el doctor Salas, con la doctora Ríos", "quiero cita pero con Salas no, con la doctora Ríos"]
)
def test_who_is_refused_stays_refused_beside_the_one_asked_for(text: str) -> None:
    (wish,) = (one for one in parse(text, HERE).intents if isinstance(one, StartBooking | CheckAvailability))
    assert wish.doctor == "Dra. Paula Ríos"
    assert wish.not_with == ("Dr. Jorge Salas",)
