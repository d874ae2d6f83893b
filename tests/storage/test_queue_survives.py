"""Background work is done although workers, servers and connections die."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from booking.errors import DatabaseUnavailable
from storage import embedded, migrate
from storage.base import make_engine
from storage.disk import try_to_write
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.queue_worker import Worker, defer, until

WORK = """
import asyncio, sys, time
from storage.queue import Queue
from tests.storage.queue_worker import Piece
def process(job):
    print("working", flush=True)
    time.sleep(60)
handlers = {Piece: process}
queue = Queue(sys.argv[1], handlers=handlers, threads=4, heartbeat_seconds=0.8)
asyncio.run(queue.run(asyncio.Event()))
"""


def test_a_job_of_a_killed_worker_is_taken_up_again(database: str, begin: SqlUnitOfWorkFactory) -> None:
    defer(begin, 1, 1)
    victim = subprocess.Popen(
        [sys.executable, "-c", WORK, database], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert victim.stdout
    assert victim.stdout.readline() == b"working\n"
    victim.kill()
    victim.wait()
    defer(begin, 1, 2)
    worker = Worker(database, heartbeat_seconds=0.8)
    with worker.at_work():
        until(lambda: len(worker.done) == 2)
    assert worker.messages == [1, 2]


def pid_in(home: Path) -> int:
    try:
        return int((home / "postgres" / "postmaster.pid").read_text().split()[0])
    except (FileNotFoundError, IndexError):
        return 0


def answers(engine: Engine) -> bool:
    try:
        try_to_write(engine)
    except DatabaseUnavailable:
        return False
    return True


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_server_that_goes_away_and_returns(how: signal.Signals) -> None:
    home = Path(tempfile.mkdtemp(prefix="turnero-home-"))
    home.chmod(0o755)
    with embedded.server(home, owner=True, fast=True) as url:  # starts it anew whenever it is gone
        migrate.upgrade(url)
        engine = make_engine(url)
        begin = SqlUnitOfWorkFactory(engine)
        worker = Worker(url)
        with worker.at_work():
            defer(begin, 1, 1)
            until(lambda: worker.messages == [1])
            first = pid_in(home)
            os.kill(first, how)
            until(lambda: answers(engine) and pid_in(home) != first)
            defer(begin, 1, 2, dt.timedelta(milliseconds=200))
            until(lambda: 2 in worker.messages)  # what was running may have run twice
        engine.dispose()


def test_connections_cut_one_by_one_do_no_harm(database: str, begin: SqlUnitOfWorkFactory, engine: Engine) -> None:
    worker = Worker(database)
    with worker.at_work():
        for message_id in range(3):
            with engine.begin() as connection:
                connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE backend_type = 'client backend' AND datname = current_database()"
                        " AND pid <> pg_backend_pid()"
                    )
                )
            defer(begin, 1, message_id)
            # Cut while an end was being recorded, the lock is free only once the job counts as stalled.
            until(lambda n=message_id: n in worker.messages)
    # A job whose end could not be recorded runs again: in order all the same.
    assert sorted(dict.fromkeys(worker.messages)) == [0, 1, 2]
