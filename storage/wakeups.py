"""Jobs are picked up when they are due, not at the next poll.

procrastinate's worker looks for jobs when one is inserted and every few seconds. A job scheduled for 700 ms from
now would wait for that poll, and so would one whose notification arrived while the worker was just looking and
had seen nothing. Here the worker is told once more in both cases.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, LiteralString

import psycopg
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.psycopg_connector import PsycopgConnector
from psycopg_pool import AsyncConnectionPool

from storage.base import has_news
from storage.jobs import LOOK

_AFTER_NEWS = 0.02  # a second look after a notification: a burst of them costs one
_MARGIN = 0.002
_RETRIES = (0.05, 0.5, 2.0)  # seconds before a statement is tried again
_NEXT = """
SELECT extract(epoch FROM min(scheduled_at) - clock_timestamp())::float8 AS seconds
FROM procrastinate_jobs WHERE status = 'todo' AND scheduled_at > now()
"""


async def _configure(connection: psycopg.AsyncConnection) -> None:
    """Whatever the worker says is one statement."""
    await connection.set_autocommit(True)


async def _check(connection: psycopg.AsyncConnection) -> None:
    if has_news(connection.pgconn):
        await AsyncConnectionPool.check_connection(connection)


def _pool(**options: Any) -> AsyncConnectionPool:
    return AsyncConnectionPool(**options | {"check": _check})


class WakingConnector(PsycopgConnector):
    """The usual connector, whose listener also wakes the worker at the time of the next scheduled job, and at least
    every `poll_seconds`."""

    def __init__(self, *, poll_seconds: float, **options: Any) -> None:
        super().__init__(pool_factory=_pool, configure=_configure, **options)
        self._poll_seconds = poll_seconds

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Tries again on a fresh connection: the end of a job that went unrecorded because one was cut would keep
        the job's lock for as long as this worker lives. A second recording of the same end is refused by
        procrastinate and changes nothing. Raises ConnectorException."""
        for pause in _RETRIES:
            try:
                await super().execute_query_async(query, **arguments)
                return
            except ConnectorException as error:
                if not isinstance(error.__cause__, psycopg.OperationalError):
                    raise
                await asyncio.sleep(pause)
        await super().execute_query_async(query, **arguments)

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Runs until cancelled. Raises ConnectorException when it cannot connect again."""
        names = list(channels)
        news = asyncio.Event()

        async def heard(*, channel: str, payload: str) -> None:
            await on_notification(channel=channel, payload=payload)
            news.set()

        waking = asyncio.create_task(self._wake(on_notification, names[0], news), name="wake on time")
        try:
            await super().listen_notify(heard, names)
        finally:
            waking.cancel()

    async def _wake(self, on_notification: Notify, channel: str, news: asyncio.Event) -> None:
        while True:
            news.clear()
            try:
                async with asyncio.timeout(await self._until_next()):
                    await news.wait()
                await asyncio.sleep(_AFTER_NEWS)
            except TimeoutError:
                pass  # it is time
            await on_notification(channel=channel, payload=LOOK)

    async def _until_next(self) -> float:
        try:
            row = await self.execute_query_one_async(_NEXT)
        except ConnectorException:
            return self._poll_seconds  # the worker will notice by itself that the database is gone
        seconds: float | None = row["seconds"]
        return self._poll_seconds if seconds is None else min(max(seconds + _MARGIN, 0.0), self._poll_seconds)
