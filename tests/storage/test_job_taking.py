"""Jobs are taken several at a time, struck off together, and none is forgotten on the way."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from sqlalchemy import Engine, text

from storage.base import conninfo
from storage.job_taking import JobTaking
from storage.jobs import QUEUE
from storage.queue_connector import SteadyConnector
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.queue_worker import Worker, defer, until


@asynccontextmanager
async def taking(database: str, room: int) -> AsyncIterator[tuple[JobTaking, int]]:
    connector = SteadyConnector(conninfo=conninfo(database), min_size=1, max_size=2, timeout=5)
    jobs = JobTaking(connector, room)
    await connector.open_async()
    try:
        yield jobs, await jobs.register_worker()
    finally:
        await connector.close_async()


def statuses(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT status FROM procrastinate_jobs ORDER BY id")))


pieces = st.lists(st.tuples(st.integers(1, 3), st.booleans(), st.sampled_from((0, 0, 3600))), min_size=1, max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=pieces, room=st.integers(1, 9))
def test_what_is_taken_together_is_what_would_be_taken_one_by_one(
    database: str, engine: Engine, begin: SqlUnitOfWorkFactory, pieces: list[tuple[int, bool, int]], room: int
) -> None:
    """procrastinate's own function, asked again and again, gives the same jobs in the same order."""
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM procrastinate_jobs"))
    for place, (chat, urgent, later) in enumerate(pieces):
        defer(begin, chat, place, dt.timedelta(seconds=later), urgent=urgent)
    one_by_one: list[int] = []
    fetch = text("SELECT id FROM procrastinate_fetch_job_v2(ARRAY[:queue]::varchar[], NULL)")
    with engine.connect() as connection:  # rolled back
        while len(one_by_one) < room and (id := connection.scalar(fetch, {"queue": QUEUE})) is not None:
            one_by_one.append(id)

    async def together() -> list[int | None]:
        async with taking(database, room) as (jobs, worker):
            taken: list[int | None] = []
            while len(taken) < room and (job := await jobs.fetch_job([QUEUE], worker)) is not None:
                taken.append(job.id)
            await jobs.give_back()
            return taken

    assert asyncio.run(together()) == one_by_one


def without(owner: Engine, *triggers: str) -> None:
    """Nobody is told by the server of a job whose lock another gave back."""
    with owner.begin() as connection:
        for trigger in triggers:
            connection.execute(text(f"ALTER TABLE procrastinate_jobs DISABLE TRIGGER {trigger}"))


@pytest.mark.parametrize("ends", ["well", "badly"])
def test_a_job_whose_lock_is_given_back_runs_then(
    database: str, begin: SqlUnitOfWorkFactory, owner_engine: Engine, ends: str
) -> None:
    """Nobody tells of it again: its worker looks once more, as the one before it ends."""
    without(owner_engine, "turnero_despertar_al_borrar", "turnero_despertar_al_terminar")
    free = threading.Event()
    worker = Worker(database, until=free, fails=1 if ends == "badly" else None, poll_seconds=3600, alone=True)
    with worker.at_work():
        defer(begin, 1, 1)
        until(lambda: worker.together.get(1))
        with worker.looking():
            defer(begin, 1, 2)  # it is looked for meanwhile, and not free
        free.set()
        until(lambda: worker.messages[-1:] == [2])


@pytest.mark.parametrize("ends", ["DELETE FROM procrastinate_jobs", "UPDATE procrastinate_jobs SET status = 'failed'"])
def test_a_job_whose_lock_another_worker_gives_back_runs_then(
    database: str, begin: SqlUnitOfWorkFactory, engine: Engine, ends: str
) -> None:
    """The server tells whoever listens."""
    worker = Worker(database, poll_seconds=3600, alone=True)
    defer(begin, 1, 1)
    with engine.begin() as connection:
        connection.execute(text("UPDATE procrastinate_jobs SET status = 'doing'"))
    with worker.at_work():
        with worker.looking():
            defer(begin, 1, 2)
        with engine.begin() as connection:
            connection.execute(text(f"{ends} WHERE status = 'doing'"))
        until(lambda: worker.messages == [2])


def test_what_was_taken_and_will_not_be_run_is_given_back(
    database: str, begin: SqlUnitOfWorkFactory, engine: Engine
) -> None:
    for chat in range(4):
        defer(begin, chat, chat)

    async def stopped() -> None:
        async with taking(database, 8) as (jobs, worker):
            job = await jobs.fetch_job([QUEUE], worker)
            assert job is not None
            assert statuses(engine) == ["doing"] * 4
            await jobs.give_back()
            assert statuses(engine) == ["doing", "todo", "todo", "todo"]
            await jobs.finish_job(job, Status.SUCCEEDED, delete_job=True)

    asyncio.run(stopped())
    assert statuses(engine) == ["todo"] * 3


class _Cut(SteadyConnector):
    """Cannot be asked now and then."""

    cut = False

    async def insist(self, *query: Any, **arguments: Any) -> list[dict[str, Any]]:
        if self.cut:
            raise ConnectorException from psycopg.OperationalError()
        return await super().insist(*query, **arguments)


def test_an_end_that_could_not_be_recorded_is_recorded_with_the_next(
    database: str, begin: SqlUnitOfWorkFactory, engine: Engine
) -> None:
    for chat in range(3):
        defer(begin, chat, chat)

    async def ended() -> list[BaseException | None]:
        async with taking(database, 8) as (jobs, worker):
            jobs.connector = cut = _Cut(conninfo=conninfo(database), min_size=1, max_size=2, timeout=5)
            await cut.open_async()
            taken = [await jobs.fetch_job([QUEUE], worker) for _ in range(3)]

            def end(some: list[Job | None]) -> Any:
                return asyncio.gather(
                    *(jobs.finish_job(job, Status.SUCCEEDED, delete_job=True) for job in some if job),
                    return_exceptions=True,
                )

            cut.cut = True
            lost = await end(taken[:2])
            cut.cut = False
            await end(taken[2:])
            await cut.close_async()
            return list(lost)

    assert [type(error) for error in asyncio.run(ended())] == [ConnectorException] * 2
    assert statuses(engine) == []
