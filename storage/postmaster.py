"""The process of an embedded server: found by its pid file, connected to, stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from storage.roles import Login

PATIENCE_SECONDS = 30.0
"""How long a server may take to come up (crash recovery included) or to go down."""

children: list[subprocess.Popen[bytes]] = []
"""Servers we are the parent of: ours to reap."""


@dataclass(frozen=True, slots=True)
class Postmaster:
    """A server process as its pid file describes it."""

    pid: int
    socket_directory: str

    @classmethod
    def of(cls, data: Path) -> Postmaster | None:
        """The server that runs on this data; None when the pid file is missing, torn or left behind."""
        try:
            lines = (data / "postmaster.pid").read_text().splitlines()
            found = cls(int(lines[0]), lines[4].strip())
        except (FileNotFoundError, IndexError, ValueError):
            return None
        return found if _runs(found.pid, data) else None

    def url(self, client: str, login: Login) -> str:
        """For SQLAlchemy; `client` tells this user of the server from the others."""
        named = {"host": self.socket_directory, "passfile": login.passfile, "application_name": client}
        query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in named.items())
        return f"postgresql+psycopg://{login.role}@/postgres?{query}"

    def connect(self, client: str, login: Login) -> psycopg.Connection:
        """Raises psycopg.OperationalError while the server is not ready."""
        return psycopg.connect(
            host=self.socket_directory,
            user=login.role,
            passfile=str(login.passfile),
            dbname="postgres",
            application_name=client,
            connect_timeout=5,
            autocommit=True,
        )

    def is_ready(self, client: str, login: Login) -> bool:
        """It takes connections."""
        try:
            self.connect(client, login).close()
        except psycopg.OperationalError:
            return False
        return True

    def others(self, unlike: str, owner: Login) -> int:
        """How many are connected whose application's name is not LIKE that; only the owner is told of all.

        Raises psycopg.OperationalError.
        """
        with self.connect("turnero-asks", owner) as connection:
            (others,) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                " AND pid <> pg_backend_pid() AND application_name NOT LIKE %s",
                (unlike,),
            ).fetchone() or (0,)
        return int(others)

    def stop(self, data: Path) -> None:
        """Disconnect everybody and shut down cleanly."""
        os.kill(self.pid, signal.SIGINT)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while _runs(self.pid, data) and time.monotonic() < deadline:
            time.sleep(0.01)
        with suppress(OSError):
            Path(self.socket_directory).rmdir()


def _runs(pid: int, data: Path) -> bool:
    """That process is a live postmaster of this data: no zombie, no stranger who got the number."""
    for child in children:
        child.poll()  # reap
    try:
        state, command = _process(pid)
    except (OSError, subprocess.CalledProcessError):
        return False
    return state not in "ZX" and os.fsencode(data) in command


def _process(pid: int) -> tuple[str, bytes]:
    """State letter and command line. Raises OSError or CalledProcessError when there is no such process."""
    if Path("/proc/self/stat").exists():
        after_name = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2]
        return after_name.split()[0].decode(), Path(f"/proc/{pid}/cmdline").read_bytes()
    shown = subprocess.check_output(["ps", "-ww", "-o", "stat=,command=", "-p", str(pid)])
    state, _, command = shown.strip().partition(b" ")
    return state[:1].decode(), command
