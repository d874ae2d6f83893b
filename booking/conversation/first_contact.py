"""Whoever never wrote hears first who writes to them, where they have the number from and how to have no messages; what
they were told, and when, is kept as proof."""

from __future__ import annotations

import datetime as dt
import hashlib

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.replies import templates
from booking.conversation.replies.templates import Name
from booking.conversation.way_out import Ends
from booking.models import NoticeGiven, OutboxItem, OutTemplate, Reach
from booking.ports import UnitOfWork

NO_WELCOME = Ends("failed", "welcome")
"""The welcome did not reach them, so nothing else may."""


def is_welcome(item: OutboxItem) -> bool:
    return isinstance(item.content, OutTemplate) and item.content.name == Name.WELCOME


def needs_welcome(item: OutboxItem, reach: Reach) -> bool:
    """Whether something has to be said before this."""
    return reach.wrote_at is None and not reach.welcomed and not is_welcome(item)


def welcome_before(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> OutboxItem | Ends:
    """The welcome that goes out before this message, put into its class unless one waits already; once it has failed,
    this has too. Only one is ever under way: the conversation is locked."""
    uow.conversations.lock(item.conversation_id)
    said = [one for one in uow.outbox.list(item.conversation_id) if is_welcome(one)]
    if said and said[-1].state == "pending":
        return said[-1]
    if said and said[-1].created_at >= item.created_at:
        return NO_WELCOME
    words = templates.filled(Name.WELCOME, clinic=uow.schedules.clinic().name)
    until = item.expires_at
    uow.outbox.add(
        item.conversation_id, item.to, [words], None, now, item.message_class, expires_at=until, urgent=item.urgent
    )
    return uow.outbox.list(item.conversation_id, limit=1)[-1]


def proof(item: OutboxItem, content: OutTemplate, wamid: str, now: dt.datetime) -> NoticeGiven:
    """What they were told."""
    text = templates.words(content)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return NoticeGiven(outbox_id=item.id, wamid=wamid, at=now, version=NOTICE_VERSION, sha256=digest)
