"""The clinic's documents as they are asked: found by words and, where a model is, by meaning; or honestly not."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import structlog

from booking.documents import asked_words, quoting, ranking
from booking.documents.answering import answering
from booking.documents.asked_words import Group, names_what_is_nowhere
from booking.documents.asking_clauses import clauses
from booking.documents.medical_questions import circumstances, wants_advice
from booking.documents.own_matters import is_ones_own
from booking.documents.ranking import Scored
from booking.documents.word_forms import folded_words, really
from booking.errors import TurneroError
from booking.intents import ModelCall
from booking.logs import where
from booking.models.documents import WORDS_ALONE, Area, Candidates, Meaning, StoredPassage
from booking.ports import Embedder, LookupRequest, Passage, Quoter, UnitOfWork, UnitOfWorkFactory

log = structlog.get_logger()

MOST = 8
"""Passages that are looked at by words, and by meaning."""
_LONGEST_QUESTION = 400
_ONLY_WHERE_ASKED = (Area.CARE, Area.PREPARATION)
_SHARE_OF_MEANING = 0.4
"""How much of the time there is a vector may take: without one words alone are looked for."""
_SHARE_OF_QUOTING = 0.8
"""How much of what is left a model may take that says which passage answers."""


class Search(NamedTuple):
    """What a search found, the best first. `advice`: nothing is told, for a doctor's word is wanted; `areas` are those
    of what answers equally well; `by_meaning`: vectors were compared; `nowhere`: it asks about a name that no document
    has; `own`: it is of the writer's own appointments, or asks nothing, and nothing was looked for."""

    groups: tuple[Group, ...] = ()
    scored: tuple[Scored, ...] = ()
    areas: tuple[Area, ...] = ()
    advice: bool = False
    by_meaning: bool = False
    nowhere: bool = False
    own: bool = False

    @property
    def best(self) -> Scored | None:
        """What answers; None where nothing does."""
        first = self.scored[0] if self.scored and not self.advice else None
        return first if first is not None and first.answers else None

    @property
    def nearest(self) -> Scored | None:
        """What has most of what is asked, and enough of it to be shown as what it is, where nothing answers. What is to
        be done with one's body is never shown so: it would be done."""
        if self.best is not None or self.advice or self.nowhere:
            return None
        first = max(self.scored, key=lambda one: one.covers, default=None)
        if first is None or first.candidate.passage.area in _ONLY_WHERE_ASKED:
            return None
        return first if first.covers >= ranking.COVERS_SOME else None


def _any_word(word: str) -> bool:
    return False


class Searcher:
    """Looks for what answers. `is_word`: whether a folded word is one of Spanish, which is then no slip of another, and
    no name."""

    def __init__(self, embedder: Embedder | None = None, is_word: Callable[[str], bool] = _any_word) -> None:
        self._embedder, self._is_word = embedder, is_word

    def search(
        self,
        uow: UnitOfWork,
        query: str,
        seconds: float,
        area: Area | None = None,
        meaning: Meaning = WORDS_ALONE,
    ) -> Search:
        """Everything that was looked at, with what speaks for it; by words alone without its `meaning`, which is made
        before there is a transaction. Takes no lock. Raises DatabaseUnavailable where it takes longer than so many
        seconds."""
        question = query[:_LONGEST_QUESTION]
        said = clauses(question)
        if is_ones_own(said):
            return Search(own=True)
        groups = asked_words.groups_of(question)
        if not groups:
            return Search(advice=wants_advice(question))
        until = time.monotonic() + seconds
        model, vector = meaning
        name = model.name if model else None

        def ask(groups: Sequence[Group]) -> Candidates:
            left = max(until - time.monotonic(), 0.001)
            return uow.documents.search([group.ways for group in groups], vector, name, MOST, area, left)

        found = ask(groups)
        capitals = asked_words.capitals_of(question)
        mended = asked_words.put_right(groups, found.frequencies, uow.documents.words, capitals, self._is_word)
        if mended != groups:
            groups, found = mended, ask(mended)
        groups = asked_words.weighed(groups, found.frequencies, found.passages)
        scored = answering(said, groups, ranking.ranked(groups, found, model.threshold if model else None))
        scored = ranking.whole(sorted(scored, key=lambda one: not one.answers), found)
        scored = sorted(ranking.alone(groups, scored), key=lambda one: not one.answers)
        knows_words, nowhere = self._is_word is not _any_word, False
        if knows_words and names_what_is_nowhere(groups, found.frequencies, capitals, self._is_word):
            scored, nowhere = [one._replace(answers=False) for one in scored], True
        nothing = not any(one.answers for one in scored)
        advice = wants_advice(question) or (nothing and bool(circumstances(said)))
        return Search(groups, tuple(scored), ranking.tied(scored), advice, vector is not None, nowhere)

    def meaning(self, begin: UnitOfWorkFactory, query: str, seconds: float) -> Meaning:
        """What a question means, to search by it: no transaction may be open, for a model can take its time. Where no
        vectors are kept no model is asked."""
        if self._embedder is None:
            return WORDS_ALONE
        with begin() as uow:
            kept = uow.documents.has_vectors()
        return meaning_of(self._embedder, query[:_LONGEST_QUESTION], seconds) if kept else WORDS_ALONE


def meaning_of(embedder: Embedder | None, question: str, seconds: float) -> Meaning:
    """The vector of a question and whose it is; none where no model is, or it is not there in so many seconds."""
    vector = embedder.of_question(question, seconds) if embedder is not None else None
    if embedder is None or vector is None:
        return WORDS_ALONE
    try:
        return Meaning(embedder.model(), vector)
    except TurneroError as error:
        log.info("no_vector", error=where(error))
        return WORDS_ALONE


class Library(Searcher):
    """Implements `Knowledge`, in transactions of its own, none of which is open while a model works."""

    def __init__(
        self,
        begin: UnitOfWorkFactory,
        embedder: Embedder | None = None,
        is_word: Callable[[str], bool] = _any_word,
        quoter: Quoter | None = None,
        keep: Callable[[int, Sequence[ModelCall]], None] | None = None,
    ) -> None:
        """`quoter`: a model that says which passage answers; `keep` is told of what asking it cost, and in which
        conversation."""
        super().__init__(embedder, is_word)
        self._begin, self._quoter, self._keep = begin, quoter, keep

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        """What is told of it, else what is nearest to it; of a question that says its area ("precios de ultrasonido"),
        of that first. Raises what the database raises."""
        area, asked = asked_words.area_of(query)
        if area is not None:
            passage = told(self.look(asked, request.seconds_left, area), asks=False)
            if passage is not None:
                return passage
        found = self.quoted(query, self.look(query, request.seconds_left), request)
        return told(found) or nearest(found)

    def look(self, query: str, seconds: float, area: Area | None = None) -> Search:
        """As `search`, by its meaning too."""
        until = time.monotonic() + seconds
        meaning = WORDS_ALONE
        if asked_words.groups_of(query[:_LONGEST_QUESTION]):
            meaning = self.meaning(self._begin, query, seconds * _SHARE_OF_MEANING)
        with self._begin() as uow:
            return self.search(uow, query, max(until - time.monotonic(), 0.0), area, meaning)

    def quoted(self, query: str, found: Search, request: LookupRequest) -> Search:
        """What was found, as a model that quotes what answers has it; as it was without one, where it does not answer
        in time, and where a doctor's word is wanted, which no model is asked about."""
        if self._quoter is None or not found.scored or found.advice:
            return found
        seconds = request.seconds_left * _SHARE_OF_QUOTING
        passages = quoting.shown(found.scored)
        quoted = self._quoter.quote(query[:_LONGEST_QUESTION], passages, request.names, request.doctors, seconds)
        if quoted is None:
            return found
        if self._keep is not None and quoted.calls:
            self._keep(request.conversation_id, quoted.calls)
        scored = quoting.chosen(found.groups, found.scored, quoted)
        if scored is None:
            return found
        return found._replace(scored=tuple(scored), areas=(), nowhere=found.nowhere and quoted.words is None)


def told(found: Search, *, asks: bool = True) -> Passage | None:
    """What is said of it to whoever asked. Who names one thing, of which documents of several areas tell as much, is to
    say which is meant, where anybody `asks`."""
    best = found.best
    if best is None:
        return None
    named = [group.said for group in found.groups if group.names]
    if asks and len(named) == 1 and len(found.areas) > 1:
        return Passage(named[0], "", areas=tuple(area.value for area in found.areas))
    passage = best.candidate.passage
    return Passage(_of_which_study(found, passage), passage.source, passage.at.date().isoformat())


def nearest(found: Search) -> Passage | None:
    """What is shown, as no answer, to whoever asked what nothing answers."""
    if found.nearest is None:
        return None
    passage = found.nearest.candidate.passage
    return Passage(_of_which_study(found, passage), passage.source, passage.at.date().isoformat(), near=True)


def _of_which_study(found: Search, passage: StoredPassage) -> str:
    """Its text; how to prepare for one study, told to whoever has not named it, with the name of the study: "¿voy en
    ayunas?" is answered otherwise for another."""
    heading = folded_words(passage.heading)
    if passage.area is not Area.PREPARATION or not heading:
        return passage.text
    named = any(really(group.ways, heading) for group in found.groups)
    return passage.text if named else f"{passage.heading}: {passage.text}"
