"""Repositories of messages in memory: inbox, outbox and the jobs they cause."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from booking.errors import NotFound
from booking.models import (
    Conversation,
    DeliveryStatus,
    Identity,
    IdentityKind,
    InboundMessage,
    MessageClass,
    OutboxItem,
    OutContent,
    PendingMessage,
    Person,
)
from booking.ports import Accepted, Lane, Reported
from booking.testing.fakes.memory_merges import copy_consent, merge

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork

_FOLLOWS: Final = {
    "sent": (None,),
    "delivered": (None, "sent"),
    "read": (None, "sent", "delivered"),
    "failed": (None, "sent"),
}
"""What each status may follow; a message that was delivered has not failed."""


class MessageRow(NamedTuple):
    """An accepted message; `turn_id` is None until a turn has handled it."""

    message: PendingMessage
    conversation_id: int
    turn_id: int | None = None
    error: str | None = None


class OutboxRow(NamedTuple):
    """A message of ours, when to try again, and how far it got according to WhatsApp."""

    item: OutboxItem
    retry_at: dt.datetime | None = None
    delivery: str | None = None


class ProcessJob(NamedTuple):
    """Handle what is pending in a conversation. `delay` counts from the commit."""

    conversation_id: int
    message_id: int
    urgent: bool
    delay: dt.timedelta


class DeliverJob(NamedTuple):
    """Send what is due of a class in a conversation."""

    conversation_id: int
    message_class: MessageClass = MessageClass.REPLY


Job = ProcessJob | DeliverJob


def canonical(identity: Identity) -> tuple[str, str]:
    """What identities are matched by. Mexico's 521… and 52… are one mobile, Argentina's 549… and 54… too."""
    value = identity.value
    if identity.kind is IdentityKind.WA_ID and value.isdigit():
        if value.startswith("521") and len(value) == 13:
            value = "52" + value[3:]
        elif value.startswith("54") and len(value) == 12 and value[2] != "9":
            value = "549" + value[2:]
    return identity.kind.value, value


def phone_of(identities: Sequence[Identity]) -> str | None:
    """E.164 of the first identity that is a phone number."""
    for identity in identities:
        kind, value = canonical(identity)
        if kind == IdentityKind.WA_ID and value.isdigit():
            return f"+{value}"
    return None


class MemoryInbox:
    """Implements `Inbox`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """See the port. All these identities are one person's from now on: the first one's that is known."""
        uow = self._uow
        if uow.wamids.get(message.wamid) is not None:
            return None
        conversation = self._conversation_of(message.sender, now)
        row = PendingMessage(
            id=uow.next_id("messages"),
            wamid=message.wamid,
            sent_at=message.sent_at,
            received_at=now,
            content=message.content,
        )
        uow.wamids.put(message.wamid, row.id)
        uow.messages.put(row.id, MessageRow(row, conversation))
        uow.waiting.put(row.id, conversation)
        return Accepted(row.id, conversation)

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """Nobody else writes meanwhile."""

    def _conversation_of(self, sender: Sequence[Identity], now: dt.datetime) -> int:
        uow = self._uow
        names = [canonical(identity) for identity in sender]
        phone = phone_of(sender)
        numbers_first = sorted(names, key=lambda name: name[0] != IdentityKind.WA_ID)
        known = next((id for name in numbers_first if (id := uow.identities.get(name)) is not None), None)
        if known is None:
            entered = uow.numbers.get(phone) if phone else None
            person = Person(id=entered or uow.next_id("persons"), phone=phone)
            known = uow.next_id("conversations")
            chat = Conversation(id=known, person=person, reply_to=sender[0], updated_at=now)
        else:
            chat = uow.chat(known)
            person = chat.person
            if person.phone is None and phone is not None:
                person = person.model_copy(update={"phone": phone})
            chat = chat.model_copy(update={"person": person, "reply_to": sender[0]})
        uow.chats.put(known, chat)
        formers = sorted({id for name in names if (id := uow.identities.get(name)) not in (None, known)})
        for name in names:
            uow.identities.put(name, known)
        for former in formers:
            if former in uow.identities.values():
                copy_consent(uow, known, former)
            else:
                merge(uow, known, former)
        return known

    def keep_foreign(self, message: InboundMessage, now: dt.datetime) -> None:
        if self._uow.wamids.get(message.wamid) is None:
            self._uow.wamids.put(message.wamid, 0)
            self._uow.kept.put(self._uow.next_id("kept"), ("foreign", message.wamid, now))

    def keep_damaged(self, raw: str, why: str, now: dt.datetime) -> None:
        """See the port. The same text is kept once."""
        if all(text != raw for _, text, _ in self._uow.kept.values()):
            self._uow.kept.put(self._uow.next_id("kept"), (f"damaged: {why}", raw, now))

    def pending(self, conversation_id: int) -> Sequence[PendingMessage]:
        uow = self._uow
        ids = sorted(id for id, chat in uow.waiting.items().items() if chat == conversation_id)
        return [row.message for id in ids if (row := uow.messages.get(id)) is not None]

    def close(self, message_ids: Sequence[int], turn_id: int) -> None:
        for id in message_ids:
            row = self._uow.messages.get(id)
            if row is not None and row.turn_id is None:
                self._uow.messages.put(id, row._replace(turn_id=turn_id))
                self._uow.waiting.remove(id)

    def count_attempt(self, message_ids: Sequence[int], error: str) -> int:
        highest = 0
        for id in message_ids:
            row = self._uow.messages.get(id)
            if row is not None:
                attempts = row.message.attempts + 1
                highest = max(highest, attempts)
                message = row.message.model_copy(update={"attempts": attempts})
                self._uow.messages.put(id, row._replace(message=message, error=error))
        return highest

    def conversations_waiting(self) -> Sequence[int]:
        return sorted(set(self._uow.waiting.values()))


class MemoryOutbox:
    """Implements `Outbox`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(
        self,
        conversation_id: int,
        to: Identity,
        contents: Sequence[OutContent],
        reply_to: str | None,
        now: dt.datetime,
        message_class: MessageClass = MessageClass.REPLY,
    ) -> Sequence[int]:
        ids = []
        for content in contents:
            id = self._uow.next_id("outbox")
            item = OutboxItem(
                id=id,
                token=f"token-{id}",
                conversation_id=conversation_id,
                to=to,
                content=content,
                created_at=now,
                message_class=message_class,
                reply_to=reply_to,
            )
            self._uow.outbox_rows.put(item.id, OutboxRow(item))
            ids.append(item.id)
        return ids

    def due(
        self, conversation_id: int, now: dt.datetime, message_class: MessageClass = MessageClass.REPLY
    ) -> Sequence[OutboxItem]:
        items = []
        for row in self._uow.outbox_rows.values():
            lane = (row.item.conversation_id, row.item.message_class)
            if lane == (conversation_id, message_class) and row.item.state == "pending":
                if row.retry_at is not None and row.retry_at > now:
                    break
                items.append(row.item)
        return items

    def mark_sent(self, item_id: int, wamid: str, now: dt.datetime) -> None:
        row = self._row(item_id)
        item = row.item.model_copy(update={"state": "sent", "wamid": wamid})
        self._uow.outbox_rows.put(item_id, row._replace(item=item, retry_at=None))

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None) -> None:
        row = self._row(item_id)
        state = "failed" if retry_at is None else "pending"
        changes = {"state": state, "last_error": error, "attempts": row.item.attempts + 1}
        item = row.item.model_copy(update=changes)
        self._uow.outbox_rows.put(item_id, row._replace(item=item, retry_at=retry_at))

    def record_status(self, status: DeliveryStatus, phone_number_id: str | None) -> Reported | None:
        """See the port. What WhatsApp reports about a message by its token was sent, recorded so or not."""
        rows = sorted(self._uow.outbox_rows.values(), key=lambda row: row.item.wamid is None)
        row = next((row for row in rows if _is_about(status, row.item)), None)
        if row is None or status.status not in _FOLLOWS:
            return None
        item = row.item
        foreign = phone_number_id and status.phone_number_id not in ("", phone_number_id)
        if foreign or not self._may_be(status.recipient, item):
            return Reported(item.conversation_id, believed=False)
        if row.delivery not in _FOLLOWS[status.status]:
            return Reported(item.conversation_id)
        changes: dict[str, object] = {"state": "sent", "wamid": item.wamid or status.wamid}
        if status.status == "failed":
            changes |= {"state": "failed", "last_error": status.error}
        changed = OutboxRow(item.model_copy(update=changes), delivery=status.status)
        self._uow.outbox_rows.put(item.id, changed)
        return Reported(item.conversation_id, undelivered=status.status == "failed" != item.state)

    def _may_be(self, recipient: Sequence[Identity], item: OutboxItem) -> bool:
        named = set(map(canonical, recipient))
        chats = self._uow.identities.items().items()
        known = {name for name, chat in chats if chat == item.conversation_id} | {canonical(item.to)}
        return not named or bool(named & known) or {kind for kind, _ in named}.isdisjoint(kind for kind, _ in known)

    def lanes_due(self, now: dt.datetime) -> Sequence[Lane]:
        items = [row.item for row in self._uow.outbox_rows.values()]
        lanes = {Lane(item.conversation_id, item.message_class) for item in items}
        return sorted(lane for lane in lanes if self.due(lane.conversation_id, now, lane.message_class))

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        rows = self._uow.outbox_rows.values()
        return [row.item for row in rows if row.item.conversation_id == conversation_id][-limit:]

    def _row(self, item_id: int) -> OutboxRow:
        row = self._uow.outbox_rows.get(item_id)
        if row is None:
            raise NotFound(f"outbox {item_id}")
        return row


def _is_about(status: DeliveryStatus, item: OutboxItem) -> bool:
    return item.wamid == status.wamid or (item.wamid is None and item.token == status.tracking)


class MemoryJobs:
    """Implements `Jobs`: collects them; the commit hands them to the database's list, in order."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def process(self, conversation_id: int, *, message_id: int, urgent: bool, delay: dt.timedelta) -> None:
        self._uow.deferred.append(ProcessJob(conversation_id, message_id, urgent, delay))

    def deliver(self, conversation_id: int, message_class: MessageClass = MessageClass.REPLY) -> None:
        self._uow.deferred.append(DeliverJob(conversation_id, message_class))
