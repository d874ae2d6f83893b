"""Every example message means what its line says."""

from __future__ import annotations

import pytest

from booking.models import State
from nlu.shortcuts import Shortcuts
from tests.nlu.messages import context, examples, in_short

EXAMPLES = examples()


@pytest.mark.parametrize(("state", "text", "meaning"), EXAMPLES, ids=[f"{s}:{t}" for s, t, _ in EXAMPLES])
def test_example(state: State, text: str, meaning: str) -> None:
    assert in_short(Shortcuts().understand(text, context(state)).intents) == meaning


def test_there_are_examples_of_every_state() -> None:
    counted = {state: sum(s is state for s, _, _ in EXAMPLES) for state in State}
    assert min(counted.values()) > 100, counted


def test_no_example_is_told_twice() -> None:
    told = [(state, text) for state, text, _ in EXAMPLES]
    assert len(told) == len(set(told))


@pytest.mark.parametrize("state", State)
def test_an_urgency_and_being_late_are_heard_in_every_state(state: State) -> None:
    alarms = {text: meaning for _, text, meaning in EXAMPLES if meaning in ("human urgent", "human late")}
    said = {text: in_short(Shortcuts().understand(text, context(state)).intents) for text in alarms}
    assert said == alarms
