"""Use case: a message that answers nobody is put into the outbox, with the job that sends it."""

from __future__ import annotations

import datetime as dt

from booking.models import (
    AppointmentVersion,
    Conversation,
    DeliverClass,
    MessageClass,
    OutContent,
    OutTemplate,
    Question,
)
from booking.ports import UnitOfWork


def put(
    uow: UnitOfWork,
    conversation: Conversation,
    content: OutContent,
    message_class: MessageClass,
    now: dt.datetime,
    *,
    fallback: OutTemplate | None = None,
    about: AppointmentVersion | None = None,
    expires_at: dt.datetime | None = None,
    urgent: bool = False,
) -> int | None:
    """Its id; None where nobody knows whereto. What it is `about`, when it is of no use any more, and the template that
    goes out instead when only a template may (`Outbox.add`). It is sent once the transaction is committed; what is not
    `urgent` waits for the end of quiet hours."""
    if conversation.reply_to is None:
        return None
    (id,) = uow.outbox.add(
        conversation.id,
        conversation.reply_to,
        [content],
        None,
        now,
        message_class,
        fallback=fallback,
        about=about,
        expires_at=expires_at,
        urgent=urgent,
    )
    uow.jobs.defer(DeliverClass(conversation_id=conversation.id, message_class=message_class), now)
    return id


def ask(
    uow: UnitOfWork,
    conversation: Conversation,
    question: Question,
    content: OutContent,
    message_class: MessageClass,
    now: dt.datetime,
    *,
    fallback: OutTemplate | None = None,
    about: AppointmentVersion | None = None,
    expires_at: dt.datetime | None = None,
) -> int | None:
    """The same of a message that asks something: its question is on screen from now on, in place of what was asked
    before, until something else is said. `conversation` is locked; what is under way in it stays as it is."""
    id = put(uow, conversation, content, message_class, now, fallback=fallback, about=about, expires_at=expires_at)
    if id is not None:
        asked = conversation.model_copy(update={"question": question})
        uow.conversations.save(asked, conversation.updated_at or now)
    return id
