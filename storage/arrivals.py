"""Hears when deliveries of WhatsApp were stored, so that they are taken apart at once, without anybody asking again and
again. What is not heard is found by the sweep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import structlog

from booking.logs import where
from storage.base import conninfo
from storage.repositories.webhook_body_repository import CHANNEL

log = structlog.get_logger()

_RECONNECT_SECONDS = 1.0
_BUSY_SECONDS = 0.5  # another process is at it: it may die there


class Arrivals:
    """Calls `split` in a thread of its own for whatever has come, and for what waited before. `split` gives False where
    another process is at it."""

    def __init__(self, url: str, split: Callable[[], bool]) -> None:
        self._conninfo = conninfo(url)
        self._split = split

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop` is set; what is being taken apart is finished. Survives a database that goes and returns."""
        with ThreadPoolExecutor(1, thread_name_prefix="split") as thread:
            listening = asyncio.create_task(self._listen(thread))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait((listening, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            listening.cancel()
            await asyncio.gather(listening, stopping, return_exceptions=True)

    async def _listen(self, thread: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    while True:
                        alone = await loop.run_in_executor(thread, self._split)
                        async for _ in connection.notifies(timeout=None if alone else _BUSY_SECONDS, stop_after=1):
                            pass
            except Exception as error:  # whatever it was: what waits is tried again
                log.warning("arrivals_interrupted", error=where(error))
            await asyncio.sleep(_RECONNECT_SECONDS)
