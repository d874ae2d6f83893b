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
    OutboxItem,
    OutContent,
    PendingMessage,
    Person,
)
from booking.ports import Accepted
from booking.testing.memory_calendar import folded

if TYPE_CHECKING:
    from booking.testing.memory import MemoryUnitOfWork

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
    """Send what is due in a conversation."""

    conversation_id: int


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

    def _conversation_of(self, sender: Sequence[Identity], now: dt.datetime) -> int:
        uow = self._uow
        names = [canonical(identity) for identity in sender]
        known = next((id for name in names if (id := uow.identities.get(name)) is not None), None)
        phone = phone_of(sender)
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
        for name in names:
            former = uow.identities.get(name)
            uow.identities.put(name, known)
            if former not in (None, known):
                self._adopt_patients(uow.chat(former).person.id, former, person.id)
        return known

    def _adopt_patients(self, person_id: int, conversation_id: int, heir: int) -> None:
        """Two people turned out to be one: patients move over, except names that both have."""
        people = self._uow.people
        if conversation_id in self._uow.identities.values():
            return
        theirs = {folded(patient.name) for patient in people.values() if patient.person_id == heir}
        for patient in list(people.values()):
            if patient.person_id == person_id and folded(patient.name) not in theirs:
                people.put(patient.id, patient.model_copy(update={"person_id": heir}))

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
    ) -> Sequence[int]:
        ids = []
        for content in contents:
            item = OutboxItem(
                id=self._uow.next_id("outbox"),
                conversation_id=conversation_id,
                to=to,
                content=content,
                created_at=now,
                reply_to=reply_to,
            )
            self._uow.outbox_rows.put(item.id, OutboxRow(item))
            ids.append(item.id)
        return ids

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[OutboxItem]:
        items = []
        for row in self._uow.outbox_rows.values():
            if row.item.conversation_id == conversation_id and row.item.state == "pending":
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

    def record_status(self, status: DeliveryStatus) -> None:
        """See the port. What WhatsApp reports about a message by our id was sent, recorded so or not."""
        if status.status not in _FOLLOWS:
            return
        for row in list(self._uow.outbox_rows.values()):
            item = row.item
            ours = item.wamid == status.wamid or (item.wamid is None and str(item.id) == status.tracking)
            if not ours or row.delivery not in _FOLLOWS[status.status]:
                continue
            changes: dict[str, object] = {"state": "sent", "wamid": item.wamid or status.wamid}
            if status.status == "failed":
                changes |= {"state": "failed", "last_error": f"{status.error_code}: {status.error_detail}"}
            changed = OutboxRow(item.model_copy(update=changes), delivery=status.status)
            self._uow.outbox_rows.put(item.id, changed)

    def conversations_due(self, now: dt.datetime) -> Sequence[int]:
        chats = {row.item.conversation_id for row in self._uow.outbox_rows.values()}
        return sorted(chat for chat in chats if self.due(chat, now))

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        rows = self._uow.outbox_rows.values()
        return [row.item for row in rows if row.item.conversation_id == conversation_id][-limit:]

    def _row(self, item_id: int) -> OutboxRow:
        row = self._uow.outbox_rows.get(item_id)
        if row is None:
            raise NotFound(f"outbox {item_id}")
        return row


class MemoryJobs:
    """Implements `Jobs`: collects them; the commit hands them to the database's list, in order."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def process(self, conversation_id: int, *, message_id: int, urgent: bool, delay: dt.timedelta) -> None:
        self._uow.deferred.append(ProcessJob(conversation_id, message_id, urgent, delay))

    def deliver(self, conversation_id: int) -> None:
        self._uow.deferred.append(DeliverJob(conversation_id))
