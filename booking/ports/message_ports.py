"""Messages in and out, each stored before it is dealt with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from booking.models import (
    AppointmentVersion,
    Content,
    DeliveryStatus,
    Identity,
    InboundMessage,
    MessageClass,
    OutboxItem,
    OutContent,
    OutTemplate,
    PendingMessage,
    Pricing,
    Reach,
    TemplateState,
    WebhookBody,
)
from booking.models.stage_times import StageTime


class Accepted(NamedTuple):
    """A message stored in the inbox. `waiting_since`: when the first of those came that wait with it."""

    message_id: int
    conversation_id: int
    waiting_since: dt.datetime


class Reported(NamedTuple):
    """A message of ours that a status was about, and what came of it."""

    conversation_id: int
    believed: bool = True  # False: it went out from another number, or to somebody else; nothing was changed
    undelivered: OutboxItem | None = None  # as it was, where it had not failed before this status


class DueClass(NamedTuple):
    """A class of messages in a conversation, of which one is due. Those of a class keep their order."""

    conversation_id: int
    message_class: MessageClass


class SentCount(NamedTuple):
    """How many messages of a class went out as this template (None: freely) at this price (None: WhatsApp has not told
    it), and how many of them twice."""

    message_class: MessageClass
    template: str | None
    messages: int
    repeated: int
    pricing: Pricing | None = None

    @property
    def place(self) -> tuple[str, str, str]:
        """By class, template and price."""
        return self.message_class, self.template or "", self.pricing.model_dump_json() if self.pricing else ""


class Taken(NamedTuple):
    """What this transaction takes apart; whether more waits behind it."""

    bodies: Sequence[WebhookBody]
    more: bool


class WebhookBodies(Protocol):
    """`entregas_webhook`: what WhatsApp delivered and nobody has taken apart yet, in order of arrival."""

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        """Store these, each with when it came."""
        ...

    def take(self, limit: int) -> Taken | None:
        """Remove the oldest, at most so many, and give them: they are taken apart in this transaction. None: another
        one is at it."""
        ...

    def count_attempt(self, body_id: int) -> int:
        """One more attempt that failed; how many by now. 0: it is gone."""
        ...

    def remove(self, body_id: int) -> bool:
        """Whether it was still there."""
        ...

    def oldest(self) -> dt.datetime | None:
        """When the first of those that wait came in; None: none waits."""
        ...


class Inbox(Protocol):
    """Messages received. Unique on WhatsApp's id."""

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """Store the message under its sender's conversation, creating person, identities and conversation
        when new (+52/+521 forms and several identities find the same person). None: seen before."""
        ...

    def accept_all(self, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> Sequence[Accepted | None]:
        """The same of several, each with when it came in, as if they were accepted one after the other; what they will
        lock is locked in one order."""
        ...

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """Messages of these are about to be accepted in this transaction: what several of them will lock is locked in
        one order, so that two deliveries never wait for each other in a circle."""
        ...

    def conversation_of(self, names: Sequence[Identity], now: dt.datetime) -> int:
        """The conversation with whoever goes by these names, made with its person where there is none: who has not
        written yet may be written to."""
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

    def contents(self, message_ids: Collection[int]) -> Mapping[int, Content]:
        """What these messages held, of those that are there."""
        ...

    def count_attempt(self, message_ids: Sequence[int], error: str) -> int:
        """One more failed attempt; the highest count among them."""
        ...

    def conversations_waiting(self) -> Sequence[int]:
        """Conversations with messages no turn has handled: for recovery."""
        ...


class Outbox(Protocol):
    """Messages of ours, stored with what they speak of."""

    def add(
        self,
        conversation_id: int,
        to: Identity,
        contents: Sequence[OutContent],
        reply_to: str | None,
        now: dt.datetime,
        message_class: MessageClass = MessageClass.REPLY,
        *,
        about: AppointmentVersion | None = None,
        expires_at: dt.datetime | None = None,
        fallback: OutTemplate | None = None,
        urgent: bool = False,
    ) -> Sequence[int]:
        """Their ids. `about`: the appointment that they speak of. From `expires_at` on they are not to be sent.
        `urgent`: quiet hours do not hold them back. `fallback` says what a single one says, for when only a template
        may be sent. Raises ValueError where it would stand for several."""
        ...

    def due(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass = MessageClass.REPLY
    ) -> Sequence[OutboxItem]:
        """Unsent ones of that class, oldest first; stops before the first that waits (order is kept). One that has
        expired waits no longer. Those put off are passed over. None while the class is held back."""
        ...

    def to_send(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass
    ) -> tuple[Sequence[OutboxItem], Reach]:
        """What is due, with how the person may be reached."""
        ...

    def mark_sent(
        self,
        item_id: int,
        wamid: str,
        now: dt.datetime,
        *,
        fell_back: bool = False,
        measured: StageTime | None = None,
        alone: bool = False,
    ) -> None:
        """`fell_back`: its fallback is what went out. `measured` is stored with it, as `Metrics.add` does. `alone`:
        nothing else is to be done with it, so that it need not wait for `commit`."""
        ...

    def mark_shown(
        self, conversation_id: int, message_class: MessageClass, wamids: Mapping[int, str], now: dt.datetime
    ) -> bool:
        """Of these of one class, by their ids, those that still wait were read where they are shown, and are sent by
        nobody. False where somebody sends of this class to that conversation just now; then nothing is marked."""
        ...

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None, *, counts: bool = True) -> None:
        """`retry_at` None: never again. It is one attempt more where it `counts`."""
        ...

    def put_off(self, item_id: int, until: dt.datetime) -> None:
        """It is not due before then, and what comes behind it may pass."""
        ...

    def mark_expired(self, item_id: int, why: str) -> None:
        """It is not sent, and never will be."""
        ...

    def withdraw(self, item_ids: Collection[int]) -> None:
        """Those that wait are not sent, for others say what is so now."""
        ...

    def hold_back(self, classes: Sequence[MessageClass], until: dt.datetime) -> dt.datetime | None:
        """Nothing of these classes is due before then, in any conversation. Until when the first of them was held back
        before; None: never."""
        ...

    def record_status(self, status: DeliveryStatus, phone_number_id: str | None) -> Reported | None:
        """Keep the furthest of sent < delivered < read, with the price that it tells; `failed` with its error. One that
        is not further may tell the price that none has told. None: no message of ours.

        A message is found by WhatsApp's id, and by its own token while it has no such id; once it has, another id with
        its token tells that it went out twice (`OutboxItem.repeated_wamid`). It must have gone out from
        our number (`phone_number_id`, None: any) and to somebody who may be this conversation's person: 52 and 521 are
        one number, and a name of a kind that we know none of contradicts nothing."""
        ...

    def sent(self, since: dt.datetime, until: dt.datetime) -> Sequence[SentCount]:
        """What went out then and has not failed, by class, template and price."""
        ...

    def how_far(self, item_ids: Collection[int]) -> Mapping[int, str]:
        """ "sent", "delivered", "read" or "failed" of each, as WhatsApp reported last; without those it told nothing
        of."""
        ...

    def due_classes(self, now: dt.datetime) -> Sequence[DueClass]:
        """Where something is due that nobody is about to send: for recovery."""
        ...

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        """The newest, oldest first."""
        ...


class Templates(Protocol):
    """`plantillas`: what WhatsApp said of ours, last."""

    def get(self, name: str, language: str) -> TemplateState | None: ...

    def put(self, state: TemplateState) -> None: ...

    def list(self) -> Sequence[TemplateState]:
        """By name."""
        ...
