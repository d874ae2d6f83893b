"""What was written between the clinic and one number, both ways: what a telephone would show of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import TypeAdapter
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from booking.models import InboundMessage, OutContent, OutTemplate
from storage import message_mapping
from storage.base import unavailable
from storage.tables import ConversationRow, InboundRow, OutboundRow, PersonRow


class Written(NamedTuple):
    """One message. `content` of the clinic's is what went out; `state` is the furthest that WhatsApp told of it. Of the
    person's, `state` is "read" once a turn took it."""

    wamid: str
    at: dt.datetime
    content: InboundMessage | OutContent
    state: str


_OUT: TypeAdapter[OutContent] = TypeAdapter(OutContent)


def history(engine: Engine, phone: str) -> Sequence[Written]:
    """Oldest first: what came in as it came, each answer behind what it answers. `phone` in E.164. Raises
    DatabaseUnavailable."""
    chat = (
        select(ConversationRow.id)
        .join(PersonRow, PersonRow.id == ConversationRow.person_id)
        .where(PersonRow.phone == phone)
        .scalar_subquery()
    )
    with unavailable(), Session(engine) as session:
        inbound = session.scalars(
            select(InboundRow)
            .where(InboundRow.conversation_id == chat, InboundRow.message.is_not(None))
            .order_by(InboundRow.id)
        ).all()
        outbound = session.scalars(
            select(OutboundRow)
            .where(OutboundRow.conversation_id == chat, OutboundRow.wamid.is_not(None))
            .order_by(OutboundRow.id)
        ).all()
        places = {row.wamid: (row.received_at, place) for place, row in enumerate(inbound)}
        found: list[tuple[tuple[dt.datetime, int, int], Written]] = []
        for place, row in enumerate(inbound):
            read = "read" if row.turn_id is not None else "delivered"
            written = Written(row.wamid, row.received_at, message_mapping.inbound(row), read)
            found.append(((row.received_at, place, 0), written))
        for ours in outbound:
            at = ours.sent_at or ours.created_at
            answered = places.get(ours.reply_to or "")
            placed = (*answered, 1) if answered else (at, len(inbound), 1)
            found.append((placed, Written(ours.wamid or "", at, _went_out(ours), ours.delivery or ours.state)))
    return [written for _, written in sorted(found, key=lambda one: one[0])]


def _went_out(row: OutboundRow) -> OutContent:
    if row.fell_back and row.fallback is not None:
        return OutTemplate.model_validate(row.fallback)
    return _OUT.validate_python(row.content)
