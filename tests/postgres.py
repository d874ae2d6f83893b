"""PostgreSQL for tests: one server a run, one migrated template, one clone of it a test.

The server is the embedded one, without durability, shared by parallel workers; TURNERO_TEST_DATABASE_URL names
another, whose user may create databases. Tests work as the application's role, as the application does; its owner makes
the databases. Nothing is started until a test asks for it.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import Engine

from storage import embedded, migrate, roles
from storage.base import conninfo, database_url, make_engine
from storage.unit_of_work import SqlUnitOfWorkFactory

_LOCK = 6_021_998  # any number: whoever has it makes the template


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server on which databases can be made and dropped, for its owner."""
    if given := os.environ.get("TURNERO_TEST_DATABASE_URL"):
        yield given
        return
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    home = Path(tempfile.gettempdir()) / f"turnero-tests-{run[:12]}"
    home.mkdir(mode=0o755, exist_ok=True)
    with embedded.server(home, owner=True, fast=True) as url:
        yield url
    if not (home / "postgres" / "postmaster.pid").exists():  # the last worker is out
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def template_database(postgres_server: str) -> str:
    """The name of a migrated, empty database that nobody is connected to."""
    scripts = sorted(p for p in (migrate.SCRIPTS / "versions").iterdir() if p.suffix in (".py", ".sql"))
    contents = [p.read_bytes() for p in scripts] + [inspect.getsource(migrate.admit).encode()]
    digest = hashlib.sha256(b"".join(contents)).hexdigest()
    name = f"turnero_template_{digest[:12]}"
    with _administrator(postgres_server) as server:
        server.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
        if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            draft = f"{name}_{uuid.uuid4().hex[:8]}"
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(draft)))
            migrate.upgrade(address(postgres_server, draft), application(postgres_server))
            server.execute(
                sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(draft), sql.Identifier(name))
            )
    return name


@pytest.fixture
def database(postgres_server: str, template_database: str) -> Iterator[str]:
    """The address of a migrated, empty database of this test's own."""
    with cloned(postgres_server, template_database) as url:
        yield as_application(url)


@pytest.fixture
def empty_database(postgres_server: str) -> Iterator[str]:
    """The address of a database without any table, for its owner."""
    with cloned(postgres_server, "template0") as url:
        yield url


@pytest.fixture(scope="session")
def common_database(postgres_server: str, template_database: str) -> Iterator[Callable[[], str]]:
    """Makes a database as good as new that one test after another works in; its address."""
    with cloned(postgres_server, template_database) as url, psycopg.connect(conninfo(url)) as owner:

        def begun_anew() -> str:
            _begin_anew(owner)
            return as_application(url)

        yield begun_anew


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """An engine with enough connections for threads: on `database` where the test has one of its own, else on
    `common_database`, which is had in a tenth of the time."""
    if "database" in request.fixturenames:
        address = request.getfixturevalue("database")
    else:
        address = request.getfixturevalue("common_database")()
    engine = make_engine(address, pool_size=24)
    yield engine
    engine.dispose()


@pytest.fixture
def owner_engine(postgres_server: str, database: str) -> Iterator[Engine]:
    """An engine on `database` for the owner of its tables, who may change them."""
    engine = make_engine(address(postgres_server, str(database_url(database).database)))
    yield engine
    engine.dispose()


@pytest.fixture
def begin(engine: Engine) -> SqlUnitOfWorkFactory:
    """Units of work on the database of `engine`."""
    return SqlUnitOfWorkFactory(engine)


@contextmanager
def cloned(server_url: str, template: str) -> Iterator[str]:
    """A copy of a database, for its owner; dropped at the end whoever is still connected."""
    name = f"turnero_test_{uuid.uuid4().hex[:16]}"
    copy = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")
    with _administrator(server_url) as server:
        server.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))
    try:
        yield address(server_url, name)
    finally:
        with _administrator(server_url) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _begin_anew(owner: psycopg.Connection) -> None:
    """Nobody else is connected, no row is left, and numbers begin where they began."""
    with owner.transaction():
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        # No key is checked while all rows go; and of a few rows DELETE is ten times as fast as TRUNCATE.
        owner.execute("SET LOCAL session_replication_role = replica")
        of_ours = "schemaname = 'public' AND tablename <> 'alembic_version'"
        tables = owner.execute(f"SELECT tablename FROM pg_tables WHERE {of_ours}").fetchall()
        owner.execute(sql.SQL(";").join(sql.SQL("DELETE FROM {}").format(sql.Identifier(t)) for (t,) in tables))
        owner.execute(
            "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) FROM pg_sequences"
        )


def address(server_url: str, name: str) -> str:
    """The same server, another database."""
    return database_url(server_url).set(database=name).render_as_string(hide_password=False)


def application(server_url: str) -> str | None:
    """The application's role; None on a server that was given, where everything is done as its one user."""
    return roles.APPLICATION if "passfile" in database_url(server_url).query else None


def as_application(owners_url: str) -> str:
    """The same database, entered as the application does."""
    url = database_url(owners_url)
    if (role := application(owners_url)) is None:
        return owners_url
    login = roles.Login.of(Path(str(url.query["passfile"])).parent, role)
    entered = url.set(username=role).update_query_dict({"passfile": str(login.passfile)})
    return entered.render_as_string(hide_password=False)


def _administrator(server_url: str) -> psycopg.Connection:
    return psycopg.connect(conninfo(server_url), autocommit=True)
