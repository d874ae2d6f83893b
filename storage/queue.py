"""The worker: runs what `storage.jobs` deferred, and what must happen now and then.

What the tasks do is handed in. Tasks run in threads of a pool of their own, one at a time per lock; nothing here
decides anything about a conversation.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

import psycopg
import structlog
from procrastinate import App, RetryStrategy
from procrastinate.exceptions import ConnectorException

from booking.models import Job, PeriodicJob
from booking.models.retention import FAILED_JOBS_KEPT
from storage.base import conninfo
from storage.job_taking import JobTaking
from storage.jobs import QUEUE
from storage.periodic import ForgetJobs, PeriodicJobs, PutBackStalled, put_back
from storage.queue_connector import SteadyConnector

log = structlog.get_logger()

HEARTBEAT_SECONDS = 2.0
MISSED_HEARTBEATS = 5
"""A worker that missed so many is taken for dead, and its jobs are put back."""

POLL_SECONDS = 5.0
"""How long a job may wait of which nobody heard."""

GRACE_SECONDS = 20.0
"""How long running jobs may take to finish once the worker is to stop."""

_RESTART_SECONDS = 1.0
_RETRY_SECONDS = 5  # before a job that may fail is tried again; longer each time


class Queue:
    """One worker. `run` it in an event loop; `running` says whether it is at work.

    `handlers` do the jobs of each kind; those of a periodic kind come by themselves.
    """

    def __init__(
        self,
        url: str,
        *,
        handlers: Mapping[type[Job], Callable[[Any], object]],
        threads: int = 32,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        poll_seconds: float = POLL_SECONDS,
    ) -> None:
        self._conninfo = conninfo(url)
        self.handlers = handlers
        self._threads = threads
        self._heartbeat = heartbeat_seconds
        self._poll = poll_seconds
        self._stalled = heartbeat_seconds * MISSED_HEARTBEATS
        self._began: float | None = None

    @property
    def running(self) -> bool:
        """A worker is at work."""
        return self._began is not None

    @property
    def at_work_seconds(self) -> float | None:
        """For how long; None while none is."""
        began = self._began
        return None if began is None else time.monotonic() - began

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set, then let running jobs finish. Survives a database that goes away and returns."""
        pool = ThreadPoolExecutor(max_workers=self._threads, thread_name_prefix="job")
        try:
            while not stop.is_set():
                try:
                    await self._work(pool, stop)
                except (ConnectorException, psycopg.Error, OSError) as error:
                    log.warning("queue_interrupted", error=type(error).__name__)
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), _RESTART_SECONDS)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    async def _work(self, pool: ThreadPoolExecutor, stop: asyncio.Event) -> None:
        """One worker's life. Returns when it was stopped, or stopped itself because the database is gone."""
        app = self.app(pool)
        try:
            await app.open_async()
            worker = asyncio.create_task(
                app.run_worker_async(
                    queues=[QUEUE],
                    concurrency=self._threads,
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    shutdown_graceful_timeout=GRACE_SECONDS,
                    fetch_job_polling_interval=self._poll,
                    update_heartbeat_interval=self._heartbeat,
                    stalled_worker_timeout=self._stalled,
                )
            )
            stopping = asyncio.create_task(stop.wait())
            self._began = time.monotonic()
            try:
                await asyncio.wait((worker, stopping), return_when=asyncio.FIRST_COMPLETED)
            finally:
                self._began = None
                stopping.cancel()
                if not worker.done():
                    worker.cancel()  # asks it to stop; it waits for its jobs
                with suppress(asyncio.CancelledError):
                    await worker
        finally:
            assert isinstance(app.job_manager, JobTaking)
            with suppress(ConnectorException):  # else they are put back, as a dead worker's are
                await app.job_manager.give_back()
            await app.close_async()

    def app(self, pool: ThreadPoolExecutor) -> App:
        """procrastinate's app with every task declared; what they do runs in the pool."""
        connector = SteadyConnector(conninfo=self._conninfo, min_size=1, max_size=4, timeout=5)
        app = App(connector=connector)
        app.job_manager = JobTaking(connector, self._threads)

        async def in_thread(call: Callable[..., object], *arguments: object) -> None:
            await asyncio.get_running_loop().run_in_executor(pool, call, *arguments)

        def declare(kind: type[Job], handle: Callable[[Any], object]) -> None:
            again = RetryStrategy(max_attempts=kind.attempts, exponential_wait=_RETRY_SECONDS)

            @app.task(name=kind.name, queue=QUEUE, retry=again if kind.attempts > 1 else False)
            async def work(**stored: Any) -> None:
                await in_thread(handle, kind.model_validate(stored))

        periodic = PeriodicJobs(app)
        for kind, handle in self.handlers.items():
            if issubclass(kind, PeriodicJob):
                periodic.declare(kind(), partial(in_thread, handle, kind()))
            else:
                declare(kind, handle)

        async def put_back_stalled() -> None:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=self._stalled):
                log.warning("job_stalled", job=job.call_string)
                with suppress(ConnectorException):  # it was finished, or put back by another worker
                    await put_back(app, job)

        async def forget_jobs() -> None:
            await app.job_manager.delete_old_jobs(
                nb_hours=FAILED_JOBS_KEPT // dt.timedelta(hours=1),
                include_failed=True,
                include_cancelled=True,
                include_aborted=True,
            )

        periodic.declare(PutBackStalled(), put_back_stalled)
        periodic.declare(ForgetJobs(), forget_jobs)
        return app
