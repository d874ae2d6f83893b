"""Whether words of staff's name somebody: by a common given name, or written as names are."""

from __future__ import annotations

import re

from booking.models import UnderstandingContext, is_called
from nlu.naming.name_words import GIVEN, NOT_A_NAME, ONLY_WITH_OTHERS
from nlu.words.message import plain

_MOST_WORDS = 5
_RUN = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_]+)*")


def a_name(words: str, *, first: bool = False) -> bool:
    """Whether these words are somebody's name. `first`: they begin the message, where one capital alone tells nothing."""
    said = words.split()
    if not 0 < len(said) <= _MOST_WORDS or not all(word.replace("-", "").isalpha() for word in said):
        return False
    if plain(said[0]) in GIVEN and (len(said) > 1 or plain(said[0]) not in ONLY_WITH_OTHERS):
        return True
    written = all(word[0].isupper() and (len(word) == 1 or word[1:].islower()) for word in said)
    return written and len(said) > first and not any(plain(word) in NOT_A_NAME for word in said)


def names_another(text: str, context: UnderstandingContext) -> bool:
    """Whether a message names anybody but the patient of the order under way and the doctors."""
    return any(not _is_known(name, context) for name in _named(text))


def _named(text: str) -> list[str]:
    """Each word that can only be somebody's name, with the words after it that belong to it."""
    found = []
    for run in _RUN.finditer(text):
        words = run[0].split()
        given = [n for n, word in enumerate(words) if plain(word) in GIVEN - ONLY_WITH_OTHERS]
        for place in given:
            more = [word for word in words[place + 1 : place + 2] if word[0].isupper() and words[place][0].isupper()]
            found.append(" ".join([words[place], *more]))
    return found


def _is_known(name: str, context: UnderstandingContext) -> bool:
    known = [context.order_for] if context.order_for else []
    return any(is_called(name, one) for one in (*known, *context.doctors))
