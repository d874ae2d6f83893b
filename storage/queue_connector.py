"""procrastinate's connector, whose statements are transactions of their own and outlive a connection that is cut."""

from __future__ import annotations

import asyncio
from typing import Any, LiteralString

import psycopg
from procrastinate.exceptions import ConnectorException
from procrastinate.psycopg_connector import PsycopgConnector
from psycopg_pool import AsyncConnectionPool

from storage.base import has_news

_RETRIES = (0.05, 0.5, 2.0)  # seconds before a statement is tried again


async def _configure(connection: psycopg.AsyncConnection) -> None:
    """Whatever the worker says is one statement."""
    await connection.set_autocommit(True)


async def _check(connection: psycopg.AsyncConnection) -> None:
    if has_news(connection.pgconn):
        await AsyncConnectionPool.check_connection(connection)


def _pool(**options: Any) -> AsyncConnectionPool:
    return AsyncConnectionPool(**options | {"check": _check})


class SteadyConnector(PsycopgConnector):
    """The usual one, on fresh connections where the ones it had were cut."""

    def __init__(self, **options: Any) -> None:
        super().__init__(pool_factory=_pool, configure=_configure, **options)

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Tries again on a fresh connection: the end of a job that went unrecorded because one was cut would keep
        the job's lock for as long as this worker lives. A second recording of the same end changes nothing. Raises
        ConnectorException."""
        for pause in _RETRIES:
            try:
                await super().execute_query_async(query, **arguments)
                return
            except ConnectorException as error:
                if not isinstance(error.__cause__, psycopg.OperationalError):
                    raise
                await asyncio.sleep(pause)
        await super().execute_query_async(query, **arguments)

    async def insist(self, query: LiteralString, **arguments: Any) -> list[dict[str, Any]]:
        """The same of a statement that answers, and may be done twice."""
        for pause in _RETRIES:
            try:
                return list(await self.execute_query_all_async(query, **arguments))
            except ConnectorException as error:
                if not isinstance(error.__cause__, psycopg.OperationalError):
                    raise
                await asyncio.sleep(pause)
        return list(await self.execute_query_all_async(query, **arguments))
