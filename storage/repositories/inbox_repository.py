"""Messages received."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import Identity, InboundMessage, PendingMessage
from booking.ports import Accepted
from storage import message_mapping
from storage.base import columns, storable, table_of
from storage.jobs import CONVERSATION_LOCK, no_live_job
from storage.repositories.person_repository import People
from storage.tables import ConversationRow, InboundRow

_TABLE = table_of(InboundRow)
_PENDING = (
    select(InboundRow)
    .where(InboundRow.conversation_id == bindparam("conversation_id"), InboundRow.turn_id.is_(None))
    .order_by(InboundRow.id)
)
_CLOSE = (
    update(_TABLE)
    .where(_TABLE.c.id.in_(bindparam("ids", expanding=True)), _TABLE.c.turno_id.is_(None))
    .values(turno_id=bindparam("turn"))
)
_EARLIER = _TABLE.alias("antes")
_INSERT = (
    insert(_TABLE)
    .on_conflict_do_nothing(index_elements=[_TABLE.c.wamid])
    .returning(
        _TABLE.c.id,
        select(_EARLIER.c.recibido_en)
        .where(_EARLIER.c.conversacion_id == _TABLE.c.conversacion_id, _EARLIER.c.turno_id.is_(None))
        .order_by(_EARLIER.c.id)
        .limit(1)
        .correlate(_TABLE)
        .scalar_subquery(),
    )
)


class SqlInbox:
    """`mensajes_entrantes`. WhatsApp's message id is unique."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._people = People(session)

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """Two statements for a sender we know: who it is, and the row."""
        sender = self._people.sender(message.sender, now)
        stored = self._insert(message, sender.conversation_id, now)
        if stored is None:
            return None
        message_id, waiting_since = stored
        reply_to = message.sender[0]
        profile = None if sender.named else storable(message.profile_name or "") or sender.profile
        if (sender.reply_to, sender.profile) != (reply_to, profile):
            self._session.execute(
                update(ConversationRow)
                .where(ConversationRow.id == sender.conversation_id)
                .values(reply_kind=reply_to.kind.value, reply_value=reply_to.value, profile=profile)
            )
        return Accepted(message_id, sender.conversation_id, waiting_since or now)

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """One statement where all are known."""
        self._people.expect(senders)

    def conversation_of(self, names: Sequence[Identity], now: dt.datetime) -> int:
        """One statement for somebody we know."""
        return self._people.sender(names, now).conversation_id

    def keep_foreign(self, message: InboundMessage, now: dt.datetime) -> None:
        self._insert(message, None, now)

    def _insert(
        self, message: InboundMessage, conversation_id: int | None, now: dt.datetime
    ) -> tuple[int, dt.datetime | None] | None:
        """Its id, and when the first came that waits already; None: it was stored before."""
        values = {
            "wamid": message.wamid,
            "conversation_id": conversation_id,
            "sent_at": message.sent_at,
            "received_at": now,
            "message": message.model_dump(mode="json", exclude={"profile_name"}),
            "attempts": 0,
        }
        stored = self._session.connection().execute(_INSERT, columns(InboundRow, values)).first()
        return None if stored is None else (stored[0], stored[1])

    def keep_damaged(self, raw: str, why: str, now: dt.datetime) -> None:
        """The same bytes twice are kept once: WhatsApp repeats what it thinks we did not get."""
        digest = hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()
        self._session.execute(
            insert(InboundRow)
            .values(wamid=f"damaged:{digest}", received_at=now, raw=raw, attempts=0, last_error=why)
            .on_conflict_do_nothing(index_elements=[InboundRow.wamid])
        )

    def pending(self, conversation_id: int) -> Sequence[PendingMessage]:
        rows = self._session.scalars(_PENDING, {"conversation_id": conversation_id})
        return [message_mapping.pending(row) for row in rows]

    def close(self, message_ids: Sequence[int], turn_id: int) -> None:
        self._session.connection().execute(_CLOSE, {"ids": message_ids, "turn": turn_id})

    def count_attempt(self, message_ids: Sequence[int], error: str) -> int:
        attempts = self._session.scalars(
            update(InboundRow)
            .where(InboundRow.id.in_(message_ids))
            .values(attempts=InboundRow.attempts + 1, last_error=error)
            .returning(InboundRow.attempts)
        )
        return max(attempts, default=0)

    def conversations_waiting(self) -> Sequence[int]:
        """Those that no waiting or running job will look at anyway."""
        return self._session.scalars(
            select(InboundRow.conversation_id)
            .where(
                InboundRow.turn_id.is_(None),
                InboundRow.conversation_id.is_not(None),
                no_live_job(CONVERSATION_LOCK, InboundRow.conversation_id),
            )
            .group_by(InboundRow.conversation_id)
            .order_by(InboundRow.conversation_id)
        ).all()  # type: ignore[return-value]  # never NULL here
