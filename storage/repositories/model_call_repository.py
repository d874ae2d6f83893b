"""What calls of a model cost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import CursorResult, insert, select, update
from sqlalchemy.orm import Session

from booking.intents import ModelCall, Source
from storage.tables import ModelCallRow

_FIELDS = tuple(ModelCall.model_fields)


class SqlModelCalls:
    """`clasificaciones_llm`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, conversation_id: int, calls: Sequence[ModelCall], source: Source, now: dt.datetime) -> None:
        rows = [
            {**call.model_dump(mode="json"), "conversation_id": conversation_id, "source": source.value, "at": now}
            for call in calls
        ]
        self._session.execute(insert(ModelCallRow), rows)

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, ModelCall]]:
        """Newest first."""
        rows = self._session.scalars(select(ModelCallRow).order_by(ModelCallRow.id.desc()).limit(limit))
        return [(row.conversation_id, row.at, _call(row)) for row in rows]

    def of(self, conversation_id: int, at: dt.datetime) -> Sequence[ModelCall]:
        theirs = select(ModelCallRow).where(ModelCallRow.at == at, ModelCallRow.conversation_id == conversation_id)
        return [_call(row) for row in self._session.scalars(theirs.order_by(ModelCallRow.id))]

    def forget_texts(self, before: dt.datetime) -> int:
        old = update(ModelCallRow).where(ModelCallRow.at < before, ModelCallRow.text.is_not(None)).values(text=None)
        return cast("CursorResult[Any]", self._session.execute(old)).rowcount


def _call(row: ModelCallRow) -> ModelCall:
    return ModelCall.model_validate({name: getattr(row, name) for name in _FIELDS})
