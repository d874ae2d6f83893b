"""What a turn leaves behind, in one statement: the conversation, its answers, the log, its messages marked as handled,
how long its stages took, that somebody was heard."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    CTE,
    DOUBLE_PRECISION,
    TEXT,
    BigInteger,
    ColumnElement,
    Connection,
    bindparam,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, aggregate_order_by

from booking.errors import ConversationMoved
from booking.models import Conversation, DeliverClass, MessageClass, TurnRecord
from booking.models.stage_times import StageOutcome
from booking.ports import Answers
from storage import mapping, message_mapping
from storage.base import MOMENT, columns, stored_json, table_of
from storage.jobs import QUEUED, queued
from storage.prepared import Prepared
from storage.repositories.staff_repository import HEARD, going_on, touched
from storage.tables import ConversationRow, InboundRow, OutboundRow, PersonRow, StageRow, TurnRow

_TURNS, _INBOX, _OUTBOX, _STAGES = map(table_of, (TurnRow, InboundRow, OutboundRow, StageRow))
_CHATS, _PEOPLE = table_of(ConversationRow), table_of(PersonRow)
_CHAT, _AT = bindparam("chat", type_=BigInteger), bindparam("at", type_=MOMENT)


class _Leaves(NamedTuple):
    """Which parts the statement has."""

    heard: bool  # it handled messages
    saves: bool
    consents: bool  # what is known of the person is another
    says: bool
    job: bool


def write(connection: Connection, record: TurnRecord, after: Conversation | None, says: Answers | None) -> int:
    """The turn's id. Raises ConversationMoved."""
    person = record.before.person
    consents = after is not None and after.person != person
    leaves = _Leaves(bool(record.message_ids), after is not None, consents, says is not None, bool(says and says.job))
    values: dict[str, Any] = _named("turn", columns(TurnRow, message_mapping.turn_values(record)))
    values |= {"chat": record.conversation_id, "at": record.at}
    if leaves.heard:
        values |= touched(person.id, len(record.message_ids), record.at)
        values |= {
            "closes": list(record.message_ids),
            "stages": list(record.stages_ms),
            "took_ms": list(record.stages_ms.values()),
        }
    if after is not None:
        values |= _named("chat", columns(ConversationRow, mapping.conversation_values(after)))
        values |= {"read_version": after.version}
    if after is not None and consents:
        values |= _named("person", columns(PersonRow, mapping.person_values(after.person))) | {"person": person.id}
    if says is not None:
        values |= {
            "to_kind": says.to.kind.value,
            "to_value": says.to.value,
            "reply_to": says.reply_to,
            "tokens": [secrets.token_urlsafe(16) for _ in says.contents],
            "contents": [stored_json(content) for content in says.contents],
        }
        if says.job:
            values |= queued([(DeliverClass(conversation_id=record.conversation_id), None)], record.at)
    found = _statement(leaves).one(connection, values)
    assert found is not None
    turn_id, saved = found
    if saved == 0:
        raise ConversationMoved(f"{record.conversation_id}: it is no longer at the version that was read.")
    return int(turn_id)


def _named(part: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{part}_{name}": value for name, value in values.items()}


@cache
def _statement(leaves: _Leaves) -> Prepared:
    said = _said() if leaves.says else None
    turn = _turn(said)
    parts = [turn]
    if leaves.heard or leaves.consents:
        parts.append(_person(leaves))
    if leaves.heard:
        parts += (*going_on(parts[-1]), _measured(), _closed(turn))
    saved: ColumnElement[int] = literal(1)
    if leaves.saves:
        chat = _saved()
        parts.append(chat)
        saved = select(func.count()).select_from(chat).scalar_subquery()
    if leaves.job:
        parts.append(QUEUED.cte("tarea"))
    return Prepared(select(turn.c.id, saved).add_cte(*parts))


def _said() -> CTE:
    """The answers: each a row, in their order."""
    given = (
        func.unnest(bindparam("tokens", type_=ARRAY(TEXT)), bindparam("contents", type_=ARRAY(JSONB)))
        .table_valued("token", "content", with_ordinality="place", name="dicho")
        .render_derived()
    )
    values = {
        "seguimiento": given.c.token,
        "contenido": given.c.content,
        "conversacion_id": _CHAT,
        "para_tipo": bindparam("to_kind", type_=_OUTBOX.c.para_tipo.type),
        "para_valor": bindparam("to_value", type_=_OUTBOX.c.para_valor.type),
        "responde_a": bindparam("reply_to", type_=_OUTBOX.c.responde_a.type),
        "clase": literal(MessageClass.REPLY.value),
        "creado_en": _AT,
        "estado": literal("pending"),
        "intentos": literal(0),
    }
    rows = select(*values.values()).order_by(given.c.place)
    return insert(_OUTBOX).from_select([*values], rows).returning(_OUTBOX.c.id).cte("respuestas")


def _turn(said: CTE | None) -> CTE:
    """The row of the log, which names the answers."""
    written = {c.name: bindparam(f"turn_{c.name}", type_=c.type) for c in _TURNS.c if not c.primary_key}
    values: dict[str, Any] = dict(written)
    if said is not None:
        ids = select(func.jsonb_agg(aggregate_order_by(said.c.id, said.c.id))).scalar_subquery()
        answers = func.jsonb_build_object("outbox_ids", func.coalesce(ids, literal_column("'[]'::jsonb")))
        values["cuerpo"] = written["cuerpo"].concat(answers)
    return insert(_TURNS).values(values).returning(_TURNS.c.id).cte("turno")


def _person(leaves: _Leaves) -> CTE:
    """That they were heard, and what they consent to, in one change: a statement changes no row twice."""
    values = {}
    who = HEARD.id
    if leaves.heard:
        values["visto_en"] = HEARD.at
    if leaves.consents:
        names = columns(PersonRow, dict.fromkeys(mapping.PERSON_FIELDS))
        values |= {name: bindparam(f"person_{name}", type_=_PEOPLE.c[name].type) for name in names}
        who = bindparam("person", type_=BigInteger)
    return update(_PEOPLE).where(_PEOPLE.c.id == who).values(values).returning(_PEOPLE.c.id).cte("visto")


def _saved() -> CTE:
    names = columns(ConversationRow, dict.fromkeys(mapping.CONVERSATION_FIELDS))
    values: dict[str, Any] = {name: bindparam(f"chat_{name}", type_=_CHATS.c[name].type) for name in names}
    values |= {"actualizada_en": _AT, "version": _CHATS.c.version + 1}
    of = (_CHATS.c.id == _CHAT, _CHATS.c.version == bindparam("read_version", type_=BigInteger))
    return update(_CHATS).where(*of).values(values).returning(_CHATS.c.id).cte("guardada")


def _measured() -> CTE:
    rows = select(
        func.unnest(bindparam("stages", type_=ARRAY(TEXT))),
        func.unnest(bindparam("took_ms", type_=ARRAY(DOUBLE_PRECISION))),
        _CHAT,
        literal(StageOutcome.SUCCESS.value),
        _AT,
    )
    names = ("nodo", "duracion_ms", "conversacion_id", "estado", "created_at")
    return insert(_STAGES).from_select([*names], rows).returning(_STAGES.c.id).cte("medidas")


def _closed(turn: CTE) -> CTE:
    handled = _INBOX.c.id == func.any(bindparam("closes", type_=ARRAY(BigInteger)))
    return (
        update(_INBOX)
        .where(handled, _INBOX.c.turno_id.is_(None))
        .values(turno_id=select(turn.c.id).scalar_subquery())
        .returning(_INBOX.c.id)
        .cte("cerrados")
    )
