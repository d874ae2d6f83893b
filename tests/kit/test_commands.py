"""`turnero chats repetir`, `turnero fsm ensayar` and `turnero fsm docs`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from booking.admin import app
from booking.conversation.fsm.diagram import mermaid
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS
from booking.models import Reply
from booking.testing.clinic import Clinic
from booking.testing.scripts.play import parse
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests import command_line

CONVERSATIONS = Path(__file__).parent.parent / "conversations"


@dataclass
class Root:
    """Stands in for the composition root."""

    clinic: Clinic

    @contextmanager
    def opened(self, settings: object = None) -> Iterator[Any]:
        yield SimpleNamespace(begin=self.clinic.begin, clock=self.clinic.clock)

    def run(self, *args: str) -> Result:
        return command_line.run(*args, root=self)


@pytest.fixture
def root() -> Root:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Ana", "hola, quiero una cita el martes por la tarde")
    clinic.tap("Ana", 1)
    clinic.advance(minutes=2)
    clinic.burst("Ana", "me llamo", "Ana Torres")
    clinic.send_media("Ana", "audio")
    clinic.say("Ana", "sí")
    assert clinic.records[-1].replies[-1].key == "booked"
    return Root(clinic)


def test_a_chat_is_repeated_from_its_log(root: Root) -> None:
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]))
    assert result.exit_code == 0
    assert "paciente: hola, quiero una cita el martes por la tarde" in result.stdout
    assert "confirm@CONFIRM" in result.stdout
    assert "quedó agendada" in result.stdout


def test_a_chat_becomes_a_script_that_goes_as_it_went(root: Root) -> None:
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]), "--como-yaml")
    assert result.exit_code == 0
    script = parse(result.stdout)
    assert [step.step for step in script.steps if step.step not in ("bot", "estado")] == [
        "paciente",
        "toca",
        "avanza",
        "rafaga",
        "manda",
        "paciente",
    ]
    script.play(script.open_clinic(Shortcuts()))
    with root.clinic.begin() as uow:
        assert [notice.kind for notice in uow.notices.list()] == ["json_export"]


def test_todays_code_says_the_same(root: Root) -> None:
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]), "--con-codigo-actual")
    assert result.exit_code == 0
    assert "Los 5 turnos se repiten exactamente igual" in result.stdout


def test_where_todays_code_would_say_something_else_is_told(root: Root) -> None:
    rows = root.clinic.begin().turn_rows  # type: ignore[attr-defined]
    id, first = next(iter(rows.items().items()))
    other_steps = (first.steps[0].model_copy(update={"row": "greet@*"}), *first.steps[1:])
    changed = first.model_copy(update={"replies": (Reply(key="greeting"),), "steps": other_steps})
    with root.clinic.begin() as uow:
        uow.turn_rows.put(id, changed)  # type: ignore[attr-defined]
        uow.commit()
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]), "--con-codigo-actual")
    assert result.exit_code == 1
    assert f"filas hoy:   {Trigger.FIRST_CONTACT}@*" in result.output
    assert "decía: greeting" in result.output
    assert "1 de 5 turnos serían distintos" in result.output


def test_a_text_that_reads_otherwise_today_is_told(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    booked = TEXTS[ReplyKey.BOOKED]
    other = booked.model_copy(update={"body": booked.body.replace("¡Listo!", "¡Hecho!")})
    monkeypatch.setitem(TEXTS, ReplyKey.BOOKED, other)
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]), "--con-codigo-actual")
    assert result.exit_code == 1
    assert "mensaje antes: ✅ ¡Listo! La cita de Ana Torres quedó agendada" in result.output
    assert "mensaje hoy:   ✅ ¡Hecho! La cita de Ana Torres quedó agendada" in result.output
    assert "1 de 5 turnos serían distintos" in result.output


def test_where_todays_code_asks_something_else_it_is_told_how_far_it_gets(root: Root) -> None:
    rows = root.clinic.begin().turn_rows  # type: ignore[attr-defined]
    id, last = list(rows.items().items())[-1]
    forgotten = tuple(step.model_copy(update={"effects": step.effects[:1]}) for step in last.steps)
    with root.clinic.begin() as uow:
        uow.turn_rows.put(id, last.model_copy(update={"steps": forgotten}))  # type: ignore[attr-defined]
        uow.commit()
    result = root.run("chats", "repetir", str(root.clinic.conversations["Ana"]), "--con-codigo-actual")
    assert result.exit_code == 1
    assert "hace algo que entonces no se hizo: agendó la cita" in result.output
    assert "filas hoy:   confirm@CONFIRM_BOOK[yes_is_bound&name_known&holding] (aquí se detiene" in result.output
    assert "diría: (no se sabe)" in result.output


def test_scripts_are_rehearsed(tmp_path: Path) -> None:
    good = CONVERSATIONS / "01_todo_en_un_mensaje.yaml"
    bad = tmp_path / "mal.yaml"
    bad.write_text("pasos:\n  - paciente: hola\n  - bot: booked\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["fsm", "ensayar", str(good)])
    assert result.exit_code == 0
    assert "ok" in result.stdout
    assert "rows " in result.stdout
    result = CliRunner().invoke(app, ["fsm", "ensayar", str(good), str(bad)])
    assert result.exit_code == 1
    assert "FAILED" in result.output
    assert "expected booked" in result.output
    assert "1 of 2" in result.output


def test_a_file_that_is_no_script_does_not_stop_the_others(tmp_path: Path) -> None:
    good = CONVERSATIONS / "01_todo_en_un_mensaje.yaml"
    latin, wrong = tmp_path / "latin.yaml", tmp_path / "hora.yaml"
    latin.write_bytes("pasos:\n  - paciente: sí\n".encode("latin-1"))
    wrong.write_text("ahora: mañana\npasos:\n  - avanza: 11\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["fsm", "ensayar", str(latin), str(wrong), str(good)])
    assert result.exit_code == 1
    assert "cannot be read as UTF-8" in result.output
    assert "ahora: 'mañana' is no moment" in result.output
    assert f"ok     {good}" in result.output
    assert "2 of 3" in result.output


def test_pages_are_written_and_checked(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["fsm", "docs", "--folder", str(tmp_path), "--check"]).exit_code == 1
    assert "written" in CliRunner().invoke(app, ["fsm", "docs", "--folder", str(tmp_path)]).stdout
    assert "current" in CliRunner().invoke(app, ["fsm", "docs", "--folder", str(tmp_path), "--check"]).stdout


def test_the_table_shows_what_each_row_looks_up() -> None:
    rows = json.loads(CliRunner().invoke(app, ["fsm", "table", "--json"]).stdout)
    shown = CliRunner().invoke(app, ["fsm", "table"]).stdout
    assert all(column in shown for column in rows[0] if column != "name")
    assert "search_documents" in shown


def test_an_arrow_of_the_diagram_names_each_trigger_once() -> None:
    arrows = [line.partition(" : ")[2] for line in mermaid(TABLE).splitlines() if " : " in line]
    assert len(arrows) > 5
    for arrow in arrows:
        named = arrow.split(" / ")
        assert len(named) == len(set(named)), arrow
