"""Bringing a database to the present tables, from anywhere.

The scripts lie in the checkout's `alembic/`; a wheel has them as `storage/migrations/`. They are run by the tables'
owner. The application works as a role that may read and change rows, and nothing else.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from psycopg import errors, sql
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from booking.errors import DatabaseUnavailable, TablesDiffer
from storage.base import database_url

if TYPE_CHECKING:
    from alembic.config import Config

_HERE = Path(__file__).resolve().parent
_PACKAGED = _HERE / "migrations"

SCRIPTS = _PACKAGED if _PACKAGED.is_dir() else _HERE.parent / "alembic"

_AFTER = re.compile(r'^down_revision = "(.+)"', re.MULTILINE)

_alembic = threading.Lock()  # its context is one for the whole process

_LACKING = """
WITH ours AS (
    SELECT oid FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND (relname = ANY (:tables) OR starts_with(relname, 'procrastinate_'))
), needed AS (
    SELECT oid::regclass AS item, privilege, has_table_privilege(oid, privilege) AS given
    FROM ours, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
    UNION ALL
    SELECT c.oid::regclass, privilege, has_sequence_privilege(c.oid, privilege)
    FROM ours JOIN pg_depend d ON d.refobjid = ours.oid JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S',
        unnest(ARRAY['USAGE', 'UPDATE']) AS privilege
)
SELECT privilege || ' on ' || item FROM needed WHERE NOT given ORDER BY 1
"""


class Standing(StrEnum):
    """How the tables of a database stand to the migrations of this code."""

    CURRENT = "current"
    BEHIND = "behind"
    """None yet, or some are missing."""
    AHEAD = "ahead"
    """Newer code has been at it."""
    CLOSED = "closed"
    """This role may not even read which it has."""


def standing(url: str) -> Standing:
    """Asked at every start, so without alembic, which takes longer to import than the rest takes to run.

    Raises DatabaseUnavailable.
    """
    with _connected(url) as connection:
        if connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
            return Standing.BEHIND
        if not connection.scalar(text("SELECT has_table_privilege('alembic_version', 'SELECT')")):
            return Standing.CLOSED
        applied = set(connection.scalars(text("SELECT version_num FROM alembic_version")))
    if applied - known():
        return Standing.AHEAD
    return Standing.CURRENT if applied == {newest()} else Standing.BEHIND


def is_current(url: str) -> bool:
    """The database has exactly the migrations of this code. Raises DatabaseUnavailable."""
    return standing(url) is Standing.CURRENT


def refuse_newer(url: str) -> Standing:
    """The standing, unless newer code has been at the tables: older code would not know what it overwrites.

    Raises TablesDiffer, DatabaseUnavailable.
    """
    found = standing(url)
    if found is Standing.AHEAD:
        raise TablesDiffer(
            f"A newer version of Turnero has changed them; this one knows them up to {newest()}. Go back to the newer "
            "version (in a checkout: git pull, then make setup), or to a copy of the data from before it."
        )
    return found


def lacking(url: str) -> list[str]:
    """What this connection's role may not do and the application does, as "INSERT on citas_medicas".

    Raises DatabaseUnavailable.
    """
    from storage.tables import Base

    with _connected(url) as connection:
        return list(connection.scalars(text(_LACKING), {"tables": list(Base.metadata.tables)}))


@cache
def newest() -> str:
    """The last migration of this code, which none comes after. There is one line of them; their numbers may leave some
    out, and need not rise along it."""
    before = {found for path in _scripts() if (found := _AFTER.search(path.read_text(encoding="utf-8")))}
    (last,) = known() - {found[1] for found in before}
    return last


def upgrade(url: str, role: str | None = None) -> None:
    """Run every migration that is missing, as the tables' owner, and let `role` read and change rows, now and after
    every later one. Two at once are safe: the second waits and finds nothing to do.

    Raises DatabaseUnavailable, TablesDiffer.
    """
    from alembic import command

    refuse_newer(url)
    with _alembic, _connected(url) as connection:
        command.upgrade(_config(connection, role), "head")


def downgrade(url: str, to: str = "base") -> None:
    """Take migrations back, data included. Raises DatabaseUnavailable."""
    from alembic import command

    with _alembic, _connected(url) as connection:
        command.downgrade(_config(connection), to)


def draft(url: str, message: str) -> None:
    """Write a new script with the difference between the tables and a migrated database, for a person to finish."""
    from alembic import command

    with _alembic, _connected(url) as connection:
        command.revision(_config(connection), message, autogenerate=True)


def admit(connection: Connection, role: str) -> None:
    """Let an existing role read and change the rows of every table, but for the list of migrations, and of those that
    the present one makes later."""
    named = sql.Identifier(role).as_string()
    for statement in (
        "GRANT USAGE ON SCHEMA public TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}",
        "GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {}",
        "REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO {}",
    ):
        connection.exec_driver_sql(statement.format(named))


def known() -> set[str]:
    """The migrations of this code."""
    return {path.name.partition("_")[0] for path in _scripts()}


def _scripts() -> list[Path]:
    return [*(SCRIPTS / "versions").glob("[0-9]*_*.py")]


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    try:
        with create_engine(database_url(url), poolclass=NullPool, hide_parameters=True).connect() as connection:
            yield connection
    except DBAPIError as error:
        raise DatabaseUnavailable(_said(error)) from error


def _said(error: DBAPIError) -> str:
    """What stopped it and what to do, without what a detail would show of rows."""
    match error.orig:
        case errors.InsufficientPrivilege() as denied:
            return f"{denied.diag.message_primary}. Run as the owner of the tables: turnero db upgrade --role APP_ROLE"
        case errors.UndefinedObject() as unknown:
            return f"{unknown.diag.message_primary}."
        case errors.LockNotAvailable():
            return "A table is in use; stop what uses it, or try again."
        case known if isinstance(known, errors.Error) and (said := known.diag.message_primary):
            return said
        case unreachable:
            return str(unreachable)


def _config(connection: Connection, role: str | None = None) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes.update(connection=connection, role=role)
    return config
