"""Bringing a database to the present tables, from anywhere: the scripts lie in the checkout's `alembic/`."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from booking.errors import DatabaseUnavailable
from storage.base import database_url

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).resolve().parents[1] / "alembic"

_alembic = threading.Lock()  # its context is one for the whole process


def upgrade(url: str) -> None:
    """Run every migration that is missing. Two at once are safe: the second waits and finds nothing to do.

    Raises DatabaseUnavailable.
    """
    from alembic import command

    with _alembic, _connected(url) as connection:
        command.upgrade(_config(connection), "head")


def downgrade(url: str, to: str = "base") -> None:
    """Take migrations back, data included. Raises DatabaseUnavailable."""
    from alembic import command

    with _alembic, _connected(url) as connection:
        command.downgrade(_config(connection), to)


def is_current(url: str) -> bool:
    """The database has exactly the migrations of this checkout: asked at every start, so without alembic, which
    takes longer to import than the rest takes to run. Raises DatabaseUnavailable."""
    with _connected(url) as connection:
        if connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
            return False
        applied = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    return list(applied) == [newest()]


def newest() -> str:
    """The last migration of this checkout. Their files begin with their numbers, and there is one line of them."""
    return max(path.name.partition("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*_*.py"))


def draft(url: str, message: str) -> None:
    """Write a new script with the difference between the tables and a migrated database, for a person to finish."""
    from alembic import command

    with _alembic, _connected(url) as connection:
        command.revision(_config(connection), message, autogenerate=True)


def _connected(url: str) -> Connection:
    try:
        return create_engine(database_url(url), poolclass=NullPool).connect()
    except OperationalError as error:
        raise DatabaseUnavailable(str(error.orig)) from error


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config
