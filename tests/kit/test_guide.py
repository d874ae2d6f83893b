"""The guide for QA, done word by word: its examples run, and the one about a planted bug finds it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from booking.conversation.fsm import patient
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.outcomes import Outcome
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.turn import Turn
from booking.intents import ProvideCustomerData
from booking.testing.clinic import Clinic
from booking.testing.profiles import FIRST_FAILURE
from booking.testing.scripts.play import parse
from booking.testing.walk import hostile_clinic
from nlu.shortcuts import Shortcuts

GUIDE = (Path(__file__).parents[2] / "docs" / "qa-guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def block(containing: str) -> str:
    (found,) = [text for text in BLOCKS if containing in text]
    return str(found)


def ran(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "guide"}
    exec(compile(text, "docs/qa-guide.md", "exec"), names)
    return names


def remembering_every_name(turn: Turn) -> Outcome:
    """keep the data given, and whoever it is about is taken for the person who writes"""
    outcome = patient.keep_data(turn)
    if isinstance(turn.intent, ProvideCustomerData) and turn.intent.name:
        turn.change_person(name=turn.intent.name)
    return outcome


def with_the_bug(row: Row) -> Row:
    return dataclasses.replace(
        row, writes=tuple(remembering_every_name if w is patient.keep_data else w for w in row.writes)
    )


BROKEN = Conversing([with_the_bug(row) for row in TABLE])


def machine_of_the_guide(make_clinic: Callable[[], Clinic]) -> type[Any]:
    written = ran(block("class Mothers"))["Mothers"]
    return type("Mothers", (written,), {"make_clinic": lambda self: make_clinic()})


def test_the_rule_and_the_invariant_of_the_guide_take_less_than_twenty_lines() -> None:
    lines = [line for line in block("class Mothers").splitlines() if line.strip()]
    assert len(lines) < 20


def test_they_find_the_planted_bug() -> None:
    planted = lambda: dataclasses.replace(hostile_clinic(), machine=BROKEN)  # noqa: E731
    with pytest.raises(AssertionError) as found:
        run_state_machine_as_test(machine_of_the_guide(planted), settings=FIRST_FAILURE)
    assert found.traceback[-1].name == "nobody_is_called_like_her_son"


def test_they_hold_where_no_bug_is_planted() -> None:
    run_state_machine_as_test(machine_of_the_guide(hostile_clinic), settings=settings(FIRST_FAILURE, max_examples=15))


@pytest.mark.parametrize("text", [b for b in BLOCKS if "class Mothers" not in b], ids=lambda text: text.split("\n")[-2])
def test_every_other_example_runs(text: str) -> None:
    ran(text)


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL))
def test_the_scripted_conversation_goes_as_written(text: str) -> None:
    script = parse(text)
    script.play(script.open_clinic(Shortcuts()))
