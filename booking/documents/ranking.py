"""Which passage answers a question best, and whether any does: pure.

A passage *covers* a question as far as it has what the question names, each thing counted by how rare it is among the
passages: what stands in none of them counts most, so that a question about something the clinic has not written of is
answered by nothing, however many of its other words are found. Of a price it is what stands with an amount that
counts, of how long something takes what stands with a length of time. All of it must be told by one fact of a passage.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from booking.documents.asked_words import LITTLE, Group
from booking.documents.told_facts import facts_of
from booking.documents.told_of_it import told_of_it
from booking.documents.word_forms import folded_words, is_a_verb, really
from booking.documents.word_lists import Measure, lists
from booking.models.documents import Area, Candidate, Candidates
from booking.models.folded_text import without_accents

COVERS = 0.66
"""A passage with so much of what is said answers by its words alone, if it has so much of what asks itself:"""
_ASKED = 0.64
COVERS_HALF = 0.52
"""And with so much of it where its vector says that it is about the same."""
COVERS_SOME = 0.4
"""And with so much of it it may be shown as the nearest there is."""
_LEAST, _LEAST_OF_FEW = 2.0, 0.6
"""What it has of that must weigh so much: a word that one passage in seven has tells of none of them. Of few passages
so much of what a word weighs that one alone has."""
_FUSION = 60
"""How slowly a place in a list loses its worth: https://dl.acm.org/doi/10.1145/1571941.1572114"""
_MEANING = 0.4
"""What a place by meaning is worth, beside the same place by words: so much of what words leave open."""
_HEADING, _LITERAL, _BESIDES = 0.12, 0.15, 0.3
"""What breaks ties: what is named stands in a heading, in the very word that was said, or has beside it what else was
said."""
_OF_A_KIND = 0.05
"""So much less is worth what tells of it as of all of its kind."""
_OWN_HEADING = 0.01
"""So much more what heads a passage itself, and not its document."""
_ON_A_CLOCK = 0.05
"""So much more is worth what has hours, where hours are asked for, than days alone; and again what opens then."""
_ON_CONDITION = 0.2
"""So much less is worth what is written of a case that nobody spoke of: "Si otra persona recoge los resultados"."""
_A_CASE = re.compile(r"(?:si|cuando|en caso de(?: que)?) ")
_CLOCK = re.compile(r"\bde \d{1,2} a \d{1,2}\b|\bde las \d|\ba las \d")
_OPENS = re.compile(
    r"^horarios?\b|(?:^|[.:] )(?:de )?(?:lunes|martes) a \w+:? de \d|\b(?:abrimos|cerramos|abierto|abierta|cerrado)\b"
)
_SLIGHT = 0.15
"""What a word of a story counts for where it is missing and the question names something itself."""
_BELOW, _APART = 0.1, 0.002
"""What is worth so much less than the best is no answer; nor is the best, where another is worth hardly less."""
_DAYS = frozenset("lunes martes miercoles jueves viernes sabado sabados domingo domingos".split())
_TIE = 0.02
_FEW_HEADINGS = 2
"""What heads more passages than these is what the clinic has most of, "consulta"."""
_NEARLY_ALL = 0.77
"""A passage with so much of what is asked may be without what heads another."""
_OF_A_MEASURE = 1.5
"""The most that a measure weighs: the question is about what is measured."""


class Scored(NamedTuple):
    """A passage with what speaks for it. `covers` is from 0 to 1, `similarity` the cosine; `answers`: it may be
    told; `worth`: by words, beside others; `by_meaning`: its vector says that it is about the same."""

    candidate: Candidate
    covers: float
    similarity: float | None
    score: float
    answers: bool
    worth: float = 0.0
    by_meaning: bool = False


def ranked(groups: Sequence[Group], found: Candidates, threshold: float | None) -> list[Scored]:
    """The best first. `threshold` is that of the model whose vectors were compared; None where none were."""
    weights = _weights(groups, found)
    named = [n for n, group in enumerate(groups) if group.names]
    if not named:
        return []
    looked = [_looked_at(groups, weights, fact) for one in found.found for fact in facts_of(one)]
    by_words = _places((one.candidate.passage.id, one.worth) for one in looked)
    near = {one.passage.id: one.similarity for one in found.found}
    by_vector = _places((id, similarity) for id, similarity in near.items() if similarity is not None)
    measured = any(group.measure for group in groups)  # that of another thing is about the same, and wrong
    least = min(_LEAST, _LEAST_OF_FEW * math.log((found.passages + 1) / 1.5))
    open_yet = 1 - max((one.covers for one in looked), default=0.0)
    worths = sorted((one.worth for one in looked), reverse=True)
    headed = _headed(groups, found)
    scored = []
    for one in looked:
        passage, similarity = one.candidate.passage, one.candidate.similarity
        about = threshold is not None and similarity is not None and similarity >= threshold
        enough = COVERS_HALF if about and not measured else COVERS
        weighs = measured or one.evidence >= least
        says_it = one.asked >= min(_ASKED, enough) and one.covers >= enough and weighs
        says_it = says_it and not _is_about_another(one, headed) and one.counts
        answers = says_it and (about or one.worth >= worths[0] - _BELOW)
        fused = 1 / (_FUSION + by_words[passage.id])
        if passage.id in by_vector:
            fused += _MEANING * open_yet / (_FUSION + by_vector[passage.id])
        scored.append(Scored(one.candidate, one.covers, similarity, fused, answers, one.worth, about))
    return sorted(scored, key=lambda each: (not each.answers, -each.score, -each.worth, each.candidate.passage.id))


def whole(scored: Iterable[Scored], found: Candidates) -> list[Scored]:
    """Each passage as it was found, by the first of its facts."""
    best: dict[int, Scored] = {}
    for one in scored:
        best.setdefault(one.candidate.passage.id, one)
    passages = {one.passage.id: one.passage for one in found.found}
    return [
        one._replace(candidate=one.candidate.model_copy(update={"passage": passages[id]})) for id, one in best.items()
    ]


def alone(groups: Sequence[Group], scored: Sequence[Scored]) -> list[Scored]:
    """The same; none answers by its words of which another that does is worth hardly less, but where one thing is
    named, of which it is asked which is meant."""
    worths = sorted((one.worth for one in scored if one.answers), reverse=True)
    if len(worths) < 2 or worths[0] - worths[1] >= _APART or sum(group.names for group in groups) == 1:
        return [*scored]
    return [one._replace(answers=one.answers and one.by_meaning) for one in scored]


class _Looked(NamedTuple):
    """A fact of a passage, how much of all that is named it covers, how much of what asks itself, what that weighs, its
    worth beside others by words alone, and whether it `counts`: speaks of it itself, and says how many where that is
    asked."""

    candidate: Candidate
    covers: float
    asked: float
    evidence: float
    worth: float
    counts: bool


def _looked_at(groups: Sequence[Group], weights: Sequence[float], one: Candidate) -> _Looked:
    """What somebody tells beside the question counts for little where the passage says nothing of it."""
    passage = one.passage
    words = folded_words(f"{passage.source} {passage.heading} {passage.text}")
    has = {n for n in one.matched if really(groups[n].ways, words)}
    of_a_kind = {n for n, group in enumerate(groups) if {*group.among} & {*folded_words(passage.text)}} - has
    has |= of_a_kind
    of_it = told_of_it(groups, has, one)
    told = {n for n in of_it if groups[n].names}
    own = any(group.names and not group.beside and group.measure is None for group in groups)
    evidence = sum(weights[n] for n in told | {n for n in has if not groups[n].names})
    covers, total = _covered(groups, weights, told, _SLIGHT if own else LITTLE)
    by_all, _ = _covered(groups, weights, told, LITTLE)
    besides = sum(weights[n] for n in has if not groups[n].names)
    headed = sum(weights[n] for n in has & one.in_heading)
    literal = sum(weights[n] for n in has if really((groups[n].said,), words))
    worth = by_all + (_HEADING * headed + _LITERAL * literal + _BESIDES * besides) / total
    worth -= _OF_A_KIND * bool(of_a_kind) + _ON_CONDITION * _is_of_another_case(groups, passage.heading)
    worth += _OWN_HEADING * sum(really(groups[n].ways, folded_words(passage.heading)) for n in told)
    found = one.model_copy(update={"matched": frozenset(has)})
    opens = _OPENS.search(without_accents(f"{passage.heading}. {passage.text}")) is not None
    if any(group.measure is Measure.HOURS for group in groups):
        worth += _ON_A_CLOCK * (opens + (_CLOCK.search(without_accents(passage.text)) is not None))
    asked = _asked(groups, weights, told, has, opens)
    by_itself = folded_words(f"{passage.heading} {passage.text}")
    speaks = (
        bool(of_a_kind & told)
        or (opens and len(groups) == 1)
        or any(really(groups[n].ways, by_itself) for n in told if groups[n].measure is None)
    )
    counts_it = speaks and all(
        n in of_it for n, group in enumerate(groups) if group.counted and group.names and not group.beside
    )
    return _Looked(found, covers, asked, evidence, worth, counts_it)


def _is_of_another_case(groups: Sequence[Group], heading: str) -> bool:
    """Whether a heading begins a condition, and whoever or whatever that is of is not spoken of."""
    words, known = folded_words(heading), lists()
    if not _A_CASE.match(" ".join(words)):
        return False
    of = next((word for word in words if not known.asks.fullmatch(word)), None)
    somebody = of is not None and (of.startswith("person") or known.somebody.fullmatch(of) is not None)
    return of is not None and not any(
        really(group.ways, [of]) or (somebody and known.somebody.fullmatch(group.said)) for group in groups
    )


def _headed(groups: Sequence[Group], found: Candidates) -> frozenset[int]:
    """What asks and heads a passage of its own."""
    heads = [
        n for one in found.found for n in one.in_heading if _heads(groups[n].said, folded_words(one.passage.heading))
    ]
    return frozenset(
        n
        for n, group in enumerate(groups)
        if group.names
        and not group.beside
        and group.measure is None
        and 0 < heads.count(n) <= _FEW_HEADINGS
        and not lists().somebody.fullmatch(group.said)
    )


def _heads(said: str, heading: Sequence[str]) -> bool:
    """It stands there itself and is not only meant, "pipí", "orina"; what is done is no thing, "entregan"."""
    return said in heading if is_a_verb(said) else really((said,), heading)


def _is_about_another(one: _Looked, headed: frozenset[int]) -> bool:
    """Whether something is asked that the clinic has written of under a heading, and this says nothing of it."""
    return one.covers < _NEARLY_ALL and not headed <= one.candidate.matched


def _covered(groups: Sequence[Group], weights: Sequence[float], told: set[int], beside: float) -> tuple[float, float]:
    """The share of what is named that is told, and what all of it weighs; of what stands beside the question and is
    missing, so much."""
    evidence = sum(weights[n] for n in told)
    missing = sum(
        weights[n] * (beside if group.beside else 1.0)
        for n, group in enumerate(groups)
        if group.names and n not in told
    )
    return evidence / (evidence + missing), evidence + missing


def _asked(groups: Sequence[Group], weights: Sequence[float], told: set[int], has: set[int], opens: bool) -> float:
    """The share of what asks itself that is told: none without the thing that is asked for, and none of a question that
    names nothing but days, or the hours of nothing, where that does not tell when the clinic `opens`."""
    own = {n for n, group in enumerate(groups) if group.names and not group.beside and group.measure is None}
    beside = {n for n, group in enumerate(groups) if group.names and group.beside}
    days = {n for n, group in enumerate(groups) if group.said in _DAYS}
    timed = any(group.measure is Measure.HOURS for group in groups)
    measured = any(group.measure for group in groups)
    headless = any(group.head and n not in (has if measured else told) for n, group in enumerate(groups))
    priced = any(group.measure is Measure.AMOUNT for group in groups)
    of_days = bool(own) and own <= days and not priced and not opens
    if timed and opens and len(groups) == 1:
        return 1.0  # "¿hasta qué hora?"
    if headless or of_days or not own | beside or (timed and not opens and not own | beside - days):
        return 0.0
    return sum(weights[n] for n in own & told) / sum(weights[n] for n in own) if own else 1.0


def tied(scored: Sequence[Scored]) -> tuple[Area, ...]:
    """The areas of those passages that answer as well as the best and have as much of it in their headings."""
    best = [one for one in scored if one.answers]
    if not best:
        return ()
    first = best[0]
    as_good = [one for one in best if one.covers >= first.covers - _TIE and _stands_alike(one, first)]
    return tuple(dict.fromkeys(one.candidate.passage.area for one in as_good))


def _stands_alike(one: Scored, other: Scored) -> bool:
    return (one.candidate.matched, one.candidate.in_heading) == (other.candidate.matched, other.candidate.in_heading)


def _weights(groups: Sequence[Group], found: Candidates) -> list[float]:
    """The rarer the more; what is measured of something is not what the question is about."""
    rare = [max(math.log((found.passages + 1) / (times + 0.5)), 0.1) for times in found.frequencies]
    return [
        group.weight * (min(one, _OF_A_MEASURE) if group.measure else one)
        for group, one in zip(groups, rare, strict=True)
    ]


def fused(*orders: Sequence[int]) -> dict[int, float]:
    """Of each that any of these lists has, the best first, its worth by its places in them: reciprocal rank fusion."""
    score: dict[int, float] = {}
    for order in orders:
        for place, id in enumerate(order, start=1):
            score[id] = score.get(id, 0.0) + 1 / (_FUSION + place)
    return score


def _places(worths: Iterable[tuple[int, float]]) -> dict[int, int]:
    order = dict.fromkeys(id for id, _ in sorted(worths, key=lambda one: (-one[1], one[0])))
    return {id: place for place, id in enumerate(order, start=1)}
