"""Messages of ours, stored with what they speak of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects.postgresql import distinct_on, insert
from sqlalchemy.orm import Session

from booking.errors import NotFound
from booking.models import DeliveryStatus, Identity, OutboxItem, OutContent
from storage import mapping
from storage.base import columns, table_of
from storage.jobs import DELIVERY_LOCK, no_live_job
from storage.tables import OutboundRow

_FURTHER = {"sent": (), "delivered": ("sent",), "read": ("sent", "delivered"), "failed": ("sent",)}
"""What each status may follow; a message that was delivered has not failed."""


_ADD = insert(table_of(OutboundRow)).returning(table_of(OutboundRow).c.id, sort_by_parameter_order=True)


class SqlOutbox:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(
        self, conversation_id: int, to: Identity, contents: Sequence[OutContent], reply_to: str | None, now: dt.datetime
    ) -> Sequence[int]:
        rows = [
            {
                "conversation_id": conversation_id,
                "to_kind": to.kind.value,
                "to_value": to.value,
                "content": content.model_dump(mode="json"),
                "reply_to": reply_to,
                "created_at": now,
                "state": "pending",
                "attempts": 0,
            }
            for content in contents
        ]
        if not rows:
            return []
        return self._session.connection().execute(_ADD, [columns(OutboundRow, row) for row in rows]).scalars().all()

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[OutboxItem]:
        rows = self._session.scalars(
            select(OutboundRow)
            .where(OutboundRow.conversation_id == conversation_id, OutboundRow.state == "pending")
            .order_by(OutboundRow.id)
        )
        ready = takewhile(lambda row: row.retry_at is None or row.retry_at <= now, rows)
        return [mapping.outbox_item(row) for row in ready]

    def mark_sent(self, item_id: int, wamid: str, now: dt.datetime) -> None:
        """Raises NotFound."""
        self._change(item_id, state="sent", wamid=wamid, sent_at=now, retry_at=None)

    def mark_failed(self, item_id: int, error: str, retry_at: dt.datetime | None) -> None:
        """Raises NotFound."""
        self._change(
            item_id,
            state="pending" if retry_at else "failed",
            last_error=error,
            retry_at=retry_at,
            attempts=OutboundRow.attempts + 1,
        )

    def _change(self, item_id: int, **values: Any) -> None:
        changed = self._session.scalar(
            update(OutboundRow).where(OutboundRow.id == item_id).values(**values).returning(OutboundRow.id)
        )
        if changed is None:
            raise NotFound(f"Message {item_id}.")

    def record_status(self, status: DeliveryStatus) -> None:
        """Also tells that WhatsApp has a message whose sending we did not live to record: it is not sent again."""
        if status.status not in _FURTHER:
            return
        ours = [OutboundRow.wamid == status.wamid]
        if status.tracking and status.tracking.isascii() and status.tracking.isdigit():
            ours.append((OutboundRow.id == int(status.tracking)) & OutboundRow.wamid.is_(None))
        values: dict[str, Any] = {"delivery": status.status, "state": "sent"}
        if status.status == "failed":
            values |= {"state": "failed", "last_error": f"{status.error_code}: {status.error_detail}"}
        earlier = _FURTHER[status.status]
        self._session.execute(
            update(OutboundRow)
            .where(or_(*ours), or_(OutboundRow.delivery.is_(None), OutboundRow.delivery.in_(earlier)))
            .values(
                **values,
                wamid=func.coalesce(OutboundRow.wamid, status.wamid),
                sent_at=func.coalesce(OutboundRow.sent_at, status.at),
                retry_at=None,
            )
        )

    def conversations_due(self, now: dt.datetime) -> Sequence[int]:
        """Those that no waiting or running job will look at anyway. Only the oldest message of each counts: those
        behind it wait for it."""
        oldest = (
            select(OutboundRow.conversation_id, OutboundRow.retry_at)
            .where(OutboundRow.state == "pending")
            .ext(distinct_on(OutboundRow.conversation_id))
            .order_by(OutboundRow.conversation_id, OutboundRow.id)
            .subquery()
        )
        conversation_id, retry_at = oldest.c
        return self._session.scalars(
            select(conversation_id)
            .where(or_(retry_at.is_(None), retry_at <= now), no_live_job(DELIVERY_LOCK, conversation_id))
            .order_by(conversation_id)
        ).all()

    def list(self, conversation_id: int, limit: int = 50) -> Sequence[OutboxItem]:
        rows = self._session.scalars(
            select(OutboundRow)
            .where(OutboundRow.conversation_id == conversation_id)
            .order_by(OutboundRow.id.desc())
            .limit(limit)
        ).all()
        return [mapping.outbox_item(row) for row in reversed(rows)]
