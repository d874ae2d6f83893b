"""Whoever asks what an offered time is like has not chosen it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, SelectSlot, Topic
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

KNOWN = context(State.SLOT_SELECTION)
HOURS = [f"{start.hour % 12 or 12}:{start.minute:02}" for start in KNOWN.offered]
NUMBERS = [str(n) for n in range(1, len(HOURS) + 1)]
THE_ONES = [*(f"la de las {hour}" for hour in HOURS), *(f"la {n}" for n in NUMBERS), "la primera", "la última"]
WHETHER = [
    "{one} es con la doctora Ríos?",
    "y {one} es con el doctor o con la doctora?",
    "{one} sería con quién?",
    "{one} es para primera vez?",
    "oiga {one} es del doctor Salas?",
]
WHAT = ["cuál doctor es {one}?", "con quién es {one}", "de quién es {one}?", "qué doctor atiende {one}?"]
TAKEN = ["{one}", "{one} por favor", "quiero {one}", "{one} está bien"]


@given(st.sampled_from(THE_ONES), st.sampled_from([*WHETHER, *WHAT]), st.booleans())
def test_who_asks_about_a_time_has_not_chosen_it(one: str, asked: str, bare: bool) -> None:
    text = asked.format(one=one)
    intents = meant(parse(text.translate(str.maketrans("áéíóú", "aeiou")) if bare else text, KNOWN))
    assert not any(isinstance(intent, SelectSlot) for intent in intents), text


@pytest.mark.parametrize("asked", [*WHETHER, *WHAT])
def test_what_is_asked_is_heard(asked: str) -> None:
    intents = meant(parse(asked.format(one="la de las " + HOURS[0]), KNOWN))
    assert [type(intent) for intent in intents] == [AskQuestion], intents


@given(st.sampled_from(NUMBERS), st.sampled_from(TAKEN))
def test_who_takes_it_has_chosen_it(number: str, how: str) -> None:
    intents = meant(parse(how.format(one=f"la {number}"), KNOWN))
    assert [intent.option for intent in intents if isinstance(intent, SelectSlot)] == [int(number)]


@given(st.sampled_from(NUMBERS), st.sampled_from(["me", "lo", "la", "nos", "le"]))
def test_a_doctor_who_is_to_see_somebody_asks_nothing(number: str, whom: str) -> None:
    intents = meant(parse(f"la {number}, me urge que ya {whom} vea", KNOWN))
    assert not any(isinstance(intent, AskQuestion) for intent in intents)


@pytest.mark.parametrize("asked", ["a qué hora es?", "¿y a qué hora?", "¿qué día es?", "¿a qué hora sería?"])
def test_of_one_time_on_screen_that_one_is_asked_about(asked: str) -> None:
    one = KNOWN.model_copy(update={"offered": KNOWN.offered[:1]})
    (said,) = meant(parse(asked, one))
    assert isinstance(said, AskQuestion)
    assert said.topic is Topic.PROPOSAL
