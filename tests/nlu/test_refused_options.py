"""A refused option is no hour to look around, and of half a yes or a "no" that may belong to either side is asked."""

from __future__ import annotations

import pytest

from booking.intents import Confirm, Unknown
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "text", ["la 1 no", "cualquiera menos la 1", "menos la una", "no quiero la 1", "esa no la de las 4"]
)
def test_what_is_refused_by_its_number_is_asked(text: str) -> None:
    assert all(isinstance(intent, Unknown) for intent in meant(parse(text, context(State.SLOT_SELECTION))))


@pytest.mark.parametrize(
    "half", ["el día está bien", "la hora está bien", "está bien la hora", "el día me parece bien"]
)
def test_half_of_a_proposal_approved_is_no_yes(half: str) -> None:
    assert not any(isinstance(intent, Confirm) for intent in meant(parse(half, context(State.CONFIRM))))


@pytest.mark.parametrize("whole", ["esa hora está bien", "ese día está bien", "la cita está bien", "está bien así"])
def test_what_is_proposed_approved_is_one(whole: str) -> None:
    assert any(isinstance(intent, Confirm) for intent in meant(parse(whole, context(State.CONFIRM))))
