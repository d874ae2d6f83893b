"""`nlu when --jsonl`: one answer per request, and an error for a bad one."""

from __future__ import annotations

from typing import Any

import pytest

from nlu.when.lines import when_line

NOW = "2026-11-24T10:00:00-08:00"
OPEN = {"date_from": None, "date_to": None, "time_from": None, "time_to": None, "exact": False}


def ask(text: str, **more: Any) -> dict[str, Any]:
    return when_line({"id": "a", "text": text, "now": NOW} | more)


def test_an_exact_time_has_no_end() -> None:
    day = {"date_from": "2026-11-25", "date_to": "2026-11-25"}
    want = OPEN | day | {"time_from": "16:00", "exact": True}
    assert ask("mañana a las 4 de la tarde") == {"id": "a", "when": want, "ambiguous": False, "candidates": []}


def test_a_window_keeps_both_ends() -> None:
    assert ask("por la tarde")["when"] == OPEN | {"time_from": "14:00", "time_to": "20:00"}


def test_bare_hours_without_and_with_opening_hours() -> None:
    assert ask("a las 4")["when"]["time_from"] == "04:00"
    assert ask("a las 4", hours="08:00-20:00")["when"]["time_from"] == "16:00"


def test_ambiguous_gives_candidates_and_no_when() -> None:
    answer = ask("el próximo viernes")
    assert answer["when"] is None
    assert answer["ambiguous"]
    assert [c["date_from"] for c in answer["candidates"]] == ["2026-11-27", "2026-12-04"]


def test_nothing_read() -> None:
    assert ask("hola") == {"id": "a", "when": None, "ambiguous": False, "candidates": []}


def test_direction() -> None:
    assert ask("ayer")["when"]["date_from"] == "2026-11-23"
    assert ask("ayer", direction="future")["when"] is None
    assert ask("ayer", direction="past")["when"]["date_from"] == "2026-11-23"
    assert ask("el lunes", direction="past")["when"]["date_from"] == "2026-11-23"


def test_the_zone_is_the_offset_of_now() -> None:
    assert ask("hoy", now="2026-11-24T23:30:00-08:00")["when"]["date_from"] == "2026-11-24"
    assert ask("hoy", now="2026-11-25T07:30:00Z")["when"]["date_from"] == "2026-11-25"


@pytest.mark.parametrize(
    "request_",
    [
        {"id": "a", "now": NOW},
        {"id": "a", "text": "hoy"},
        {"id": "a", "text": 3, "now": NOW},
        {"id": "a", "text": "hoy", "now": "mañana"},
        {"id": "a", "text": "hoy", "now": 5},
        {"id": "a", "text": "hoy", "now": "2026-11-24T10:00:00"},
        {"id": "a", "text": "hoy", "now": NOW, "hours": "8 a 20"},
        {"id": "a", "text": "hoy", "now": NOW, "hours": "20:00-08:00"},
        {"id": "a", "text": "hoy", "now": NOW, "hours": 8},
        {"id": "a", "text": "hoy", "now": NOW, "direction": "sideways"},
    ],
)
def test_a_bad_line_says_so(request_: dict[str, Any]) -> None:
    answer = when_line(request_)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == "a"
    assert answer["error"]


@pytest.mark.parametrize("request_", [None, 3, "hoy", []])
def test_no_object(request_: object) -> None:
    assert when_line(request_) == {"id": None, "error": "not an object"}
