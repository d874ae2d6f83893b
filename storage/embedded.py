"""An embedded PostgreSQL 18: every command attaches to the running one or starts it for its own duration.

The last one out stops it, so a server whose starter was killed is stopped by whoever attached later; one that
crashes is started anew by whoever notices first. Starting, attaching and stopping happen under a file lock in
`home`; in between each user shares another one, which tells the others that somebody is still there. (Connections
do not tell: PostgreSQL lists one for a while after its user has closed it.)
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import psycopg

from booking.errors import DatabaseUnavailable
from storage.installation import ELSEWHERE, MAJOR, Account, data_directory, make_home, open_private, programs
from storage.postmaster import PATIENCE_SECONDS, Postmaster, children
from storage.roles import APPLICATION, OWNER, Login, close, is_closed

WATCH_SECONDS = 1.0
"""How often a user of the server looks whether it is still there."""

_STEP_SECONDS = 0.05
_FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")  # a killed server loses nothing, a killed machine may
_LOCALE = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"
# The log tells of starts, stops and crashes. What a refused statement said would show the contents of rows.
_DISCREET = (
    *("-c", "log_min_messages=log", "-c", "log_min_error_statement=panic", "-c", "log_error_verbosity=terse"),
    *("-c", "log_parameter_max_length=0", "-c", "log_parameter_max_length_on_error=0"),
)


@contextmanager
def server(home: Path, *, owner: bool = False, fast: bool = False, elsewhere: Path = ELSEWHERE) -> Iterator[str]:
    """A running server for the length of the block, as a URL for SQLAlchemy; its data stay in `home`.

    The URL is the application's, or for set-up and migrations the owner's. `fast` does not wait for the disk, for
    tests; `elsewhere` is for root alone, see `storage.installation`.
    Raises DatabaseUnavailable.
    """
    home = make_home(home)
    user = _User(home, elsewhere, fast, OWNER if owner else APPLICATION)
    postmaster = user.join()
    done = threading.Event()
    watch = threading.Thread(target=user.watch, args=(done,), name="watch the server", daemon=True)
    watch.start()
    try:
        yield postmaster.url(user.name, user.login)
    finally:
        done.set()
        watch.join()
        user.leave()


class _User:
    """One user of the server: a command, for as long as it needs it."""

    def __init__(self, home: Path, elsewhere: Path, fast: bool, role: str = APPLICATION) -> None:
        self.login = Login.of(home, role)
        self.name = f"turnero-{os.getpid()}-{secrets.token_hex(4)}"
        self._home, self._elsewhere, self._fast = home, elsewhere, fast
        self._presence: psycopg.Connection | None = None
        self._here: IO[bytes] | None = None

    def join(self) -> Postmaster:
        """Attach to the server, or start it. Raises DatabaseUnavailable."""
        with _locked(self._home):
            data, account = data_directory(self._home, self._elsewhere)
            if not is_closed(self._home, data):
                _stop_open(self._home, data, self.name)
            postmaster = _attach(data, self.name, self.login)
            if postmaster is None:
                binaries = programs(account, self._elsewhere)
                postmaster = _start(self._home, data, account, binaries, self.name, self.login, self._fast)
            self._presence = postmaster.connect(self.name, self.login)
            if self._here is None:
                self._here = open_private(self._home / "postgres.users", "ab")
                fcntl.flock(self._here, fcntl.LOCK_SH)
            return postmaster

    def watch(self, done: threading.Event) -> None:
        """Join again whenever the server has gone."""
        while not done.wait(WATCH_SECONDS):
            try:
                if self._presence is None or self._presence.closed:
                    self.join()
                    _log().warning("database_restarted")
                else:
                    self._presence.execute("SELECT 1")
            except psycopg.OperationalError:
                self._presence = None
            except DatabaseUnavailable as error:
                _log().error("database_down", error=str(error))

    def leave(self) -> None:
        """Stop the server unless somebody else is connected."""
        with _locked(self._home):
            if self._presence is not None:
                self._presence.close()
            if self._here is not None:
                self._here.close()
            if not _is_used(self._home):
                data, _ = data_directory(self._home, self._elsewhere)
                _stop_unless_strangers(data, Login.of(self._home, OWNER))


def _log() -> Any:
    import structlog  # a command that finds the server running has nothing to log, and does not wait for it

    return structlog.get_logger()


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    with open_private(home / "postgres.lock", "ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_used(home: Path) -> bool:
    """Somebody else has joined and not left, nor been killed."""
    with open_private(home / "postgres.users", "ab") as users:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _stop_open(home: Path, data: Path, client: str) -> None:
    """A server that lets in whoever asks, as older versions started it, makes way for one that does not, once nobody
    uses it. Raises DatabaseUnavailable while somebody does."""
    postmaster = Postmaster.of(data)
    if postmaster is None:
        return
    try:
        others = postmaster.others(client, Login.of(home, OWNER))
    except psycopg.OperationalError:
        others = 1  # it does not say: somebody may
    if others:
        raise DatabaseUnavailable(
            f"PostgreSQL runs on {data} (process {postmaster.pid}) as an older version of Turnero started it: "
            "stop that one first, then try again."
        )
    postmaster.stop(data)


def _attach(data: Path, client: str, login: Login) -> Postmaster | None:
    """Join the server that runs, waiting while it comes up; None when there is none (any more)."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while postmaster := Postmaster.of(data):
        if postmaster.is_ready(client, login):
            return postmaster
        if time.monotonic() > deadline:
            raise DatabaseUnavailable(f"Process {postmaster.pid} runs on {data} and takes no connection.")
        time.sleep(_STEP_SECONDS)
    return None


def _start(
    home: Path, data: Path, account: Account, binaries: Path, client: str, login: Login, fast: bool
) -> Postmaster:
    """Start a server in a session of its own, on new data if there are none."""
    if not (data / "PG_VERSION").exists():
        _initialise(binaries, data, account, fast)
    elif (version := (data / "PG_VERSION").read_text().strip()) != MAJOR:
        raise DatabaseUnavailable(f"{data} was written by PostgreSQL {version}; this is {MAJOR}.")
    # Nobody runs here. What a crash left behind names a process that is gone, unburied or by now a stranger's.
    sockets = _socket_directory(data, account)
    for left in (data / "postmaster.pid", *sockets.iterdir()):
        left.unlink(missing_ok=True)
    if not is_closed(home, data):
        close(home, data, lambda lines: _alone(binaries, data, account, lines))
    command = [binaries / "postgres", "-D", data, "-k", sockets, "-h", "", *_DISCREET, *(_FAST if fast else ())]
    command += ["-c", "timezone=UTC", "-c", "log_timezone=UTC", "-c", "max_connections=200"]
    journal = home / "postgres.log"
    deadline = time.monotonic() + PATIENCE_SECONDS
    with open_private(journal, "wb") as output:
        while True:
            child = _run(command, account, output)
            while child.poll() is None and time.monotonic() < deadline:
                postmaster = Postmaster.of(data)
                if postmaster and postmaster.is_ready(client, login):
                    children.append(child)
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


def _alone(binaries: Path, data: Path, account: Account, lines: Sequence[str]) -> None:
    """Run statements on data that no server has open: no role, password or entrance is asked for."""
    command: list[str | Path] = [binaries / "postgres", "--single", "-D", data, *_DISCREET, "-c", "exit_on_error=on"]
    # A password of 256 random bits needs no stretching, which would cost milliseconds a connection.
    child = _run([*command, "-c", "scram_iterations=1", "postgres"], account, subprocess.PIPE, subprocess.PIPE)
    said, _ = child.communicate("".join(f"{line}\n" for line in lines).encode())
    if child.returncode != 0:
        last = " ".join(said.decode(errors="replace").strip().splitlines()[-3:])
        raise DatabaseUnavailable(f"PostgreSQL cannot give its roles new passwords: {last}")


def _run(
    command: Sequence[str | Path],
    account: Account,
    output: int | IO[bytes],
    given: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    # No secrets of ours in its environment, no terminal, no working directory it could not enter.
    return subprocess.Popen(
        command,
        stdin=given,
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
    command: list[str | Path] = [binaries / "initdb", "-D", draft, "-U", OWNER, "-A", "reject", "--no-instructions"]
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


def _stop_unless_strangers(data: Path, owner: Login) -> None:
    """Stop the server unless another program is connected. Connections of users do not count: they have left."""
    postmaster = Postmaster.of(data)
    if postmaster is None:
        return
    try:
        strangers = postmaster.others("turnero-%", owner)
    except psycopg.OperationalError:
        return  # crashed or going down: the next command recovers
    if not strangers:
        postmaster.stop(data)
