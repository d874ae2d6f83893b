"""What is remembered of people: every search begins with whose it is."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Sequence

from sqlalchemy import delete, exists, select, text, update

from booking.models import TurnRecord
from booking.models.documents import Vector
from booking.models.episodes import Episode, EpisodeKind, StoredEpisode
from booking.models.folded_text import without_accents
from storage import message_mapping
from storage.base import at_most, storable, unavailable
from storage.tables import ConversationRow, EpisodeRow, TurnRow
from storage.vectors import EPISODES, SqlVectored, written
from storage.work_session import WorkSession

SEARCH = """
WITH mine AS MATERIALIZED (
    SELECT id, tipo, ocurrido_en, resumen, busqueda FROM memoria_episodica
    WHERE usuario_id = :owner{since}{until}
), scored AS (
    SELECT m.id, m.tipo, m.ocurrido_en, m.resumen, {rank} AS fits, {similarity} AS near FROM mine m{joined}
), placed AS (
    SELECT *, row_number() OVER (ORDER BY ocurrido_en DESC, id DESC) AS late,
        row_number() OVER (ORDER BY fits DESC, ocurrido_en DESC, id DESC) AS worded,
        row_number() OVER (ORDER BY near DESC NULLS LAST, id DESC) AS nearest
    FROM scored
)
SELECT id, tipo, ocurrido_en, resumen, fits, near FROM placed
WHERE late <= :most OR (worded <= :most AND fits > 0) OR (nearest <= :most AND near IS NOT NULL)
ORDER BY ocurrido_en DESC, id DESC
"""
"""Whose they are and when they were comes before any word or vector is looked at: a person has dozens of episodes, so
that the nearest are found by looking at each of them. Both tables have an index in which what is one person's lies
together with all that is read of it."""

_KEEP = """
INSERT INTO memoria_episodica (usuario_id, turno_id, session_id, tipo, ocurrido_en, resumen, metadata, busqueda)
SELECT c.usuario_id, t.id, s.id, :kind, :at, :text,
    CAST(:details AS jsonb) || jsonb_build_object('session_id', s.id), to_tsvector('spanish', :folded)
FROM turnos_log t JOIN conversaciones c ON c.id = t.conversacion_id
LEFT JOIN LATERAL (
    SELECT id FROM user_sessions WHERE user_id = c.usuario_id AND started_at <= :at ORDER BY id DESC LIMIT 1
) s ON true
WHERE t.conversacion_id = :chat AND t.numero = :turn
ON CONFLICT (turno_id, tipo) DO NOTHING
"""


def search_statement(*, words: bool, near: int, since: bool, until: bool) -> str:
    """The statement of a search by words, and by a vector of so many numbers, 0: by none. Nothing is joined or computed
    that is not asked for."""
    return SEARCH.format(
        since=" AND ocurrido_en >= :since" if since else "",
        until=" AND ocurrido_en < :until" if until else "",
        rank="CASE WHEN m.busqueda @@ to_tsquery('spanish', :words)"
        " THEN ts_rank(m.busqueda, to_tsquery('spanish', :words)) ELSE 0 END"
        if words
        else "CAST(0 AS real)",
        similarity="1 - (v.vector <=> CAST(:vector AS vector))" if near else "CAST(NULL AS double precision)",
        joined=EPISODES.joined("m", near) if near else "",
    )


class SqlEpisodes(SqlVectored):
    """`memoria_episodica` and, where there is such a table, `vectores_episodio`."""

    _vectors = EPISODES
    _session: WorkSession

    def __init__(self, session: WorkSession) -> None:
        self._session = session

    def waiting(self) -> bool:
        return bool(self._session.scalar(select(exists().where(TurnRow.to_remember))))

    def unwritten(self, most: int) -> Sequence[TurnRecord]:
        wanted = (
            select(TurnRow)
            .join(ConversationRow, ConversationRow.id == TurnRow.conversation_id)
            .where(TurnRow.to_remember)
            .order_by(TurnRow.id)
            .limit(most)
            .with_for_update(of=TurnRow, skip_locked=True)
        )
        rows = self._session.scalars(wanted).all()
        free = self._free({row.conversation_id for row in rows})
        return [message_mapping.turn_record(row, {}) for row in rows if row.conversation_id in free]

    def keep(self, episodes: Sequence[Episode], turn_ids: Sequence[int] = ()) -> int:
        new = sum(self._keep(one) for one in episodes)
        if turn_ids:
            self._session.execute(update(TurnRow).where(TurnRow.id.in_(turn_ids)).values(to_remember=False))
        return new

    def search(
        self,
        person_id: int,
        words: Sequence[str],
        vector: Vector | None,
        model: str | None,
        most: int,
        since: dt.datetime | None = None,
        until: dt.datetime | None = None,
        seconds: float | None = None,
    ) -> Sequence[StoredEpisode]:
        with unavailable():
            at_most(self._session, seconds)
            asked = _query(words)
            near = len(vector) if vector is not None and model is not None and self.has_vectors() else 0
            values: dict[str, object] = {"owner": person_id, "most": most}
            values |= {"since": since} if since else {}
            values |= {"until": until} if until else {}
            values |= {"words": asked} if asked else {}
            values |= {"vector": written(vector), "model": model} if near and vector is not None else {}
            statement = search_statement(words=bool(asked), near=near, since=since is not None, until=until is not None)
            rows = self._session.execute(text(statement), values).all()
        return [
            StoredEpisode(
                id=row.id,
                kind=EpisodeKind(row.tipo),
                at=row.ocurrido_en,
                text=row.resumen,
                rank=row.fits,
                similarity=row.near,
            )
            for row in rows
        ]

    def of_person(self, person_id: int, most: int = 1000) -> Sequence[StoredEpisode]:
        rows = self._session.scalars(
            select(EpisodeRow)
            .where(EpisodeRow.person_id == person_id)
            .order_by(EpisodeRow.at.desc(), EpisodeRow.id.desc())
            .limit(most)
        )
        return [StoredEpisode(id=row.id, kind=EpisodeKind(row.kind), at=row.at, text=row.text) for row in rows]

    def purge(self, before: dt.datetime) -> int:
        gone = self._session.scalars(delete(EpisodeRow).where(EpisodeRow.at < before).returning(EpisodeRow.id))
        return len(gone.all())

    def _free(self, chats: set[int]) -> set[int]:
        """Those of these chats that nobody is changing; they stay so until this transaction ends, for two chats may
        become one, and an episode would be kept for somebody who is nobody any more."""
        wanted = select(ConversationRow.id).where(ConversationRow.id.in_(chats)).order_by(ConversationRow.id)
        return set(self._session.scalars(wanted.with_for_update(read=True, skip_locked=True)))

    def _keep(self, one: Episode) -> int:
        said = storable(one.text)
        local = one.at.isoformat()
        details = {"tipo": one.kind.value, "fecha": local, "timezone": one.zone}
        kept = self._session.execute(
            text(_KEEP),
            {
                "chat": one.conversation_id,
                "turn": one.turn,
                "kind": one.kind.value,
                "at": one.at,
                "text": said,
                "details": json.dumps(details),
                "folded": without_accents(f"{said} {one.words}"),
            },
        )
        return int(kept.rowcount)  # type: ignore[attr-defined]


def _query(words: Sequence[str]) -> str:
    """As `to_tsquery` reads it: any of them."""
    return " | ".join(word for said in words for word in re.findall(r"[a-z0-9]+", said))
