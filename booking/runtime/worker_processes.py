"""The workers of `turnero serve`: processes of their own, so that who acknowledges messages and who answers them do not
wait for one another. Each ends with the one that started it, which holds the other end of its standard input; one that
died is started again."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog

log = structlog.get_logger()

GRACE_SECONDS = 25.0
"""How long a worker may take to end: somewhat longer than its jobs may."""

_AGAIN_SECONDS = (0.5, 2.0, 5.0, 15.0)  # before one that died is started again, longer each time
_NICE = 5
_AT_WORK_SECONDS = 60.0  # after so long the next one is started anew too
_LASTED_SECONDS = 60.0  # one that ran so long has not died of how it started


def by_cores() -> int:
    """How many workers there are where nobody says: one core of more than two is left to the database and to who
    acknowledges. On two cores one worker would leave a third of them idle."""
    cores = os.cpu_count() or 1
    return min(cores, max(2, min(cores - 1, 8)))


def yield_to_serve(workers: int) -> None:
    """A worker takes the processor after the one that acknowledges, where there is a core for each worker and none for
    that one: under load answers come later, and WhatsApp is not refused. It counts among processes of one session
    alone, where Linux shares by session (`autogroup`, sched(7))."""
    if workers >= (os.cpu_count() or 1):
        os.nice(_NICE)


class Workers:
    """So many processes. What each says of itself (`told`): that it is at work, and how its models are."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._told: dict[int, dict[str, Any]] = {}  # by the place of those that are at work
        self._loop: asyncio.AbstractEventLoop | None = None
        self._anew: dict[int, asyncio.Event] = {}  # by place: what ends one's life
        self._renewing: asyncio.Task[None] | None = None
        self.renewing = False
        """Some of them are still to begin anew."""

    @property
    def at_work(self) -> int:
        """How many have said that they are."""
        return len(self._told)

    @property
    def at_work_seconds(self) -> float | None:
        """For how long the first of them has been; None while none is."""
        since = [told["since"] for told in self._told.values()]
        return time.monotonic() - min(since) if since else None

    @property
    def models(self) -> str:
        """The worst that one of them tells of its models: error, ok or absent."""
        states = {told.get("models") for told in self._told.values()}
        return next((state for state in ("error", "ok") if state in states), "absent")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """For the length of the block; at its end they may finish what they are at."""
        stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        kept = [asyncio.create_task(self._keep(place, stop)) for place in range(self.count)]
        try:
            yield
        finally:
            stop.set()
            if self._renewing is not None:
                self._renewing.cancel()
            await asyncio.gather(*kept)

    def begin_anew(self) -> None:
        """Each finishes what it is at and is started again, in the environment as it is then; one after the other, so
        that of several somebody is always at work. From any thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            self.renewing = True
            loop.call_soon_threadsafe(self._renew)

    def _renew(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
        self._renewing = asyncio.get_running_loop().create_task(self._end_lives())

    async def _end_lives(self) -> None:
        for place in range(self.count):
            if (life := self._anew.get(place)) is None:
                continue
            life.set()
            end = time.monotonic() + _AT_WORK_SECONDS
            while time.monotonic() < end and (self._anew.get(place) is life or place not in self._told):
                await asyncio.sleep(0.05)
        self.renewing = False

    async def _keep(self, place: int, stop: asyncio.Event) -> None:
        deaths = 0
        while not stop.is_set():
            began = time.monotonic()
            anew = self._anew[place] = asyncio.Event()
            code = await self._run(place, stop, anew)
            if stop.is_set():
                return
            if anew.is_set():
                continue
            deaths = 1 if time.monotonic() - began > _LASTED_SECONDS else deaths + 1
            log.error("worker_died", place=place, code=code, deaths=deaths)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _AGAIN_SECONDS[min(deaths, len(_AGAIN_SECONDS)) - 1])

    async def _run(self, place: int, stop: asyncio.Event, anew: asyncio.Event) -> int | None:
        """One life of it, which either event ends; its exit code."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "booking.admin", "worker", "--beside-serve", str(self.count)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,  # Ctrl-C is for the one that started it
        )
        hearing = asyncio.create_task(self._hear(place, process))
        stopping, renewing = asyncio.create_task(stop.wait()), asyncio.create_task(anew.wait())
        try:
            await asyncio.wait((hearing, stopping, renewing), return_when=asyncio.FIRST_COMPLETED)
            assert process.stdin is not None
            process.stdin.close()  # upon which it ends
            try:
                return await asyncio.wait_for(process.wait(), GRACE_SECONDS)
            except TimeoutError:
                process.kill()
                return await process.wait()
        finally:
            self._told.pop(place, None)
            for task in (hearing, stopping, renewing):
                task.cancel()
            await asyncio.gather(hearing, stopping, renewing, return_exceptions=True)

    async def _hear(self, place: int, process: asyncio.subprocess.Process) -> None:
        """Until it has ended."""
        assert process.stdout is not None
        async for line in process.stdout:
            with suppress(ValueError):
                said = json.loads(line)
                since = self._told.get(place, {}).get("since", time.monotonic())
                self._told[place] = {**said, "since": since}


def tell(models: str) -> None:
    """A worker says, on its standard output, that it is at work and how its models are."""
    with suppress(BrokenPipeError):
        print(json.dumps({"models": models}), flush=True)
