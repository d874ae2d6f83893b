"""An embedded PostgreSQL 18: every command attaches to the running one or starts it for its own duration.

The last one out stops it, so a server whose starter was killed is stopped by whoever attached later; one that
crashes is started anew by whoever notices first. Starting, attaching and stopping happen under a file lock in
`home`; in between each user holds one connection, which tells the others that somebody is still there.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
import structlog

from booking.errors import DatabaseUnavailable
from storage.installation import ELSEWHERE, MAJOR, Account, data_directory, programs

log = structlog.get_logger()

PATIENCE_SECONDS = 30.0
"""How long a server may take to come up (crash recovery included) or to go down."""

WATCH_SECONDS = 1.0
"""How often a user of the server looks whether it is still there."""

_STEP_SECONDS = 0.05
_FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")  # a killed server loses nothing, a killed machine may
_LOCALE = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"
_children: list[subprocess.Popen[bytes]] = []  # servers we are the parent of: ours to reap


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

    def url(self, client: str) -> str:
        """For SQLAlchemy; `client` tells this user of the server from the others."""
        return (
            f"postgresql+psycopg://postgres@/postgres?host={quote(self.socket_directory, safe='')}"
            f"&application_name={quote(client, safe='')}"
        )

    def connect(self, client: str) -> psycopg.Connection:
        """Raises psycopg.OperationalError while the server is not ready."""
        return psycopg.connect(
            host=self.socket_directory,
            user="postgres",
            dbname="postgres",
            application_name=client,
            connect_timeout=5,
            autocommit=True,
        )


@contextmanager
def server(home: Path, *, fast: bool = False, elsewhere: Path = ELSEWHERE) -> Iterator[str]:
    """A running server for the length of the block, as a URL for SQLAlchemy; its data stay in `home`.

    `fast` does not wait for the disk, for tests; `elsewhere` is for root alone, see `storage.installation`.
    Raises DatabaseUnavailable.
    """
    home = home.resolve()
    home.mkdir(parents=True, exist_ok=True)
    user = _User(home, elsewhere, fast)
    postmaster = user.join()
    done = threading.Event()
    watch = threading.Thread(target=user.watch, args=(done,), name="watch the server", daemon=True)
    watch.start()
    try:
        yield postmaster.url(user.name)
    finally:
        done.set()
        watch.join()
        user.leave()


class _User:
    """One user of the server: a command, for as long as it needs it."""

    def __init__(self, home: Path, elsewhere: Path, fast: bool) -> None:
        self.name = f"turnero-{os.getpid()}-{secrets.token_hex(4)}"
        self._home, self._elsewhere, self._fast = home, elsewhere, fast
        self._presence: psycopg.Connection | None = None

    def join(self) -> Postmaster:
        """Attach to the server, or start it. Raises DatabaseUnavailable."""
        with _locked(self._home):
            data, account = data_directory(self._home, self._elsewhere)
            postmaster = _attach(data, self.name)
            if postmaster is None:
                binaries = programs(account, self._elsewhere)
                postmaster = _start(self._home, data, account, binaries, self.name, self._fast)
            self._presence = postmaster.connect(self.name)
            return postmaster

    def watch(self, done: threading.Event) -> None:
        """Join again whenever the server has gone."""
        while not done.wait(WATCH_SECONDS):
            try:
                if self._presence is None or self._presence.closed:
                    self.join()
                    log.warning("database_restarted")
                else:
                    self._presence.execute("SELECT 1")
            except psycopg.OperationalError:
                self._presence = None
            except DatabaseUnavailable as error:
                log.error("database_down", error=str(error))

    def leave(self) -> None:
        """Stop the server unless somebody else is connected."""
        with _locked(self._home):
            if self._presence is not None:
                self._presence.close()
            data, _ = data_directory(self._home, self._elsewhere)
            _stop_if_last(data, self.name)


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    with (home / "postgres.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _attach(data: Path, client: str) -> Postmaster | None:
    """Join the server that runs, waiting while it comes up; None when there is none (any more)."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while postmaster := Postmaster.of(data):
        if _ready(postmaster, client):
            return postmaster
        if time.monotonic() > deadline:
            raise DatabaseUnavailable(f"Process {postmaster.pid} runs on {data} and takes no connection.")
        time.sleep(_STEP_SECONDS)
    return None


def _start(home: Path, data: Path, account: Account, binaries: Path, client: str, fast: bool) -> Postmaster:
    """Start a server in a session of its own, on new data if there are none."""
    if not (data / "PG_VERSION").exists():
        _initialise(binaries, data, account, fast)
    elif (version := (data / "PG_VERSION").read_text().strip()) != MAJOR:
        raise DatabaseUnavailable(f"{data} was written by PostgreSQL {version}; this is {MAJOR}.")
    # Nobody runs here. What a crash left behind names a process that is gone, unburied or by now a stranger's.
    sockets = _socket_directory(data, account)
    for left in (data / "postmaster.pid", *sockets.iterdir()):
        left.unlink(missing_ok=True)
    command = [binaries / "postgres", "-D", data, "-k", sockets, "-h", "", *(_FAST if fast else ())]
    command += ["-c", "timezone=UTC", "-c", "log_timezone=UTC", "-c", "max_connections=200"]
    journal = home / "postgres.log"
    deadline = time.monotonic() + PATIENCE_SECONDS
    with journal.open("wb") as output:
        while True:
            child = _run(command, account, output)
            while child.poll() is None and time.monotonic() < deadline:
                postmaster = Postmaster.of(data)
                if postmaster and _ready(postmaster, client):
                    _children.append(child)
                    return postmaster
                time.sleep(0.01)
            said = journal.read_text(errors="replace").strip()
            # After a crash the first attempts may find shared memory still in use by dying processes.
            if "shared memory" not in said or time.monotonic() > deadline:
                break
            time.sleep(_STEP_SECONDS)
    child.kill()
    child.wait()
    raise DatabaseUnavailable("PostgreSQL does not start: " + " ".join(said.splitlines()[-3:]))


def _run(command: Sequence[str | Path], account: Account, output: int | IO[bytes]) -> subprocess.Popen[bytes]:
    # No secrets of ours in its environment, no terminal, no working directory it could not enter.
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
        start_new_session=True,
        user=None if account.is_ours else account.uid,
        group=None if account.is_ours else account.gid,
        extra_groups=None if account.is_ours else [],
    )


def _initialise(binaries: Path, data: Path, account: Account, fast: bool) -> None:
    """Make a new cluster; it gets its name only when complete, so a killed attempt leaves none."""
    draft = data.with_name(f"{data.name}.draft")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    os.chown(draft, account.uid, account.gid)
    command: list[str | Path] = [binaries / "initdb", "-D", draft, "-U", "postgres", "-A", "trust", "--no-instructions"]
    command += ["--encoding=UTF8", f"--locale={_LOCALE}", *(["--no-sync"] if fast else [])]
    child = _run(command, account, subprocess.PIPE)
    said, _ = child.communicate()
    if child.returncode != 0:
        shutil.rmtree(draft, ignore_errors=True)
        raise DatabaseUnavailable(f"initdb failed: {said.decode(errors='replace').strip()[-400:]}")
    draft.rename(data)


def _socket_directory(data: Path, account: Account) -> Path:
    """Short (a socket's path may have 107 bytes), and closed to everybody else."""
    name = f"turnero-{hashlib.sha256(os.fsencode(data)).hexdigest()[:12]}"
    temporary = Path(tempfile.gettempdir())
    place = (temporary if account.can_reach(temporary / name) else Path("/tmp")) / name
    try:
        place.mkdir(mode=0o700)
        os.chown(place, account.uid, account.gid)
    except FileExistsError:
        found = place.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid:
            raise DatabaseUnavailable(f"{place} was made by somebody else; remove it.") from None
        place.chmod(0o700)
    return place


def _ready(postmaster: Postmaster, client: str) -> bool:
    try:
        postmaster.connect(client).close()
    except psycopg.OperationalError:
        return False
    return True


def _stop_if_last(data: Path, client: str) -> None:
    """Stop the server unless somebody else is connected. Connections of this user do not count."""
    postmaster = Postmaster.of(data)
    if postmaster is None:
        return
    try:
        with postmaster.connect(client) as connection:
            (others,) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND application_name <> %s",
                (client,),
            ).fetchone() or (0,)
    except psycopg.OperationalError:
        return  # crashed or going down: the next command recovers
    if others:
        return
    os.kill(postmaster.pid, signal.SIGINT)  # disconnects everybody, then a clean shutdown
    deadline = time.monotonic() + PATIENCE_SECONDS
    while _runs(postmaster.pid, data) and time.monotonic() < deadline:
        time.sleep(0.01)
    with suppress(OSError):
        Path(postmaster.socket_directory).rmdir()


def _runs(pid: int, data: Path) -> bool:
    """That process is a live postmaster of this data: no zombie, no stranger who got the number."""
    for child in _children:
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
