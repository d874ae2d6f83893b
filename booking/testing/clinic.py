"""`Clinic`: the real engine on fakes or on PostgreSQL, driven as people would: say, tap, advance, deliver twice.

Holds no expectation: what must be true stands in `invariants`.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections import deque
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from booking.conversation import asking_ratings, reminding, telling
from booking.conversation.buttons import encode
from booking.conversation.delivery import Delivery
from booking.conversation.engine import Engine, Pace
from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.errors import DatabaseUnavailable
from booking.intents import AnyIntent, Source
from booking.models import (
    LIVE,
    Content,
    Conversation,
    Identity,
    IdentityKind,
    InboundMessage,
    MessageClass,
    OutboxItem,
    Tap,
    Text,
    TurnRecord,
    Unsupported,
)
from booking.ports import IntentExtractor, Knowledge, Memory, UnitOfWorkFactory
from booking.runtime.services import toolbox
from booking.testing.checked_sender import CheckedSender
from booking.testing.coverage import SEEN
from booking.testing.exchange import Exchange, Stored
from booking.testing.faults import CALLS, Faults
from booking.testing.frozen_clock import FrozenClock
from booking.testing.saved_offers import SavedOffers
from booking.testing.scripts.remembered import KeptWhenAsked
from booking.testing.scripts.scripted import RecordingSender, ScriptedKnowledge
from booking.testing.wording import MeaningReader, buttons_of, meaning, phone_of, read, short

__all__ = ["Clinic", "Exchange", "MeaningReader", "Stored", "buttons_of", "meaning", "phone_of", "read"]

RECENT: deque[Clinic] = deque(maxlen=1)
"""The last clinic made in this process: what the pytest plugin shows when a test fails."""

_TRIES = 8

BURST = dt.timedelta(milliseconds=700)
UNITS = {"seconds": "segundos", "minutes": "minutos", "hours": "horas", "days": "días", "weeks": "semanas"}


@dataclass
class Clinic:
    """Give it a unit of work factory (fake or PostgreSQL) and a clock. People are named by plain words."""

    begin: UnitOfWorkFactory
    clock: FrozenClock
    reader: IntentExtractor | None = None
    pace: Pace = field(default_factory=lambda: Pace(pause=dt.timedelta()))
    knowledge: Knowledge = field(default_factory=ScriptedKnowledge)
    memory: Memory | None = None  # None: the real one, which has kept all that ended
    machine: Conversing = CONVERSING
    faults: Faults = field(default_factory=Faults)
    saved_offers: SavedOffers = field(default_factory=SavedOffers)
    sender: RecordingSender = field(default_factory=RecordingSender)
    aloud: bool = True  # keep a transcript
    transcript: list[str] = field(default_factory=list)
    records: list[TurnRecord] = field(default_factory=list)
    said: list[tuple[str, OutboxItem]] = field(default_factory=list)  # to whom, every message of ours
    accepted: dict[str, int] = field(default_factory=dict)  # wamid → conversation
    conversations: dict[str, int] = field(default_factory=dict)  # person → conversation
    handled: set[int] = field(default_factory=set)  # messages that belong to a turn
    handled_twice: set[int] = field(default_factory=set)
    checked: dict[object, int] = field(default_factory=dict)  # how much of `records` or `said` a check has seen
    _turns: dict[str, int] = field(default_factory=dict)
    _items: dict[str, int] = field(default_factory=dict)
    _sent: int = 0
    _last: InboundMessage | None = None
    _still: Stored | None = None

    def __post_init__(self) -> None:
        begin = self.faults.around(self.saved_offers.around(self.begin))
        memory = self.memory or KeptWhenAsked(self.begin, self.clock)
        self.engine = Engine(
            begin=begin,
            clock=self.clock,
            extractor=self.faults.wrap("extractor", MeaningReader(self.reader)),
            knowledge=self.faults.wrap("knowledge", self.knowledge),
            memory=self.faults.wrap("memory", memory),
            pace=self.pace,
            machine=self.machine,
            tools=toolbox(self.begin, seconds=60),  # however busy the machine is,
        )
        self.delivery = Delivery(begin, self.clock, CheckedSender(self.begin, self.clock, self.sender))
        RECENT.append(self)

    # --- what people do ---------------------------------------------------------------------------

    def say(self, who: str, text: str) -> Exchange:
        """The person writes."""
        return self._exchange(who, text, Text(body=text))

    def burst(self, who: str, *texts: str) -> Exchange:
        """The person writes several messages within the pause: one turn."""
        self.engine.pace = dataclasses.replace(self.pace, pause=BURST)
        try:
            return self._exchange(who, " / ".join(texts), *(Text(body=text) for text in texts))
        finally:
            self.engine.pace = self.pace

    def mean(self, who: str, *intents: AnyIntent, source: Source = Source.SHORTCUT) -> Exchange:
        """The person writes something that is understood as just these intents."""
        shown = f"({', '.join(short(i) for i in intents)})" if self.aloud else ""
        return self._exchange(who, shown, meaning(*intents, source=source))

    def tap(self, who: str, label: str | int) -> Exchange:
        """The person taps a button or row of the last message that has any, by its title or its place from 1."""
        items = self.sent_to(who) if who in self.conversations else []
        found: tuple[str, str] | None
        choices = next((tappable for item in reversed(items) if (tappable := buttons_of(item.content))), [])
        if isinstance(label, int):
            found = choices[label - 1] if 0 < label <= len(choices) else None
        else:
            found = next((c for c in choices if label.casefold() in c[1].casefold()), None)
        if found is None:
            raise LookupError(f"no button {label!r} among {[title for _, title in choices]}")
        return self.tap_payload(who, *found)

    def tap_payload(self, who: str, payload: str, title: str = "") -> Exchange:
        """The person taps a button with this id, perhaps an old one."""
        return self._exchange(who, f"[{title or payload}]", Tap(payload=payload, title=title))

    def tap_meaning(self, who: str, intent: AnyIntent, draft_version: int | None) -> Exchange:
        """The person taps a button of ours that means this, of that draft."""
        return self.tap_payload(who, encode(intent, draft_version), short(intent) if self.aloud else "")

    def send_media(
        self, who: str, what: str = "image", caption: str | None = None, media: str | None = None
    ) -> Exchange:
        """The person sends something that cannot be read; `media` is the id of a recording."""
        return self._exchange(who, f"<{what}>", Unsupported(what=what, caption=caption, media=media))

    def deliver_twice(self) -> list[int]:
        """The webhook delivers the last message again."""
        return self._deliver(self._last) if self._last else []

    def advance(self, **durations: float) -> None:
        """Time passes (arguments of `timedelta`). Raises ValueError if it would not go on."""
        by = dt.timedelta(**durations)
        if by <= dt.timedelta():
            raise ValueError(f"time only goes on: {durations}")
        self.clock.advance(by)
        self._tell(f"… pasan {' y '.join(f'{amount:g} {UNITS.get(unit, unit)}' for unit, amount in durations.items())}")

    def break_service(self, name: str, nth: int = 1, error: BaseException | None = None) -> None:
        """The n-th next call of a port's method fails: "commit", "appointments.hold", "extractor.understand". Raises
        ValueError for one that is none of `faults.CALLS`: it would never fail."""
        if name not in CALLS:
            raise ValueError(f"no port has a call {name!r}; near: {get_close_matches(name, CALLS)}")
        self.faults.break_nth(name, nth, error)
        self._tell(f"   · fallará {name}, la llamada {nth} desde aquí")

    def give_back(self, who: str) -> Exchange:
        """Staff give the chat back to the bot."""
        self._tell(f"   · recepción devuelve al bot el chat de {who}")
        self.engine.return_to_bot(self.conversations[who])
        return self._told(*self._news(who))

    def tell_patients(self) -> None:
        """As the queue does: those are told whose appointments staff have changed."""
        with self.begin() as uow:
            for appointment_id in uow.tellings.waiting():
                telling.tell(uow, appointment_id, self.clock.now())
            uow.commit()

    def remind(self) -> None:
        """As the queue does: those are reminded of whose appointments it is time."""
        with self.begin() as uow:
            jobs = reminding.find(uow, self.clock.now())
            uow.commit()
        for job in jobs:
            with self.begin() as uow:
                reminding.remind(uow, job.conversation_id, job.appointment_ids, self.clock.now())
                uow.commit()
            self.delivery.deliver(job.conversation_id, MessageClass.REMINDER)

    def ask_how_it_was(self) -> None:
        """As the clock's job does: those are asked how it was whose visits are over, if the clinic asks."""
        with self.begin() as uow:
            asking_ratings.ask(uow, self.clock.now())
            due = [one for one in uow.outbox.due_classes(self.clock.now()) if one[1] is MessageClass.REMINDER]
            uow.commit()
        for conversation_id, of in due:
            self.delivery.deliver(conversation_id, of)

    def fork(self, begin: UnitOfWorkFactory) -> Clinic:
        """The same people at the same moment, on a copy of the database: nothing done there is done here. The ports
        beside it are the same."""
        kept = {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}
        own = {name: value.copy() for name, value in kept.items() if isinstance(value, dict | list | set)}
        return Clinic(**kept | own | {"begin": begin, "clock": FrozenClock(self.clock.now())})

    # --- what can be seen ---------------------------------------------------------------------------

    def conversation(self, who: str) -> Conversation:
        with self.begin() as uow:
            return uow.conversations.get(self.conversations[who])

    def sent_to(self, who: str) -> list[OutboxItem]:
        """Everything put in the outbox for this person, oldest first."""
        with self.begin() as uow:
            return list(uow.outbox.list(self.conversations[who], limit=1000))

    def stored(self) -> Stored:
        """What the database holds now; while `check_all` runs, what it held when that began."""
        return self._still or self._stored()

    def hold_still(self, still: bool = True) -> None:
        """Until told otherwise `stored` answers from one moment; every turn and message till then is known."""
        self._still = None
        if still:
            stored = self._stored()
            for who, conversation in stored.conversations.items():
                self._news(who, conversation)
            self._still = stored

    # --- how -----------------------------------------------------------------------------------------

    def inbound(self, who: str, content: Content) -> InboundMessage:
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

    def receive(self, who: str, content: Content) -> None:
        """The webhook hands over a message; nothing handles it yet."""
        self._last = self.inbound(who, content)
        (conversation_id,) = self._deliver(self._last)
        self.conversations[who] = conversation_id
        self.accepted[self._last.wamid] = conversation_id

    def drain(self, who: str) -> Exchange:
        """Handle what is pending for this person."""
        self._news(who)
        self._process(self.conversations[who])
        return self._told(*self._news(who))

    def _exchange(self, who: str, shown: str, *contents: Content) -> Exchange:
        self._tell(f"{who}: {shown}")
        for content in contents:
            self.receive(who, content)
        return self.drain(who)

    def _deliver(self, message: InboundMessage) -> list[int]:
        """As Meta does: again, until it is acknowledged."""
        while True:
            try:
                return self.engine.receive([message])
            except DatabaseUnavailable:
                self._tell("   · no se acusó de recibido: WhatsApp lo entrega otra vez")

    def _process(self, conversation_id: int) -> None:
        """As the queue does: again, until the job ends well; what fails for good is raised."""
        for left in reversed(range(_TRIES)):
            try:
                self.engine.process(conversation_id)
                return
            except Exception as error:
                if not left:
                    raise
                self._tell(f"   · el turno falló ({type(error).__name__}) y se intenta otra vez")

    def _stored(self) -> Stored:
        with self.begin() as uow:
            return Stored(
                {who: uow.conversations.get(id) for who, id in self.conversations.items()},
                uow.appointments.list(statuses=_LIVE),
                uow.inbox.conversations_waiting(),
            )

    def _news(self, who: str, now: Conversation | None = None) -> tuple[list[TurnRecord], list[OutboxItem]]:
        """Turns and messages of this person's chat that were not known yet."""
        id, known, shown = self.conversations[who], self._turns.get(who, 0), self._items.get(who, 0)
        with self.begin() as uow:
            count = (now or uow.conversations.get(id)).turns - known
            turns = list(uow.turns.list(id, limit=count)) if count > 0 else []
            items: list[OutboxItem] = []
            limit = 4
            while True:
                items = [item for item in uow.outbox.list(id, limit=limit) if item.id > shown]
                if len(items) < limit:
                    break
                limit *= 4
        self._turns[who] = known + len(turns)
        self._items[who] = items[-1].id if items else shown
        self.records.extend(turns)
        self.said.extend((who, item) for item in items)
        for turn in turns:
            self.handled_twice.update(self.handled.intersection(turn.message_ids))
            self.handled.update(turn.message_ids)
        SEEN.add(turns)
        return turns, items

    def _told(self, turns: list[TurnRecord], items: list[OutboxItem]) -> Exchange:
        exchange = Exchange(turns, [item.content for item in items])
        if self.aloud:
            for turn in turns:
                self._tell(f"   · {' → '.join(step.row for step in turn.steps)}")
            self.transcript.extend(f"   bot: {read(message)}" for message in exchange.messages)
        return exchange

    def _tell(self, line: Any) -> None:
        if self.aloud:
            self.transcript.append(line)


_LIVE = sorted(LIVE)
