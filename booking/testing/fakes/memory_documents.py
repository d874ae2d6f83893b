"""The clinic's documents, in memory. Two words are the same where they begin alike, which is near enough to what full
text makes of Spanish."""

from __future__ import annotations

import builtins
import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models.documents import (
    Area,
    Candidate,
    Candidates,
    Document,
    StoredPassage,
    TextPart,
    Vector,
)
from booking.models.folded_text import without_accents
from booking.ports import Alternatives
from booking.testing.fakes.memory_tables import View
from booking.testing.fakes.memory_vectors import MemoryVectored, StoredVector, cosine

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork

_ENDINGS = re.compile(
    r"(?:mente|aciones|acion|amiento|imiento|arme|arse|ando|iendo|ados|adas|ado|ada|ar|er|ir|es|as|os|[aeo]|s)$"
)


class PassageRow(NamedTuple):
    """A passage, with the vector it has of some model."""

    passage: StoredPassage
    vector: StoredVector | None = None

    @property
    def id(self) -> int:
        return self.passage.id

    @property
    def said(self) -> str:
        return _all_of(self.passage)


class MemoryDocuments(MemoryVectored[PassageRow]):
    """Implements `Documents`."""

    _newest_first = False

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

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
        before = next((one for one in self._uow.document_rows.values() if one.name == name), None)
        if before is not None:
            self.remove(before.id)
        id = self._uow.next_id("documents")
        known = {"area": area, "file": file, "digest": digest, "at": now, "loaded_by": who, "passages": len(parts)}
        new = Document.model_validate(
            {"id": id, "name": name, "version": (before.version if before else 0) + 1, **known}
        )
        self._uow.document_rows.put(id, new)
        for part in parts:
            place = self._uow.next_id("passages")
            stored = StoredPassage(
                id=place, document_id=id, source=name, area=area, at=now, heading=part.heading, text=part.text
            )
            self._uow.passage_rows.put(place, PassageRow(stored))
        return new

    def list(self) -> Sequence[Document]:
        return sorted(self._uow.document_rows.values(), key=lambda one: (one.area.value, one.name))

    def remove(self, document_id: int) -> int:
        mine = [row.passage.id for row in self._rows() if row.passage.document_id == document_id]
        for id in mine:
            self._uow.passage_rows.remove(id)
        if self._uow.document_rows.get(document_id) is not None:
            self._uow.document_rows.remove(document_id)
        return len(mine)

    def search(
        self,
        groups: Sequence[Alternatives],
        vector: Vector | None,
        model: str | None,
        most: int,
        area: Area | None = None,
        seconds: float | None = None,
    ) -> Candidates:
        rows = self._rows()
        hits = {row.passage.id: _matched(groups, row.said) for row in rows}
        often = Counter(n for matched in hits.values() for n in matched)
        weights = {n: math.log((len(rows) + 1) / (times + 0.5)) for n, times in often.items()}
        eligible = [row for row in rows if area is None or row.passage.area is area]

        def score(row: PassageRow) -> float:
            return sum(weights[n] for n in hits[row.passage.id])

        worded = sorted((row for row in eligible if hits[row.passage.id]), key=score, reverse=True)[:most]
        cosines = {row.id: cosine(vector, model, row.vector) for row in eligible}
        near = {id: similarity for id, similarity in cosines.items() if similarity is not None}
        nearest = set(sorted(near, key=lambda id: -near[id])[:most]) | {row.passage.id for row in worded}
        found = [
            Candidate(
                passage=row.passage,
                matched=hits[row.passage.id],
                in_heading=_matched(groups, f"{row.passage.source} {row.passage.heading}"),
                similarity=near.get(row.passage.id),
            )
            for row in eligible
            if row.passage.id in nearest
        ]
        frequencies = tuple(often.get(n, 0) for n in range(len(groups)))
        return Candidates(found=tuple(found), frequencies=frequencies, passages=len(rows))

    def words(self) -> frozenset[str]:
        found = (word for row in self._rows() for word in words_of(row.said))
        return frozenset(word for word in found if len(word) >= 4)

    def _kept(self) -> View[int, PassageRow]:
        return self._uow.passage_rows

    def _rows(self) -> builtins.list[PassageRow]:
        return sorted(self._uow.passage_rows.values(), key=lambda row: row.passage.id)


def _all_of(passage: StoredPassage) -> str:
    return "\n".join(part for part in (passage.source, passage.heading, passage.text) if part)


def words_of(text: str) -> builtins.list[str]:
    return re.findall(r"[a-z0-9]+", without_accents(text))


def stem(word: str) -> str:
    return _ENDINGS.sub("", word) if len(word) > 4 else word.removesuffix("s")


def _matched(groups: Sequence[Alternatives], text: str) -> frozenset[int]:
    words = words_of(text)
    stems = [stem(word) for word in words]
    return frozenset(n for n, group in enumerate(groups) if any(_has(one, words, stems) for one in group))


def _has(alternative: str, words: Sequence[str], stems: Sequence[str]) -> bool:
    wanted = alternative.split()

    def fits(place: int) -> bool:
        return all(
            words[place + n].startswith(one[:-1]) if one.endswith("*") else stems[place + n] == stem(one)
            for n, one in enumerate(wanted)
        )

    return any(fits(place) for place in range(len(words) - len(wanted) + 1))
