"""Whether anything in a message may name one of the times on screen: a number, a letter, a place on the list, a time.
Where nothing does, nobody looks for a choice in its parts."""

from __future__ import annotations

from nlu.choosing.choice_words import ARTICLES, LATEST, NOUNS, SOONEST
from nlu.choosing.choices import LETTERS, NUMBERS, ORDINALS
from nlu.when.openers import TELLING
from nlu.when.text import tokens
from nlu.when.words import SHORT_WEEKDAYS
from nlu.words.message import Message, found_once
from nlu.words.word_sets import word_set

_BEFORE_LETTER = (
    ARTICLES
    | NOUNS
    | word_set("no y que eso sea entonces mejor perdon perdone disculpa disculpe digo")
    | word_set("espera esperate espere esperese")
)
"""Behind these, and where no word stands before or behind it, "a" is a letter."""
_POINTS = (
    {*NUMBERS, *ORDINALS, *LETTERS, *SOONEST, *LATEST}
    | word_set("final abajo fondo arriba principio inicio comienzo medio enmedio centro unica unico")
    | word_set("cualquiera cualquier igual mismo sea gustes guste quieras digas diga")
) - {"a"}
_TELLS_WHEN = TELLING - SHORT_WEEKDAYS.keys() - {"otra"}
_MORE = dict.fromkeys(("dia", "dias", "hora", "horas"), ("de", "del", "que"))
"""These name no time on screen but with what follows."""
_ENDS = ("ultim", "penultim", "antepenultim")


@found_once
def may_point(message: Message) -> bool:
    """Whether some word may."""
    for place, token in enumerate(message.tokens):
        words = (token.raw.casefold(), *token.text.split())
        if token.kind == "number" or any(word in _POINTS or word.startswith(_ENDS) for word in words):
            return True
        if token.text == "a" and _is_a_letter(message, place):
            return True
    times = tokens(message.text)
    return any(
        token.kind == "n"
        or (token.word in _TELLS_WHEN and (token.word not in _MORE or times[place + 1].word in _MORE[token.word]))
        for place, token in enumerate(times)
    )


def _is_a_letter(message: Message, place: int) -> bool:
    before, after = message.tokens[max(place - 1, 0) : place], message.tokens[place + 1 : place + 2]
    if not (before and before[0].kind == "word" and after and after[0].kind == "word"):
        return True
    return before[0].text in _BEFORE_LETTER or after[0].text in NOUNS | ARTICLES
