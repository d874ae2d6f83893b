"""How a migration runs: on the connection `storage.migrate` hands over, alone, and never waiting for long."""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy import Connection, text

from alembic import context
from storage import migrate, vectors
from storage.base import Str
from storage.tables import Base  # for drafts of new scripts; the scripts themselves never import it

LOCK = 7_431_502_866_201  # any number that nobody else uses


def include_name(name: str | None, kind: str, parents: Any) -> bool:
    """The job queue keeps tables of its own, and that of vectors is there only where they can be kept."""
    return not (kind == "table" and name is not None and (name.startswith("procrastinate_") or name in vectors.TABLES))


def render_item(kind: str, item: Any, _context: object) -> str | Literal[False]:
    """How a type is written in a draft; False leaves it to alembic."""
    return "sa.Text()" if kind == "type" and isinstance(item, Str) else False


def run(connection: Connection, role: str | None) -> None:
    """All scripts, and what the application's role may do, in one transaction behind an advisory lock."""
    with connection.begin():
        connection.execute(text("SET LOCAL statement_timeout = '10min'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        # A table in use is no reason to make everybody queue up behind us.
        connection.execute(text("SET LOCAL lock_timeout = '5s'"))
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            include_name=include_name,
            render_item=render_item,
            compare_server_default=True,
        )
        with context.begin_transaction():
            context.run_migrations()
        vectors.make_table(connection)
        if role is not None:
            migrate.admit(connection, role)


run(context.config.attributes["connection"], context.config.attributes["role"])
