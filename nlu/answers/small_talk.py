"""Greetings, thanks and small talk alone; asking to be told again; not answering what is asked for; another
language."""

from __future__ import annotations

import re
import unicodedata

from booking.intents import Deny, Greet, Manner, Smalltalk, Thank, Unknown
from booking.models import State, UnderstandingContext
from nlu.answers.made_of import made_of
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.words.chat_phrases import HELP, HOW_ARE_YOU, PARDON, REPEAT, SKIP, SORRY
from nlu.words.closed_phrases import GREETING_EMOJI, GREETINGS, PLEASED_EMOJI, POLITE, THANKS, THANKS_EMOJI
from nlu.words.message import Message, plain
from nlu.words.word_sets import word_set

_LAUGH = re.compile(r"(?:(?:ja|je|ji|jo|ha|he){2,}j?|ja|lol|xd+)")
_LAUGHING = word_set("😂 🤣 😆 😅 😹")
_HELLO = GREETINGS | POLITE
_COURTESIES = GREETINGS | HOW_ARE_YOU | THANKS
_COURTESIES_AND_POLITE = _COURTESIES | POLITE
_REPEAT_AND_POLITE = REPEAT | POLITE

_WRONG_NUMBER = re.compile(
    r"^(?: (?:,|ay|uy|perdon|perdone|disculpe|disculpa|una disculpa|creo que|es|era|fue|un|yo|este))*"
    r" (?:(?:numero|mensaje|chat) equivocado|(?:me )?(?:equivoque|confundi) de (?:numero|chat|contacto|telefono|grupo)|(?:(?:el|ese|este) mensaje )?no era para (?:ustedes|usted|aqui|este numero)"
    rf"|(?:el|ese|este|ese ultimo) mensaje (?:era|iba) para (?:(?:mi|un|una|otra|otro|el|la) (?:{RELATIVES_NOUN}|comadre|compadre|amig[oa]s?|persona|grupo|contacto|numero|chat|familia|jef[ea])|alguien mas)(?: [^ ,?]+)?|no (?:me|le) hag[ao]s? caso)"
    r"(?: (?:,|perdon|disculpe|disculpa|gracias|una disculpa|no es para ustedes|no me hag[ao]s? caso|jaja))* $"
)
""" "Número equivocado": nothing is wanted of the clinic."""


_WAIT = re.compile(
    r"^\W*(?:no\s+)?(?:(?:oye|oiga|ay)\W+)?(?:esp[eé]r[ae](?:me|te|nme|n)?|aguant[ae](?:me)?|momento|un\s+momento|dame\s+un\s+momento)\b[\s,.;:!]+(?=\w|¿)",
    re.IGNORECASE,
)


_RATHER = re.compile(
    r"\b(?:pero\s+)?(?=mejor\s+(?:(?:para|pa|en|por)\s+)?(?:el|la|a\s+las?|hoy|ma[ñn]ana|pasado|otro\s+d[ií]a|lunes|martes|mi[eé]rcoles|jueves|viernes|s[áa]bado)\b)",
    re.IGNORECASE,
)
""" "Espéreme, no, mejor el viernes", "ahorita te digo pero mejor a las 11"."""


def behind_a_wait(text: str) -> str:
    """What follows "espera": "espera, ¿cuánto cuesta?"; nothing where it begins otherwise, or says no more."""
    found = _WAIT.match(text)
    return text[found.end() :] if found else ""


def rather_than_wait(text: str) -> str:
    """What who asks to wait wishes for rather; nothing where that is nothing."""
    found = _RATHER.search(text)
    return text[found.end() :] if found else ""


def manner(message: Message) -> Parse | None:
    """Laughter alone, or the words of one who has not understood."""
    words, signs = message.words, set(message.emoji)
    if message.odd:
        return None
    if (words or signs & _LAUGHING) and all(map(_LAUGH.fullmatch, words)) and not signs - _LAUGHING - PLEASED_EMOJI:
        return Parse((Smalltalk(manner=Manner.LAUGH),))
    sorry = message.asks and made_of(words, SORRY, frozenset(), frozenset())
    if words and (sorry or made_of(words, PARDON, POLITE, POLITE)):
        return Parse((Smalltalk(manner=Manner.PARDON),))
    return None


def talk(message: Message, context: UnderstandingContext) -> Parse | None:
    """Greetings, thanks and small talk, alone."""
    words = message.words
    if said := manner(message):
        return said
    if not words:
        signs = set(message.emoji)
        if signs - PLEASED_EMOJI:
            return Parse((Unknown(),), sure=False)
        return Parse((Greet() if signs & GREETING_EMOJI else Thank() if signs & THANKS_EMOJI else Smalltalk(),))
    if words == ("ey",) and context.state is State.CONFIRM:
        return Parse((Unknown(),))  # a greeting, or a yes
    if not message.odd and made_of(words, HELP, _HELLO, POLITE):
        return Parse((Greet(),))
    if message.odd or not made_of(words, _COURTESIES, POLITE, POLITE):
        return None
    if not message.asks and made_of(words, THANKS, _COURTESIES_AND_POLITE, _COURTESIES_AND_POLITE):
        return Parse((Thank(),))
    if made_of(words, GREETINGS, _COURTESIES, _COURTESIES):
        return Parse((Greet(),))
    return Parse((Smalltalk(),))


def aside(message: Message, context: UnderstandingContext) -> Parse | None:
    """ "Otra vez, por favor": what was last asked is shown again. "Prefiero no decirlo": a no to what is asked for."""
    if message.odd:
        return None
    if made_of(message.words, REPEAT, _HELLO, _REPEAT_AND_POLITE):
        return Parse((Smalltalk(),))
    if _WRONG_NUMBER.match(message.flat):
        return Parse((Smalltalk(),))
    if context.state is State.CUSTOMER_DATA and made_of(message.words, SKIP, POLITE, POLITE):
        return Parse((Deny(),))
    return None


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
    letters = [] if message.text.isascii() else [c for c in message.text if c.isalpha()]
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
