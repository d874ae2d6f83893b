"""Every example message means what its line says."""

from __future__ import annotations

import pytest

from booking.models import State
from nlu.shortcuts import Shortcuts
from tests.nlu.messages import Example, context, examples, in_short

EXAMPLES = examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e.state}:{e.text}" for e in EXAMPLES])
def test_example(example: Example) -> None:
    where = context(example.state, example.about)
    assert in_short(Shortcuts().understand(example.text, where).intents) == example.meaning


def test_there_are_examples_of_every_state() -> None:
    counted = {state: sum(e.state is state for e in EXAMPLES) for state in State}
    assert min(counted.values()) > 100, counted


def test_no_example_is_told_twice() -> None:
    told = [(e.state, e.text, e.about) for e in EXAMPLES]
    assert len(told) == len(set(told))


@pytest.mark.parametrize("state", State)
def test_an_urgency_and_being_late_are_heard_in_every_state(state: State) -> None:
    alarms = {e.text: e.meaning for e in EXAMPLES if e.meaning in ("human urgent", "human late")}
    said = {text: in_short(Shortcuts().understand(text, context(state)).intents) for text in alarms}
    assert said == alarms
