"""How a worker takes jobs, and strikes off those that ended: several in one statement, at the moment one is due.

procrastinate's worker asks for one job after the other, and once more to hear that there is none; it strikes each off
by itself; it is told of jobs that are not due yet, and not of those whose turn comes because another ended. Here there
are as many in an answer as there is room for, and it says when the next is due.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any, Final, LiteralString

from procrastinate.exceptions import UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback

from storage.queue_connector import SteadyConnector

_TOGETHER: Final = (32, 8, 1)
"""How many are taken at once, at most: constants, so that the server plans for just so many."""

_CROWDED: Final = 0.75
"""With so much of its room taken a worker has enough to do: those that end wait a little for one another."""

_GATHERING: Final = 0.02
_MARGIN: Final = 0.002
_AGAIN: Final = 0.05  # after two workers wanted jobs of one lock at the same moment


def _take(limit: int) -> LiteralString:
    return (
        """
WITH candidate AS (
    SELECT jobs.id FROM procrastinate_jobs AS jobs
    WHERE jobs.status = 'todo' AND jobs.queue_name = ANY(%(queues)s::varchar[])
        AND (jobs.scheduled_at IS NULL OR jobs.scheduled_at <= now())
        AND NOT EXISTS (
            SELECT FROM procrastinate_jobs AS other
            WHERE jobs.lock IS NOT NULL AND other.lock = jobs.lock AND (
                other.status = 'doing' OR (
                    other.status = 'todo'
                    AND (other.priority > jobs.priority OR (other.priority = jobs.priority AND other.id < jobs.id))
                )
            )
        )
    ORDER BY jobs.priority DESC, jobs.id LIMIT """
        + _DIGITS[limit]
        + """
    FOR UPDATE OF jobs SKIP LOCKED
), taken AS (
    UPDATE procrastinate_jobs AS job SET status = 'doing', worker_id = %(worker_id)s
    FROM candidate WHERE job.id = candidate.id
    RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock, job.args,
        job.scheduled_at, job.queue_name, job.attempts, job.worker_id
)
SELECT taken.*, (
    SELECT extract(epoch FROM min(later.scheduled_at) - clock_timestamp())::float8
    FROM procrastinate_jobs AS later
    WHERE counted.many < """
        + _DIGITS[limit]
        + """ AND later.status = 'todo' AND later.queue_name = ANY(%(queues)s::varchar[]) AND later.scheduled_at > now()
) AS next_in
FROM (SELECT count(*) AS many FROM taken) AS counted LEFT JOIN taken ON true
ORDER BY taken.priority DESC, taken.id
"""
    )


_DIGITS: Final[dict[int, LiteralString]] = {32: "32", 8: "8", 1: "1"}
_TAKE: Final = {limit: _take(limit) for limit in _TOGETHER}
"""As `procrastinate_fetch_job_v2`, for several: one of each lock at most, as it is the first of its lock. One row
without a job where there is none; `next_in` where all that is due was taken: seconds until more is."""

_STRIKE_OFF: Final[LiteralString] = """
WITH gone AS (
    DELETE FROM procrastinate_jobs WHERE id = ANY(%(ended)s::bigint[]) AND status IN ('todo', 'doing') RETURNING lock
)
SELECT EXISTS (
    SELECT FROM gone JOIN procrastinate_jobs AS next ON next.lock = gone.lock
    WHERE next.status = 'todo' AND (next.scheduled_at IS NULL OR next.scheduled_at <= now())
) AS waited
"""
"""`waited`: another waits for the lock of one of them, and is due."""

_GIVE_BACK: Final[LiteralString] = """
UPDATE procrastinate_jobs SET status = 'todo', worker_id = NULL, scheduled_at = scheduled_at
WHERE id = ANY(%(ids)s::bigint[]) AND status = 'doing' AND (worker_id IS NULL OR worker_id = ANY(%(workers)s::bigint[]))
"""


class _Taken(Job):
    """Its worker describes each job for its log several times, which nobody keeps."""

    def log_context(self) -> dict[str, Any]:
        return {"id": self.id, "task_name": self.task_name}


class JobTaking(JobManager):
    """`room`: how many jobs its worker runs at a time. For one worker's event loop."""

    connector: SteadyConnector

    def __init__(self, connector: SteadyConnector, room: int) -> None:
        super().__init__(connector)
        self._room = room
        self._held = 0  # taken and not struck off yet
        self._waiting: deque[Job] = deque()  # taken, and not given to the worker yet
        self._ended: list[int] = []
        self._striking = asyncio.Lock()
        self._all_taken = False
        self._tell: NotificationCallback | None = None
        self._channel = ""
        self._alarm: asyncio.TimerHandle | None = None
        self._telling: asyncio.Task[None] | None = None

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """One of those taken already, or as many more as there is room for. Raises ConnectorException."""
        while not self._waiting:
            if self._all_taken:
                self._all_taken = False  # whoever asks again does it for a reason
                return None
            await self._fetch(list(queues or ()), worker_id)
        return self._waiting.popleft()

    async def _fetch(self, queues: list[str], worker_id: int) -> None:
        room = self._room - self._held
        limit = next((limit for limit in _TOGETHER if limit <= room), 1)
        self._all_taken = True  # unless there is news while it looks
        try:
            rows = await self.connector.execute_query_all_async(_TAKE[limit], queues=queues, worker_id=worker_id)
        except UniqueViolation:
            self._all_taken = False
            await asyncio.sleep(_AGAIN)
            return
        jobs = [_Taken.from_row(row) for row in rows if row["id"] is not None]
        self._held += len(jobs)
        self._waiting.extend(jobs)
        if len(jobs) == limit:
            self._all_taken = False
        elif (seconds := rows[0]["next_in"]) is not None:
            self._wake_in(seconds)

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """Those that end about the same time are struck off in one statement. Raises ConnectorException."""
        assert job.id is not None
        try:
            if delete_job:
                await self._strike_off(job.id)
            else:
                await super().finish_job(job, status, delete_job)
                await self.look()
        finally:
            self._held -= 1

    async def _strike_off(self, job_id: int) -> None:
        self._ended.append(job_id)
        async with self._striking:
            if job_id not in self._ended:
                return  # whoever was before has done it
            if self._held >= self._room * _CROWDED:
                await asyncio.sleep(_GATHERING)
            ended, self._ended = self._ended, []
            try:
                (said,) = await self.connector.insist(_STRIKE_OFF, ended=ended)
            except BaseException:
                self._ended = ended + self._ended  # with the next that ends
                raise
        if said["waited"]:
            await self.look()

    async def retry_job(self, job: Job, *others: Any, **options: Any) -> None:
        """See the manager."""
        try:
            await super().retry_job(job, *others, **options)
        finally:
            if isinstance(job, _Taken):  # else it was another worker's
                self._held -= 1

    async def give_back(self) -> None:
        """What was taken and will not be run: its worker stops."""
        given, self._waiting = list(self._waiting), deque()
        if given:
            self._held -= len(given)
            await self.connector.insist(
                _GIVE_BACK + " RETURNING id",
                ids=[job.id for job in given],
                workers=[job.worker_id for job in given],
            )

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        """The worker hears of a job when it is due."""
        self._tell = on_notification

        async def heard(*, channel: str, notification: Any) -> None:
            self._channel = channel
            seconds = notification.get("in") or 0.0
            if seconds > 0:
                self._wake_in(seconds)
                return
            self._all_taken = False
            await on_notification(channel=channel, notification=notification)

        await super().listen_for_jobs(on_notification=heard, queues=queues)

    async def look(self) -> None:
        """Have the worker look for jobs."""
        self._all_taken = False
        if self._tell is not None:
            await self._tell(channel=self._channel, notification={"type": "job_inserted", "job_id": 0})

    def _wake_in(self, seconds: float) -> None:
        """At the earliest of the times asked for."""
        loop = asyncio.get_running_loop()
        at = loop.time() + max(seconds, 0.0) + _MARGIN
        if self._alarm is not None:
            if self._alarm.when() <= at:
                return
            self._alarm.cancel()
        self._alarm = loop.call_at(at, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._telling = asyncio.create_task(self.look())
