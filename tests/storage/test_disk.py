"""A database that cannot write is not well, and a disk that is nearly full is told before it is."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text

from booking.admin.check_command import advice, verdict
from booking.errors import DatabaseUnavailable
from booking.runtime.composition_root import App, opened
from booking.settings import Settings
from storage.disk import FULL, NEARLY_FULL, free_space, try_to_write


@pytest.fixture
def app(database: str, tmp_path: Path) -> Iterator[App]:
    settings = Settings(_env_file=None, database_url=SecretStr(database), turnero_home=tmp_path)
    with opened(settings) as app:
        yield app


def with_room(app: App, free: int) -> App:
    """The same where the database lies in TURNERO_HOME, on a disk with so many bytes free."""
    here = app.settings.model_copy(update={"database_url": None})
    return changed(app, settings=here, free_space=lambda folder: free)


def changed(app: App, **parts: object) -> App:
    other = copy(app)
    vars(other).update(parts)
    return other


@pytest.mark.parametrize(
    ("free", "room", "answers", "status"),
    [
        (NEARLY_FULL, "ok", "ok", "ok"),
        (NEARLY_FULL - 1, "error", "ok", "degraded"),
        (FULL, "error", "ok", "degraded"),
        (FULL - 1, "error", "error", "down"),
        (0, "error", "error", "down"),
    ],
)
def test_a_full_disk_is_told(app: App, free: int, room: str, answers: str, status: str) -> None:
    checks = dict(with_room(app, free).health().checks)
    assert checks.pop("queue") == "absent"  # no worker is at work here
    assert (checks["disk"], checks["database"], verdict(checks)) == (room, answers, status)
    assert room == "ok" or "make room" in str(advice("disk", room))


def test_the_disk_of_a_database_elsewhere_is_not_ours_to_see(app: App) -> None:
    assert app.health().checks["disk"] == "absent"


def test_a_database_that_takes_no_writes_is_not_well(app: App, owner_engine: Engine) -> None:
    assert app.health().checks["database"] == "ok"
    with owner_engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        name = connection.scalar(text("SELECT current_database()"))
        connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'))
    app.database.dispose()
    assert app.health().checks["database"] == "error"
    with pytest.raises(DatabaseUnavailable):
        try_to_write(app.database)


def test_free_space_is_that_of_the_disk(tmp_path: Path) -> None:
    before = free_space(tmp_path)
    assert 0 < before < 2**60


def test_a_home_that_cannot_be_looked_at_is_told_and_does_not_raise(app: App) -> None:
    def gone(folder: Path) -> int:
        raise FileNotFoundError(folder)

    checks = changed(with_room(app, 0), free_space=gone).health().checks
    assert (checks["disk"], checks["database"]) == ("error", "error")
