"""Messages received, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models import (
    Content,
    Conversation,
    Identity,
    IdentityKind,
    InboundMessage,
    PendingMessage,
    Person,
)
from booking.ports import Accepted
from booking.testing.fakes.memory_merges import copy_consent, merge

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MessageRow(NamedTuple):
    """An accepted message; `turn_id` is None until a turn has handled it."""

    message: PendingMessage
    conversation_id: int
    turn_id: int | None = None
    error: str | None = None


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
        conversation = self.conversation_of(message.sender, now)
        row = PendingMessage(
            id=uow.next_id("messages"),
            wamid=message.wamid,
            sent_at=message.sent_at,
            received_at=now,
            content=message.content,
        )
        if message.profile_name and uow.chat(conversation).person.name is None:
            uow.profiles.put(conversation, message.profile_name)
        uow.wamids.put(message.wamid, row.id)
        uow.messages.put(row.id, MessageRow(row, conversation))
        uow.waiting.put(row.id, conversation)
        return Accepted(row.id, conversation, self.pending(conversation)[0].received_at)

    def accept_all(self, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> Sequence[Accepted | None]:
        """See the port."""
        return [self.accept(message, at) for message, at in messages]

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """Nobody else writes meanwhile."""

    def conversation_of(self, sender: Sequence[Identity], now: dt.datetime) -> int:
        """The chat of whoever goes by these names, made where there is none."""
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

    def contents(self, message_ids: Collection[int]) -> Mapping[int, Content]:
        found = {id: self._uow.messages.get(id) for id in message_ids}
        return {id: row.message.content for id, row in found.items() if row is not None}

    def close(self, message_ids: Sequence[int], turn_id: int) -> None:
        """These messages belong to that turn."""
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
