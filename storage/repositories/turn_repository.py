"""The log of turns, and what staff must look at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import cast, func, null, select, true, update
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH
from sqlalchemy.orm import Session

from booking.models import Conversation, TurnRecord
from booking.models.turns import UNANSWERED
from booking.ports import Answers
from storage import message_mapping
from storage.repositories.turn_writing import write
from storage.tables import InboundRow, TurnRow


class SqlTurnLog:
    """`turnos_log`. What people wrote stays in the inbox alone, where it can be erased."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, record: TurnRecord, after: Conversation | None = None, says: Answers | None = None) -> int:
        """One statement."""
        return write(self._session.connection(), record, after, says)

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        rows = self._session.scalars(
            select(TurnRow)
            .where(TurnRow.conversation_id == conversation_id)
            .order_by(TurnRow.number.desc())
            .limit(limit)
        ).all()[::-1]
        handled = [message_id for row in rows for message_id in row.body["message_ids"]]
        messages = self._session.scalars(select(InboundRow).where(InboundRow.id.in_(handled)))
        texts = {message.id: message_mapping.text_of(message) for message in messages}
        return [message_mapping.turn_record(row, texts) for row in rows]

    def unanswered(self, since: dt.datetime) -> Sequence[tuple[str | None, int, dt.datetime]]:
        replies = func.jsonb_array_elements(TurnRow.body["replies"]).table_valued("value").lateral("respuestas")
        said = replies.c.value.cast(JSONB)["params"].cast(JSONB)
        topic = said[UNANSWERED].cast(JSONB)["topic"].astext
        times = func.count()
        rows = self._session.execute(
            select(topic, times, func.max(TurnRow.at))
            .select_from(TurnRow)
            .join(replies, true())
            .where(TurnRow.at >= since, said.has_key(UNANSWERED))
            .group_by(topic)
            .order_by(times.desc(), func.coalesce(topic, ""))
        )
        return [(topic, times, last) for topic, times, last in rows]

    def unanswered_texts(self, since: dt.datetime, most: int) -> Sequence[tuple[int, str, dt.datetime]]:
        replies = func.jsonb_path_exists(TurnRow.body, cast(f"$.replies[*].params.{UNANSWERED}", JSONPATH))
        rows = self._session.execute(
            select(TurnRow.conversation_id, TurnRow.body["message_ids"], TurnRow.at)
            .where(TurnRow.at >= since, replies)
            .order_by(TurnRow.at.desc(), TurnRow.id.desc())
            .limit(most)
        ).all()
        wanted = [message_id for _, ids, _ in rows for message_id in ids]
        messages = self._session.scalars(select(InboundRow).where(InboundRow.id.in_(wanted)))
        texts = {message.id: message_mapping.text_of(message) for message in messages}
        said = [(chat, "\n".join(text for id in ids if (text := texts.get(id))), at) for chat, ids, at in rows]
        return [(chat, text, at) for chat, text, at in said if text]

    def forget_clinical(self, before: dt.datetime) -> int:
        forgotten = self._session.scalars(
            update(TurnRow)
            .where(TurnRow.at < before, TurnRow.clinical.is_not(None))
            .values(clinical=null())
            .returning(TurnRow.id)
        )
        return len(forgotten.all())
