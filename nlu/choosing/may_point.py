"""Whether anything in a message may name one of the times on screen: a number, a letter, a place on the list, a time.
Where nothing does, nobody looks for a choice in its parts."""

from __future__ import annotations

from nlu.choosing.choice_words import ARTICLES, LATEST, NOUNS, SOONEST
from nlu.choosing.choices import LETTERS, NUMBERS, ORDINALS
from nlu.when.openers import may_begin
from nlu.when.text import tokens
from nlu.words.message import Message, found_once
from nlu.words.word_sets import word_set

_ALSO_WORDS = word_set("a e")
_BEFORE_LETTER = (
    ARTICLES
    | NOUNS
    | word_set("no y que eso sea entonces mejor perdon perdone disculpa disculpe digo")
    | word_set("espera esperate espere esperese")
)
"""Behind these, and where nothing stands before, they are letters."""
_POINTS = (
    {*NUMBERS, *ORDINALS, *LETTERS, *SOONEST, *LATEST}
    | word_set("final abajo fondo arriba principio inicio comienzo medio enmedio centro unica unico")
    | word_set("cualquiera cualquier igual mismo sea gustes guste quieras digas diga")
) - _ALSO_WORDS
_ENDS = ("ultim", "penultim", "antepenultim")


@found_once
def may_point(message: Message) -> bool:
    """Whether some word may."""
    said = message.tokens
    for place, token in enumerate(said):
        if token.kind == "number" or any(word in _POINTS or word.startswith(_ENDS) for word in token.text.split()):
            return True
        if token.text in _ALSO_WORDS:
            after = said[place + 1].text if place + 1 < len(said) else ""
            apart = token.text == "e" or not place or said[place - 1].kind != "word"
            if apart or said[place - 1].text in _BEFORE_LETTER or after in NOUNS | ARTICLES:
                return True
    return any(may_begin(tokens(message.text)))
