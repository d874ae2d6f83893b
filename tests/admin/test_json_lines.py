"""One line out for each line in, whatever the lines hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from booking.admin.json_lines import answered
from booking.admin.readings import parsed_in_words, when_in_words


def _double(line: dict[str, Any]) -> dict[str, Any]:
    return {"id": line["id"], "twice": line["n"] * 2 / line.get("by", 1)}


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        (b'{"id": 1, "n": 2}', {"id": 1, "twice": 4.0}),
        (b'{"id": "a"}', {"id": "a", "error": "missing 'n'"}),
        (b'{"n": 1}', {"id": None, "error": "missing 'id'"}),
        (b'{"id": 2, "n": 1, "by": 0}', {"id": 2, "error": "division by zero"}),
        (b"[1]", {"id": None, "error": "a line is a JSON object"}),
    ],
)
def test_answers(raw: bytes, answer: dict[str, Any]) -> None:
    assert answered(raw, _double) == answer


@pytest.mark.parametrize("raw", [b"", b"\n", b"{", b"\xff\xfe", b'{"id": 1, "n": []}', b"[" * 100_000])
def test_a_bad_line_is_answered(raw: bytes) -> None:
    answer = answered(raw, _double)
    assert set(answer) == {"id", "error"}
    assert answer["error"]
    json.dumps(answer)


def test_readings_in_words() -> None:
    exact = {"date_from": "2026-12-01", "date_to": "2026-12-01", "time_from": "15:00", "time_to": None, "exact": True}
    window = {**exact, "date_to": "2026-12-03", "time_from": "14:00", "time_to": "20:00", "exact": False}
    assert when_in_words({"id": "1", "when": exact}) == "2026-12-01, at 15:00"
    assert when_in_words({"id": "1", "when": window}) == "2026-12-01 to 2026-12-03, 14:00-20:00"
    assert when_in_words({"id": "1", "when": None, "ambiguous": False, "candidates": []}) == "Nothing was read."
    said = when_in_words({"id": "1", "when": None, "ambiguous": True, "candidates": [exact, window]})
    assert said.splitlines()[1:] == ["  1. 2026-12-01, at 15:00", "  2. 2026-12-01 to 2026-12-03, 14:00-20:00"]
    parsed = {"id": "1", "intent": {"kind": "select_slot", "option": 2}, "more": [{"kind": "greet"}]}
    assert parsed_in_words(parsed) == 'select_slot · {"option": 2}\ngreet\n(read by: shortcut)'
