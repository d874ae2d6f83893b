"""The process dies at moments of a booking, in the night at ten of them. Nothing is lost, nothing is doubled, and the
conversations go on."""

from __future__ import annotations

import datetime as dt
import itertools
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

from booking.appointments import appointment_changes
from booking.models import Actor, ActorKind, Appointment, Status
from booking.models.who_waits import OfferState
from booking.ports import UnitOfWork
from booking.scheduling.rulebook import holidays_of
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import Hang
from booking.testing.channel.meta_phone import Phone
from booking.testing.profiles import PROFILE
from storage.demo import load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.e2e import processes
from tests.e2e.approved import APPROVED
from tests.e2e.house import wait_until
from tests.e2e.processes import PATIENCE, Server, persistent

DESK = Actor(kind=ActorKind.STAFF, name="recepción")


@dataclass
class Moment:
    """When to pull the plug: on which of a person's messages, and how long after it was sent or acknowledged."""

    message: int
    after_ms: float
    acknowledged: bool = True
    while_sending: bool = False  # while the answer is on its way to WhatsApp


_ALL = (
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
MOMENTS = _ALL if PROFILE == "nightly" else (_ALL[0], _ALL[5], _ALL[9])
"""Before a message is acknowledged, a while after, and while the answer is on its way. Each costs the start of a
server."""


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
        self._say(2, "la primera", "A nombre de quién")
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
        served = Server(processes.environment(database, tmp_path, meta) | {"WORKER_THREADS": "8"}, tmp_path)
        try:
            yield served, meta
        finally:
            served.stop()


def test_deaths_in_bookings_lose_nothing_and_double_nothing(server: tuple[Server, FakeMeta], engine: Engine) -> None:
    served, meta = server
    people = [
        Booker(f"{name} Pérez", meta.phone(f"52664700000{number}"), day, moment)
        for number, (name, day, moment) in enumerate(zip(NAMES, weekdays(meta.now()), MOMENTS, strict=False))
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
        wait_until(lambda: _unfinished(engine) == 0, "the statuses to be taken in", PATIENCE)
        items = [item for chat in chats.values() for item in uow.outbox.list(chat.id)]
    times = Counter(message.tracking for message in meta.sent)
    twice = {token for token, count in times.items() if count > 1}
    answered = {person.phone.wa_id for person in people if person.moment.while_sending}
    assert max(times.values()) <= 2
    assert {message.to for message in meta.sent if message.tracking in twice} >= answered
    assert len(twice) <= len(MOMENTS)
    known = {item.token for item in items if item.repeated_wamid}
    assert known == twice


def test_a_death_between_an_act_and_its_message_loses_none(server: tuple[Server, FakeMeta], engine: Engine) -> None:
    """The server dies while a message is on its way, while others' acts are just committed, and is dead while more are.
    Each patient hears; twice only where WhatsApp had the message and we did not live to know, which is counted."""
    served, meta = server
    meta.templates = list(APPROVED)
    begin = SqlUnitOfWorkFactory(engine)
    phones = [meta.phone(f"52664710000{number}") for number in range(4)]
    underway, just, dead, after = phones
    with begin() as uow:
        _at_any_hour(uow)
        uow.commit()
    days = [dt.datetime.combine(day, dt.time(10), ZoneInfo("America/Tijuana")) for day in dates(meta.now())]

    def enter(phone: Phone) -> None:
        with begin() as uow:
            clinic, now = uow.schedules.clinic(), meta.now()
            patient = uow.patients.enter(f"Eva {phone.wa_id}", f"+{phone.wa_id}", None, now)
            start = days[phones.index(phone)]
            made = appointment_changes.enter(uow, clinic, 1, patient.id, start, now, DESK, overbook=True)
            assert isinstance(made, Appointment)
            uow.commit()

    served.start()
    meta.fail(Hang(taken=True), to=underway.wa_id)
    enter(underway)
    meta.wait(lambda: bool(underway.messages), PATIENCE, "the welcome to be on its way")
    enter(just)
    served.kill()
    enter(dead)
    served.start()
    enter(after)
    for phone in phones:
        meta.wait(lambda phone=phone: _hears(phone), PATIENCE, f"the appointment in {phone.inbox}")
    wait_until(lambda: _unfinished(engine) == 0, "the queue to be empty", PATIENCE)
    meta.report("sent")
    wait_until(lambda: _unfinished(engine) == 0, "the statuses to be taken in", PATIENCE)
    with begin() as uow:
        items = [item for chat in uow.conversations.list(limit=100) for item in uow.outbox.list(chat.id)]
        told = uow.tellings.of([item.about.id for item in items if item.about])
    assert len(told) == len(phones)
    assert {one.message for one in told} == {"sent"}
    times = Counter(message.tracking for message in meta.sent)
    twice = {token for token, count in times.items() if count > 1}
    assert twice == {item.token for item in items if item.repeated_wamid}
    assert max(times.values()) == 2
    # The welcome that was on its way, once more; what was just committed may have come that far too.
    heard_twice = {message.to for message in meta.sent if message.tracking in twice}
    assert {underway.wa_id} <= heard_twice <= {underway.wa_id, just.wa_id}


def _at_any_hour(uow: UnitOfWork) -> None:
    """No quiet hours: the server's clock is the machine's, whenever the test is run."""
    policy = uow.schedules.clinic().policy
    uow.rules.set_policy(policy.model_copy(update={"quiet_from": dt.time(8), "quiet_until": dt.time(8)}))


def _hears(phone: Phone) -> bool:
    return any("Quedó agendada" in said for said in phone.inbox)


NAMES = ("Ana", "Beto", "Carolina", "Dora", "Eva", "Fernando", "Gilberto", "Hugo", "Inés", "Juan")
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()


def is_worked(day: dt.date) -> bool:
    """The demo clinic closes on weekends, more or less, and on holidays."""
    return day.weekday() < 5 and day not in holidays_of("MX", day.year)


def weekdays(now: dt.datetime, count: int = 10) -> list[str]:
    """Working days from the day after tomorrow on, as one says them."""
    return [f"{day.day} de {MONTHS[day.month - 1]}" for day in dates(now, count)]


def dates(now: dt.datetime, count: int = 10) -> list[dt.date]:
    """The same days."""
    today = now.astimezone(ZoneInfo("America/Tijuana")).date()
    days = (today + dt.timedelta(days=n) for n in itertools.count(2))
    return list(itertools.islice(filter(is_worked, days), count))


def _unfinished(engine: Engine) -> int:
    with engine.connect() as connection:
        return (
            connection.scalar(
                text(
                    "SELECT count(*) + (SELECT count(*) FROM entregas_webhook)"
                    " FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
                    " AND task_name IN ('turnero.process', 'turnero.deliver', 'turnero.tell')"
                )
            )
            or 0
        )


def test_deaths_while_freed_times_are_offered_lose_none_and_give_none_twice(
    server: tuple[Server, FakeMeta], engine: Engine
) -> None:
    """The server dies while an offer is on its way, and again as a second time is just freed. Each of two who wait is
    offered one, and has it."""
    served, meta = server
    meta.templates = list(APPROVED)
    begin = SqlUnitOfWorkFactory(engine)
    date = dates(meta.now())[2]
    others = []
    with begin() as uow:
        _at_any_hour(uow)
        clinic, now = uow.schedules.clinic(), meta.now()
        for slot in appointment_changes.open_on(uow, clinic, 1, date, now):
            patient = uow.patients.enter(f"Otro {slot.start:%H%M}", None, None, now)
            made = appointment_changes.enter(uow, clinic, 1, patient.id, slot.start, now, DESK, tell=False)
            assert isinstance(made, Appointment)
            others.append(made.id)
        uow.commit()

    def cancels(id: int) -> None:
        with begin() as uow:
            clinic, one = uow.schedules.clinic(), uow.appointments.get(id)
            done = appointment_changes.cancel(uow, clinic, one, meta.now(), DESK, tell=False)
            assert isinstance(done, Appointment)
            uow.commit()

    def hears(phone: Phone, words: str) -> None:
        meta.wait(lambda: any(words in said for said in phone.inbox), PATIENCE, f"{words} in {phone.inbox}")

    served.start()
    ana, beto = (meta.phone(f"52664720000{number}") for number in range(2))
    for phone, name in ((ana, "Ana Ruiz"), (beto, "Beto Gil")):
        phone.say(f"hola, me llamo {name}")
        hears(phone, name)
        phone.say(f"avísame si se libera algo el {date.day} de {MONTHS[date.month - 1]} con la doctora Méndez")
        hears(phone, "lista de espera")
    meta.fail(Hang(taken=True), to=ana.wa_id)
    cancels(others[0])
    hears(ana, "Se liberó")
    served.kill()
    cancels(others[1])
    served.start()
    hears(beto, "Se liberó")
    cancels(others[2])
    served.kill()
    served.start()
    for phone in (ana, beto):
        phone.say("sí la quiero")
        hears(phone, "¿Confirmo la cita?")
        phone.say("sí")
        hears(phone, "agendada")
    wait_until(lambda: _unfinished(engine) == 0, "the queue to be empty", PATIENCE)
    meta.report("sent")
    wait_until(lambda: _unfinished(engine) == 0, "the statuses to be taken in", PATIENCE)
    with begin() as uow:
        chats = list(uow.conversations.list(limit=100))
        booked = [uow.appointments.list(person_id=chat.person.id, statuses=[Status.BOOKED]) for chat in chats]
        items = [item for chat in chats for item in uow.outbox.list(chat.id)]
        offers = uow.waiting_list.offers([entry.id for entry in uow.waiting_list.list()])
    assert [len(theirs) for theirs in booked] == [1, 1]
    assert len({theirs[0].slot.start for theirs in booked}) == 2
    taken = [offer.entry_id for offer in offers if offer.state is OfferState.TAKEN]
    assert len(taken) == len(set(taken)) == 2
    times = Counter(message.tracking for message in meta.sent)
    assert max(times.values()) <= 2
    assert {token for token, count in times.items() if count > 1} == {i.token for i in items if i.repeated_wamid}
