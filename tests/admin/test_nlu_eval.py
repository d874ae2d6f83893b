"""`turnero nlu eval`: labels scored, harm counted, bad lines named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from booking.runtime import serving
from tests.admin.conftest import Stage

NOW = "2026-11-23T10:00:00-08:00"
OFFERED = ["2026-11-24T15:00:00-08:00", "2026-11-24T16:00:00-08:00"]


def label(text: str, kind: str, state: str = "IDLE", **expect: Any) -> str:
    offered = [] if state == "IDLE" else OFFERED
    row = {"id": text, "text": text, "now": NOW, "state": state, "offered": offered, "expect": {"kind": kind, **expect}}
    return json.dumps(row)


def _file(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "labels.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_labels_are_scored_and_bad_lines_named(stage: Stage, tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        label("hola", "greet"),
        label("la 2", "select_slot", "SLOT_SELECTION", option=2),
        "{not json",
        label("mañana", "date", value="2026-11-24"),
        json.dumps({"text": "hola", "expect": {"kind": "dance"}}),
        label("asdf qwer", "greet"),
    )
    told = stage.json("nlu", "eval", path)
    assert told["total"] == 4
    assert told["verdicts"] == {"exact": 3, "silent": 1}
    assert told["critical"] == []
    assert [bad["line"] for bad in told["bad_lines"]] == [3, 5]
    assert {"expected": "greet", "read": "unknown", "count": 1} in told["confusion"]


def test_what_could_harm_is_told_by_line(stage: Stage, tmp_path: Path) -> None:
    at_four = {"date_from": "2026-11-25", "date_to": "2026-11-25", "time_from": None, "time_to": None, "exact": False}
    path = _file(
        tmp_path,
        label("sí", "deny", "CONFIRM"),
        label("la 2", "select_slot", "SLOT_SELECTION", option=1),
        label("quiero cita mañana", "start_booking", when=at_four),
        label("mañana", "date", value="2026-11-25"),
        label("mañana", "none"),
    )
    told = stage.json("nlu", "eval", path)
    assert [(wrong["line"], wrong["error"]) for wrong in told["critical"]] == [
        (1, "a yes that was none"),
        (2, "an option nobody chose"),
        (3, "wrong date or time"),
        (4, "wrong date or time"),
        (5, "wrong date or time"),
    ]
    shown = stage.run("nlu", "eval", path)
    assert "Critical errors: 5" in shown.stdout
    assert "line 1: a yes that was none: 'sí'" in shown.stdout


@pytest.mark.parametrize(("lines", "said"), [((), "empty"), (("{", "[]"), "line 1")])
def test_a_file_without_labels_is_wrong_use(stage: Stage, tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    result = stage.run("nlu", "eval", _file(tmp_path, *lines))
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_model_without_a_key_is_refused(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DEEPSEEK_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    path = _file(tmp_path, label("hola", "greet"))
    for words in (["parse", "hola"], ["eval", path]):
        result = stage.run("nlu", *words, "--model")
        assert result.exit_code == 1
        assert "DEEPSEEK_API_KEY" in result.stderr


def test_check_names_a_model_that_is_gone(stage: Stage) -> None:
    stage.wired.services["models"] = "ok"
    stage.wired.models = {"deepseek/gone": "refused", "anthropic/here": "ok"}
    told = json.loads(stage.run("check", "--json").stdout)
    assert (told["status"], told["checks"]["models"]) == ("degraded", "error")
    assert told["models"] == stage.wired.models
    shown = stage.run("check")
    assert shown.exit_code == 3
    assert "deepseek/gone" in shown.stdout
    assert "no longer exists" in shown.stdout


def test_no_key_is_no_fault(stage: Stage) -> None:
    stage.wired.services["models"] = "absent"
    told = stage.json("check")
    assert (told["status"], told["models"]) == ("ok", {})
    assert "rules alone" in stage.run("check").stdout


def test_starting_warns_of_a_model_that_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    serving.warn_of_models(lambda: {"deepseek/gone": "refused", "anthropic/here": "ok"})
    warned = capsys.readouterr().out
    assert "deepseek/gone" in warned
    assert "anthropic/here" not in warned
    serving.warn_of_models(dict)
    assert "rules alone" in capsys.readouterr().out
