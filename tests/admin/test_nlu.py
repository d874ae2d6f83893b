"""`turnero nlu`: one text in words, or many lines of JSON."""

from __future__ import annotations

import json

import pytest

from tests.admin.conftest import Stage

NOW = "2026-11-23T10:00:00-08:00"


def _lines(stage: Stage, *words: str, stdin: bytes) -> list[dict[str, object]]:
    result = stage.run("nlu", *words, "--jsonl", stdin=stdin)
    assert result.exit_code == 0
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_when_answers_every_line_in_order(stage: Stage) -> None:
    read = json.dumps({"id": "a", "text": "el martes a las 15:00", "now": NOW}).encode()
    answers = _lines(stage, "when", stdin=read + b'\n{\n\n\xff\n[]\n{"id": 7}\n' + read)
    when = {
        "date_from": "2026-11-24",
        "date_to": "2026-11-24",
        "time_from": "15:00",
        "time_to": None,
        "exact": True,
    }
    whole = {"id": "a", "when": when, "ambiguous": False, "candidates": []}
    assert answers[0] == answers[-1] == whole
    assert [set(answer) for answer in answers[1:-1]] == [{"id", "error"}] * 5
    assert [answer["id"] for answer in answers[1:-1]] == [None, None, None, None, 7]


def test_when_of_a_text(stage: Stage) -> None:
    assert stage.run("nlu", "when", "el martes a las 15:00", "--now", NOW).stdout == "2026-11-24, at 15:00\n"
    by_hours = stage.run("nlu", "when", "el martes a las 4", "--now", NOW, "--hours", "08:00-20:00")
    assert by_hours.stdout == "2026-11-24, at 16:00\n"
    assert stage.run("nlu", "when", "mañana").exit_code == 0


@pytest.mark.parametrize(
    "words", [[], ["hoy", "--now", "10:00"], ["hoy", "--hours", "8"], ["hoy", "--direction", "up"]]
)
def test_wrong_use(stage: Stage, words: list[str]) -> None:
    assert stage.run("nlu", "when", *words).exit_code == 2


def test_parse(stage: Stage) -> None:
    pytest.importorskip("nlu.parse_lines")
    line = json.dumps({"id": 1, "text": "hola", "now": NOW, "state": "IDLE", "offered": [], "role": "patient"})
    (answer,) = _lines(stage, "parse", stdin=line.encode())
    assert answer["id"] == 1
    assert answer["intent"] == {"kind": "greet"}
    said = stage.run("nlu", "parse", "hola", "--now", NOW)
    assert said.stdout.startswith("greet")


@pytest.mark.parametrize(
    ("said", "first"), [("el miércoles", "25"), ("pasado mañana", "25"), ("25 de noviembre", "25")]
)
def test_staff_may_name_days_in_words(stage: Stage, said: str, first: str) -> None:
    rows = stage.json("horarios", "--fecha", said)
    assert rows[0]["inicio"].startswith(f"2026-11-{first}")


def test_lines_without_a_moment_are_read_at_the_one_given(stage: Stage) -> None:
    given = b'{"text":"hoy"}\n{"text":"hoy","now":"2026-12-01T09:00:00-08:00"}\n'
    read = _lines(stage, "when", "--now", "2026-11-27T09:00:00-08:00", stdin=given)
    days = [line["when"]["date_from"] for line in read if isinstance(line["when"], dict)]
    assert days == ["2026-11-27", "2026-12-01"]
