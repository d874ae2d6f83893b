"""The embedded server's life: who starts it, who stops it, and what is left after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg

from storage import embedded
from storage.base import conninfo
from tests.storage.conftest import running
from tests.storage.queue_worker import until
from tests.storage.server_users import got, leave, pid_of, put


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
        there = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'psql'"
        until(lambda: own.execute(there).fetchone() is None)
    assert running(home) is None


def test_connections_of_users_who_left_do_not(home: Path) -> None:
    with embedded.server(home, owner=True, fast=True) as url:
        forgotten = psycopg.connect(conninfo(url))
        with embedded.server(home, owner=True, fast=True) as again:
            lingering = psycopg.connect(conninfo(again))  # as PostgreSQL lists one for a while after its end
    assert running(home) is None
    forgotten.close()
    lingering.close()


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
        until(lambda: answer(url) == 42)
    assert running(home) is None


def answer(url: str) -> int | None:
    try:
        return got(url)
    except psycopg.OperationalError:
        return None


def test_a_server_nobody_buried_is_not_taken_for_alive(home: Path) -> None:
    # Its parent reads and never waits for it, as some containers' first process.
    script = (
        "import sys; from pathlib import Path; from storage import embedded;"
        "embedded._User(Path(sys.argv[1]), Path('/nowhere'), True).join(); print('up', flush=True); sys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdout
    assert parent.stdout.readline() == b"up\n"
    dead = running(home)
    assert dead
    os.kill(dead, signal.SIGKILL)
    stat = Path(f"/proc/{dead}/stat")
    until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "Z")
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
