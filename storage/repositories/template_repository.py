"""What WhatsApp says of our templates."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import TemplateState
from storage import mapping
from storage.base import columns, table_of
from storage.tables import TemplateRow

_TABLE = table_of(TemplateRow)


class SqlTemplates:
    """`plantillas`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, name: str, language: str) -> TemplateState | None:
        one = select(TemplateRow).where(TemplateRow.name == name, TemplateRow.language == language)
        row = self._session.scalar(one)
        return None if row is None else mapping.of_row(TemplateState, row)

    def put(self, state: TemplateState) -> None:
        values = columns(TemplateRow, state.model_dump())
        new = insert(_TABLE).values(**values)
        key = [_TABLE.c.nombre, _TABLE.c.idioma]
        self._session.execute(new.on_conflict_do_update(index_elements=key, set_=values))

    def list(self) -> Sequence[TemplateState]:
        rows = self._session.scalars(select(TemplateRow).order_by(TemplateRow.name, TemplateRow.language))
        return [mapping.of_row(TemplateState, row) for row in rows]
