"""Deliveries are stored as they came and taken apart afterwards: in order, each once, whatever happens between."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import json
import random
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from booking.conversation.intake import Intake
from booking.conversation.splitting import ATTEMPTS, Splitter
from booking.errors import DatabaseUnavailable
from booking.models import Brought, WebhookBody
from booking.testing.channel import meta_events
from booking.testing.fakes import MemoryDatabase
from booking.testing.frozen_clock import FrozenClock
from booking.testing.profiles import a_share
from storage.mailbox import Mailbox
from storage.unit_of_work import SqlUnitOfWork, SqlUnitOfWorkFactory
from tests.webhook.moment import NOW
from webhook.deliveries import brought

OURS, PAUSE = "106540352242922", dt.timedelta(milliseconds=700)
ANA, BETO = "5216641234567", "5215512345678"


def body(*said: tuple[str, str, str]) -> bytes:
    """A delivery of these messages: id, sender, words."""
    messages = [
        {"from": who, "id": wamid, "timestamp": meta_events.stamp(NOW), "type": "text", "text": {"body": words}}
        for wamid, who, words in said
    ]
    changed = meta_events.change(OURS, "526641110000", [], [])
    changed["value"]["messages"] = messages
    return json.dumps(meta_events.body("1", [changed])).encode()


_runs = itertools.count()


class Died(BaseException):
    """The process is killed: nothing after it runs but what closes the connection."""


class Post:
    """Deliveries kept on PostgreSQL, and what takes them apart `later`."""

    def __init__(self, engine: Engine, later: float = 0) -> None:
        self.engine, self.begin = engine, SqlUnitOfWorkFactory(engine)
        self.clock = FrozenClock(NOW + dt.timedelta(seconds=later))
        self.mailbox = Mailbox(engine)

    def splitter(self, read: Callable[[WebhookBody], Brought] = brought, together: int = 50) -> Splitter:
        return Splitter(self.begin, read, Intake(self.begin, self.clock, PAUSE, OURS), together)

    def keep(self, *bodies: bytes, at: dt.datetime = NOW) -> None:
        self.mailbox.keep([(at, one) for one in bodies])

    def rows(self, statement: str) -> list[Any]:
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(statement))]

    def stored(self) -> list[str]:
        """WhatsApp's ids, in order of arrival."""
        return [wamid for (wamid,) in self.rows("SELECT wamid FROM mensajes_entrantes WHERE crudo IS NULL ORDER BY id")]

    def aside(self) -> list[str]:
        found = self.rows("SELECT ultimo_error FROM mensajes_entrantes WHERE crudo IS NOT NULL ORDER BY id")
        return [why for (why,) in found]

    def waiting(self) -> int:
        return int(self.rows("SELECT count(*) FROM entregas_webhook")[0][0])


@pytest.fixture
def post(engine: Engine) -> Post:
    return Post(engine)


def test_all_that_waits_is_taken_apart_in_order(post: Post) -> None:
    wamids = [f"w{n}" for n in range(120)]
    for wamid in wamids:
        post.keep(body((wamid, random.Random(wamid).choice((ANA, BETO)), "hola")))
    assert post.stored() == []
    assert post.splitter().split()
    assert (post.stored(), post.waiting()) == (wamids, 0)
    post.keep(body(("w7", ANA, "hola")), body(("w120", ANA, "hola")))
    assert post.splitter().split()
    assert post.stored() == [*wamids, "w120"]


def test_a_message_is_timed_from_when_it_came(engine: Engine) -> None:
    """The pause of a burst has passed when it was taken apart two seconds later; it began when it came."""
    post = Post(engine, later=2)
    post.keep(body(("w1", ANA, "hola")))
    post.splitter().split()
    assert post.rows("SELECT recibido_en FROM mensajes_entrantes") == [(NOW,)]
    assert post.rows("SELECT count(*) FROM procrastinate_jobs WHERE scheduled_at IS NULL") == [(1,)]
    early = Post(engine, later=0.2)
    early.keep(body(("w2", BETO, "hola")))
    early.splitter().split()
    ((wait,),) = post.rows(
        "SELECT extract(epoch FROM scheduled_at - clock_timestamp())::float8"
        " FROM procrastinate_jobs WHERE scheduled_at IS NOT NULL"
    )
    assert wait <= 0.5


def test_what_cannot_be_read_or_stored_is_kept_aside_alone(post: Post) -> None:
    """Beside good ones of the same batch. A bug in what reads is tried again, and then blocks nobody."""
    deep = b'{"entry": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    bad = body(("w\x00bad", ANA, "\x00 \ud800")).replace(b"wbad", b"w")
    post.keep(body(("w1", ANA, "hola")), b"\x00\xff not json", deep, bad, body(("bug", ANA, "hola")))
    post.keep(body(("w2", BETO, "hola")), body(("x" * 5000, ANA, "hola")), body(("w3", ANA, "hola")))
    tries = 0

    def read(one: WebhookBody) -> Brought:
        nonlocal tries
        if b'"bug"' in one.body:
            tries += 1
            raise KeyError("bug")
        return brought(one)

    assert post.splitter(read).split()
    assert post.waiting() == 0
    assert [wamid for wamid in post.stored() if wamid in ("w1", "w2", "w3")] == ["w1", "w2", "w3"]
    assert "not JSON" in post.aside()
    assert "it cannot be taken apart: KeyError" in post.aside()
    assert tries == 1 + ATTEMPTS


def test_what_may_be_better_later_waits(post: Post) -> None:
    post.keep(body(("w1", ANA, "hola")), body(("w2", ANA, "hola")))

    def away(one: WebhookBody) -> Brought:
        raise DatabaseUnavailable

    for _ in range(2 * ATTEMPTS):
        with pytest.raises(DatabaseUnavailable):
            post.splitter(away).split()
    assert post.rows("SELECT DISTINCT intentos FROM entregas_webhook") == [(0,)]
    post.splitter().split()
    assert post.stored() == ["w1", "w2"]


@settings(a_share(2), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_deaths_lose_nothing_and_double_nothing(engine: Engine, data: st.DataObject) -> None:
    """The process dies before or after any step of it, and another goes on."""
    run = f"run{next(_runs)}"
    post = Post(engine)
    wamids = [f"{run}.{n}" for n in range(data.draw(st.integers(1, 6)))]
    for wamid in wamids:
        post.keep(body((wamid, ANA, "hola")))
    for _ in range(data.draw(st.integers(0, 4))):
        left = data.draw(st.integers(0, 12))

        class Dying(SqlUnitOfWork):
            def _step(self) -> None:
                nonlocal left
                left -= 1
                if left < 0:
                    raise Died

            def commit(self) -> None:
                self._step()
                super().commit()
                self._step()

        begin = post.begin

        def dying(begin: SqlUnitOfWorkFactory = begin) -> SqlUnitOfWork:
            return Dying(post.engine)

        def read(one: WebhookBody) -> Brought:
            nonlocal left
            left -= 1
            if left < 0:
                raise Died
            return brought(one)

        mortal = Splitter(dying, read, Intake(dying, post.clock, PAUSE, OURS), data.draw(st.integers(1, 3)))
        with contextlib.suppress(Died):
            mortal.split()
    assert post.splitter().split()
    assert [wamid for wamid in post.stored() if wamid.startswith(f"{run}.")] == wamids
    waiting = (
        "SELECT m.wamid FROM procrastinate_jobs j LEFT JOIN mensajes_entrantes m ON j.args->>'message_id' = m.id::text"
    )
    assert post.rows(waiting) == [(wamids[-1],)]  # one, which knows of the newest


def test_several_at_once_keep_the_order(post: Post) -> None:
    """As many processes as try: one is at work at a time."""
    wamids = [f"w{n}" for n in range(60)]
    stop = threading.Event()

    def again() -> None:
        splitter = post.splitter(together=7)
        while not stop.is_set():
            splitter.split()

    workers = [threading.Thread(target=again) for _ in range(4)]
    for worker in workers:
        worker.start()
    try:
        for wamid in wamids:
            post.keep(body((wamid, ANA, "hola")))
    finally:
        stop.set()
        for worker in workers:
            worker.join(90)
    post.splitter().split()
    assert post.stored() == wamids


def test_somebody_typing_on_the_clinics_telephone_is_taken_alone(engine: Engine) -> None:
    """And in its place: after what came before it, before what came after."""
    echo = {"from": OURS, "to": ANA, "id": "e1", "timestamp": meta_events.stamp(NOW), "type": "text"}
    value = {"metadata": {"phone_number_id": OURS}, "message_echoes": [{**echo, "text": {"body": "yo le ayudo"}}]}
    typed = json.dumps(meta_events.body("1", [{"field": "smb_message_echoes", "value": value}])).encode()
    post = Post(engine)
    post.keep(body(("w1", ANA, "hola")), typed, body(("w2", ANA, "gracias")))
    together: list[int] = []

    class Watched(Intake):
        def store(self, uow: Any, deliveries: Sequence[Brought], *, apart: bool = False) -> list[int]:
            together.append(len(deliveries))
            return super().store(uow, deliveries, apart=apart)

    splitter = Splitter(post.begin, brought, Watched(post.begin, post.clock, PAUSE, OURS))
    assert splitter.split()
    assert (together, post.stored()) == ([1, 1, 1], ["w1", "w2"])
    assert post.rows("SELECT control FROM conversaciones") == [("human",)]


def test_in_memory_too() -> None:
    begin, clock = MemoryDatabase(), FrozenClock(NOW)
    with begin() as uow:
        uow.bodies.keep([(NOW, body((f"w{n}", ANA, "hola"))) for n in range(5)])
        uow.commit()
    assert Splitter(begin, brought, Intake(begin, clock, PAUSE, OURS), 2).split()
    with begin() as uow:
        (chat,) = uow.conversations.list(limit=10)
        assert [one.wamid for one in uow.inbox.pending(chat.id)] == [f"w{n}" for n in range(5)]
        assert uow.bodies.oldest() is None
