"""A queue at work in a thread, what it is given to do, and waiting for that."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
from procrastinate import App
from pydantic import Field

from booking.models import DeliverClass, FindReminders, Job, MessageClass, ProcessChat, Purge, Sweep
from storage.base import conninfo
from storage.job_taking import JobTaking
from storage.queue import Queue
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW

AT_ONCE = dt.timedelta()


class Piece(Job):
    """A kind of which any number wait, as many as there are messages."""

    name = "turnero.piece"

    conversation_id: int
    message_id: int
    urgent: bool = Field(default=False, exclude=True)

    @property
    def lock(self) -> str:
        return f"conversation:{self.conversation_id}"

    @property
    def priority(self) -> int:
        return 10 if self.urgent else 0


class NoClock(Queue):
    """Has no jobs that come by themselves, and counts how often it has looked for others."""

    looks = 0

    def app(self, pool: ThreadPoolExecutor) -> App:
        app = super().app(pool)
        app.periodic_registry.periodic_tasks.clear()
        assert isinstance(app.job_manager, JobTaking)
        fetch = app.job_manager._fetch

        async def counted(queues: list[str], worker_id: int) -> None:
            await fetch(queues, worker_id)
            self.looks += 1

        app.job_manager._fetch = counted  # type: ignore[method-assign]
        return app


class Worker:
    """A queue in a thread of its own that writes down what it is asked to do."""

    def __init__(
        self,
        url: str,
        *,
        takes: float = 0.0,
        until: threading.Event | None = None,
        fails: int | None = None,
        heartbeat_seconds: float = 2.0,
        poll_seconds: float = 5.0,
        alone: bool = False,
    ) -> None:
        """`alone`: nothing is done that was not deferred, so that no job of the clock has it look for others; it is at
        work once it listens, for of a job that comes between its first look and that nobody tells it."""
        self._url, self._alone = url, alone
        self.done: list[tuple[int, int, float]] = []
        self.delivered: list[tuple[int, MessageClass]] = []
        self.sweeps = 0
        self.takes, self.until, self.fails = takes, until, fails
        self.together: dict[int, int] = {}
        self.overlapped = False
        self.queue = (NoClock if alone else Queue)(
            url,
            handlers={
                Piece: self.process,
                ProcessChat: self.process,
                DeliverClass: self.deliver,
                Sweep: self.sweep,
                Purge: print,
                FindReminders: print,
            },
            threads=8,
            heartbeat_seconds=heartbeat_seconds,
            poll_seconds=poll_seconds,
        )

    def process(self, job: Piece | ProcessChat) -> None:
        conversation_id, message_id = job.conversation_id, job.message_id
        self.together[conversation_id] = self.together.get(conversation_id, 0) + 1
        self.overlapped = self.overlapped or self.together[conversation_id] > 1
        time.sleep(self.takes)
        if self.until is not None:
            self.until.wait(60)
        self.together[conversation_id] -= 1
        if message_id == self.fails:
            raise ValueError("a bug")
        self.done.append((conversation_id, message_id, time.time()))

    def deliver(self, job: DeliverClass) -> None:
        if job.message_class is not MessageClass.REPLY and self.until is not None:
            self.until.wait(60)
        self.delivered.append((job.conversation_id, job.message_class))

    def sweep(self, job: Sweep) -> None:
        self.sweeps += 1

    @contextmanager
    def at_work(self) -> Iterator[None]:
        stop = asyncio.Event()
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_until_complete, args=(self.queue.run(stop),))
        thread.start()
        try:
            until(lambda: self.queue.running)
            if self._alone:
                until(self._listens)
            yield
        finally:
            loop.call_soon_threadsafe(stop.set)
            thread.join(90)
            assert not thread.is_alive()
            loop.close()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """At the end of the block it has looked for jobs since its beginning. For one that is alone."""
        queue = self.queue
        assert isinstance(queue, NoClock)
        before = queue.looks
        yield
        until(lambda: queue.looks > before)

    def _listens(self) -> bool:
        with psycopg.connect(conninfo(self._url)) as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_stat_activity"
                " WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%'"
            )
            return found.fetchone() is not None

    @property
    def messages(self) -> list[int]:
        return [message_id for _, message_id, _ in self.done]


def until(true: Callable[[], object], seconds: float = 90.0) -> None:
    """However busy the machine is."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.01)


def defer(
    begin: SqlUnitOfWorkFactory,
    conversation_id: int,
    message_id: int,
    delay: dt.timedelta = AT_ONCE,
    *,
    urgent: bool = False,
) -> float:
    """Returns the time at which the job is due."""
    with begin() as uow:
        due = time.time() + delay.total_seconds()
        job = Piece(conversation_id=conversation_id, message_id=message_id, urgent=urgent)
        uow.jobs.defer(job, NOW, NOW + delay)
        uow.commit()
    return due
