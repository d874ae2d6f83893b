"""Newer code has migrated the database, and this code is started again: it says so, and touches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text
from typer.testing import CliRunner

from booking.admin import app
from booking.runtime.composition_root import opened
from booking.settings import Settings
from storage import migrate

COMMANDS = (
    *(["serve", "--port", "0"], ["serve", "--demo", "--port", "0"], ["worker"], ["check"], ["chat"]),
    *(["db", "upgrade"], ["db", "demo"], ["db", "demo", "--si"]),
    *(["citas", "listar"], ["chats", "listar"], ["doctores", "listar"], ["horarios"], ["personal", "listar"]),
)


@pytest.fixture
def newer(owner_engine: Engine) -> None:
    """A migration of which this code knows nothing has been run."""
    with owner_engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.usefixtures("newer")
def test_every_command_says_what_to_do(database: str, tmp_path: Path, words: list[str]) -> None:
    environment = {"DATABASE_URL": database, "TURNERO_HOME": str(tmp_path)}
    result = CliRunner().invoke(app, words, env=environment, input="")
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert "A newer version of Turnero has changed them" in result.output
    assert f"knows them up to {migrate.newest()}. Go back to the newer version" in " ".join(result.output.split())


def test_what_was_running_is_no_longer_ready(database: str, owner_engine: Engine, tmp_path: Path) -> None:
    with opened(Settings(_env_file=None, database_url=SecretStr(database), turnero_home=tmp_path)) as wired:
        assert wired.health().checks["migrations"] == "ok"
        with owner_engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        assert wired.health().checks["migrations"] == "error"
