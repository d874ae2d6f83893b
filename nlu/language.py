"""Whether a message is written in another language than Spanish. Small on purpose: unsure means Spanish."""

from __future__ import annotations

import unicodedata

from nlu.message import Message, plain
from nlu.word_lists import word_set

_ENGLISH = word_set("""the i you your is are was were am my we they this that these what how where when who why want
    need would could can have has had with for and or not do does please hello hi appointment schedule book doctor's
    tomorrow today monday tuesday wednesday thursday friday saturday sunday morning afternoon evening speak english like
    make at of to in on it be show me system prompt repeat tell available cancel change see there any thank very much
    good night name help toothache headache pain feel sick next week day time only""")
_SPANISH = word_set("""el la los las un una de del que en por para con si no es son mi tu su quiero necesito cita hola
    buenas buenos dias tardes gracias favor y o lo se me al como cuando donde soy hay tengo tiene puede quisiera manana
    hoy""")
_TELLING = frozenset("bonjour merci voudrais rendez obrigado obrigada voce gostaria amanha ich mochte termin bitte danke"
                     " grazie vorrei appuntamento".split())  # fmt: skip


def is_foreign(message: Message) -> bool:
    """Whether it is surely not Spanish."""
    letters = [c for c in message.text if c.isalpha()]
    if letters and sum(_latin(c) for c in letters) * 2 < len(letters):
        return True
    words = tuple(plain(token.raw) for token in message.tokens if token.kind == "word")  # as they are spelt
    if " no hablo espanol " in message.flat or " no hablo mucho espanol " in message.flat:
        return True
    if len(words) < 2:
        return False
    spanish = sum(word in _SPANISH for word in words)
    if any(word in _TELLING for word in words) and spanish * 3 <= len(words):
        return True
    english = sum(word in _ENGLISH for word in words)
    return english >= 2 and english > 2 * spanish and english * 3 >= len(words)


def _latin(char: str) -> bool:
    return char < "\u0250" or "LATIN" in unicodedata.name(char, "")
