"""`turnero serve` and the processes that work for it: each may die, none outlives it, and there may be none."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.runtime.worker_processes import Workers
from booking.testing.channel.meta import FakeMeta
from storage.demo import load_demo
from tests.e2e import processes
from tests.e2e.house import wait_until
from tests.e2e.processes import PATIENCE, Command, Server, persistent, readiness


@pytest.fixture
def environment(database: str, meta: FakeMeta, tmp_path: Path) -> dict[str, str]:
    return processes.environment(database, tmp_path, meta)


@pytest.fixture
def servers() -> list[Server]:
    return []


@pytest.fixture
def meta(engine: Engine, servers: list[Server]) -> Iterator[FakeMeta]:
    with FakeMeta(post=persistent(lambda: servers[-1].url)) as fake:
        load_demo(engine, fake.now(), ZoneInfo("America/Tijuana"))
        yield fake


def is_alive(pid: int) -> bool:
    try:
        return b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False


def clock_began(pid: int) -> str | None:
    """What this process was told of when its clock began."""
    variables = Path(f"/proc/{pid}/environ").read_text().split("\0")
    return next((said for said in variables if said.startswith("TURNERO_NOW_SINCE=")), None)


def answered(meta: FakeMeta, number: str) -> None:
    phone = meta.phone(number)
    phone.say("hola")
    meta.wait(lambda: bool(phone.inbox), PATIENCE, "an answer")


def test_a_worker_that_died_is_started_again_and_none_outlives_the_server(
    environment: dict[str, str], meta: FakeMeta, servers: list[Server], tmp_path: Path
) -> None:
    """Nor has it another clock than the server, where that was started at a time that was given."""
    environment["TURNERO_NOW"] = meta.now().isoformat()
    server = Server(environment, tmp_path, "--workers", "2")
    servers.append(server)
    server.start()
    try:
        wait_until(lambda: len(server.workers) == 2, "two workers", PATIENCE)
        began = {clock_began(pid) for pid in server.workers}
        answered(meta, "526647000001")
        first = server.workers
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len({*server.workers} - {*first}) == 1, "another in its place", PATIENCE)
        answered(meta, "526647000002")
        left = server.workers
        assert {clock_began(pid) for pid in left} == began
        assert len(began - {None}) == 1
        os.kill(server.pid, signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, left)), "its workers to end", PATIENCE)
    finally:
        server.stop()


def test_without_a_worker_messages_are_taken_and_wait(
    environment: dict[str, str], meta: FakeMeta, servers: list[Server], engine: Engine, tmp_path: Path
) -> None:
    server, worker = Server(environment, tmp_path, "--no-worker"), Command(environment, tmp_path, "worker")
    servers.append(server)
    server.start()
    try:
        phone = meta.phone("526647000003")
        phone.say("hola")
        assert server.workers == []
        told = readiness(server.url)
        assert (told.status_code, told.json()["checks"]["queue"]) == (503, "absent")
        assert told.json()["oldest_unread_seconds"] >= 0
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM entregas_webhook")) == 1
        worker.start()
        meta.wait(lambda: bool(phone.inbox), PATIENCE, "an answer")
    finally:
        worker.stop()
        server.stop()


def test_they_begin_anew_one_after_the_other(
    environment: dict[str, str], meta: FakeMeta, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    async def counts() -> list[int]:
        workers, seen, end = Workers(2), [0], time.monotonic() + 2 * PATIENCE

        async def until(wanted: list[int]) -> None:
            while [count for count, _ in itertools.groupby(seen)] != wanted:
                assert time.monotonic() < end, seen
                await asyncio.sleep(0.01)
                seen.append(workers.at_work)

        async with workers.running():
            while workers.at_work < 2:
                assert time.monotonic() < end
                await asyncio.sleep(0.01)
            seen[:] = [2]
            workers.begin_anew()
            assert workers.renewing
            await until([2, 1, 2, 1, 2])
        return seen

    assert 0 not in asyncio.run(counts()), "somebody is always at work"
