"""The log of turns, and what staff must look at."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import (
    ARRAY,
    DOUBLE_PRECISION,
    TEXT,
    BigInteger,
    Executable,
    bindparam,
    cast,
    func,
    literal,
    null,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH, insert
from sqlalchemy.orm import Session

from booking.models import TurnRecord
from booking.models.stage_times import StageOutcome
from booking.models.turns import UNANSWERED
from storage import message_mapping
from storage.base import MOMENT, columns, table_of
from storage.repositories.staff_repository import TOUCHING, touched
from storage.tables import InboundRow, StageRow, TurnRow

_ADD = insert(table_of(TurnRow)).returning(table_of(TurnRow).c.id)
_STAGES = table_of(StageRow)
_MEASURED = (
    insert(_STAGES)
    .from_select(
        [_STAGES.c[name] for name in ("nodo", "duracion_ms", "conversacion_id", "estado", "created_at")],
        select(
            func.unnest(bindparam("stages", type_=ARRAY(TEXT))),
            func.unnest(bindparam("took_ms", type_=ARRAY(DOUBLE_PRECISION))),
            bindparam("stages_of", type_=BigInteger),
            literal(StageOutcome.SUCCESS.value),
            bindparam("measured_at", type_=MOMENT),
        ),
    )
    .returning(_STAGES.c.id)
    .cte("medidas")
)
_TABLE = table_of(TurnRow)
_WRITTEN = [column.name for column in _TABLE.c if not column.primary_key]
_ADDED = (
    insert(_TABLE)
    .values({name: bindparam(f"turno_{name}", type_=_TABLE.c[name].type) for name in _WRITTEN})
    .returning(_TABLE.c.id)
    .cte("turno")
)
_INBOX = table_of(InboundRow)
_CLOSED = (
    update(_INBOX)
    .where(_INBOX.c.id == func.any(bindparam("closes", type_=ARRAY(BigInteger))), _INBOX.c.turno_id.is_(None))
    .values(turno_id=select(_ADDED.c.id).scalar_subquery())
    .returning(_INBOX.c.id)
    .cte("cerrados")
)
_ADD_WITH_MARKS = select(_ADDED.c.id).add_cte(*TOUCHING, _MEASURED, _CLOSED)


class SqlTurnLog:
    """`turnos_log`. What people wrote stays in the inbox alone, where it can be erased."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, record: TurnRecord) -> int:
        """One statement."""
        values: dict[str, object] = columns(TurnRow, message_mapping.turn_values(record))
        statement: Executable = _ADD
        if record.message_ids:
            statement = _ADD_WITH_MARKS
            values = {f"turno_{name}": value for name, value in values.items()}
            values["closes"] = list(record.message_ids)
            values |= touched(record.before.person.id, len(record.message_ids), record.at)
            values |= {
                "stages": list(record.stages_ms),
                "took_ms": list(record.stages_ms.values()),
                "stages_of": record.conversation_id,
                "measured_at": record.at,
            }
        turn_id: int = self._session.connection().execute(statement, values).scalar_one()
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
