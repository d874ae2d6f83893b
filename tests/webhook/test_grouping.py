"""Bodies that wait to be stored: together, in order, and no more than memory and patience allow."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from collections.abc import Sequence

import httpx
import pytest

from booking.errors import DatabaseUnavailable
from booking.testing.channel.meta import FakeMeta
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from webhook.grouping import MOST_TOGETHER, MOST_WAITING_BYTES, Grouped, Overloaded


class Store:
    """Keeps groups; stands still while `gate` is closed."""

    def __init__(self) -> None:
        self.groups: list[list[bytes]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.broken = False

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        assert self.gate.wait(30)
        if self.broken:
            raise DatabaseUnavailable
        self.groups.append([body for _, body in bodies])


def test_what_comes_meanwhile_is_stored_together_and_in_order() -> None:
    async def run() -> None:
        store = Store()
        door = Grouped(store.keep)
        store.gate.clear()
        putting = [asyncio.create_task(door.put(NOW, b"%d" % n)) for n in range(2 * MOST_TOGETHER)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in putting)
        store.gate.set()
        await asyncio.gather(*putting)
        assert [one for group in store.groups for one in group] == [b"%d" % n for n in range(2 * MOST_TOGETHER)]
        assert len(store.groups) <= 3
        await door.put(NOW, b"last")
        assert store.groups[-1] == [b"last"]

    asyncio.run(run())


def test_a_failure_is_told_to_each_of_its_group_and_to_nobody_else() -> None:
    async def run() -> None:
        store = Store()
        door = Grouped(store.keep)
        store.broken = True
        outcomes = await asyncio.gather(*(door.put(NOW, b"x") for _ in range(5)), return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {DatabaseUnavailable}
        store.broken = False
        await door.put(NOW, b"y")
        assert store.groups == [[b"y"]]

    asyncio.run(run())


def test_who_would_wait_too_long_is_refused_at_once() -> None:
    async def run() -> None:
        store = Store()
        door = Grouped(store.keep, most_waiting_seconds=-1.0)
        store.gate.clear()
        first = asyncio.create_task(door.put(NOW, b"first"))
        await asyncio.sleep(0)
        second = asyncio.create_task(door.put(NOW, b"second"))
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await door.put(NOW, b"third")
        with pytest.raises(Overloaded):
            await door.put(NOW, b"x" * (MOST_WAITING_BYTES + 1))
        store.gate.set()
        await asyncio.gather(first, second)
        await door.put(NOW, b"fourth")
        assert [one for group in store.groups for one in group] == [b"first", b"second", b"fourth"]

    asyncio.run(run())


def test_meta_is_told_when_to_come_again(connected: FakeMeta, url: str, intake: MemoryIntake) -> None:
    intake.broken = True
    body = b'{"entry": []}'
    answer = httpx.post(
        f"{url}/webhook",
        content=body,
        headers={"X-Hub-Signature-256": connected.sign(body)},
        trust_env=False,
        timeout=60,
    )
    assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (503, True)
    intake.broken = False
    assert connected.post(body) == 200
