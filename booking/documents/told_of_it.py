"""What of a question a passage tells: of what something costs, or how long it takes, only what stands with that."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.documents.asked_words import Group, that_last, with_measures
from booking.documents.prices import headings_of
from booking.documents.word_forms import counts, folded_words, in_passing, really
from booking.documents.word_lists import Measure
from booking.models.documents import Area, Candidate

_BEFORE_OR_AFTER = re.compile(r"\b(?:después|antes) de(?:l| la| una?)? \w+", re.IGNORECASE)
""" "Después de una extracción regrese en siete días": that is no length of it."""
_PARTS = re.compile(r" y | e |, ")


def told_of_it(groups: Sequence[Group], has: set[int], one: Candidate) -> set[int]:
    """Those of the groups that it `has` which it tells."""
    passage = one.passage
    said = folded_words(passage.text)
    told = {n for n in has if not groups[n].counted or counts(groups[n].ways, said)}
    headings = folded_words(f"{passage.source} {passage.heading}")
    measured = any(group.counted or group.measure for group in groups)
    told -= {
        n
        for n in told
        if groups[n].head and not measured and not really(groups[n].ways, headings) and in_passing(groups[n].ways, said)
    }
    for measure in Measure:
        asked = {n for n, group in enumerate(groups) if group.measure is measure}
        if not asked:
            continue
        sentences = with_measures(passage.text, measure)
        if measure is Measure.LASTING:
            sentences = that_last(sentences, [groups[n].said for n in asked])
        if measure in (Measure.LASTING, Measure.AMOUNT):
            sentences = _BEFORE_OR_AFTER.sub("", sentences)
        if not sentences:
            return set()
        headed = [part for part in _PARTS.split(passage.heading) if _names_another(part, sentences, passage.heading)]
        heading = passage.heading if not headed else " ".join(headed)
        titles = f"{passage.source} {heading}"
        if measure is Measure.AMOUNT:
            titles = headings_of(sentences, titles if passage.area is not Area.PRICES else heading, groups)
            titles = f"{passage.source} {titles}" if passage.area is Area.PRICES else titles
        words = folded_words(f"{titles} {sentences}")
        there = {n for n in told if really(groups[n].ways, words)}
        told = asked | there | {n for n in told - there if _stands_beside(n, there, groups, said)}
    return told


def _stands_beside(n: int, there: set[int], groups: Sequence[Group], said: Sequence[str]) -> bool:
    """ "El certificado de salud se entrega ese día; el certificado cuesta $200": what else is said of the thing."""
    return any(
        really(groups[n].ways, said[at + 1 : at + 3])
        for at in range(len(said))
        if any(really(groups[one].ways, said[at : at + 1]) for one in there if groups[one].names)
    )


def _names_another(part: str, sentences: str, heading: str) -> bool:
    """Whether a part of a heading of several things, "Recetas y justificantes", is what these sentences speak of."""
    ways = [word for word in folded_words(part) if len(word) > 3]
    return part != heading and really(ways, folded_words(sentences))
