"""The engine on fakes with a clock, and its jobs run when they are due: what the queue does, without a queue."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from booking.conversation.engine import Engine, Pace
from booking.intents import Greet, Understanding
from booking.models import (
    Content,
    Conversation,
    Identity,
    IdentityKind,
    InboundMessage,
    OutboxItem,
    ProcessChat,
    Tap,
    Text,
    TurnRecord,
    UnderstandingContext,
)
from booking.ports import IntentExtractor
from booking.testing.clinic import phone_of
from booking.testing.fakes import MemoryDatabase, ScriptedExtractor, ScriptedKnowledge
from booking.testing.frozen_clock import FrozenClock
from booking.testing.world import OPENING_DAY, small_seed

PAUSE = dt.timedelta(milliseconds=700)


def greeting(text: str, context: UnderstandingContext) -> Understanding:
    """Reads everything as a greeting."""
    return Understanding(intents=(Greet(),))


@dataclass(order=True)
class _Waiting:
    due: dt.datetime
    number: int
    job: ProcessChat = field(compare=False)


class Desk:
    """Say things, let time pass, and see which turns came of it."""

    def __init__(self, extractor: IntentExtractor | None = None, pause: dt.timedelta = PAUSE) -> None:
        seed = small_seed()
        self.database = MemoryDatabase().seed(seed.clinic, seed.doctors, seed.openings)
        self.clock = FrozenClock(OPENING_DAY)
        self.reader = extractor or ScriptedExtractor(greeting)
        self.engine = Engine(
            begin=self.database,
            clock=self.clock,
            extractor=self.reader,
            knowledge=ScriptedKnowledge(),
            pace=Pace(pause=pause),
            phone_number_id="test",
            acknowledge=lambda wamid: self.acknowledged.append(wamid),
        )
        self.acknowledged: list[str] = []
        self.chats: dict[str, int] = {}
        self._waiting: list[_Waiting] = []
        self._sent = 0

    def message(self, who: str, content: Content | str, **fields: object) -> InboundMessage:
        """A message as the webhook hands it over."""
        self._sent += 1
        given: dict[str, object] = {
            "wamid": f"wamid.{self._sent}",
            "phone_number_id": "test",
            "sender": (Identity(kind=IdentityKind.WA_ID, value=phone_of(who)),),
            "sent_at": self.clock.now(),
            "content": Text(body=content) if isinstance(content, str) else content,
        }
        return InboundMessage.model_validate(given | fields)

    def write(self, who: str, *contents: Content | str) -> None:
        """The person writes; one delivery of the webhook."""
        self.deliver(who, *(self.message(who, content) for content in contents))

    def deliver(self, who: str, *messages: InboundMessage) -> None:
        """One delivery of the webhook."""
        for conversation_id in self.engine.receive(messages):
            self.chats[who] = conversation_id
        self._collect()

    def tap(self, who: str, payload: str) -> None:
        self.write(who, Tap(payload=payload, title="…"))

    def run(self) -> list[list[str]]:
        """Run every job that is due, urgent ones first and then the oldest; the texts of each turn that came of it."""
        before = {who: self.conversation(who).turns for who in self.chats}
        while due := [w for w in self._waiting if w.due <= self.clock.now()]:
            first = min(due, key=lambda w: (not w.job.urgent, w.due, w.number))
            self._waiting.remove(first)
            self.engine.process(first.job.conversation_id, first.job.message_id)
            self._collect()
        return [self.texts(turn) for who in self.chats for turn in self.turns(who) if turn.number > before[who]]

    def wait(self, milliseconds: float) -> list[list[str]]:
        """Time passes; what is due by then runs."""
        self.clock.advance(dt.timedelta(milliseconds=milliseconds))
        return self.run()

    def texts(self, turn: TurnRecord) -> list[str]:
        """What the messages of a turn said."""
        rows = self.database.store.tables["messages"]
        contents = [rows[message_id].message.content for message_id in turn.message_ids]
        return [c.body if isinstance(c, Text) else f"[{c.payload}]" if isinstance(c, Tap) else c.what for c in contents]

    def turns(self, who: str) -> Sequence[TurnRecord]:
        with self.database() as uow:
            return uow.turns.list(self.chats[who])

    def conversation(self, who: str) -> Conversation:
        with self.database() as uow:
            return uow.conversations.get(self.chats[who])

    def outbox(self, who: str) -> Sequence[OutboxItem]:
        with self.database() as uow:
            return uow.outbox.list(self.chats[who])

    def notices(self) -> list[str]:
        """What staff were told, oldest first."""
        with self.database() as uow:
            return [notice.kind for notice in reversed(uow.notices.list())]

    def pending(self, who: str) -> int:
        with self.database() as uow:
            return len(uow.inbox.pending(self.chats[who]))

    def _collect(self) -> None:
        for job, delay in self.database.take_jobs():
            if isinstance(job, ProcessChat):
                self._waiting.append(_Waiting(self.clock.now() + delay, len(self._waiting), job))
