"""Rows of messages and of the turn log to value objects and back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Row, func

from booking.models import (
    AppointmentVersion,
    Identity,
    IdentityKind,
    InboundMessage,
    MessageClass,
    OutboxItem,
    OutContent,
    OutTemplate,
    PendingMessage,
    Pricing,
    Tap,
    Text,
    TurnRecord,
    Unsupported,
)
from booking.models.clinical_effects import put_together, taken_apart
from booking.models.episodes import endings
from storage.base import stored_json
from storage.tables import InboundRow, OutboundRow, TurnRow

_OUT_CONTENT: TypeAdapter[OutContent] = TypeAdapter(OutContent)


INBOUND_JSON: ColumnElement[Any] = func.json_build_array(
    InboundRow.id, InboundRow.wamid, InboundRow.received_at, InboundRow.message, InboundRow.attempts
)
"""SQL: what a message that waits is made of."""


class InboundFields(NamedTuple):
    """The same, read."""

    id: int
    wamid: str
    received_at: dt.datetime
    message: dict[str, Any] | None
    attempts: int

    @classmethod
    def of(cls, values: Sequence[Any]) -> InboundFields:
        """From `INBOUND_JSON`."""
        id, wamid, received_at, message, attempts = values
        return cls(id, wamid, dt.datetime.fromisoformat(received_at), message, attempts)


def inbound(row: InboundRow | InboundFields) -> InboundMessage:
    return InboundMessage.model_validate(row.message)


def pending(row: InboundRow | InboundFields) -> PendingMessage:
    message = inbound(row)
    return PendingMessage(
        id=row.id,
        wamid=row.wamid,
        sent_at=message.sent_at,
        received_at=row.received_at,
        content=message.content,
        attempts=row.attempts,
    )


def text_of(row: InboundRow) -> str | None:
    """What a message said, for the log of turns: its text, the label tapped, or what stands under a photo."""
    match inbound(row).content:
        case Text(body=body):
            return body
        case Tap(payload=payload, title=title):
            return title or payload
        case Unsupported(caption=caption):
            return caption
    return None


def outbox_item(row: OutboundRow | Row[*tuple[Any, ...]]) -> OutboxItem:
    return OutboxItem(
        id=row.id,
        token=row.token,
        conversation_id=row.conversation_id,
        to=Identity(kind=IdentityKind(row.to_kind), value=row.to_value),
        content=_OUT_CONTENT.validate_python(row.content),
        fallback=None if row.fallback is None else OutTemplate.model_validate(row.fallback),
        fell_back=row.fell_back,
        created_at=row.created_at,
        message_class=MessageClass(row.message_class),
        about=_about(row),
        expires_at=row.expires_at,
        urgent=row.urgent,
        not_before=row.not_before,
        state=row.state,  # its CHECK allows no other
        attempts=row.attempts,
        retry_at=row.retry_at,
        sent_at=row.sent_at,
        wamid=row.wamid,
        repeated_wamid=row.repeated_wamid,
        last_error=row.last_error,
        reply_to=row.reply_to,
        pricing=pricing(row.pricing),
    )


def pricing(stored: Mapping[str, Any] | None) -> Pricing | None:
    return None if stored is None else Pricing.model_validate(stored)


def _about(row: OutboundRow | Row[*tuple[Any, ...]]) -> AppointmentVersion | None:
    if row.appointment_id is None or row.appointment_version is None:
        return None
    return AppointmentVersion(id=row.appointment_id, version=row.appointment_version)


def turn_values(record: TurnRecord) -> dict[str, Any]:
    logged, clinical = taken_apart(record)
    return {
        "conversation_id": record.conversation_id,
        "number": record.number,
        "at": record.at,
        "body": stored_json(logged, exclude={"id", "texts", "statements"}),
        "clinical": clinical or None,
        "statements": record.statements,
        "to_remember": bool(endings(record)),
    }


def turn_record(row: TurnRow, texts: Mapping[int, str | None]) -> TurnRecord:
    """`texts` by message id."""
    said = [text for message_id in row.body["message_ids"] if (text := texts.get(message_id)) is not None]
    logged = TurnRecord.model_validate({**row.body, "id": row.id, "texts": said, "statements": row.statements})
    return put_together(logged, row.clinical or {})
