"""One line of `turnero nlu parse --jsonl` in, one line out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.parse_lines import answer

NOW = "2026-11-24T10:00:00-08:00"
OFFERED = ["2026-12-01T15:00:00-08:00", "2026-12-01T16:00:00-08:00"]


def ask(text: str, state: str = "IDLE", **more: Any) -> dict[str, Any]:
    return answer({"id": "7", "text": text, "now": NOW, "state": state, "offered": OFFERED, "role": "patient", **more})


def test_a_choice() -> None:
    assert ask("la 2", "SLOT_SELECTION") == {
        "id": "7",
        "intent": {"kind": "select_slot", "option": 2},
        "more": [],
        "source": "shortcut",
        "carried": {"kind": "la 2"},
        "left": [],
    }


def test_what_is_asked_for_comes_first_and_the_rest_in_order() -> None:
    said = ask("hola, soy Ana Ruiz, quiero el martes a las 4")
    assert said["intent"]["kind"] == "check_availability"
    assert said["intent"]["when"] == {
        "date_from": "2026-12-01",
        "date_to": "2026-12-01",
        "time_from": "16:00",
        "time_to": None,
        "exact": True,
    }
    assert [intent["kind"] for intent in said["more"]] == ["greet", "provide_customer_data"]
    assert said["more"][1]["name"] == "Ana Ruiz"


def test_offered_times_are_read_in_the_zone_of_now() -> None:
    moved = ["2026-12-01T23:00:00+00:00", "2026-12-02T00:00:00+00:00"]
    assert ask("la de las 4", "SLOT_SELECTION", offered=moved)["intent"] == {"kind": "select_slot", "option": 2}


def test_several_times_offered_by_the_person() -> None:
    intent = ask("martes o jueves")["intent"]
    assert intent["when"] is None
    assert intent["ambiguous"] is False
    assert [c["date_from"] for c in intent["candidates"]] == ["2026-12-01", "2026-11-26"]


@pytest.mark.parametrize(
    "request_",
    [
        {"id": "7"},
        {"id": "7", "text": 3, "now": NOW},
        {"id": "7", "text": "hola", "now": "mañana"},
        {"id": "7", "text": "hola", "now": "2026-11-24T10:00:00"},
        {"id": "7", "text": "hola", "now": None},
        {"id": "7", "text": "hola", "now": NOW, "state": "NOWHERE"},
        {"id": "7", "text": "hola", "now": NOW, "role": "boss"},
        {"id": "7", "text": "hola", "now": NOW, "offered": ["soon"]},
        {"id": "7", "text": "hola", "now": NOW, "offered": ["2026-12-01T16:00:00"]},
        {"id": "7", "text": "hola", "now": NOW, "offered": "2026-12-01"},
    ],
)
def test_a_bad_line_says_what_is_wrong(request_: dict[str, Any]) -> None:
    said = answer(request_)
    assert said["id"] == "7"
    assert said["error"]
    assert "intent" not in said


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(
    json_values
    | st.fixed_dictionaries(
        {"id": json_values},
        optional={key: json_values for key in ("text", "now", "state", "offered", "role", "doctors")},
    )
)
def test_any_line_is_answered(request_: Any) -> None:
    said = answer(request_)
    assert "error" in said or "intent" in said
    json.dumps(said)


def test_what_is_left_over_is_told_apart_from_what_was_understood() -> None:
    said = ask("quiero una cita a domicilio el jueves")
    assert said["intent"]["kind"] == "unknown"
    assert [one["kind"] for one in said["intent"]["understood"]] == ["start_booking"]
    assert said["left"] == ["a domicilio"]
    assert said["carried"]["when"] == "el jueves"


def test_a_time_that_nobody_can_read_is_no_claim() -> None:
    assert ask("salgo de trabajar a las 5")["intent"]["kind"] == "unknown"
