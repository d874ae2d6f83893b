"""The command as operators meet it: help, settings, failures, the machine's table."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from booking.admin import app
from booking.admin.failures import STAFF
from booking.conversation.fsm.table import TABLE
from booking.errors import DatabaseUnavailable, SettingsInvalid
from booking.models import SubState
from storage.demo import Contents
from tests.admin.conftest import Stage


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys\nfrom booking.admin import app\n"
        "try:\n    app(['--help'])\nexcept SystemExit as end:\n    print(end.code, file=sys.stderr)\n"
        "heavy = ['litellm', 'sqlalchemy', 'googleapiclient', 'google', 'pydantic', 'transitions', 'babel', 'rich']\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines() == ["0", "[]"]
    for name in ("serve", "worker", "check", "chat", "fsm", "nlu", *STAFF):
        assert f"  {name} " in done.stdout


def test_every_noun_of_the_desk_fails_in_spanish() -> None:
    for_operators = {"serve", "worker", "check", "chat", "fsm", "nlu"}
    names = {
        group.name or (group.typer_instance.info.name if group.typer_instance else "")
        for group in app.registered_groups
    }
    names |= {command.name for command in app.registered_commands}
    assert names - for_operators == STAFF


def test_every_command_has_help() -> None:
    for words in (
        *(["db", "upgrade"], ["db", "demo"], ["fsm", "table"], ["fsm", "diagram"], ["nlu", "when"], ["nlu", "parse"]),
        *(["citas", "listar"], ["citas", "ver"], ["citas", "cancelar"], ["horarios"], ["doctores", "listar"]),
        *(["chats", "listar"], ["chats", "ver"], ["chats", "devolver"]),
        *(["serve"], ["worker"], ["check"], ["chat"]),
    ):
        result = CliRunner().invoke(app, [*words, "--help"])
        assert result.exit_code == 0
        assert "Usage:" in result.stdout


def test_long_running_commands(stage: Stage) -> None:
    assert stage.run("serve").exit_code == 0
    assert stage.run("serve", "--host", "0.0.0.0", "--port", "9000", "--demo").exit_code == 0
    assert stage.run("worker").exit_code == 0
    assert stage.run("serve", "--workers", "3").exit_code == 0
    assert stage.run("serve", "--no-worker").exit_code == 0
    assert stage.calls == [
        ("serve", "127.0.0.1", 8000, False, None),
        ("serve", "0.0.0.0", 9000, True, None),
        ("work", False),
        ("serve", "127.0.0.1", 8000, False, 3),
        ("serve", "127.0.0.1", 8000, False, 0),
    ]
    assert stage.run("serve", "--port", "99999").exit_code == 2


def test_the_demo_erases_nothing_unasked(stage: Stage) -> None:
    stage.there = Contents("Las Lomas", demo=True, patients=14, appointments=1, chats=3, untouched=False)
    for said in ("", "yes\n"):  # no terminal: nobody has been asked
        refused = stage.run("db", "demo", stdin=said)
        assert refused.exit_code == 1
        assert "ni se borró nada: Las Lomas tiene 14 pacientes, 1 cita y 3 chats" in refused.stderr
        assert "--si" in refused.stderr
    assert stage.calls == []
    assert stage.run("db", "demo", "--si").exit_code == 0
    stage.there = replace(stage.there, untouched=True)
    assert stage.run("db", "demo").exit_code == 0
    assert len(stage.calls) == 2


def test_a_real_clinic_is_never_made_a_demo(stage: Stage) -> None:
    stage.there = Contents("Las Lomas", demo=False, patients=14, appointments=1, chats=3, untouched=False)
    for words in (["db", "demo"], ["db", "demo", "--si"]):
        refused = stage.run(*words)
        assert refused.exit_code == 1
        assert "Las Lomas es una clínica de verdad (14 pacientes, 1 cita y 3 chats)" in refused.stderr
    assert stage.calls == []


def test_check_says_that_it_is_a_demo_and_no_number_of_an_error(stage: Stage) -> None:
    said = stage.run("check").stdout
    assert "A demo: nothing in it is real." in said
    assert "503" not in said
    clinic = json.loads(stage.run("check", "--json").stdout)["clinic"]
    assert clinic == {"name": "Clínica de prueba", "demo": True, "reminders_paused": False}


def test_database_commands(stage: Stage) -> None:
    assert stage.run("db", "upgrade").exit_code == 0
    assert stage.run("db", "upgrade", "--role", "app").exit_code == 0
    assert stage.run("db", "demo").exit_code == 0
    assert stage.calls == [("upgrade", None), ("upgrade", "app"), ("load_demo", stage.wired)]


def test_failures_are_one_line_in_the_reader_s_language(stage: Stage) -> None:
    stage.broken = DatabaseUnavailable("Nobody\n\tlistens.")
    english = stage.run("chat")
    assert english.exit_code == 1
    assert english.stderr == "Error: The database cannot be used. Nobody listens.\n"
    spanish = stage.run("citas", "listar")
    assert spanish.exit_code == 1
    assert spanish.stderr.startswith("No se puede abrir la base de datos. Avise a quien opera el sistema")
    assert spanish.stderr.count("\n") == 1
    stage.broken = SettingsInvalid()
    assert "La configuración tiene un error" in stage.run("horarios").stderr


def test_staff_without_a_clinic_are_told(empty_stage: Stage) -> None:
    for words in (["citas", "listar"], ["horarios"], ["chats", "listar"]):
        result = empty_stage.run(*words)
        assert (result.exit_code, "Todavía no hay ninguna clínica" in result.stderr) == (1, True)


def test_wrong_setting_is_named_and_its_value_is_not(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURN_PAUSE_MS", "hush-hush")
    result = stage.run("worker")
    assert result.exit_code == 1
    assert "TURN_PAUSE_MS" in result.stderr
    assert "hush-hush" not in result.output


def test_check(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMIN_PHONE_NUMBER", "5216649998877")
    monkeypatch.setenv("WHATSAPP_APP_SECRET", "hush-hush")
    monkeypatch.setenv("DATABASE_URL", "postgresql://turnero:hush-hush@db/turnero")
    monkeypatch.setenv("LLM_PRIMARY_API_BASE", "https://someone:hush-hush@models.example/v1")
    shown = stage.run("check")
    assert shown.exit_code == 0
    assert "turnero whatsapp conectar" in shown.stdout
    whole = json.loads(stage.run("check", "--json").stdout)
    assert whole["status"] == "ok"
    assert whole["checks"] == {"database": "ok", "whatsapp": "absent", "clinic": "ok"}
    assert "Documents: 0 passages, searched by words alone." in shown.stdout
    assert whole["documents"]["state"] == "absent"
    assert whole["settings"]["ADMIN_PHONE_NUMBER"] == "···8877"
    assert whole["settings"]["DATABASE_URL"] == "(set)"
    assert whole["settings"]["LLM_PRIMARY_API_BASE"] == "https://***@models.example/v1"
    assert whole["settings"]["TURN_PAUSE_MS"] == 700
    assert "hush" not in shown.output + json.dumps(whole)


@pytest.mark.parametrize(
    ("health", "status", "code"),
    [
        ({"database": "ok", "model": "error"}, "degraded", 3),
        ({"database": "ok", "migrations": "error"}, "down", 1),
        ({"database": "ok", "queue": "error"}, "down", 1),
        ({"database": "ok", "queue": "absent"}, "degraded", 3),
        ({"database": "ok"}, "ok", 0),
    ],
)
def test_verdict(stage: Stage, health: dict[str, str], status: str, code: int) -> None:
    stage.wired.services = health
    result = stage.run("check", "--json")
    assert (json.loads(result.stdout)["status"], result.exit_code) == (status, code)


def test_check_says_that_no_worker_ever_looked_after_the_chats(stage: Stage) -> None:
    stage.wired.services = {"database": "ok", "queue": "absent"}
    stage.wired.swept = None
    shown = stage.run("check").stdout
    assert "No worker has ever looked after the chats" in shown
    assert "start turnero serve" in shown
    assert "Status: degraded" in shown


def test_check_says_that_there_is_no_clinic_and_how_to_get_one(empty_stage: Stage, stage: Stage) -> None:
    shown = empty_stage.run("check").stdout
    assert "none has been entered yet" in shown
    assert "turnero db demo" in shown
    assert "none has been entered" not in stage.run("check").stdout


def test_check_without_a_database_still_answers(stage: Stage) -> None:
    stage.broken = DatabaseUnavailable("Nobody listens.")
    result = stage.run("check")
    assert result.exit_code == 1
    assert "Nobody listens." in result.stdout
    assert "read postgres.log" in result.stdout


def test_table(stage: Stage) -> None:
    rows = json.loads(stage.run("fsm", "table", "--json").stdout)
    assert [row["name"] for row in rows] == [row.name for row in TABLE]
    assert stage.run("fsm", "table").exit_code == 0


def test_diagram_has_every_way_of_the_table(stage: Stage) -> None:
    lines = stage.run("fsm", "diagram", "--all").stdout.splitlines()
    assert lines[:2] == ["stateDiagram-v2", "    [*] --> IDLE"]
    ways = {(source, row.goes(source)) for row in TABLE for source in row.source}
    drawn = {tuple(line.split(" : ")[0].split(" --> ")) for line in map(str.strip, lines[2:]) if " : " in line}
    assert {place for place in SubState if f"        {place}" in lines} == {p for p in SubState if p.value != p.parent}
    assert drawn == {(str(source), str(target)) for source, target in ways}
    short = stage.run("fsm", "diagram").stdout.splitlines()
    assert len(short) < len(lines)
    assert len(short) <= 2 + len(SubState) ** 2


def test_unknown_command_is_a_usage_error(stage: Stage) -> None:
    assert stage.run("bogus").exit_code == 2
    assert stage.run().exit_code == 2
    assert stage.run("citas").exit_code == 2


def test_a_polite_end_stops_the_database_that_the_command_started(tmp_path: Path) -> None:
    environment = {**os.environ, "TURNERO_HOME": str(tmp_path / "home")}
    turnero = [sys.executable, "-m", "booking.admin"]
    subprocess.run([*turnero, "db", "demo"], env=environment, check=True, capture_output=True)
    chat = subprocess.Popen(
        [*turnero, "chat"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid_file = tmp_path / "home" / "postgres" / "postmaster.pid"
    assert chat.stdin
    assert chat.stdout
    chat.stdin.write("hola\n")
    chat.stdin.flush()
    assert chat.stdout.readline()  # it answers: the database is up
    chat.send_signal(signal.SIGTERM)
    chat.wait(60)
    assert not pid_file.exists()
