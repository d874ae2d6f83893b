"""Messages received."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import Content, Identity, InboundMessage, PendingMessage
from booking.ports import Accepted
from storage import message_mapping
from storage.base import storable, stored_json, table_of
from storage.jobs import CONVERSATION_LOCK, no_live_job
from storage.prepared import Prepared
from storage.repositories.known_people import Sender
from storage.repositories.person_repository import People, Writer
from storage.tables import InboundRow

_TABLE = table_of(InboundRow)
_PENDING = (
    select(InboundRow)
    .where(InboundRow.conversation_id == bindparam("conversation_id"), InboundRow.turn_id.is_(None))
    .order_by(InboundRow.id)
)
_INSERT = Prepared(
    text("""
INSERT INTO mensajes_entrantes AS nuevo (wamid, conversacion_id, enviado_en, recibido_en, mensaje, intentos)
SELECT wamid, chat, sent, received, message, 0
FROM unnest(CAST(:wamids AS text[]), CAST(:chats AS bigint[]), CAST(:sent AS timestamptz[]),
    CAST(:received AS timestamptz[]), CAST(:messages AS jsonb[]))
    WITH ORDINALITY AS one (wamid, chat, sent, received, message, place)
ORDER BY place
ON CONFLICT (wamid) DO NOTHING
RETURNING id, wamid, (
    SELECT antes.recibido_en FROM mensajes_entrantes AS antes
    WHERE antes.conversacion_id = nuevo.conversacion_id AND antes.turno_id IS NULL
    ORDER BY antes.id LIMIT 1
) AS since
""")
)
"""`since`: when the first came that waited in the conversation before any of these."""

_ANSWER = Prepared(
    text("""
UPDATE conversaciones SET responder_tipo = kind, responder_valor = name, nombre_perfil = profile
FROM unnest(CAST(:chats AS bigint[]), CAST(:kinds AS text[]), CAST(:names AS text[]), CAST(:profiles AS text[]))
    AS one (chat, kind, name, profile)
WHERE conversaciones.id = chat
""")
)


class _Stored(NamedTuple):
    id: int
    waiting_since: dt.datetime | None


class SqlInbox:
    """`mensajes_entrantes`. WhatsApp's message id is unique."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._people = People(session)

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        """Two statements for a sender we know: who it is, and the row."""
        return self.accept_all([(message, now)])[0]

    def accept_all(self, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> Sequence[Accepted | None]:
        """Two statements for however many where all are known."""
        writers = [Writer(m.sender, storable(m.profile_name or "") or None, at) for m, at in messages]
        senders = self._people.senders(writers)
        if senders is not None:
            return self._stored(messages, writers, senders)
        return [
            self._stored([one], [writer], [self._people.sender(writer.names, writer.at)])[0]
            for one, writer in zip(messages, writers, strict=True)
        ]

    def _stored(
        self,
        messages: Sequence[tuple[InboundMessage, dt.datetime]],
        writers: Sequence[Writer],
        senders: Sequence[Sender],
    ) -> list[Accepted | None]:
        """Their rows, and where answers go from now on: where somebody wrote from last."""
        chats = [sender.conversation_id for sender in senders]
        rows = self._insert([(message, chat, at) for (message, at), chat in zip(messages, chats, strict=True)])
        accepted: list[Accepted | None] = []
        since: dict[int, dt.datetime] = {}
        before = {sender.conversation_id: (sender.reply_to, sender.profile) for sender in senders}
        after = dict(before)
        for (message, _), writer, sender in zip(messages, writers, senders, strict=True):
            chat = sender.conversation_id
            row = rows.pop(message.wamid, None)
            if row is None:
                accepted.append(None)
                continue
            waiting = since.setdefault(chat, row.waiting_since or writer.at)
            accepted.append(Accepted(row.id, chat, waiting))
            profile = None if sender.named else writer.profile or after[chat][1]
            after[chat] = (writer.names[0], profile)
        self._answer({chat: to for chat, to in after.items() if to != before[chat]})
        return accepted

    def _answer(self, there: Mapping[int, tuple[Identity | None, str | None]]) -> None:
        """Answers of these conversations go there, to who is shown so."""
        if not there:
            return
        chats = sorted(there)
        values: dict[str, Any] = {
            "chats": chats,
            "kinds": [to.kind.value if (to := there[chat][0]) else None for chat in chats],
            "names": [storable(to.value) if (to := there[chat][0]) else None for chat in chats],
            "profiles": [there[chat][1] for chat in chats],
        }
        _ANSWER.run(self._session.connection(), values)

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """One statement where all are known."""
        self._people.expect(senders)

    def conversation_of(self, names: Sequence[Identity], now: dt.datetime) -> int:
        """One statement for somebody we know."""
        return self._people.sender(names, now).conversation_id

    def keep_foreign(self, message: InboundMessage, now: dt.datetime) -> None:
        self._insert([(message, None, now)])

    def _insert(self, messages: Sequence[tuple[InboundMessage, int | None, dt.datetime]]) -> dict[str, _Stored]:
        """By WhatsApp's id those that were not stored before."""
        values: dict[str, Any] = {
            "wamids": [storable(message.wamid) for message, _, _ in messages],
            "chats": [chat for _, chat, _ in messages],
            "sent": [message.sent_at for message, _, _ in messages],
            "received": [at for _, _, at in messages],
            "messages": [stored_json(message, exclude={"profile_name"}) for message, _, _ in messages],
        }
        stored = _INSERT.rows(self._session.connection(), values)
        by_stored = {wamid: _Stored(id, since) for id, wamid, since in stored}
        return {m.wamid: by_stored[kept] for m, _, _ in messages if (kept := storable(m.wamid)) in by_stored}

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

    def contents(self, message_ids: Collection[int]) -> Mapping[int, Content]:
        rows = self._session.scalars(
            select(InboundRow).where(InboundRow.id.in_(message_ids), InboundRow.message.is_not(None))
        )
        return {row.id: message_mapping.inbound(row).content for row in rows}

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
