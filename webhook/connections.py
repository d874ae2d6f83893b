"""How long a connection may keep us waiting, and which is closed when there are too many.

Whoever opens connections and sends nothing, or drips, would else shut the door on Meta: uvicorn bounds how long a
connection may be idle after an answer, but not how long it may take over its first request, and counts the silent ones
among those that it refuses others for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_WAITING = (h11.IDLE, h11.SEND_BODY)
"""States of a client from which the rest of a request is awaited."""
_LOOKS = 3
"""Turns of the loop after which it has read what had come: it asks for what can be read at the end of each."""


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
    silent: ClassVar[dict[str, dict[Guarded, None]]] = {}
    """Those that keep us waiting, by address, the longest waiting first. What has come of a request and is not read yet
    makes nobody one of them, however busy we are: they are looked at before they are counted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stage: object = None
        self._timer: asyncio.TimerHandle | None = None

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
            self._timer = self.loop.call_later(self._patience(), self.close)
            self._count(stage, _LOOKS)

    def _count(self, stage: object, looks: int) -> None:
        """As silent, once the loop has looked so often whether anything came."""
        if stage is not self._stage or self._timer is None:
            return
        if looks:
            self.loop.call_soon(self._count, stage, looks - 1)
            return
        theirs = self.silent.setdefault(self.address, {})
        theirs[self] = None
        if len(theirs) > self.limits.waiting_per_address:
            self._close_longest(self.address)
        self._make_room()

    def _patience(self) -> float:
        if self.conn.their_state is h11.SEND_BODY:
            return self.limits.body_seconds
        return self.limits.header_seconds if self.cycle is None else self.limits.idle_seconds

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        theirs = self.silent.get(self.address, {})
        theirs.pop(self, None)
        if not theirs:
            self.silent.pop(self.address, None)

    def _make_room(self) -> None:
        """Where too many are open, of the address of which most are silent the longest silent goes, again and again."""
        while len(self.connections) > self.limits.open and self.silent:
            self._close_longest(max(self.silent, key=lambda address: len(self.silent[address])))

    def _close_longest(self, address: str) -> None:
        next(iter(self.silent[address])).close()


def guarded(limits: Limits) -> type[Guarded]:
    """The protocol with these limits, of one server."""
    return type("Limited", (Guarded,), {"limits": limits, "silent": {}})
