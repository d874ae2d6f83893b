"""The process beside `turnero serve` that has loaded what staff's commands need, and runs each in a fork of itself.

To load it takes longer than to answer. A fork has the terminal, directory and environment of whoever asked, and opens
the database anew: a command does what it would do in a process of its own. Only the account that runs `serve` may
ask. The process ends with the one that started it, which holds the other end of its standard input. Of several on one
home the first answers; the next takes its place when it has ended, however it did.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from booking.command import ROOT, address

_LOADED = (
    *("booking.admin", "booking.runtime.composition_root", "storage.unit_of_work", "storage.embedded"),
    *("storage.migrate", "booking.desk.find_appointments", "booking.desk.change_appointments"),
    *("booking.desk.timetable", "booking.desk.day_grid", "booking.conversation.replies.spanish", "nlu.when"),
    *("rich.console", "rich.table", "phonenumbers", "procrastinate.manager", "structlog"),
    *("procrastinate.sync_psycopg_connector", "holidays.countries", "babel.numbers"),
)
_PATIENCE = 5.0
"""Seconds for whoever connected to say what they want."""

_LOOKED_AGAIN = 1.0
"""Seconds after which one that waits for the place of another looks whether it is free."""


def stand(home: Path) -> None:
    """Stand ready until standard input closes."""
    path = address(home)
    if path is None:
        return
    with open(path.with_suffix(".lock"), "w", opener=_private) as place:
        if _has(place):
            _listen(path, place)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _has(place: IO[str]) -> bool:
    """True once the place is ours; False where standard input closed before. The system gives up the lock of one that
    was killed."""
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        if select.select([sys.stdin], [], [], _LOOKED_AGAIN)[0]:
            return False


def _listen(path: Path, place: IO[str]) -> None:
    path.unlink(missing_ok=True)  # of one that was killed: nobody else has the place
    with socket.socket(socket.AF_UNIX) as listener:
        before = os.umask(0o177)
        listener.bind(os.fspath(path))  # its date says which code is too new to have been loaded
        os.umask(before)
        _load()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries them
        listener.listen(32)
        try:
            while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
                line, _ = listener.accept()
                if os.fork() == 0:
                    listener.close()
                    place.close()  # the place is that of who listens, not of a command that outlives it
                    _answer_and_end(line)
                line.close()
        finally:
            path.unlink(missing_ok=True)


def _load() -> None:
    gc.set_threshold(50_000, 20, 20)  # what is loaded stays
    for name in _LOADED:
        importlib.import_module(name)
    from sqlalchemy.orm import configure_mappers

    configure_mappers()


def _answer_and_end(line: socket.socket) -> None:
    code = 1
    try:
        code = _answer(line)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is over: whoever hangs up now interrupts nothing
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        with suppress(OSError):
            line.sendall(bytes([code & 0xFF]))
        os._exit(code & 0xFF)


def _answer(line: socket.socket) -> int:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    line.settimeout(_PATIENCE)
    header, given, _, _ = socket.recv_fds(line, 4, 4)
    body = b""
    while len(body) < int.from_bytes(header, "big"):
        if not (part := line.recv(1 << 16)):
            return 1
        body += part
    order = json.loads(body)
    if order["code"] != os.fspath(ROOT) or len(given) != 4 or not _ours(line):
        os._exit(1)  # without a word: nothing is done
    line.settimeout(None)
    line.sendall(b"+")
    _become(order, given)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    from booking.admin import main

    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except KeyboardInterrupt:
        return 130
    return 0


def _ours(line: socket.socket) -> bool:
    """Who asks is who runs us, where the system tells; the socket's own rights let nobody else in."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    _, user, _ = struct.unpack("3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return bool(user == os.geteuid())


def _become(order: dict[str, Any], given: list[int]) -> None:
    """The process that would have been started: its words, terminal, directory and environment."""
    os.environ.clear()
    os.environ.update(order["environment"])
    time.tzset()
    os.umask(order["umask"])
    *streams, folder = given
    os.fchdir(folder)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    for one in given:
        os.close(one)
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = order["words"]


def _end_with(line: socket.socket) -> None:
    """Whoever asked was interrupted or has gone: so does the command."""
    with suppress(OSError):
        line.recv(1)
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand(Path(sys.argv[1]))
