"""What the core needs from outside, as Protocols that speak in value objects.

Holds no implementation. Repositories belong to one `UnitOfWork`: everything done through it is committed
together or not at all. Moments are aware; `now` is always the caller's clock, never the database's.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from booking.intents import ModelCall, Source, Understanding
from booking.models import (
    Appointment,
    Busy,
    Clinic,
    Control,
    Conversation,
    DateOverride,
    DeliveryStatus,
    Doctor,
    Hold,
    Identity,
    InboundMessage,
    Opening,
    OutboxItem,
    OutContent,
    Patient,
    PendingMessage,
    Slot,
    Status,
    TurnRecord,
    UnderstandingContext,
)


class Clock(Protocol):
    """The only source of time."""

    def now(self) -> dt.datetime:
        """The present instant, in UTC."""
        ...


class IntentExtractor(Protocol):
    """Turns text into typed intents. Never raises; what it cannot read is `unknown`."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding: ...


class Passage(NamedTuple):
    """A text of the clinic's own, quoted whole, and where it stands."""

    text: str
    source: str


class Knowledge(Protocol):
    """The clinic's documents. Raises ServiceUnavailable; the turn goes on without it."""

    def answer(self, query: str) -> Passage | None: ...


class Sent(NamedTuple):
    """WhatsApp took the message under this id."""

    wamid: str


class NotSent(NamedTuple):
    """WhatsApp did not take the message. `retry_after` None means never."""

    error: str
    code: int | None = None
    retry_after: dt.timedelta | None = None
    stop_everything: bool = False  # token, account or permission: stop the sender and tell the operator


class MessageSender(Protocol):
    """Sends one message. `ready` is False without credentials: messages then wait in the outbox."""

    @property
    def ready(self) -> bool: ...

    def send(self, item: OutboxItem) -> Sent | NotSent: ...

    def acknowledge(self, wamid: str) -> None:
        """Mark as read and show "typing". Best effort, never raises."""
        ...


class Accepted(NamedTuple):
    """A message stored in the inbox."""

    message_id: int
    conversation_id: int


class Inbox(Protocol):
    """Messages received. Unique on WhatsApp's id."""

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """Store the message under its sender's conversation, creating person, identities and conversation
        when new (+52/+521 forms and several identities find the same person). None: seen before."""
        ...

    def keep_foreign(self, message: InboundMessage, now: dt.datetime) -> None:
        """Store a message addressed to another phone number: no conversation, no turn."""
        ...

    def keep_damaged(self, raw: str, why: str, now: dt.datetime) -> None:
        """Keep something unreadable for staff to see."""
        ...

    def pending(self, conversation_id: int) -> Sequence[PendingMessage]:
        """Accepted messages that no turn has handled, in order of arrival."""
        ...

    def close(self, message_ids: Sequence[int], turn_id: int) -> None:
        """These messages belong to that turn."""
        ...

    def count_attempt(self, message_ids: Sequence[int], error: str) -> int:
        """One more failed attempt; the highest count among them."""
        ...

    def conversations_waiting(self) -> Sequence[int]:
        """Conversations with messages no turn has handled: for recovery."""
        ...


class Conversations(Protocol):
    """Chats, each with its person."""

    def get(self, conversation_id: int) -> Conversation:
        """Raises NotFound."""
        ...

    def lock(self, conversation_id: int) -> Conversation:
        """The same, locked until the end of the transaction. Raises NotFound."""
        ...

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """Store state, control, draft, offer, counts and the person's consent and name; version + 1."""
        ...

    def list(self, *, control: Control | None = None, limit: int = 50) -> Sequence[Conversation]:
        """Most recently used first."""
        ...

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        """Conversations under human control whose time is over."""
        ...


class Tally(NamedTuple):
    """A doctor's place in the fair turn: live and held appointments, and the weight that divides them."""

    doctor_id: int
    load: int
    weight: int


class Appointments(Protocol):
    """`citas_medicas`. The database's exclusion constraints have the last word on every write."""

    def tallies(self, doctor_ids: Sequence[int], now: dt.datetime) -> Sequence[Tally]:
        """Lock the fair turn (`control_turnos`) and count; holds that lapsed by `now` do not count."""
        ...

    def hold(
        self, slot: Slot, doctor_id: int, conversation_id: int, now: dt.datetime, expires_at: dt.datetime
    ) -> Hold | None:
        """Delete overlapping holds that lapsed by `now`, then take the slot. None: it is taken."""
        ...

    def renew_hold(self, hold: Hold, conversation_id: int, expires_at: dt.datetime) -> Hold | None:
        """Give a hold that still exists more time, lapsed or not. None: it is gone."""
        ...

    def release_hold(self, hold: Hold, conversation_id: int) -> None:
        """Delete it, if it is still this conversation's hold."""
        ...

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, kind: str, reason: str | None, now: dt.datetime
    ) -> Appointment | None:
        """Turn the conversation's hold into an appointment. None: the patient is busy at that time.
        The hold must exist (renew it first, in the same transaction). Raises NotFound."""
        ...

    def get(self, appointment_id: int) -> Appointment:
        """Raises NotFound."""
        ...

    def cancel(self, appointment_id: int, version: int, reason: str | None, now: dt.datetime) -> Appointment | None:
        """Set `cancelada`. None: not at that version, or no longer live."""
        ...

    def list(
        self,
        *,
        start: dt.datetime | None = None,
        end: dt.datetime | None = None,
        doctor_id: int | None = None,
        patient_id: int | None = None,
        person_id: int | None = None,
        statuses: Sequence[Status] | None = None,
        limit: int | None = None,
    ) -> Sequence[Appointment]:
        """By start, then id. Half-open range over the start."""
        ...


class Calendar(NamedTuple):
    """Active doctors, their weekly hours and overrides, and when they are taken."""

    doctors: Sequence[Doctor]
    openings: Sequence[Opening]
    overrides: Sequence[DateOverride]
    busy: Sequence[Busy]


class Schedules(Protocol):
    """When doctors work, and when they are taken."""

    def clinic(self) -> Clinic: ...

    def doctors(self) -> Sequence[Doctor]:
        """By id; inactive ones too."""
        ...

    def calendar(
        self, start: dt.datetime, end: dt.datetime, now: dt.datetime, *, except_conversation: int | None = None
    ) -> Calendar:
        """Everything slot arithmetic needs for that range, in as few statements as can be. Busy are live
        appointments and holds that have not lapsed by `now`, by start, but for the holds of that conversation.
        Ask for whole local days: daily caps count them."""
        ...


class Patients(Protocol):
    def find_or_create(self, person_id: int, name: str, phone: str | None, now: dt.datetime) -> Patient:
        """The patient of this name (accents and case aside) whom this person writes for."""
        ...

    def get_many(self, patient_ids: Sequence[int]) -> Sequence[Patient]: ...


class Outbox(Protocol):
    """Messages of ours, stored with what they speak of."""

    def add(
        self, conversation_id: int, to: Identity, contents: Sequence[OutContent], reply_to: str | None, now: dt.datetime
    ) -> Sequence[int]: ...

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[OutboxItem]:
        """Unsent and not waiting, oldest first; stops before the first that waits (order is kept)."""
        ...

    def mark_sent(self, item_id: int, wamid: str, now: dt.datetime) -> None: ...

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None) -> None:
        """`retry_at` None: never again."""
        ...

    def record_status(self, status: DeliveryStatus) -> None:
        """Keep the furthest of sent < delivered < read; `failed` with its error. Unknown ids are ignored."""
        ...

    def conversations_due(self, now: dt.datetime) -> Sequence[int]: ...

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        """The newest, oldest first."""
        ...


class TurnLog(Protocol):
    def add(self, record: TurnRecord) -> int: ...

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        """In order, `texts` read back from the inbox."""
        ...


class ModelCalls(Protocol):
    """`clasificaciones_llm`: what every call of a model cost. Never what was said."""

    def add(self, conversation_id: int, calls: Sequence[ModelCall], source: Source, now: dt.datetime) -> None: ...

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, ModelCall]]:
        """Newest first: conversation, when, what it cost."""
        ...


class StaffNotices(Protocol):
    """What staff must look at: a chat that asks for a human, a message that failed three times."""

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None: ...

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, str, int | None, str]]: ...


class Jobs(Protocol):
    """Background work, deferred in the same transaction as what it is about."""

    def process(self, conversation_id: int, *, message_id: int, urgent: bool, delay: dt.timedelta) -> None:
        """Handle what is pending. `urgent` (a tap) overtakes waiting texts of the same conversation."""
        ...

    def deliver(self, conversation_id: int) -> None: ...


class UnitOfWork(Protocol):
    """One transaction. Leaving without `commit` rolls back."""

    @property
    def inbox(self) -> Inbox: ...

    @property
    def conversations(self) -> Conversations: ...

    @property
    def appointments(self) -> Appointments: ...

    @property
    def schedules(self) -> Schedules: ...

    @property
    def patients(self) -> Patients: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def turns(self) -> TurnLog: ...

    @property
    def notices(self) -> StaffNotices: ...

    @property
    def model_calls(self) -> ModelCalls: ...

    @property
    def jobs(self) -> Jobs: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def commit(self) -> None: ...


UnitOfWorkFactory = Callable[[], UnitOfWork]
