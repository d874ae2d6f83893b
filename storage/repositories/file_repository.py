"""Files that patients send."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from sqlalchemy import Select, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import FileState, PatientFile
from storage import mapping
from storage.base import fields
from storage.tables import PatientFileRow as Row

_SHOWN = [column for column in fields(Row) if column.name != "content"]
"""Never the content: a list of files would bring megabytes."""


class SqlPatientFiles:
    """`archivos`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def expect(self, conversation_id: int, message_id: int, media: str, name: str | None, now: dt.datetime) -> None:
        known = {"conversation_id": conversation_id, "message_id": message_id, "media": media, "name": name, "at": now}
        new = insert(Row).values(**known, state=FileState.EXPECTED.value)
        self._session.execute(new.on_conflict_do_nothing(index_elements=[Row.message_id]))

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[PatientFile]:
        wanted = _of(conversation_id).where(
            Row.state == FileState.EXPECTED.value, or_(Row.retry_at.is_(None), Row.retry_at <= now)
        )
        return self._read(wanted.with_for_update())

    def count_attempt(self, file_id: int, retry_at: dt.datetime) -> None:
        self._session.execute(update(Row).where(Row.id == file_id).values(attempts=Row.attempts + 1, retry_at=retry_at))

    def keep(self, file_id: int, content: bytes, kind: str, now: dt.datetime) -> None:
        self._settle(file_id, state=FileState.KEPT.value, content=content, kind=kind, settled_at=now)

    def give_up(self, file_id: int, state: FileState, now: dt.datetime) -> None:
        self._settle(file_id, state=state.value, settled_at=now)

    def _settle(self, file_id: int, **values: object) -> None:
        self._session.execute(
            update(Row).where(Row.id == file_id, Row.state == FileState.EXPECTED.value).values(**values, retry_at=None)
        )

    def untold(self, conversation_id: int) -> Sequence[PatientFile]:
        wanted = _of(conversation_id).where(Row.state != FileState.EXPECTED.value, Row.told_at.is_(None))
        return self._read(wanted.with_for_update())

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None:
        self._session.execute(update(Row).where(Row.id.in_(ids)).values(told_at=now))

    def waiting(self, now: dt.datetime, before: dt.datetime) -> Sequence[int]:
        left = or_(Row.retry_at <= now, Row.settled_at < before, (Row.attempts == 0) & (Row.at < before))
        wanted = select(Row.conversation_id).where(Row.told_at.is_(None), left).distinct()
        return self._session.scalars(wanted.order_by(Row.conversation_id)).all()

    def of(self, conversation_id: int) -> Sequence[PatientFile]:
        return self._read(_of(conversation_id))

    def content(self, file_id: int) -> bytes | None:
        return self._session.scalar(select(Row.content).where(Row.id == file_id))

    def erase(self, conversation_id: int) -> int:
        gone = delete(Row).where(Row.conversation_id == conversation_id).returning(Row.id)
        return len(self._session.scalars(gone).all())

    def forget(self, before: dt.datetime) -> int:
        return len(self._session.scalars(delete(Row).where(Row.at < before).returning(Row.id)).all())

    def _read(self, wanted: Select[*tuple[object, ...]]) -> list[PatientFile]:
        return [mapping.of_row(PatientFile, row) for row in self._session.execute(wanted)]


def _of(conversation_id: int) -> Select[*tuple[object, ...]]:
    size = func.octet_length(Row.content).label("size")
    return select(*_SHOWN, size).where(Row.conversation_id == conversation_id).order_by(Row.id)
