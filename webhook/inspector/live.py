"""Tells open pages that something is new: one connection a page, upon which it asks for the part that it shows.

While anybody looks, one short statement twice a second tells whether anything was written; while nobody does, nothing
is asked. Triggers would tell sooner, and cost every turn of every clinic something, looked at or not.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import structlog
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import StreamingResponse

from booking.errors import TurneroError

log = structlog.get_logger()

LOOK_SECONDS = 0.5
ALIVE_SECONDS = 20.0
"""After so long without news a line is sent all the same: a connection that is gone is noticed by it."""

Pulse = Callable[[], object]
"""What changes whenever something is written that a page may show. Called from a thread."""


class Live:
    """The open pages of one process. `touch` tells them at once of what this process did itself."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse
        self._open: set[asyncio.Event] = set()
        self._closed = False
        self._watching: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def touch(self) -> None:
        """From any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake)

    def close(self) -> None:
        """Let every open page go, for the server is to stop, which waits for them. From any thread, or a signal."""
        self._closed = True
        self.touch()

    async def answer(self, request: Request) -> StreamingResponse:
        """Server-sent events: `novedad`, with nothing more, whenever there is something new."""
        return StreamingResponse(
            self._news(request), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
        )

    async def _news(self, request: Request) -> AsyncIterator[str]:
        self._loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        self._open.add(woken)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        try:
            yield "retry: 2000\n\n"
            while not self._closed and not await request.is_disconnected():
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), ALIVE_SECONDS)
                if woken.is_set():
                    woken.clear()
                    yield "event: novedad\ndata: .\n\n"
                else:
                    yield ": .\n\n"
        finally:
            self._open.discard(woken)

    async def _watch(self) -> None:
        """As long as a page is open."""
        last: object = None
        while self._open:
            try:
                found = await to_thread.run_sync(self._pulse)
            except TurneroError as error:
                log.warning("pages_not_told", why=type(error).__name__)
            else:
                if last is not None and found != last:
                    self._wake()
                last = found
            await asyncio.sleep(LOOK_SECONDS)

    def _wake(self) -> None:
        for page in self._open:
            page.set()
