"""What is remembered of whoever asks: found by its words and its meaning, among what is theirs and nothing else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from booking.conversation.meaning.naming import is_theirs
from booking.conversation.replies.episode_texts import visit_line
from booking.documents.library import meaning_of
from booking.documents.ranking import fused
from booking.intents import Whose
from booking.models import Status
from booking.models.episodes import EpisodeKind, StoredEpisode
from booking.models.folded_text import without_accents
from booking.ports import Embedder, LookupRequest, Recalled, Remembered, UnitOfWork, UnitOfWorkFactory, Visited

SHOWN: Final = 3
_CANDIDATES: Final = 10
"""Of each kind; more than are shown, for what is second in both may be first in all."""
_SHARE: Final = 0.5
"""Of the time that is left, for the vector of the question; else its words alone find."""

_LOOKED_BACK: Final = dt.timedelta(days=365)
"""So long the last appointment is told of."""
_OF_APPOINTMENTS: Final = frozenset({EpisodeKind.BOOKED, EpisodeKind.MOVED, EpisodeKind.CANCELLED})
_OF_VISITS: Final = ("cita", "consulta", "visita")
"""What is asked of beside what was said and done in the chat, by its beginning."""


@dataclass(frozen=True, slots=True)
class Recalling:
    """Implements `Memory`. No transaction is open while a model works."""

    begin: UnitOfWorkFactory
    embedder: Embedder | None = None

    def recall(self, asked: Recalled, zone: dt.tzinfo, request: LookupRequest) -> list[Remembered]:
        if not asked.query.strip():
            return []
        model, vector = None, None
        if asked.words:
            model, vector = meaning_of(self.embedder, asked.query, request.seconds_left * _SHARE)
        name = model.name if model else None
        since = _midnight(asked.since, zone)
        until = _midnight(asked.until, zone, days=1)
        with self.begin() as uow:
            found = uow.episodes.search(
                request.person_id, asked.words, vector, name, _CANDIDATES, since, until, request.seconds_left
            )
            visits = _visits(uow, asked, request, since, until)
        best = ranked(found, model.threshold if model else 1.0, anything=not asked.words)
        if asked.whose is not None:  # nothing that was done in the chat says for whom it was
            told = [] if visits else [one for one in best if one.kind not in _OF_APPOINTMENTS]
        else:
            told = [one for one in best if one.kind in _kinds(asked.words)] if visits else best
        return [*visits, *(Remembered(one.text, one.at) for one in told)][:SHOWN]

    def visited(self, request: LookupRequest) -> Visited | None:
        """Of several patients none, unless one of them is whoever writes; nobody whom the clinic does not have any
        more, and nobody where it has but one."""
        own, now = request.own, request.now
        if len(request.doctors) < 2 or now is None:
            return None
        with self.begin() as uow:
            found = uow.appointments.last_of_person(request.person_id, now - _LOOKED_BACK, now)
        theirs = [Visited(doctor, at) for patient, doctor, at in found if is_theirs(patient, Whose(own=True), own)]
        return theirs[0] if len(theirs) == 1 and theirs[0].doctor in request.doctors else None


def _visits(
    uow: UnitOfWork, asked: Recalled, request: LookupRequest, since: dt.datetime | None, until: dt.datetime | None
) -> list[Remembered]:
    """The appointments that are asked of, which may have been made by anybody and on other days: those that were, and
    those that are not to be. Who writes for several is shown their own, where there are any, or those of whom they ask
    for and nobody else's; who names a doctor, those with that one, where there are any."""
    now, words = request.now, asked.words
    if now is None or not any(word.startswith(_OF_VISITS) for word in words):
        return []
    span = since or now - _LOOKED_BACK, until or now + _LOOKED_BACK
    found = uow.appointments.of_person_between(request.person_id, *span, _CANDIDATES)
    over = [one for one in found if one[2] <= now or one[3] is Status.CANCELLED]
    own = [one for one in over if is_theirs(one[0], asked.whose or Whose(own=True), request.own)]
    own = own if own or asked.whose else over
    named = [one for one in own if {*words} & {*without_accents(one[1]).split()}] or own
    ended = [one for one in named if one[3] is Status.CANCELLED] if _kinds(words) == {EpisodeKind.CANCELLED} else []
    return [Remembered(visit_line(doctor, status), at) for _, doctor, at, status in ended or named]


def _kinds(words: Sequence[str]) -> frozenset[EpisodeKind]:
    """What tells more of appointments: what was done about them."""
    if any(word.startswith("cancel") for word in words):
        return frozenset({EpisodeKind.CANCELLED})
    return _OF_APPOINTMENTS


def ranked(found: Sequence[StoredEpisode], threshold: float, *, anything: bool) -> list[StoredEpisode]:
    """Those that have a word asked for, or are near enough, the best of both first; of two alike the later one. Where
    `anything` will do, the latest."""
    if anything:
        return sorted(found, key=lambda one: (one.at, one.id), reverse=True)
    worded = sorted((one for one in found if one.rank > 0), key=lambda one: (-one.rank, -one.at.timestamp()))
    near = [one for one in found if one.similarity is not None and one.similarity >= threshold]
    near.sort(key=lambda one: -(one.similarity or 0.0))
    score = fused([one.id for one in worded], [one.id for one in near])
    by_id = {one.id: one for one in (*worded, *near)}
    return sorted(by_id.values(), key=lambda one: (-score[one.id], -one.at.timestamp()))


def _midnight(day: dt.date | None, zone: dt.tzinfo, days: int = 0) -> dt.datetime | None:
    """When it begins there, so many days later."""
    if day is None:
        return None
    return dt.datetime.combine(day + dt.timedelta(days=days), dt.time(), zone)
