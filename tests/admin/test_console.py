"""`turnero consola`: one session over one open application."""

from __future__ import annotations

import pytest
import typer

from booking.admin import app
from booking.admin.console_command import completer
from tests.admin.conftest import Stage


def session(stage: Stage, *lines: str, before: tuple[str, ...] = ()) -> str:
    result = stage.run(*before, "consola", stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0
    return result.output


def test_commands_run_one_after_the_other(any_stage: Stage) -> None:
    any_stage.book()
    said = session(
        any_stage,
        "citas listar",
        "turnero citas agendar --doctor 1 --inicio 'mañana a las 4' --nuevo 'Luis Paz'",
        "agenda --fecha mañana",
        "salir",
        "citas ver 1",
    )
    assert "1 cita" in said
    assert "Luis P." in said
    assert "Para el doctor" not in said, "nothing is done after it was closed"
    assert len(any_stage.json("citas", "listar")) == 2


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("citas ver 999", "No hay ninguna cita 999"),
        ("citas lista", "No existe la orden «lista»"),
        ("citas listar --fecha", "necesita un valor"),
        ("citas agendar 'x", "comillas"),
        ("serve", "fuera de la consola"),
        ("consola", "fuera de la consola"),
    ],
)
def test_what_goes_wrong_ends_nothing(stage: Stage, wrong: str, told: str) -> None:
    stage.book()
    said = session(stage, wrong, "citas listar")
    assert told in said
    assert "1 cita" in said


def test_what_breaks_ends_nothing(stage: Stage) -> None:
    stage.book()
    begin, broken = stage.wired.begin, []

    def once() -> object:
        if not broken:
            broken.append(True)
            raise RuntimeError("a bug")
        return begin()

    stage.wired.begin = once  # type: ignore[assignment]
    said = session(stage, "citas listar", "citas listar")
    assert "RuntimeError" in said
    assert "1 cita" in said


def test_who_is_there_is_who_opened_it(stage: Stage) -> None:
    id = stage.book()
    session(stage, f"citas cancelar {id} --si", before=("--como", "Marta"))
    assert stage.json("citas", "ver", str(id))["eventos"][-1]["quien"]["cuenta"] == "Marta"


def test_words_are_completed() -> None:
    def after(line: str, text: str) -> list[str]:
        complete, found = completer(typer.main.get_command(app), lambda: line), []  # type: ignore[arg-type]
        while (one := complete(text, len(found))) is not None:
            found.append(one)
        return found

    assert after("", "ag") == ["agenda "]
    assert "cancelar " in after("citas ", "c")
    assert after("citas mover 3 ", "--so") == ["--sobrecupo "]
    assert after("", "serv") == []
