"""What is remembered of people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Protocol

from booking.models import TurnRecord
from booking.models.documents import Vector
from booking.models.episodes import Episode, StoredEpisode
from booking.ports.vector_ports import Vectored


class Episodes(Vectored, Protocol):
    """`memoria_episodica`: each belongs to one person and is found by asking for that person."""

    def waiting(self) -> bool:
        """Whether `unwritten` would find anything."""
        ...

    def unwritten(self, most: int) -> Sequence[TurnRecord]:
        """Turns in which something came to its end that is not kept yet, oldest first, locked; without those that
        somebody else has locked, or whose chat is being changed."""
        ...

    def keep(self, episodes: Sequence[Episode], turn_ids: Sequence[int] = ()) -> int:
        """Keep each once for its turn and kind, for whoever the chat is with now; these turns are written then. How
        many are new."""
        ...

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
        """Of this person and of nobody else, from `since` and before `until`: the latest, those that any of the folded
        words fit best, and those nearest to the vector of that model, at most so many of each; the latest first.
        `seconds`: what takes longer raises DatabaseUnavailable."""
        ...

    def of_person(self, person_id: int, most: int = 1000) -> Sequence[StoredEpisode]:
        """All that is kept, the latest first."""
        ...

    def purge(self, before: dt.datetime) -> int:
        """Forget older ones. How many."""
        ...
