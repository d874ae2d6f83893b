"""The clinic's documents, found by the words and the vectors of their passages."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, insert, select, text
from sqlalchemy.dialects.postgresql import ARRAY, TEXT
from sqlalchemy.orm import Session

from booking.models.documents import (
    Area,
    Candidate,
    Candidates,
    Document,
    StoredPassage,
    TextPart,
    Vector,
)
from booking.models.folded_text import searched, spelled_out
from booking.ports import Alternatives
from storage.base import at_most, columns, storable, table_of, unavailable
from storage.tables import DocumentRow, PassageRow
from storage.vectors import PASSAGES, SqlVectored, written

_DOCUMENTS = table_of(DocumentRow)

_SEARCH = """
WITH asked AS (
    SELECT n - 1 AS n, to_tsquery('spanish', q) AS q FROM unnest(:groups) WITH ORDINALITY AS g(q, n)
), hits AS MATERIALIZED (
    SELECT a.n, p.id, p.titulos @@ a.q AS titled FROM asked a JOIN pasajes p ON p.busqueda @@ a.q
), total AS (SELECT count(*) AS passages FROM pasajes
), often AS (
    SELECT a.n, count(h.id) AS times FROM asked a LEFT JOIN hits h ON h.n = a.n GROUP BY a.n
), worded AS (
    SELECT h.id FROM hits h JOIN often o ON o.n = h.n CROSS JOIN total
    JOIN pasajes p ON p.id = h.id JOIN documentos d ON d.id = p.documento_id
    WHERE CAST(:area AS text) IS NULL OR d.area = :area
    GROUP BY h.id
    ORDER BY sum(ln((total.passages + 1) / (o.times + 0.5)) * CASE WHEN h.titled THEN 1.2 ELSE 1 END) DESC, h.id
    LIMIT :most
){nearest}, taken AS (SELECT id FROM worded{also})
SELECT p.id, p.documento_id, d.nombre, d.area, d.cargado_en, p.encabezado, p.texto{similarity},
    coalesce((SELECT array_agg(h.n) FROM hits h WHERE h.id = p.id), '{{}}') AS matched,
    coalesce((SELECT array_agg(h.n) FROM hits h WHERE h.id = p.id AND h.titled), '{{}}') AS titled
FROM taken JOIN pasajes p ON p.id = taken.id JOIN documentos d ON d.id = p.documento_id{joined}
ORDER BY p.id
"""
_OFTEN = """
SELECT (SELECT count(*) FROM pasajes), coalesce(array_agg((
    SELECT count(*) FROM pasajes p WHERE p.busqueda @@ to_tsquery('spanish', g.q)) ORDER BY g.n), '{}')
FROM unnest(:groups) WITH ORDINALITY AS g(q, n)
"""
_WORDED = _SEARCH.format(nearest="", also="", similarity=", NULL AS similarity", joined="")
_WITH_VECTORS = _SEARCH.format(
    nearest=""", nearest AS (
    SELECT v.pasaje_id AS id FROM vectores_pasaje v
    JOIN pasajes p ON p.id = v.pasaje_id JOIN documentos d ON d.id = p.documento_id
    WHERE v.modelo = :model AND (CAST(:area AS text) IS NULL OR d.area = :area)
    ORDER BY v.vector <=> CAST(:vector AS vector), v.pasaje_id LIMIT :most
)""",
    also=" UNION SELECT id FROM nearest",
    similarity=", 1 - (v.vector <=> CAST(:vector AS vector)) AS similarity",
    joined=" LEFT JOIN vectores_pasaje v ON v.pasaje_id = p.id AND v.modelo = :model",
)
_PUT_PASSAGES = """
INSERT INTO pasajes (documento_id, orden, encabezado, texto, palabras, titulos, busqueda)
VALUES (:document, :place, :heading, :text, :all, to_tsvector('spanish', :titles), to_tsvector('spanish', :all))
"""
_TEXTS = bindparam("groups", type_=ARRAY(TEXT))


class SqlDocuments(SqlVectored):
    """`documentos`, `pasajes` and, where there is such a table, `vectores_pasaje`."""

    _vectors = PASSAGES

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(
        self,
        name: str,
        area: Area,
        file: str,
        digest: str,
        parts: Sequence[TextPart],
        now: dt.datetime,
        who: str | None = None,
    ) -> Document:
        gone = delete(DocumentRow).where(DocumentRow.name == name).returning(DocumentRow.version)
        before = self._session.scalar(gone)
        known = {"name": name, "area": area.value, "file": file, "digest": digest, "at": now, "loaded_by": who}
        values = columns(DocumentRow, {**known, "version": (before or 0) + 1})
        new = self._session.execute(
            insert(_DOCUMENTS).values(**values).returning(_DOCUMENTS.c.id, _DOCUMENTS.c.version)
        )
        id, version = new.one()
        rows = [_row(id, place, name, part) for place, part in enumerate(parts)]
        if rows:
            self._session.execute(text(_PUT_PASSAGES), rows)
        return Document(**known | {"area": area}, id=id, version=version, passages=len(rows))

    def list(self) -> Sequence[Document]:
        count = select(func.count()).where(PassageRow.document_id == DocumentRow.id).scalar_subquery()
        rows = self._session.execute(select(DocumentRow, count).order_by(DocumentRow.area, DocumentRow.name))
        return [
            Document(
                id=row.id,
                name=row.name,
                area=Area(row.area),
                version=row.version,
                file=row.file,
                digest=row.digest,
                at=row.at,
                loaded_by=row.loaded_by,
                passages=passages,
            )
            for row, passages in rows
        ]

    def remove(self, document_id: int) -> int:
        mine = select(func.count()).where(PassageRow.document_id == document_id)
        count = self._session.scalar(mine) or 0
        self._session.execute(delete(DocumentRow).where(DocumentRow.id == document_id))
        return count

    def search(
        self,
        groups: Sequence[Alternatives],
        vector: Vector | None,
        model: str | None,
        most: int,
        area: Area | None = None,
        seconds: float | None = None,
    ) -> Candidates:
        with unavailable():
            at_most(self._session, seconds)
            queries = [_query(group) for group in groups]
            near = vector is not None and model is not None and self.has_vectors()
            values = {"groups": queries, "most": most, "area": area.value if area else None}
            if near and vector is not None:
                values |= {"vector": written(vector), "model": model}
            statement = text(_WITH_VECTORS if near else _WORDED).bindparams(_TEXTS)
            found = [_candidate(row) for row in self._session.execute(statement, values)]
            often = self._session.execute(text(_OFTEN).bindparams(_TEXTS), {"groups": queries}).one()
        return Candidates(found=tuple(found), frequencies=tuple(often[1]), passages=often[0])

    def words(self) -> frozenset[str]:
        each = func.regexp_split_to_table(PassageRow.folded, "[^a-z0-9]+").label("word")
        inner = select(each).distinct().subquery()
        return frozenset(self._session.scalars(select(inner.c.word).where(func.length(inner.c.word) >= 4)))


def _row(document_id: int, place: int, name: str, part: TextPart) -> dict[str, object]:
    titles = storable(searched(f"{name} {part.heading}"))
    heading, said = storable(part.heading), storable(part.text)
    folded = f"{titles} {searched(spelled_out(said))}"
    return {"document": document_id, "place": place, "heading": heading, "text": said, "titles": titles, "all": folded}


def _query(group: Alternatives) -> str:
    """As `to_tsquery` reads it: any of them; several words stand one behind the other."""
    return " | ".join(one for one in map(_alternative, group) if one)


def _alternative(words: str) -> str:
    each = [f"{word}:*" if end else word for word, end in re.findall(r"([a-z0-9]+)(\*?)", words)]
    return f"({' <-> '.join(each)})" if len(each) > 1 else "".join(each)


def _candidate(row: Row[Any]) -> Candidate:
    passage = StoredPassage(
        id=row.id,
        document_id=row.documento_id,
        source=row.nombre,
        area=Area(row.area),
        at=row.cargado_en,
        heading=row.encabezado,
        text=row.texto,
    )
    return Candidate(
        passage=passage,
        matched=frozenset(row.matched),
        in_heading=frozenset(row.titled),
        similarity=row.similarity,
    )
