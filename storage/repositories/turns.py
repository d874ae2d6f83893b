"""The log of turns, and what staff must look at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import TurnRecord
from storage import mapping
from storage.base import columns, table_of
from storage.tables import InboundRow, NoticeRow, TurnRow

_ADD = insert(table_of(TurnRow)).returning(table_of(TurnRow).c.id)


class SqlTurnLog:
    """`turnos_log`. What people wrote stays in the inbox alone, where it can be erased."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, record: TurnRecord) -> int:
        values = columns(TurnRow, mapping.turn_values(record))
        turn_id: int = self._session.connection().execute(_ADD, values).scalar_one()
        return turn_id

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        rows = self._session.scalars(
            select(TurnRow)
            .where(TurnRow.conversation_id == conversation_id)
            .order_by(TurnRow.number.desc())
            .limit(limit)
        ).all()[::-1]
        handled = [message_id for row in rows for message_id in row.body["message_ids"]]
        messages = self._session.scalars(select(InboundRow).where(InboundRow.id.in_(handled)))
        texts = {message.id: mapping.text_of(message) for message in messages}
        return [mapping.turn_record(row, texts) for row in rows]


class SqlStaffNotices:
    """`avisos_personal`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, kind: str, conversation_id: int | None, detail: str, now: dt.datetime) -> None:
        self._session.execute(
            insert(NoticeRow).values(kind=kind, conversation_id=conversation_id, detail=detail, at=now)
        )

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, str, int | None, str]]:
        """Newest first."""
        rows = self._session.scalars(select(NoticeRow).order_by(NoticeRow.id.desc()).limit(limit))
        return [(row.id, row.at, row.kind, row.conversation_id, row.detail) for row in rows]
