"""Turnero's commands in processes of their own, to be killed, and Meta's patience with what does not answer."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import httpx

from booking.testing.channel.meta import FakeMeta, Post
from tests.e2e.house import wait_until

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds for an answer: after a death a job is taken up again some fifteen seconds later, and others die meanwhile."""


def environment(database: str, home: Path, meta: FakeMeta) -> dict[str, str]:
    """Of a command that works on this database, and sends to that Meta."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": database,
        "TURNERO_HOME": str(home),
        "WHATSAPP_APP_SECRET": meta.app_secret,
        "WHATSAPP_VERIFY_TOKEN": meta.verify_token,
        "WHATSAPP_ACCESS_TOKEN": meta.token,
        "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
        "WHATSAPP_API_BASE_URL": meta.base_url,
        "TURN_PAUSE_MS": "50",
    }


class Command:
    """A long-running command of `turnero` in a process of its own."""

    def __init__(self, environment: Mapping[str, str], home: Path, *arguments: str) -> None:
        self.deaths = 0
        self._environment, self._home, self._arguments = environment, home, arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it may take its time to be at work."""
        command = [sys.executable, "-m", "booking.admin", *self._arguments]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, cwd=self._home, stdout=log, stderr=log)

    @property
    def log(self) -> Path:
        """What it said."""
        return self._home / f"{self._arguments[0]}.log"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Of the process started last."""
        assert self._process is not None
        return self._process.pid

    @property
    def workers(self) -> list[int]:
        """The processes that work for it."""
        assert self._process is not None
        return [pid for pid in _children(self._process.pid) if b"worker" in _command_line(pid).split(b"\0")]

    def kill(self) -> None:
        """As a power cut would: with those that work for it."""
        assert self._process is not None
        pids = [self._process.pid, *self.workers]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        assert self._process.wait(PATIENCE) == -signal.SIGKILL
        self.deaths += 1

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(30)


class Server(Command):
    """`turnero serve`, always on the same port."""

    def __init__(self, environment: Mapping[str, str], home: Path, *options: str) -> None:
        self.port = _free_port()
        how_many = options or ("--workers", "1")  # as many as there are cores would wait for one another
        super().__init__(environment, home, "serve", "--port", str(self.port), *how_many)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        super().start()
        wait_until(self.answers, "the server to start", PATIENCE)

    def answers(self) -> bool:
        assert self.running, self.log.read_text()[-2000:]
        try:
            return httpx.get(f"{self.url}/healthz", trust_env=False, timeout=1).status_code == 200
        except httpx.TransportError:
            return False


def readiness(url: str) -> httpx.Response:
    """What /readyz says, once all that is needed could be looked at in the time that it has for that."""
    told: list[httpx.Response] = []

    def looked() -> bool:
        told[:] = [httpx.get(f"{url}/readyz", trust_env=False, timeout=PATIENCE)]
        return "queue" in told[0].json()["checks"]

    wait_until(looked, "what it needs to be looked at", PATIENCE)
    return told[0]


def _free_port() -> int:
    """One that stays free while its server is dead: the system gives none of these to who asks for any, nor to who
    connects to somebody."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(10_000, lowest)
        with suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port


def _children(pid: int) -> list[int]:
    with suppress(FileNotFoundError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _command_line(pid: int) -> bytes:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def persistent(url: Callable[[], str]) -> Post:
    """A way to post webhooks as Meta does: the same body again until it is acknowledged."""
    http = httpx.Client(trust_env=False, timeout=10)

    def post(body: bytes, headers: Mapping[str, str]) -> int:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                status = http.post(f"{url()}/webhook", content=body, headers=dict(headers)).status_code
            except httpx.TransportError:
                status = 0
            if status == 200 or time.monotonic() > end:
                return status
            time.sleep(0.05)

    return post
