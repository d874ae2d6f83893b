"""Greetings, thanks and small talk alone; asking to be told again; not answering what is asked for."""

from __future__ import annotations

import re

from booking.intents import Deny, Greet, Manner, Smalltalk, Thank, Unknown
from booking.models import State, UnderstandingContext
from nlu import yes_no
from nlu.closed_phrases import GREETING_EMOJI, GREETINGS, PLEASED_EMOJI, POLITE, THANKS, THANKS_EMOJI
from nlu.message import Message
from nlu.parsed import Parse
from nlu.talk_phrases import HELP, HOW_ARE_YOU, PARDON, REPEAT, SKIP, SORRY
from nlu.word_lists import word_set

_LAUGH = re.compile(r"(?:(?:ja|je|ji|jo|ha|he){2,}j?|ja|lol|xd+)")
_LAUGHING = word_set("😂 🤣 😆 😅 😹")


_WRONG_NUMBER = re.compile(
    r"^(?: (?:,|ay|uy|perdon|perdone|disculpe|disculpa|una disculpa|creo que|es|era|fue|un|yo|este))*"
    r" (?:numero equivocado|(?:me )?(?:equivoque|confundi) de (?:numero|chat|contacto|telefono)|no era para (?:ustedes|usted|aqui|este numero))"
    r"(?: (?:,|perdon|disculpe|disculpa|gracias|una disculpa|no es para ustedes))* $"
)
""" "Número equivocado": nothing is wanted of the clinic."""


def manner(message: Message) -> Parse | None:
    """Laughter alone, or the words of one who has not understood."""
    words, signs = message.words, set(message.emoji)
    if message.odd:
        return None
    if (words or signs & _LAUGHING) and all(map(_LAUGH.fullmatch, words)) and not signs - _LAUGHING - PLEASED_EMOJI:
        return Parse((Smalltalk(manner=Manner.LAUGH),))
    sorry = message.asks and yes_no.made_of(words, SORRY, frozenset(), frozenset())
    if words and (sorry or yes_no.made_of(words, PARDON, POLITE, POLITE)):
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
    if not message.odd and yes_no.made_of(words, HELP, GREETINGS | POLITE, POLITE):
        return Parse((Greet(),))
    everything = GREETINGS | HOW_ARE_YOU | THANKS
    if message.odd or not yes_no.made_of(words, everything, POLITE, POLITE):
        return None
    if not message.asks and yes_no.made_of(words, THANKS, everything | POLITE, everything | POLITE):
        return Parse((Thank(),))
    if yes_no.made_of(words, GREETINGS, everything, everything):
        return Parse((Greet(),))
    return Parse((Smalltalk(),))


def aside(message: Message, context: UnderstandingContext) -> Parse | None:
    """ "Otra vez, por favor": what was last asked is shown again. "Prefiero no decirlo": a no to what is asked for."""
    if message.odd:
        return None
    if yes_no.made_of(message.words, REPEAT, GREETINGS | POLITE, REPEAT | POLITE):
        return Parse((Smalltalk(),))
    if _WRONG_NUMBER.match(message.flat):
        return Parse((Smalltalk(),))
    if context.state is State.CUSTOMER_DATA and yes_no.made_of(message.words, SKIP, POLITE, POLITE):
        return Parse((Deny(),))
    return None
