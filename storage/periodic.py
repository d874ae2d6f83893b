"""Jobs of the clock: how one is declared, and when each last came to its end.

A worker may die in the middle of any of them, so that none can ever keep the next from running:

- None takes a `lock`. The dead one's would stay taken, the next run would wait for it, and while that waits
  procrastinate refuses to put the dead one back: https://github.com/procrastinate-org/procrastinate/issues/1446
- Each has a `queueing_lock`: one run waits at most, however long nobody works.
- One run at a time is a matter of each process and dies with it. Those of two processes may overlap, and one that died
  is repeated: every periodic job must bear that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from procrastinate import App
from procrastinate.exceptions import UniqueViolation
from procrastinate.jobs import Job, Status
from sqlalchemy import Engine, func, select

from booking.models import PeriodicJob, Purge, Sweep
from booking.models.background_jobs import UPKEEP
from storage.base import unavailable
from storage.jobs import QUEUE
from storage.tables import PeriodicRunRow

_ENDED = """
INSERT INTO trabajos_periodicos (nombre, terminado_en) VALUES (%(name)s, clock_timestamp())
ON CONFLICT (nombre) DO UPDATE SET terminado_en = excluded.terminado_en
"""
_AGE = select(func.extract("epoch", func.clock_timestamp() - PeriodicRunRow.ended_at))


class PutBackStalled(PeriodicJob):
    """Put jobs back whose worker died."""

    name = "turnero.retry_stalled"
    cron = Sweep.cron

    @property
    def priority(self) -> int:
        return UPKEEP


class ForgetJobs(PeriodicJob):
    """Delete jobs that failed long ago."""

    name = "turnero.forget_jobs"
    cron = Purge.cron


class PeriodicJobs:
    """Those of one worker's app."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._running: set[str] = set()

    def declare(self, job: PeriodicJob, run: Callable[[], Awaitable[object]]) -> None:
        """Run it at its times, in one process after the other."""
        name = job.once

        @self._app.periodic(cron=job.cron)
        @self._app.task(name=job.name, queue=QUEUE, queueing_lock=name, lock=job.lock, priority=job.priority)
        async def work(timestamp: int = 0) -> None:  # without one, somebody had it run between its times
            if name in self._running:
                return  # it takes longer than its interval
            self._running.add(name)
            try:
                await run()
                await self._app.connector.execute_query_async(_ENDED, name=name)
            finally:
                self._running.remove(name)


async def put_back(app: App, job: Job) -> None:
    """A job whose worker died is to run again, unless it was finished or put back meanwhile. One that may wait only
    once and already does is taken off instead: what waits will do its work. Raises ConnectorException where the
    database is gone."""
    try:
        await app.job_manager.retry_job(job)
    except UniqueViolation:
        await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)


def age(engine: Engine, name: str) -> float | None:
    """Seconds since the job last came to its end, in whatever process, by the database's clock: the clinic's may have
    been moved. None: never. Raises DatabaseUnavailable."""
    with unavailable(), engine.connect() as connection:
        seconds = connection.scalar(_AGE.where(PeriodicRunRow.name == name))
    return None if seconds is None else float(seconds)
