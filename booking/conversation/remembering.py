"""What came to its end in conversations is kept in words: of each turn once, whatever happens to whoever writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from booking.conversation.replies.episode_texts import episode
from booking.documents.missing_vectors import fill
from booking.errors import DatabaseUnavailable, ServiceUnavailable
from booking.logs import where
from booking.models import Remember, TurnRecord
from booking.models.episodes import Episode, endings
from booking.ports import Clock, Embedder, UnitOfWork, UnitOfWorkFactory, Vectored

log = structlog.get_logger()

_AT_ONCE: Final = 100
_VECTORS: Final = 1024
"""Of one job: where another model came every line wants a new one, which takes hours: no new line waits for it."""


@dataclass(frozen=True, slots=True)
class Rememberer:
    """Writes episodes. Without an `embedder` they are found by their words alone; so many vectors are made at once."""

    begin: UnitOfWorkFactory
    clock: Clock
    embedder: Embedder | None = None
    at_once: int = _VECTORS

    def remember(self) -> int:
        """Keep all that ended and is not kept; then vectors that are missing, the rest by a job behind this one. How
        many episodes are new."""
        new = 0
        while True:
            with self.begin() as uow:
                turns = uow.episodes.unwritten(_AT_ONCE)
                if not turns:
                    break
                new += uow.episodes.keep(_of(uow, turns), [turn.id for turn in turns if turn.id is not None])
                uow.commit()
        self._vectors()
        return new

    def _vectors(self) -> None:
        """Of what ended, and of what doctors wrote down. Nothing waits for a model: no transaction is open while it
        works."""
        if self.embedder is None:
            return
        try:
            made = sum(fill(self.begin, self.embedder, most=self.at_once, of=of) for of in _KEPT)
            if made < self.at_once:
                return
            with self.begin() as uow:
                uow.jobs.defer(Remember(), self.clock.now())
                uow.commit()
            log.info("vectors_of_memory", made=made)
        except (ServiceUnavailable, DatabaseUnavailable) as error:
            log.warning("no_vectors", error=where(error))


def _episodes(uow: UnitOfWork) -> Vectored:
    return uow.episodes


def _records(uow: UnitOfWork) -> Vectored:
    return uow.records


_KEPT: Final = (_episodes, _records)


def _of(uow: UnitOfWork, turns: Sequence[TurnRecord]) -> list[Episode]:
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    return [one for turn in turns for one in _of_turn(turn, doctors)]


def _of_turn(turn: TurnRecord, doctors: Mapping[int, str]) -> list[Episode]:
    return [episode(ending, turn.conversation_id, doctors, turn.clinic.zone) for ending in endings(turn)]
