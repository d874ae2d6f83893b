"""`Clinic`: the real engine on fakes or on PostgreSQL, driven as people would: say, tap, advance, deliver twice.

Holds no expectation: what must be true stands in `invariants`.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from booking.buttons import encode
from booking.delivery import Delivery
from booking.engine import Engine, Pace
from booking.errors import DatabaseUnavailable
from booking.fsm.machine import CONVERSING, Conversing
from booking.intents import INTENT, AnyIntent, Source, Understanding, Unknown
from booking.models import (
    Conversation,
    Identity,
    IdentityKind,
    InboundMessage,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    Tap,
    Text,
    TurnRecord,
    UnderstandingContext,
    Unsupported,
)
from booking.ports import IntentExtractor, Knowledge, UnitOfWorkFactory
from booking.testing.clock import FrozenClock
from booking.testing.faults import Faults
from booking.testing.scripted import RecordingSender, ScriptedKnowledge

_MEANT = "\u2063"  # an invisible separator: text that carries its intents


class MeaningReader:
    """Reads text made by `meaning` back into its intents; hands other text to the real reader, if any."""

    def __init__(self, reader: IntentExtractor | None = None) -> None:
        self.reader = reader

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        if text.startswith(_MEANT):
            source, *intents = json.loads(text.removeprefix(_MEANT))
            return Understanding(intents=tuple(INTENT.validate_python(i) for i in intents), source=Source(source))
        if self.reader is None:
            return Understanding(intents=(Unknown(),))
        return self.reader.understand(text, context)


@dataclass
class Exchange:
    """What one call of `say`, `tap` or `mean` led to: the turns handled and the messages that went out."""

    turns: list[TurnRecord]
    messages: list[OutContent]

    @property
    def text(self) -> str:
        """Everything that went out, as the person reads it."""
        return "\n".join(read(message) for message in self.messages)

    @property
    def keys(self) -> list[str]:
        """The reply keys of these turns, in order."""
        return [reply.key for turn in self.turns for reply in turn.replies]


@dataclass
class Clinic:
    """Give it a unit of work factory (fake or PostgreSQL) and a clock. People are named by plain words."""

    begin: UnitOfWorkFactory
    clock: FrozenClock
    reader: IntentExtractor | None = None
    pace: Pace = field(default_factory=lambda: Pace(pause=dt.timedelta()))
    knowledge: Knowledge = field(default_factory=ScriptedKnowledge)
    machine: Conversing = CONVERSING
    faults: Faults = field(default_factory=Faults)
    sender: RecordingSender = field(default_factory=RecordingSender)
    transcript: list[str] = field(default_factory=list)
    records: list[TurnRecord] = field(default_factory=list)
    accepted: dict[str, int] = field(default_factory=dict)  # wamid → conversation
    conversations: dict[str, int] = field(default_factory=dict)  # person → conversation
    _sent: int = 0
    _last: InboundMessage | None = None

    def __post_init__(self) -> None:
        begin = self.faults.around(self.begin)
        self.engine = Engine(
            begin=begin,
            clock=self.clock,
            extractor=self.faults.wrap("extractor", MeaningReader(self.reader)),
            knowledge=self.faults.wrap("knowledge", self.knowledge),
            pace=self.pace,
            machine=self.machine,
        )
        self.delivery = Delivery(begin, self.clock, self.sender)

    # --- what people do ---------------------------------------------------------------------------

    def say(self, who: str, text: str) -> Exchange:
        """The person writes."""
        return self._exchange(who, Text(body=text), text)

    def mean(self, who: str, *intents: AnyIntent, source: Source = Source.SHORTCUT) -> Exchange:
        """The person writes something that is understood as just these intents."""
        return self._exchange(who, meaning(*intents, source=source), "(" + ", ".join(_short(i) for i in intents) + ")")

    def tap(self, who: str, label: str | int) -> Exchange:
        """The person taps a button or row of the last message that has any, by its title or its place from 1."""
        for message in reversed(self.sent_to(who)):
            if choices := buttons_of(message.content):
                break
        else:
            raise LookupError(f"nothing to tap for {who}")
        found = (
            choices[label - 1]
            if isinstance(label, int)
            else next((c for c in choices if label.casefold() in c[1].casefold()), None)
        )
        if found is None:
            raise LookupError(f"no button {label!r} among {[title for _, title in choices]}")
        return self.tap_payload(who, *found)

    def tap_payload(self, who: str, payload: str, title: str = "") -> Exchange:
        """The person taps a button with this id, perhaps an old one."""
        return self._exchange(who, Tap(payload=payload, title=title), f"[{title or payload}]")

    def tap_meaning(self, who: str, intent: AnyIntent, draft_version: int | None) -> Exchange:
        """The person taps a button of ours that means this, of that draft."""
        return self.tap_payload(who, encode(intent, draft_version), _short(intent))

    def send_media(self, who: str, what: str = "image", caption: str | None = None) -> Exchange:
        """The person sends something that cannot be read."""
        return self._exchange(who, Unsupported(what=what, caption=caption), f"<{what}>")

    def deliver_twice(self) -> list[int]:
        """The webhook delivers the last message again."""
        return self._deliver(self._last) if self._last else []

    def advance(self, **durations: float) -> None:
        """Time passes (arguments of `timedelta`)."""
        self.clock.advance(dt.timedelta(**durations))
        self.transcript.append(f"… {durations}")

    def break_service(self, name: str, nth: int = 1) -> None:
        """The n-th next call of a port's method fails: "commit", "appointments.hold", "extractor.understand"."""
        self.faults.break_nth(name, nth)

    # --- what can be seen ---------------------------------------------------------------------------

    def conversation(self, who: str) -> Conversation:
        with self.begin() as uow:
            return uow.conversations.get(self.conversations[who])

    def sent_to(self, who: str) -> list[OutboxItem]:
        """Everything put in the outbox for this person, oldest first."""
        with self.begin() as uow:
            return list(uow.outbox.list(self.conversations[who], limit=1000))

    def handled(self, conversation_id: int, before: int) -> list[TurnRecord]:
        """The turns of a conversation after number `before`."""
        with self.begin() as uow:
            return [t for t in uow.turns.list(conversation_id) if t.number > before]

    # --- how -----------------------------------------------------------------------------------------

    def inbound(self, who: str, content: Text | Tap | Unsupported) -> InboundMessage:
        """A message of this person, as the webhook would hand it over, with an id of its own."""
        self._sent += 1
        return InboundMessage(
            wamid=f"wamid.{self._sent}",
            phone_number_id="test",
            sender=(Identity(kind=IdentityKind.WA_ID, value=phone_of(who)),),
            sent_at=self.clock.now(),
            content=content,
            profile_name=who,
        )

    def _exchange(self, who: str, content: Text | Tap | Unsupported, shown: str) -> Exchange:
        self.transcript.append(f"{who}: {shown}")
        self._last = self.inbound(who, content)
        (conversation_id,) = self._deliver(self._last)
        self.conversations[who] = conversation_id
        self.accepted[self._last.wamid] = conversation_id
        return self.drain(who)

    def _deliver(self, message: InboundMessage) -> list[int]:
        """As Meta does: again, until it is acknowledged."""
        while True:
            try:
                return self.engine.receive([message])
            except DatabaseUnavailable:
                self.transcript.append("   · not acknowledged, delivered again")

    def _process(self, conversation_id: int) -> None:
        """As the queue does: again, until the job ends well."""
        while True:
            try:
                self.engine.process(conversation_id)
                return
            except DatabaseUnavailable:
                self.transcript.append("   · job failed, tried again")

    def drain(self, who: str) -> Exchange:
        """Handle what is pending for this person."""
        conversation_id = self.conversations[who]
        before = self.conversation(who).turns
        messages = len(self.sent_to(who))
        self._process(conversation_id)
        turns = self.handled(conversation_id, before)
        self.records.extend(turns)
        exchange = Exchange(turns, [item.content for item in self.sent_to(who)[messages:]])
        for turn in turns:
            self.transcript.append(f"   · {' → '.join(step.row for step in turn.steps)}")
        self.transcript.extend(f"   bot: {read(message)}" for message in exchange.messages)
        return exchange


def meaning(*intents: AnyIntent, source: Source = Source.SHORTCUT) -> Text:
    """The content of a message that `MeaningReader` understands as just these intents."""
    return Text(body=_MEANT + json.dumps([source.value, *(i.model_dump(mode="json") for i in intents)]))


def phone_of(who: str) -> str:
    """A stable number for a name: Tijuana's area code and seven digits."""
    number = sum(ord(letter) * 31**place for place, letter in enumerate(who)) % 10_000_000
    return f"52664{number:07d}"


def buttons_of(content: OutContent) -> list[tuple[str, str]]:
    """(id, title) of everything that can be tapped."""
    match content:
        case OutButtons():
            return [(b.id, b.title) for b in content.buttons]
        case OutList():
            return [(row.id, row.title) for row in content.rows]
    return []


def read(content: OutContent) -> str:
    """A message as a person sees it."""
    titles: Sequence[str] = [title for _, title in buttons_of(content)]
    return content.body + "".join(f"\n  [{title}]" for title in titles)


def _short(intent: AnyIntent) -> str:
    given = intent.model_dump(mode="json", exclude_defaults=True)
    return f"{intent.kind} {given}" if given else intent.kind
