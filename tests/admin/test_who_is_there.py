"""Who is at the desk has a name in what they do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.admin.conftest import Stage

Nobody = Callable[..., None]


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> Nobody:
    """Nothing says who is there but the account that runs the command."""

    def account(name: str, behind: str | None = None) -> None:
        monkeypatch.setenv("TURNERO_COMO", "")
        monkeypatch.setenv("LOGNAME", name)
        monkeypatch.delenv("SUDO_USER", raising=False)
        if behind:
            monkeypatch.setenv("SUDO_USER", behind)

    return account


def by(stage: Stage, id: int) -> str:
    return str(stage.json("citas", "ver", str(id))["eventos"][-1]["quien"]["cuenta"])


@pytest.mark.parametrize(
    "words",
    [
        ("--como", "Norma Ayón", "citas", "cancelar", "{}", "--si"),
        ("citas", "--como", "Norma Ayón", "cancelar", "{}", "--si"),
        ("citas", "cancelar", "{}", "--si", "--como", "Norma  Ayón"),
        ("citas", "cancelar", "{}", "--como=Norma Ayón", "--si"),
    ],
)
def test_a_name_may_stand_anywhere(stage: Stage, nobody: Nobody, words: tuple[str, ...]) -> None:
    nobody("root")
    id = stage.book()
    assert stage.run(*(word.format(id) for word in words)).exit_code == 0
    assert by(stage, id) == "Norma Ayón"


@pytest.mark.parametrize("account", ["root", "1000"])
def test_the_account_of_the_machine_is_nobody(stage: Stage, nobody: Nobody, account: str) -> None:
    nobody(account)
    id = stage.book()
    for words in (("cancelar", str(id), "--si"), ("mover", str(id), "--inicio", "2026-11-25 09:00")):
        refused = stage.run("citas", *words)
        assert (refused.exit_code, "--como" in refused.stderr) == (1, True)
    refused = stage.run("tools", "usar", "cancelar_cita_medica", "paciente=Ana Gómez Ruiz", "--si")
    assert (refused.exit_code, "--como" in refused.stderr) == (1, True)
    assert stage.json("citas", "ver", str(id))["estado"] == "programada"


def test_the_name_that_is_set_and_the_account_of_a_person(
    stage: Stage, nobody: Nobody, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = stage.book(), stage.book("Luis Roa", "5216643334444")
    nobody("root", behind="norma")
    stage.run("citas", "cancelar", str(first), "--si")
    assert by(stage, first) == "norma"
    monkeypatch.setenv("TURNERO_COMO", "Recepción")
    stage.run("citas", "cancelar", str(second), "--si")
    assert by(stage, second) == "Recepción"


@pytest.mark.parametrize("name", ["  ", "x" * 61, "a\x07b"])
def test_what_is_no_name_is_refused(stage: Stage, name: str) -> None:
    refused = stage.run("--como", name, "citas", "listar")
    assert (refused.exit_code, "--como" in refused.stderr) == (2, True)


def test_who_talks_as_a_patient_gives_a_number(stage: Stage) -> None:
    assert stage.chat("hola").exit_code == 0
