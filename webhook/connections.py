"""How long a connection may keep us waiting, and which is closed when there are too many.

Whoever opens connections and sends nothing, or drips, would else shut the door on Meta: uvicorn bounds how long a
connection may be idle after an answer, but not how long it may take over its first request, and counts the silent ones
among those that it refuses others for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_WAITING = (h11.IDLE, h11.SEND_BODY)
"""States of a client from which the rest of a request is awaited."""


@dataclass(frozen=True)
class Limits:
    """What connections may take. Only those that keep us waiting are ever closed, never one that is being answered.

    Behind a reverse proxy all come from one address; its idle ones are what it can spare."""

    open: int = 512
    waiting_per_address: int = 128
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    idle_seconds: int = 30  # between two requests


class Guarded(H11Protocol):
    """uvicorn's protocol, which closes what waits too long, and the longest waiting for whoever comes new."""

    limits: ClassVar[Limits] = Limits()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stage: object = None
        self._timer: asyncio.TimerHandle | None = None
        self.since = 0.0
        """When it began to keep us waiting, by the loop's clock."""

    @property
    def waits(self) -> bool:
        """Whether the rest of a request is awaited."""
        return self.conn.their_state in _WAITING

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def close(self) -> None:
        """At once; what the client sends after it is lost."""
        self._forget()
        self.connections.discard(self)
        self.transport.abort()

    def _look(self) -> None:
        """Time what it waits for now, unless that is being timed."""
        stage = (self.conn.their_state, self.cycle)
        if stage == self._stage:
            return
        self._forget()
        self._stage = stage
        if self.waits and not self.transport.is_closing():
            self.since = self.loop.time()
            self._timer = self.loop.call_later(self._patience(), self.close)

    def _patience(self) -> float:
        if self.conn.their_state is h11.SEND_BODY:
            return self.limits.body_seconds
        return self.limits.header_seconds if self.cycle is None else self.limits.idle_seconds

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _make_room(self) -> None:
        """Close the longest waiting: of this address, if too many of it wait; of the address of which most wait, if
        too many are open."""
        waiting = [one for one in self.connections if isinstance(one, Guarded) and one.waits]
        of = Counter(one.address for one in waiting)
        if of[self.address] > self.limits.waiting_per_address:
            _longest(waiting, self.address).close()
        elif len(self.connections) > self.limits.open and waiting:
            _longest(waiting, of.most_common(1)[0][0]).close()


def _longest(waiting: list[Guarded], address: str) -> Guarded:
    return min((one for one in waiting if one.address == address), key=lambda one: one.since)


def guarded(limits: Limits) -> type[Guarded]:
    """The protocol with these limits."""
    return type("Limited", (Guarded,), {"limits": limits})
