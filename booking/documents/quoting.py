"""What a model may say of passages that were found: which words of them answer, or that none do. Pure.

It never writes what is told. Its quotation only chooses a passage, which is told as it stands; one that stands in none
of those it was shown counts for nothing, and words alone decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.documents.asked_words import Group, with_measures
from booking.documents.ranking import Scored
from booking.ports import Quoted, Shown

MOST = 8
"""Passages that a model is shown."""
_SHORTEST = 3
"""Words of a quotation, where its passage has so many: fewer stand anywhere."""
_SOMETHING = 0.2
"""What a passage has to cover of a question where words alone would not tell it."""


def shown(scored: Sequence[Scored]) -> list[Shown]:
    """Those that a model is shown, the best first."""
    passages = [one.candidate.passage for one in scored[:MOST]]
    return [Shown(f"{one.source} › {one.heading}", one.text) for one in passages]


def chosen(groups: Sequence[Group], scored: Sequence[Scored], quoted: Quoted) -> list[Scored] | None:
    """As a model has them: what it quotes of is the one that answers, and first; nothing does where it says so. What
    has not the kind of thing that is asked for does not answer, and no more does what words chose instead. None where
    it quotes what stands in none of them: words alone decide."""
    if quoted.words is None:
        return [one._replace(answers=False) for one in scored]
    found = next((n for n, one in enumerate(scored[:MOST]) if _stands(quoted.words, one.candidate.passage.text)), None)
    if found is None:
        return None
    if not scored[found].answers and not _may_answer(groups, scored[found]):
        return [one._replace(answers=False) for one in scored]
    rest = [one._replace(answers=False) for n, one in enumerate(scored) if n != found]
    return [scored[found]._replace(answers=True), *rest]


def _stands(words: str, text: str) -> bool:
    """Whether they stand there as they are, but for the blanks between them, and are no few of it."""
    wanted, there = words.split(), text.split()
    if len(wanted) < min(_SHORTEST, len(there)):
        return False
    said = re.escape(" ".join(wanted))
    return re.search(rf"(?<!\w){said}(?!\w)", " ".join(there)) is not None


def _may_answer(groups: Sequence[Group], one: Scored) -> bool:
    """Whether it has something of what was asked, and the kind of thing: an amount, an hour, a length of time."""
    passage = one.candidate.passage
    measures = {group.measure for group in groups if group.measure is not None}
    if any(not with_measures(passage.text, measure) for measure in measures):
        return False
    return one.covers >= _SOMETHING
