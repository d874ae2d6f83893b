"""The `turnero` command. While `turnero serve` runs, what staff ask for is handed to the process that stands ready
beside it with everything loaded (`booking.standing_ready`), and answered at once; else it is run here.

Only the standard library is imported: to load more takes longer than to be answered.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path

HERE = frozenset({"serve", "worker", "check", "chat", "consola", "db", "fsm", "nlu", "whatsapp"})
"""What stays, asks a lot, or is not about a clinic's day: run in the process that was started."""

ROOT = Path(__file__).resolve().parent.parent
_CODE = ("booking", "nlu", "storage", "tools", "webhook")
_LONGEST_PATH = 100
"""Bytes; the address of a socket may have few more."""


def main() -> None:
    """Entry point of the console command."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if words and HERE.isdisjoint(words):
        try:
            code = handed_over(sys.argv)
        except KeyboardInterrupt:
            sys.exit(130)
        if code is not None:
            sys.exit(code)
    from booking.admin import main as run_here

    run_here()


def address(home: Path) -> Path | None:
    """Where the process beside `serve` listens; None where the path is too long for a socket."""
    path = home.absolute() / "ready.sock"
    return path if len(os.fsencode(path)) <= _LONGEST_PATH else None


def handed_over(words: list[str]) -> int | None:
    """The exit code of the command as the other process ran it, with our terminal, directory and environment; None
    where nothing was done: nobody stands ready, or with older code than ours."""
    path = address(Path(_home()))
    try:
        if path is None or (found := path.stat()).st_uid != os.geteuid() or _changed_since(found.st_mtime):
            return None
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(os.fspath(path))
            umask = os.umask(0o077)
            os.umask(umask)
            order = {"words": words, "environment": dict(os.environ), "umask": umask, "code": os.fspath(ROOT)}
            body = json.dumps(order).encode()
            folder = os.open(".", os.O_RDONLY)
            try:
                socket.send_fds(line, [len(body).to_bytes(4, "big")], [0, 1, 2, folder])
            finally:
                os.close(folder)
            line.sendall(body)
            if line.recv(1) != b"+":
                return None
            return ended[0] if (ended := line.recv(1)) else 1
    except (OSError, UnicodeError):
        return None


def _home() -> str:
    """TURNERO_HOME as `booking.settings` reads it, for the usual spelling; another one is merely answered slower."""
    given = os.environ.get("TURNERO_HOME")
    if not given and os.path.exists(".env"):
        for text in Path(".env").read_text(encoding="utf-8").splitlines():
            name, _, value = text.partition("=")
            if name.strip() == "TURNERO_HOME":
                given = value.strip().strip("'\"")
    return given or ".turnero"


def _changed_since(then: float) -> bool:
    """Code was edited or installed after the other process had loaded it."""
    for package in _CODE:
        for folder, _, files in os.walk(ROOT / package):
            if any(
                os.stat(os.path.join(folder, name)).st_mtime > then for name in files if name.endswith((".py", ".toml"))
            ):
                return True
    return False
