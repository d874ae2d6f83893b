"""A clinic in memory, whose messages come and go as Meta's: signed webhooks in, the Cloud API out, statuses back."""

from __future__ import annotations

import datetime as dt
import heapq
import itertools
from collections.abc import Callable, Mapping
from random import Random

from booking.conversation import telling
from booking.conversation.replies.templates import TEMPLATES
from booking.models import DeliverClass, DeliveryStatus, Echo, InboundMessage, ProcessChat, TellPatient, TemplateNews
from booking.runtime.upkeep import Upkeep
from booking.testing.channel import meta_events
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Template
from booking.testing.channel.meta_phone import Phone
from booking.testing.checked_sender import CheckedSender
from booking.testing.clinic import Clinic, phone_of
from booking.testing.fakes import MemoryDatabase
from booking.testing.frozen_clock import FrozenClock
from booking.testing.invariants import check_all
from booking.testing.world import Seed
from nlu.shortcuts import Shortcuts
from tests.webhook.sending import client
from webhook import signature
from webhook.payload import read

SWEEP = dt.timedelta(seconds=30)
UNREACHABLE = 0.01
"""Share of phones that messages do not arrive at, which is heard of a while later."""
CHECKED = dt.timedelta(minutes=20)


class Wires:
    """Give it things to do at moments (`at`), and `run` the day until nothing is left before its end."""

    def __init__(self, meta: FakeMeta, seed: Seed, opens: dt.datetime, rng: Random) -> None:
        self.meta, self.rng = meta, rng
        self.database = MemoryDatabase().seed(seed.clinic, seed.doctors, seed.openings)
        self.clock = FrozenClock(opens)
        self.api = client(meta)
        self.clinic = Clinic(begin=self.database, clock=self.clock, reader=Shortcuts(), aloud=False)
        self.sender = CheckedSender(self.database, self.clock, self.api)
        self.clinic.delivery.sender = self.sender
        self.phones: dict[str, Phone] = {}
        self.unreachable: set[str] = set()
        self.open_notices: dict[int, dt.datetime] = {}
        self.checks = 0
        self._upkeep = Upkeep(
            self.database, self.clock, self.sender, self.clinic.engine.return_to_bot, close=self.clinic.engine.close
        )
        self._agenda: list[tuple[dt.datetime, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self._reported = 0
        self._checked_at = opens

    def at(self, moment: dt.datetime, act: Callable[[], object]) -> None:
        heapq.heappush(self._agenda, (moment, next(self._numbers), act))

    def later(self, low: float, high: float, act: Callable[[], object]) -> None:
        """Some seconds from now."""
        self.at(self.clock.now() + dt.timedelta(seconds=self.rng.uniform(low, high)), act)

    def phone(self, who: str) -> Phone:
        """Of a person whose name in the clinic's books is "… Apellido{who}"."""
        if who not in self.phones:
            self.phones[who] = self.meta.phone(phone_of(who), name=who)
            if self.rng.random() < UNREACHABLE:
                self.unreachable.add(phone_of(who))
        return self.phones[who]

    def run(self, until: dt.datetime) -> None:
        """Raises AssertionError where an invariant breaks, or a message is sent that should not be."""
        self.at(self.clock.now() + SWEEP, self._sweep)
        while self._agenda and self._agenda[0][0] <= until:
            moment, _, act = heapq.heappop(self._agenda)
            self.clock.set(max(moment, self.clock.now()))
            act()
            self.work()
            if self.clock.now() - self._checked_at >= CHECKED:
                self.check()
        self.check()

    def arrive(self, body: bytes, headers: Mapping[str, str]) -> int:
        """Meta's webhook, as the door takes it."""
        if signature.check(self.meta.app_secret, body, headers.get(signature.HEADER)) is not signature.Verdict.VALID:
            return 403
        events = read(body, self.clock.now())
        messages = [event for event in events if isinstance(event, InboundMessage)]
        known = {phone_of(who): who for who in self.phones}
        ids = self.clinic.engine.receive(
            messages,
            [event for event in events if isinstance(event, DeliveryStatus)],
            [],
            [event for event in events if isinstance(event, Echo)],
            [event for event in events if isinstance(event, TemplateNews)],
        )
        for message, id in zip(messages, ids, strict=False):
            self.clinic.conversations[known[message.sender[0].value]] = id
            self.clinic.accepted[message.wamid] = id
        return 200

    def work(self) -> None:
        """What the queue would run by now; what is due later waits."""
        while jobs := self.database.take_jobs():
            for waiting in jobs:
                if waiting.delay > dt.timedelta():
                    self.at(self.clock.now() + waiting.delay, lambda job=waiting.job: self._do(job))  # type: ignore[misc]
                else:
                    self._do(waiting.job)
        self._report()
        self._watch_notices()

    def check(self) -> None:
        """Everything that must always hold."""
        with self.database() as uow:
            for who, phone in self.phones.items():
                if who not in self.clinic.conversations and (person := uow.staff.find(f"+{phone.wa_id}")):
                    chat = uow.conversations.of_person(person.id)
                    if chat is not None:
                        self.clinic.conversations[who] = chat.id
        for who in self.clinic.conversations:
            self.clinic._news(who)
        check_all(self.clinic)
        assert not self.sender.broken, self.sender.broken
        self._checked_at, self.checks = self.clock.now(), self.checks + 1

    def _do(self, job: object) -> None:
        match job:
            case ProcessChat():
                self.clinic._process(job.conversation_id)
            case DeliverClass():
                self.clinic.delivery.deliver(job.conversation_id, job.message_class)
            case TellPatient():
                with self.database() as uow:
                    telling.tell(uow, job.appointment_id, self.clock.now())
                    uow.commit()

    def _sweep(self) -> None:
        self._upkeep.sweep()
        self.at(self.clock.now() + SWEEP, self._sweep)

    def _report(self) -> None:
        """Meta tells what became of each message that it took: a few seconds later, all but the price."""
        for sent in self.meta.sent[self._reported :]:
            lost = sent.to in self.unreachable
            self.later(1, 4, lambda m=sent: self._status(m.wamid, "sent", m.to, m.tracking))  # type: ignore[misc]
            became = "failed" if lost else "delivered"
            self.later(5, 600 if lost else 60, lambda m=sent, s=became: self._status(m.wamid, s, m.to, m.tracking))  # type: ignore[misc]
        self._reported = len(self.meta.sent)

    def _status(self, wamid: str, became: str, to: str, tracking: str | None) -> None:
        error = (131026, "Message Undeliverable.") if became == "failed" else None
        status = meta_events.status(wamid, became, self.clock.now(), to, tracking, error)
        status.pop("pricing", None)  # so that it is counted by the rates given
        self.meta.deliver(statuses=[status])

    def _watch_notices(self) -> None:
        """Since when each notice waits; kept for who has been dealt with too."""
        with self.database() as uow:
            for notice in uow.notices.list(limit=50):
                self.open_notices.setdefault(notice.id, notice.at)


def approved() -> list[Template]:
    """All of ours, as Meta would have approved them."""
    return [
        Template(name, one.language, one.body, tuple(button.title for button in one.buttons))
        for name, one in TEMPLATES.items()
    ]
