"""Who may do what to the data: nobody enters without a password, and the application reads and changes rows only."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, ProgrammingError

from booking.errors import DatabaseUnavailable, TablesDiffer
from booking.runtime.composition_root import App, opened
from booking.runtime.databases import upgrade
from booking.settings import Settings
from storage import embedded, migrate, roles
from storage.base import conninfo, database_url, make_engine
from storage.demo import load_demo
from storage.installation import data_directory, programs
from storage.postmaster import Postmaster
from tests.postgres import as_application, cloned
from tests.storage.queue_worker import until
from tests.storage.test_demo import CLOCKS, TIJUANA

SECRET = "Rosalinda Campos"
"""What stands for the contents of a row."""


@pytest.fixture
def home() -> Iterator[Path]:
    """A new directory that any account can reach."""
    place = Path(tempfile.mkdtemp(prefix="turnero-home-"))
    place.chmod(0o755)
    yield place
    if postmaster := Postmaster.of((place / "postgres").resolve()):
        postmaster.stop((place / "postgres").resolve())
    shutil.rmtree(place, ignore_errors=True)


def settings_of(home: Path) -> Settings:
    return Settings(_env_file=None, turnero_home=home, database_url=None)


def made_by_an_older_version(home: Path) -> Path:
    """A cluster as it was made before there were roles: everybody on the socket is its superuser, who owns all."""
    data, account = data_directory(home)
    binaries = programs(account)
    data.mkdir(mode=0o700)
    os.chown(data, account.uid, account.gid)
    command = [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-instructions", "--no-sync"]
    child = embedded._run([*command, "--encoding=UTF8", "--locale=C.UTF-8"], account, subprocess.PIPE)
    said, _ = child.communicate()
    assert child.returncode == 0, said
    return data


def open_server(home: Path, data: Path) -> Postmaster:
    """That cluster's server, as an older version started it."""
    _, account = data_directory(home)
    sockets = embedded._socket_directory(data, account)
    command = [programs(account) / "postgres", "-D", data, "-k", sockets, "-h", "", "-c", "fsync=off"]
    child = embedded._run(command, account, subprocess.DEVNULL)
    embedded.children.append(child)
    nobody = roles.Login("postgres", home / "none")
    for _ in range(4_000):
        postmaster = Postmaster.of(data)
        if postmaster and postmaster.is_ready("older", nobody):
            return postmaster
        assert child.poll() is None
        time.sleep(0.02)
    raise AssertionError("it does not start")


def without_password(url: str, role: str) -> str:
    """The same server for whoever knows nothing but its socket."""
    query = {name: value for name, value in database_url(url).query.items() if name == "host"}
    return conninfo(database_url(url).set(username=role, query=query).render_as_string(hide_password=False))


def tried(engine: Engine, statement: str) -> str:
    """What the server says of a statement; it is undone."""
    with engine.connect() as connection:
        try:
            connection.execute(text(statement))
        except ProgrammingError as refused:
            return type(refused.orig).__name__
        finally:
            connection.rollback()
    return "done"


def test_nobody_enters_without_a_password(home: Path) -> None:
    with embedded.server(home, fast=True) as url:
        for role in (roles.OWNER, roles.APPLICATION):
            with pytest.raises(psycopg.OperationalError, match="no password supplied"):
                psycopg.connect(without_password(url, role), passfile="/nowhere")
    assert all(word not in url for word in (home / "postgres.app").read_text().strip().rsplit(":", 1)[1:])


def test_what_is_kept_at_home_is_for_its_owner_alone(home: Path) -> None:
    (home / "postgres.log").touch(mode=0o644)  # as an older version left it
    with embedded.server(home, fast=True):
        pass
    files = [path for path in home.iterdir() if path.is_file()]
    assert {path.name for path in files} >= {"postgres.app", "postgres.owner", "postgres.log"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (x int)",
        "CREATE TEMP TABLE mine (x int)",
        "DROP TABLE citas_medicas",
        "ALTER TABLE citas_medicas ADD COLUMN x int",
        "TRUNCATE citas_medicas CASCADE",
        "ALTER TABLE citas_medicas DISABLE TRIGGER ALL",
        "UPDATE alembic_version SET version_num = '0001'",
        "CREATE ROLE mine",
        "ALTER ROLE turnero SUPERUSER",
        "SET ROLE postgres",
        "DROP EXTENSION vector",
        "COPY citas_medicas TO PROGRAM 'cat'",
        "SELECT pg_read_file('/etc/passwd')",
    ],
)
def test_the_application_may_not(engine: Engine, owner_engine: Engine, statement: str) -> None:
    if statement.startswith("CREATE TEMP"):
        with owner_engine.begin() as connection:  # as on the database of the embedded server
            name = connection.scalar(text("SELECT current_database()"))
            connection.execute(text(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC"))
            connection.execute(text(f"GRANT CONNECT ON DATABASE {name} TO {roles.APPLICATION}"))
    assert tried(engine, statement) == "InsufficientPrivilege"


def test_the_application_owns_nothing(engine: Engine) -> None:
    with engine.connect() as connection:
        owned = "SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole"
        assert connection.scalar(text(owned)) == 0
        may = "SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = current_user"
        assert connection.scalar(text(may)) is False


def test_a_table_made_later_is_the_applications_to_use(engine: Engine, owner_engine: Engine) -> None:
    with owner_engine.begin() as connection:
        connection.execute(text("CREATE TABLE later (id bigserial, x int)"))
    assert tried(engine, "INSERT INTO later (x) VALUES (1)") == "done"


def test_a_home_of_an_older_version_is_converted(home: Path) -> None:
    data = made_by_an_older_version(home)
    postmaster = open_server(home, data)
    nobody = roles.Login("postgres", home / "none")
    owners = make_engine(postmaster.url("older", nobody))
    migrate.upgrade(postmaster.url("older", nobody))
    load_demo(owners, CLOCKS[0], TIJUANA)
    with owners.connect(), pytest.raises(DatabaseUnavailable, match="stop that one first"), opened(settings_of(home)):
        pass
    owners.dispose()  # it was killed, say, and left its server behind
    until(lambda: postmaster.others("tests", nobody) == 0)  # PostgreSQL hears of it a moment later

    def use(app: App) -> tuple[object, object]:
        with app.database.connect() as connection:
            return connection.scalar(text("SELECT count(*) FROM citas_medicas")), connection.scalar(text("SELECT user"))

    with opened(settings_of(home)) as app:
        appointments, role = use(app)
        assert (appointments > 0, role) == (True, roles.APPLICATION)  # type: ignore[operator]
        with pytest.raises(psycopg.OperationalError, match="no password supplied"):
            psycopg.connect(without_password(app.url, "postgres"), passfile="/nowhere")
    with opened(settings_of(home)) as app:
        assert use(app) == (appointments, role)


@pytest.mark.parametrize("gone", ["postgres.app", "postgres.owner", "postgres/pg_hba.conf"])
def test_what_is_lost_is_made_anew(home: Path, gone: str) -> None:
    with opened(settings_of(home)):
        pass
    (home / gone).unlink()
    with opened(settings_of(home)) as app:
        assert app.health().checks["migrations"] == "ok"


def test_data_from_a_copy_get_the_passwords_of_the_home(home: Path) -> None:
    with opened(settings_of(home)):
        pass
    data, account = data_directory(home)
    copy = home / "copy"
    shutil.copytree(data, copy)
    (home / "postgres.app").unlink()
    with opened(settings_of(home)):  # with new passwords
        pass
    shutil.rmtree(data)
    copy.rename(data)
    for path in (data, *data.rglob("*")):
        os.chown(path, account.uid, account.gid)
    with opened(settings_of(home)) as app:
        assert app.health().checks["migrations"] == "ok"


_DOCTOR = "INSERT INTO doctores (id, nombre, peso, activo, turno_general) VALUES"
REFUSED = {
    "again": f"{_DOCTOR} (1, :name, 1, true, true)",
    "against a check": f"{_DOCTOR} (2, :name, -1, true, true)",
    "incomplete": "INSERT INTO doctores (id, nombre, peso, activo) VALUES (3, :name, 1, true)",
    "no number": f"SELECT CAST('{SECRET}' AS int)",
}


def test_the_log_shows_no_row(home: Path) -> None:
    with opened(settings_of(home)) as app:
        with app.database.begin() as connection:
            connection.execute(text(REFUSED["again"]), {"name": SECRET})
        for statement in REFUSED.values():
            values = {"name": SECRET} if ":name" in statement else {}
            with pytest.raises(DBAPIError), app.database.begin() as connection:
                connection.execute(text(statement), values)
    assert SECRET not in (home / "postgres.log").read_text(errors="replace")


def test_on_a_server_of_ones_own_the_owner_lets_a_plain_role_in(postgres_server: str) -> None:
    with cloned(postgres_server, "template0") as owners:
        plain = as_application(owners)
        if plain == owners:
            pytest.skip("the given server has one user")

        def settings(url: str) -> Settings:
            return Settings(_env_file=None, database_url=SecretStr(url), turnero_home=Path("/nowhere"))

        with pytest.raises(TablesDiffer, match="turnero db upgrade"), opened(settings(plain)):
            pass
        with pytest.raises(DatabaseUnavailable, match=r"permission denied for schema public\. Run as the owner"):
            upgrade(settings(plain))
        upgrade(settings(owners))
        with pytest.raises(TablesDiffer, match="--role"), opened(settings(plain)):
            pass
        with pytest.raises(DatabaseUnavailable, match='role "nobody-here" does not exist'):
            upgrade(settings(owners), "nobody-here")
        upgrade(settings(owners), roles.APPLICATION)
        with opened(settings(plain)) as app:
            assert app.health().checks["migrations"] == "ok"
        with psycopg.connect(conninfo(owners)) as connection:
            connection.execute(f"REVOKE INSERT ON citas_medicas FROM {roles.APPLICATION}")
        with pytest.raises(DatabaseUnavailable, match="lacks INSERT on citas_medicas"), opened(settings(plain)):
            pass
