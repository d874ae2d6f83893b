"""Deferring background work inside the transaction it is about. The worker that runs it is `storage.queue`."""

from __future__ import annotations

import datetime as dt
from contextlib import nullcontext, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, column, exists, func, literal_column, table
from sqlalchemy.orm import QueryableAttribute, Session

from booking.models import Job

if TYPE_CHECKING:
    from procrastinate.manager import JobManager

QUEUE = "turnero"

CONVERSATION_LOCK = "conversation"
DELIVERY_LOCK = "delivery"
TELLING_LOCK = "telling"
"""What the locks of their jobs begin with (`models/background_jobs`)."""


@cache
def _manager() -> JobManager:
    """Never opened: every job goes through a connection we hand it. Loaded by the first job, for commands that only
    read have none."""
    from procrastinate.manager import JobManager
    from procrastinate.sync_psycopg_connector import SyncPsycopgConnector

    return JobManager(SyncPsycopgConnector())


class DeferredJobs:
    """`Jobs` on the connection of a session: a rollback takes the job back too."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def defer(self, job: Job, now: dt.datetime, at: dt.datetime | None = None) -> None:
        from procrastinate.exceptions import AlreadyEnqueued
        from procrastinate.jobs import Job as QueuedJob

        # The clinic's clock may be moved; the queue waits by the machine's. What is due is decided by those who look.
        later = at - now if at is not None else dt.timedelta()
        deferred = QueuedJob(
            queue=QUEUE,
            task_name=job.name,
            lock=job.lock,
            queueing_lock=job.once,
            priority=job.priority,
            scheduled_at=dt.datetime.now(dt.UTC) + later if later > dt.timedelta() else None,
            task_kwargs=job.model_dump(mode="json"),
        )
        connection = self._session.connection()
        with suppress(AlreadyEnqueued), connection.begin_nested() if job.once else nullcontext():
            _manager().defer_job(deferred, connection=connection.connection.driver_connection)


def no_live_job(*lock: str | ColumnElement[Any] | QueryableAttribute[Any]) -> ColumnElement[bool]:
    """SQL: no job of the lock of these parts waits or runs."""
    jobs = table("procrastinate_jobs", column("lock"), column("status"))
    live = jobs.c.status.in_([literal_column("'todo'"), literal_column("'doing'")])
    return ~exists().where(live, jobs.c.lock == func.concat_ws(":", *lock))
