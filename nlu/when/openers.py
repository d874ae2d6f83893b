"""Where a time may begin. Most words of a message begin none, and the rules of times need not be tried there.

A time is told by a word that says so by itself (a number, a day, a part of the day, "antes"), and between where it
begins and that word there stand small words only: "en la | tarde", "para el | martes", "a las | 4".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlu.when.holidays import STARTS
from nlu.when.hours import AS_SOON_AS_POSSIBLE, COURSE_OF_DAY, EDGE_PHRASES
from nlu.when.numbers import ORDINALS, TENS, WORDS
from nlu.when.relative import NAMED
from nlu.when.text import Token
from nlu.when.words import (
    APPROXIMATE,
    BOUNDS,
    EARLY,
    EDGES,
    GREETING,
    HOUR_UNIT,
    LAST,
    MONTHS,
    NEXT,
    NEXT_AFTER,
    PARTS,
    SHORT_WEEKDAYS,
    THIS,
    UNITS,
    UNSAID,
    VAGUE,
    WEEKDAYS,
)
from nlu.words.word_sets import word_set

_ABOUT = {word for several in APPROXIMATE.values() for words in several for word in words} - {"mas"}
SMALL = frozenset(
    {*GREETING, *THIS, *_ABOUT}
    | word_set("""el la los las lo al del de a en por para y o u e que no ni es se me como tan muy bien toda todas todo
    durante ya si pero sea fuera demasiado entre dentro hace queda resta otro aquel faltan falta faltando justo pura puras""")
)
"""Words that lead to a time and tell none by themselves."""


def _first_that_tells(phrases: Iterable[tuple[str, ...]]) -> set[str]:
    """Of each phrase the first word that is no small one."""
    return {next(word for word in words if word not in SMALL) for words in phrases}


_PHRASES = (VAGUE, UNSAID, NEXT_AFTER, AS_SOON_AS_POSSIBLE, *EDGE_PHRASES.values(), *COURSE_OF_DAY.values())
TELLING = frozenset(
    {*WEEKDAYS, *SHORT_WEEKDAYS, *MONTHS, *UNITS, *NEXT, *LAST, *EDGES, *PARTS, *EARLY, *HOUR_UNIT, *STARTS}
    | {*WORDS, *TENS, *ORDINALS}
    | _first_that_tells(words for said in _PHRASES for several in said.values() for words in several)
    | _first_that_tells(words for said in (BOUNDS, NAMED) for several in said.values() for words, _ in several)
    | word_set("""par otra cuarto media medianoche mediodia ahora anoche antenoche anteanoche vispera visperas resto
    ahorita orita horita ahoritita rato intersemana weekend finalizar terminar acabar ultimos ultimas pasados pasadas""")
)
"""Words that tell a time by themselves, or begin to."""


COUNTING = frozenset({*WORDS, *TENS, *ORDINALS} | word_set("par media cuarto mediodia medianoche"))
"""Words that count, or tell an hour."""


def counted_ahead(t: Sequence[Token]) -> list[bool]:
    """For each token whether a number stands there or behind it: without one there is no clock time and no date."""
    found = [False] * len(t)
    ahead = False
    for i in range(len(t) - 1, -1, -1):
        ahead = ahead or t[i].kind == "n" or t[i].word in COUNTING
        found[i] = ahead
    return found


def may_begin(t: Sequence[Token]) -> list[bool]:
    """For each token whether a time may begin there."""
    found = [False] * len(t)
    leads = False
    for i in range(len(t) - 1, -1, -1):
        token = t[i]
        leads = token.kind == "n" or token.word in TELLING or (leads and (token.kind == "s" or token.word in SMALL))
        found[i] = leads
    return found
