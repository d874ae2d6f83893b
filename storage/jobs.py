"""Deferring background work inside the transaction it is about. The worker that runs it is `storage.queue`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.sync_psycopg_connector import SyncPsycopgConnector
from sqlalchemy import ColumnElement, column, exists, func, literal_column, table
from sqlalchemy.orm import QueryableAttribute, Session

from booking.models import MessageClass

PROCESS = "turnero.process"
DELIVER = "turnero.deliver"
QUEUE = "turnero"

CONVERSATION_LOCK = "conversation"
DELIVERY_LOCK = "delivery"

URGENT, NORMAL = 10, 0

_manager = JobManager(SyncPsycopgConnector())  # never opened: every job goes through a connection we hand it


class DeferredJobs:
    """`Jobs` on the connection of a session: a rollback takes the job back too."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def process(self, conversation_id: int, *, message_id: int, urgent: bool, delay: dt.timedelta) -> None:
        # Pacing only, so the machine's clock will do: what is due is decided by those who look at it.
        when = dt.datetime.now(dt.UTC) + delay if delay else None
        self._defer(
            PROCESS,
            lock=f"{CONVERSATION_LOCK}:{conversation_id}",
            priority=URGENT if urgent else NORMAL,
            scheduled_at=when,
            task_kwargs={"conversation_id": conversation_id, "message_id": message_id},
        )

    def deliver(self, conversation_id: int, message_class: MessageClass = MessageClass.REPLY) -> None:
        self._defer(
            DELIVER,
            lock=f"{DELIVERY_LOCK}:{message_class.value}:{conversation_id}",
            priority=URGENT if message_class is MessageClass.REPLY else NORMAL,
            task_kwargs={"conversation_id": conversation_id, "message_class": message_class.value},
        )

    def _defer(self, task_name: str, **options: Any) -> None:
        job = Job(queue=QUEUE, task_name=task_name, queueing_lock=None, **options)
        _manager.defer_job(job, connection=self._session.connection().connection.driver_connection)


def no_live_job(*lock: str | ColumnElement[Any] | QueryableAttribute[Any]) -> ColumnElement[bool]:
    """SQL: no job of the lock of these parts waits or runs."""
    jobs = table("procrastinate_jobs", column("lock"), column("status"))
    live = jobs.c.status.in_([literal_column("'todo'"), literal_column("'doing'")])
    return ~exists().where(live, jobs.c.lock == func.concat_ws(":", *lock))
