"""One person's telephone: writes and taps through the real engine, on the real database, as WhatsApp would."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from booking.conversation.engine import Engine
from booking.desk.chat_views import choices
from booking.errors import ServiceUnavailable
from booking.models import (
    Control,
    Identity,
    IdentityKind,
    InboundMessage,
    MessageClass,
    OutboxItem,
    OutButtons,
    Tap,
    Text,
)
from booking.ports import Clock, MessageSender, UnitOfWorkFactory

_PATIENCE_SECONDS = 60.0
_STEP_SECONDS = 0.1
_RECENT = 200


@dataclass(slots=True)
class Telephone:
    """`number` is what WhatsApp would call the person, `to` what it calls our number, `new_id` its names for messages;
    `offered` are the (id, title) of the last choices."""

    begin: UnitOfWorkFactory
    engine: Engine
    clock: Clock
    to: str
    number: str
    new_id: Callable[[], str]
    sender: MessageSender
    profile: str | None = None
    offered: list[tuple[str, str]] = field(default_factory=list)
    buttons_last: bool = False  # the last message ends in buttons
    conversation_id: int | None = None
    _seen: int | None = None  # newest message of the clinic that was read

    def write(self, text: str) -> list[OutboxItem]:
        """Send a text; the clinic's answers."""
        return self._send(Text(body=text))

    def tap(self, choice: int) -> list[OutboxItem]:
        """Tap a choice of the last message that had any, from 1. Raises IndexError."""
        if not 1 <= choice <= len(self.offered):
            raise IndexError(choice)
        payload, title = self.offered[choice - 1]
        return self._send(Tap(payload=payload, title=title))

    @property
    def under_human(self) -> bool:
        """A person answers this chat, so the bot says nothing."""
        if self.conversation_id is None:
            return False
        with self.begin() as uow:
            return uow.conversations.get(self.conversation_id).control is Control.HUMAN

    def _send(self, content: Text | Tap) -> list[OutboxItem]:
        wamid = self.new_id()
        message = InboundMessage(
            wamid=wamid,
            phone_number_id=self.to,
            sender=(Identity(kind=IdentityKind.WA_ID, value=self.number),),
            sent_at=self.clock.now(),
            content=content,
            profile_name=self.profile,
        )
        (self.conversation_id,) = self.engine.receive([message])
        self.engine.process(self.conversation_id)
        self._wait(self.conversation_id, wamid)
        return self._read(self.conversation_id, wamid)

    def _wait(self, conversation_id: int, wamid: str) -> None:
        """A worker that runs beside may have been quicker, and still be at it. Raises ServiceUnavailable."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            with self.begin() as uow:
                if all(waiting.wamid != wamid for waiting in uow.inbox.pending(conversation_id)):
                    return
            if time.monotonic() > deadline:
                raise ServiceUnavailable("The message is stored and no turn has taken it yet.")
            time.sleep(_STEP_SECONDS)

    def _read(self, conversation_id: int, wamid: str) -> list[OutboxItem]:
        """The answers to this message, and what came since the last one that was read."""
        with self.begin() as uow:
            stored = uow.outbox.list(conversation_id, limit=_RECENT)
            seen = self._seen
            news = [i for i in stored if i.reply_to == wamid or (seen is not None and i.id > seen)]
        if not self.sender.ready:
            self._keep(news)
        self._seen = max((item.id for item in stored), default=self._seen)
        for item in news:
            offered = choices(item.content)
            self.offered = offered or self.offered
            self.buttons_last = isinstance(item.content, OutButtons)
        return news

    def _keep(self, news: Sequence[OutboxItem]) -> None:
        """Read here, so delivered: nothing may go to this number once WhatsApp is configured. What a server beside is
        sending is its own. Raises ServiceUnavailable."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        for kind in dict.fromkeys((item.conversation_id, item.message_class) for item in news):
            shown = {one.id: self.new_id() for one in news if (one.conversation_id, one.message_class) == kind}
            while not self._mark(*kind, shown):
                if time.monotonic() > deadline:
                    raise ServiceUnavailable("The answer is stored, and somebody has been sending it for long.")
                time.sleep(_STEP_SECONDS)

    def _mark(self, conversation_id: int, message_class: MessageClass, shown: Mapping[int, str]) -> bool:
        with self.begin() as uow:
            marked = uow.outbox.mark_shown(conversation_id, message_class, shown, self.clock.now())
            uow.commit()
        return marked
