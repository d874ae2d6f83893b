"""What doctors and staff say, read without a model."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from booking.intents import UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Shortcuts
from nlu.staff import ENROL
from tools.catalog import CATALOG

LINES = [
    line.split(" | ")
    for line in (Path(__file__).parent / "data" / "staff.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))


def asked(text: str, role: Role, state: State = State.IDLE) -> list[str]:
    context = UnderstandingContext(now=NOW, state=state, role=role, opens=dt.time(8), closes=dt.time(20))
    return [i.tool for i in Shortcuts().understand(text, context).intents if isinstance(i, UseTool)]


def test_the_share_that_is_understood() -> None:
    missed = [text for text, tools in LINES if " ".join(asked(text, Role.DOCTOR)) != tools.replace("-", "")]
    print(f"understood: {len(LINES) - len(missed)} of {len(LINES)}")
    assert len(LINES) >= 230
    assert len(missed) <= 0.04 * len(LINES), missed


def test_no_tool_is_made_up() -> None:
    names = {tool.name: set(tool.fields) for tool in CATALOG}
    for text, _ in LINES:
        context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.DOCTOR)
        for intent in Shortcuts().understand(text, context).intents:
            if isinstance(intent, UseTool):
                assert {field for field, _ in intent.arguments} <= names[intent.tool], text


@pytest.mark.parametrize("state", list(State))
def test_a_patient_asks_for_no_tool(state: State) -> None:
    assert [text for text, _ in LINES if asked(text, Role.PATIENT, state)] == []


@pytest.mark.parametrize("text", ["alta 12345678", "ALTA 1234 5678", "código: 12345678", "mi código es 1234-5678"])
def test_a_code_is_read_from_anybody(text: str) -> None:
    assert asked(text, Role.PATIENT) == [ENROL]


@pytest.mark.parametrize("text", ["alta", "ALTA", "12345678", "alta 1234", "mi teléfono es 6641234567"])
def test_what_is_no_code(text: str) -> None:
    assert asked(text, Role.PATIENT) == []
