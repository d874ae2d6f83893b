"""Messages in and out, each stored before it is dealt with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from booking.models import DeliveryStatus, Identity, InboundMessage, OutboxItem, OutContent, PendingMessage


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
