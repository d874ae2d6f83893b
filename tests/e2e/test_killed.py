"""The process dies at ten moments of a booking. Nothing is lost, nothing is doubled, and the conversations go on."""

from __future__ import annotations

import datetime as dt
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest
from sqlalchemy import Engine, text

from booking.models import Status
from booking.testing.meta import FakeMeta, Post
from booking.testing.meta_faults import Hang
from booking.testing.meta_phone import Phone
from storage.demo import load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.e2e.house import wait_until

ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds for an answer: after a death a job is taken up again some fifteen seconds later, and others die meanwhile."""


class Server:
    """`turnero serve` in a process of its own, always on the same port."""

    def __init__(self, environment: Mapping[str, str], home: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.deaths = 0
        self._environment, self._home = environment, home
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "booking.admin", "serve", "--port", str(self.port)]
        with (self._home / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, cwd=self._home, stdout=log, stderr=log)
        wait_until(self._answers, "the server to start", PATIENCE)

    def kill(self) -> None:
        """As a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait(30) == -signal.SIGKILL
        self.deaths += 1

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(30)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._home / "serve.log").read_text()[-2000:]
        try:
            return httpx.get(f"{self.url}/healthz", trust_env=False, timeout=1).status_code == 200
        except httpx.TransportError:
            return False


def persistent(url: Callable[[], str]) -> Post:
    """A way to post webhooks as Meta does: the same body again until it is acknowledged."""
    http = httpx.Client(trust_env=False, timeout=10)

    def post(body: bytes, headers: Mapping[str, str]) -> int:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                status = http.post(f"{url()}/webhook", content=body, headers=dict(headers)).status_code
            except httpx.TransportError:
                status = 0
            if status == 200 or time.monotonic() > end:
                return status
            time.sleep(0.05)

    return post


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


NAMES = ("Ana", "Beto", "Carolina", "Dora", "Eva", "Fernando", "Gilberto", "Hugo", "Inés", "Juan")
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()


def weekdays(now: dt.datetime) -> list[str]:
    """Ten working days from the day after tomorrow on, as one says them."""
    today = now.astimezone(ZoneInfo("America/Tijuana")).date()
    days = [today + dt.timedelta(days=n) for n in range(2, 20)]
    return [f"{day.day} de {MONTHS[day.month - 1]}" for day in days if day.weekday() < 5][: len(NAMES)]


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
