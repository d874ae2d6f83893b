"""Deferring background work inside the transaction it is about. The worker that runs it is `storage.queue`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, column, exists, func, literal_column, table, text
from sqlalchemy.orm import QueryableAttribute, Session

from booking.models import Job
from storage.prepared import Prepared

QUEUE: Final = "turnero"

CONVERSATION_LOCK = "conversation"
DELIVERY_LOCK = "delivery"
TELLING_LOCK = "telling"
"""What the locks of their jobs begin with (`models/background_jobs`)."""

_DEFER = f"""
    INSERT INTO procrastinate_jobs AS waiting
        (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
    SELECT '{QUEUE}', name, priority, lock, once, args, at
    FROM unnest(CAST(:names AS varchar[]), CAST(:priorities AS integer[]), CAST(:locks AS varchar[]),
        CAST(:once AS varchar[]), CAST(:args AS jsonb[]), CAST(:due AS timestamptz[]))
        WITH ORDINALITY AS job (name, priority, lock, once, args, at, place)
    ORDER BY place
    ON CONFLICT (queueing_lock) WHERE status = 'todo' DO UPDATE SET
        args = CASE WHEN coalesce(excluded.scheduled_at, now()) >= coalesce(waiting.scheduled_at, now())
            THEN excluded.args ELSE waiting.args END,
        scheduled_at = greatest(waiting.scheduled_at, excluded.scheduled_at)
"""
"""As `procrastinate_defer_jobs_v1`, but for those of which one waits at most: that one is changed. The worker that is
about to take it waits for this transaction, or another job is put behind the one it has taken; so what this transaction
stores is seen by a job in any case. A job that was put off tells nobody by itself, unlike one that is new."""


QUEUED: Final = text(_DEFER + "    RETURNING id").columns(column("id", BigInteger))
"""The same as a part of another statement."""
_ALONE: Final = Prepared(text(_DEFER))


def queued(jobs: Sequence[tuple[Job, dt.datetime | None]], now: dt.datetime) -> dict[str, object]:
    """Parameters of it: jobs, each with its moment. Those of which one waits are locked in one order, whoever defers
    them."""
    # The clinic's clock may be moved; the queue waits by the machine's. What is due is decided by those who look.
    clock = dt.datetime.now(dt.UTC)
    last = {job.once or place: (job, at) for place, (job, at) in enumerate(jobs)}
    ordered = sorted(last.values(), key=lambda one: one[0].once or "")
    return {
        "names": [job.name for job, _ in ordered],
        "priorities": [job.priority for job, _ in ordered],
        "locks": [job.lock for job, _ in ordered],
        "once": [job.once for job, _ in ordered],
        "args": [job.model_dump_json() for job, _ in ordered],
        "due": [clock + (at - now) if at is not None and at > now else None for _, at in ordered],
    }


_AS_IF_AT_WORK: Final = Prepared(
    text(
        f"""
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, status)
    VALUES ('{QUEUE}', 'none', CAST(:lock AS varchar), 'doing') ON CONFLICT (lock) WHERE status = 'doing' DO NOTHING
    RETURNING id
"""
    ).columns(column("id", BigInteger))
)
_NO_MORE: Final = Prepared(text("DELETE FROM procrastinate_jobs WHERE id = CAST(:id AS bigint)"))


@contextmanager
def as_a_worker(session: Session, lock: str) -> Iterator[bool]:
    """Whether no job of that lock runs; none begins before this transaction ends, for it would be a second one. Nothing
    of it stays, however the transaction ends."""
    mine = _AS_IF_AT_WORK.one(session.connection(), {"lock": lock})
    yield mine is not None
    if mine is not None:
        _NO_MORE.run(session.connection(), {"id": mine[0]})


class DeferredJobs:
    """`Jobs` on the connection of a session: a rollback takes the job back too."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def defer(self, job: Job, now: dt.datetime, at: dt.datetime | None = None) -> None:
        self.defer_all([(job, at)], now)

    def defer_all(self, jobs: Sequence[tuple[Job, dt.datetime | None]], now: dt.datetime) -> None:
        """One statement."""
        if jobs:
            _ALONE.run(self._session.connection(), queued(jobs, now))


def no_live_job(*lock: str | ColumnElement[Any] | QueryableAttribute[Any]) -> ColumnElement[bool]:
    """SQL: no job of the lock of these parts waits or runs."""
    jobs = table("procrastinate_jobs", column("lock"), column("status"))
    live = jobs.c.status.in_([literal_column("'todo'"), literal_column("'doing'")])
    return ~exists().where(live, jobs.c.lock == func.concat_ws(":", *lock))
