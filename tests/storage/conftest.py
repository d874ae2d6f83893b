"""A home of its own for an embedded server, and other processes that use it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

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
