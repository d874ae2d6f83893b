"""A command from a folder without the clinic's data says where it looked, and leaves no new folder there."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.admin.where_data_are import is_nowhere, looked_in
from booking.settings import Settings
from tests import command_line
from tests.admin.conftest import Stage


def test_nothing_is_made_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / ".turnero"
    monkeypatch.setenv("TURNERO_HOME", str(home))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for words in (["citas", "listar"], ["documentos", "preguntar", "¿hay estacionamiento?"], ["personal", "listar"]):
        result = command_line.run(*words, root=None)
        assert (result.exit_code, home.exists()) == (1, False)
        assert f"Se buscó en {home}." in result.stderr
        assert "TURNERO_HOME=" in result.stderr


def test_what_may_be_the_first_thing_asked_is_not_refused(tmp_path: Path) -> None:
    there = Settings(_env_file=None, turnero_home=tmp_path)  # type: ignore[call-arg]
    nowhere = Settings(_env_file=None, turnero_home=tmp_path / "x", database_url=None)  # type: ignore[call-arg]
    assert not is_nowhere("citas", there)
    assert is_nowhere("citas", nowhere)
    assert not any(is_nowhere(noun, nowhere) for noun in ("clinica", "whatsapp", "chat", "db", "check", None))
    assert str(tmp_path / "x") in looked_in(nowhere)


def test_an_empty_database_says_where_it_is(empty_stage: Stage) -> None:
    assert "Se buscó en " in empty_stage.run("citas", "listar").stderr
