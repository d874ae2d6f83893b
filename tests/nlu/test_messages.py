"""Every example message means what its line says."""

from __future__ import annotations

import pytest

from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import Example, context, examples, in_short

EXAMPLES = examples()


def read(example: Example) -> str:
    where = context(example.state, example.about)
    return in_short(Rules().understand(example.text, where).intents)


@pytest.mark.parametrize("state", State)
def test_every_example_means_what_its_line_says(state: State) -> None:
    told = {(e.text, e.about): (read(e), e.meaning) for e in EXAMPLES if e.state is state}
    assert {said: pair for said, pair in told.items() if pair[0] != pair[1]} == {}  # said: as read, as it should be


def test_there_are_examples_of_every_state() -> None:
    counted = {state: sum(e.state is state for e in EXAMPLES) for state in State}
    assert min(counted.values()) > 100, counted


def test_no_example_is_told_twice() -> None:
    told = [(e.state, e.text, e.about) for e in EXAMPLES]
    assert len(told) == len(set(told))


@pytest.mark.parametrize("state", State)
def test_an_urgency_and_being_late_are_heard_in_every_state(state: State) -> None:
    alarms = {e.text: e.meaning for e in EXAMPLES if e.meaning in ("human urgent", "human late")}
    said = {text: in_short(Rules().understand(text, context(state)).intents) for text in alarms}
    assert said == alarms
