"""The process dies at ten moments of a booking. Nothing is lost, nothing is doubled, and the conversations go on."""

from __future__ import annotations

import datetime as dt
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.models import Status
from booking.scheduling.rulebook import holidays_of
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import Hang
from booking.testing.channel.meta_phone import Phone
from storage.demo import load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.e2e.house import wait_until
from tests.e2e.processes import PATIENCE, ROOT, Server, persistent


@dataclass
class Moment:
    """When to pull the plug: on which of a person's messages, and how long after it was sent or acknowledged."""

    message: int
    after_ms: float
    acknowledged: bool = True
    while_sending: bool = False  # while the answer is on its way to WhatsApp


MOMENTS = (
    Moment(1, 0, acknowledged=False),
    Moment(1, 2),
    Moment(1, 60),
    Moment(2, 4, acknowledged=False),
    Moment(2, 70),
    Moment(3, 65),
    Moment(4, 3, acknowledged=False),
    Moment(4, 55),
    Moment(4, 75),
    Moment(4, 0, while_sending=True),
)


@dataclass
class Booker:
    """Somebody who books, whatever happens."""

    name: str
    phone: Phone
    day: str  # of their own: who chooses the same time as another would be offered new ones
    moment: Moment
    struck: threading.Event = field(default_factory=threading.Event)  # the moment has come
    wamids: list[str] = field(default_factory=list)

    def book(self) -> None:
        self._say(1, f"quiero una cita el {self.day}", "Estos horarios están libres")
        self._say(2, "1", "A nombre de quién")
        self._say(3, self.name, "¿Confirmo la cita?")
        self._say(4, "sí", "quedó agendada")

    def _say(self, number: int, words: str, answer: str) -> None:
        if number == self.moment.message and self.moment.while_sending:
            self.phone.meta.fail(Hang(taken=True), to=self.phone.wa_id)
        if number == self.moment.message and not self.moment.acknowledged:
            self.struck.set()
        self.wamids.append(self.phone.say(words))
        if number == self.moment.message and self.moment.while_sending:
            self.phone.meta.wait(lambda: answer in str(self.phone.messages[-1:]), PATIENCE, f"{self.name}: {answer}")
        if number == self.moment.message:
            self.struck.set()
        self._wait_for(answer)

    def _wait_for(self, answer: str) -> None:
        """What came before may come again: sending is at least once."""
        self.phone.meta.wait(
            lambda: any(answer in said for said in self.phone.inbox), PATIENCE, f"{answer} in {self.phone.inbox}"
        )


@pytest.fixture
def server(database: str, engine: Engine, tmp_path: Path) -> Iterator[tuple[Server, FakeMeta]]:
    with FakeMeta(post=persistent(lambda: served.url)) as meta:
        load_demo(engine, meta.now(), ZoneInfo("America/Tijuana"))
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DATABASE_URL": database,
            "TURNERO_HOME": str(tmp_path),
            "WHATSAPP_APP_SECRET": meta.app_secret,
            "WHATSAPP_VERIFY_TOKEN": meta.verify_token,
            "WHATSAPP_ACCESS_TOKEN": meta.token,
            "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "TURN_PAUSE_MS": "50",
            "WORKER_THREADS": "8",
        }
        served = Server(environment, tmp_path)
        try:
            yield served, meta
        finally:
            served.stop()


def test_ten_deaths_in_ten_bookings_lose_nothing_and_double_nothing(
    server: tuple[Server, FakeMeta], engine: Engine
) -> None:
    served, meta = server
    people = [
        Booker(f"{name} Pérez", meta.phone(f"52664700000{number}"), day, moment)
        for number, (name, day, moment) in enumerate(zip(NAMES, weekdays(meta.now()), MOMENTS, strict=True))
    ]
    served.start()
    with ThreadPoolExecutor(len(people)) as pool:
        bookings = []
        for person in people:
            bookings.append(pool.submit(person.book))
            assert person.struck.wait(PATIENCE), f"{person.name} never got to message {person.moment.message}"
            time.sleep(person.moment.after_ms / 1000)
            served.kill()
            served.start()
        for booking in bookings:
            booking.result(PATIENCE)
    assert served.deaths == len(MOMENTS)

    begin = SqlUnitOfWorkFactory(engine)
    wait_until(lambda: _unfinished(engine) == 0, "the queue to be empty", PATIENCE)
    with begin() as uow:
        chats = {c.person.phone: c for c in uow.conversations.list(limit=100)}
        assert len(chats) == len(people)
        for person in people:
            chat = chats[f"+{person.phone.wa_id}"]
            booked = uow.appointments.list(person_id=chat.person.id)
            assert [a.status for a in booked] == [Status.BOOKED], person.name
            assert not uow.inbox.pending(chat.id)
            turns = uow.turns.list(chat.id)
            handled = Counter(message_id for turn in turns for message_id in turn.message_ids)
            assert set(handled.values()) == {1}, f"{person.name}: a message was handled twice"
            assert len(handled) == len(person.wamids) == 4
            assert sum(reply.key == "booked" for turn in turns for reply in turn.replies) == 1
            assert {item.state for item in uow.outbox.list(chat.id)} == {"sent"}
        assert not uow.appointments.list(statuses=[Status.HELD])
        # Sent twice is what was on its way when the process died, and nothing else; WhatsApp's statuses tell.
        meta.report("sent")
        items = [item for chat in chats.values() for item in uow.outbox.list(chat.id)]
    times = Counter(message.tracking for message in meta.sent)
    twice = {token for token, count in times.items() if count > 1}
    answered = {person.phone.wa_id for person in people if person.moment.while_sending}
    assert max(times.values()) <= 2
    assert {message.to for message in meta.sent if message.tracking in twice} >= answered
    assert len(twice) <= len(MOMENTS)
    known = {item.token for item in items if item.repeated_wamid}
    assert known == twice


NAMES = ("Ana", "Beto", "Carolina", "Dora", "Eva", "Fernando", "Gilberto", "Hugo", "Inés", "Juan")
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()


def is_worked(day: dt.date) -> bool:
    """The demo clinic closes on weekends, more or less, and on holidays."""
    return day.weekday() < 5 and day not in holidays_of("MX", day.year)


def weekdays(now: dt.datetime, count: int = 10) -> list[str]:
    """Working days from the day after tomorrow on, as one says them."""
    today = now.astimezone(ZoneInfo("America/Tijuana")).date()
    days = [today + dt.timedelta(days=n) for n in range(2, 2 * count)]
    return [f"{day.day} de {MONTHS[day.month - 1]}" for day in days if is_worked(day)][:count]


def _unfinished(engine: Engine) -> int:
    with engine.connect() as connection:
        return (
            connection.scalar(
                text(
                    "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
                    " AND task_name IN ('turnero.process', 'turnero.deliver')"
                )
            )
            or 0
        )
