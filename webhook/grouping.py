"""Bodies that come while others are being stored are stored together, by one statement and one commit."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from anyio import CapacityLimiter, to_thread

from booking.errors import TurneroError

Keep = Callable[[Sequence[tuple[dt.datetime, bytes]]], None]
"""Stores bodies, each with when it came, all or none. Called from a thread. Raises TurneroError."""

MOST_TOGETHER = 256
MOST_BYTES = 8 * 1024 * 1024
"""Of one statement, but for a single body."""

MOST_WAITING_BYTES = 64 * 1024 * 1024
MOST_WAITING_SECONDS = 1.0
"""Who would wait behind more is refused at once, and comes again: memory and patience have an end."""


class Overloaded(TurneroError):
    """Too much waits to be stored already."""


class _Waiting(NamedTuple):
    at: dt.datetime
    body: bytes
    since: float
    stored: asyncio.Future[None]


class Grouped:
    """For one event loop. One statement at a time, which keeps the order of arrival."""

    def __init__(self, keep: Keep, most_waiting_seconds: float = MOST_WAITING_SECONDS) -> None:
        self._keep, self._most_waiting_seconds = keep, most_waiting_seconds
        self._waiting: deque[_Waiting] = deque()
        self._bytes = 0
        self._storing: asyncio.Task[None] | None = None
        self._thread = CapacityLimiter(1)

    async def put(self, at: dt.datetime, body: bytes) -> None:
        """Returns once it is stored. Raises TurneroError where it is not: Overloaded before it has waited."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        late = bool(self._waiting) and now - self._waiting[0].since > self._most_waiting_seconds
        if late or self._bytes + len(body) > MOST_WAITING_BYTES:
            raise Overloaded
        one = _Waiting(at, body, now, loop.create_future())
        self._waiting.append(one)
        self._bytes += len(body)
        if self._storing is None:
            self._storing = asyncio.create_task(self._store())
        await one.stored

    async def _store(self) -> None:
        try:
            while self._waiting:
                group = self._group()
                failure: Exception | None = None
                try:
                    bodies = [(one.at, one.body) for one in group]
                    await to_thread.run_sync(self._keep, bodies, limiter=self._thread)
                except Exception as error:  # each of them is told
                    failure = error
                self._bytes -= sum(len(one.body) for one in group)
                for one in group:
                    if not one.stored.done():
                        one.stored.set_result(None) if failure is None else one.stored.set_exception(failure)
        finally:
            self._storing = None

    def _group(self) -> list[_Waiting]:
        group = [self._waiting.popleft()]
        size = len(group[0].body)
        while self._waiting and len(group) < MOST_TOGETHER and size + len(self._waiting[0].body) <= MOST_BYTES:
            group.append(self._waiting.popleft())
            size += len(group[-1].body)
        return group
