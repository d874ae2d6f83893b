"""A question with a reason behind it is that question, and what is asked of this moment is asked of today."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import AskQuestion, Topic
from booking.models import Purpose, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.known_visits import DOCTORS, NOW

CONTEXT = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)


def asked(text: str, context: UnderstandingContext = CONTEXT) -> AskQuestion:
    (said,) = Rules().understand(text, context).intents
    assert isinstance(said, AskQuestion), said
    return said


@pytest.mark.parametrize(
    ("question", "why"),
    [
        *product(
            ("¿mañana abren?", "¿hoy están abiertos?", "¿aceptan tarjeta?"),
            ("es que tengo calentura desde ayer", "porque salgo tarde el viernes", "pues ando por el rumbo"),
        )
    ],
)
def test_the_reason_behind_a_question_leaves_it_as_it_is(question: str, why: str) -> None:
    alone, with_why = asked(question), asked(f"{question} {why}")
    assert with_why.topic is not None
    assert (with_why.topic, with_why.when) == (alone.topic, alone.when)


@pytest.mark.parametrize(
    "text", ["¿están abiertos ahorita?", "¿ahorita están atendiendo?", "¿a esta hora están abiertos?"]
)
def test_this_moment_is_of_today(text: str) -> None:
    said = asked(text)
    assert said.topic is Topic.HOURS
    assert said.when is not None
    assert said.when.when is not None
    assert said.when.when.date_from == said.when.when.date_to == NOW.date()


@pytest.mark.parametrize("text", ["sí, ¿pero cuánto va a ser?", "¿cuánto va a ser?", "¿y cuánto me va a salir?"])
def test_what_it_comes_to_is_a_price_and_no_yes(text: str) -> None:
    said = asked(text, CONTEXT.model_copy(update={"state": State.CONFIRM, "purpose": Purpose.BOOK}))
    assert said.topic is Topic.PRICES
