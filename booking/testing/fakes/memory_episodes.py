"""What is remembered of people, in memory. Two words are the same where they begin alike, as in `memory_documents`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models import TurnRecord
from booking.models.documents import Vector
from booking.models.episodes import Episode, StoredEpisode, endings
from booking.testing.fakes.memory_documents import stem, words_of
from booking.testing.fakes.memory_tables import View
from booking.testing.fakes.memory_vectors import MemoryVectored, StoredVector, cosine

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class EpisodeRow(NamedTuple):
    """An episode of a turn, with the vector it has of some model. Whose it is, the turn's conversation says."""

    turn_id: int
    episode: StoredEpisode
    words: str
    vector: StoredVector | None = None

    @property
    def id(self) -> int:
        return self.episode.id

    @property
    def said(self) -> str:
        return self.episode.text


class MemoryEpisodes(MemoryVectored[EpisodeRow]):
    """Implements `Episodes`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def waiting(self) -> bool:
        return bool(self.unwritten(1))

    def unwritten(self, most: int) -> Sequence[TurnRecord]:
        done = self._uow.remembered.items()
        turns = sorted(self._uow.turn_rows.items().items())
        return [turn for id, turn in turns if id not in done and endings(turn)][:most]

    def keep(self, episodes: Sequence[Episode], turn_ids: Sequence[int] = ()) -> int:
        new = 0
        for one in episodes:
            turn_id = self._turn(one.conversation_id, one.turn)
            there = any(row.turn_id == turn_id and row.episode.kind is one.kind for row in self._rows())
            if turn_id is None or there:
                continue
            id = self._uow.next_id("episodes")
            stored = StoredEpisode(id=id, kind=one.kind, at=one.at, text=one.text)
            self._uow.episode_rows.put(id, EpisodeRow(turn_id, stored, f"{one.text} {one.words}"))
            new += 1
        for id in turn_ids:
            self._uow.remembered.put(id, True)
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
        mine = [row for row in self._of(person_id) if _within(row.episode.at, since, until)]
        asked = {stem(word) for word in words}
        scored = [
            row.episode.model_copy(
                update={
                    "rank": float(sum(word.startswith(one) for one in asked for word in set(words_of(row.words)))),
                    "similarity": cosine(vector, model, row.vector),
                }
            )
            for row in mine
        ]
        worded = sorted((one for one in scored if one.rank), key=lambda one: -one.rank)[:most]
        near = [one for one in scored if one.similarity is not None]
        near = sorted(near, key=lambda one: -(one.similarity or 0.0))[:most]
        taken = {one.id for one in (*scored[:most], *worded, *near)}
        return [one for one in scored if one.id in taken]

    def of_person(self, person_id: int, most: int = 1000) -> Sequence[StoredEpisode]:
        return [row.episode for row in self._of(person_id)][:most]

    def purge(self, before: dt.datetime) -> int:
        gone = [row.episode.id for row in self._rows() if row.episode.at < before]
        for id in gone:
            self._uow.episode_rows.remove(id)
        return len(gone)

    def _kept(self) -> View[int, EpisodeRow]:
        return self._uow.episode_rows

    def _rows(self) -> list[EpisodeRow]:
        return list(self._uow.episode_rows.values())

    def _of(self, person_id: int) -> list[EpisodeRow]:
        """The latest first. An episode goes with its turn."""
        chat = self._uow.conversations.of_person(person_id)
        turns = {id for id, turn in self._uow.turn_rows.items().items() if chat and turn.conversation_id == chat.id}
        mine = [row for row in self._rows() if row.turn_id in turns]
        return sorted(mine, key=lambda row: (row.episode.at, row.episode.id), reverse=True)

    def _turn(self, conversation_id: int, number: int) -> int | None:
        turns = self._uow.turn_rows.items().items()
        return next((id for id, t in turns if t.conversation_id == conversation_id and t.number == number), None)


def _within(at: dt.datetime, since: dt.datetime | None, until: dt.datetime | None) -> bool:
    return (since is None or since <= at) and (until is None or at < until)
