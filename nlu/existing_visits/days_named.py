"""The stretches of a message between marks and words that join; the days that it names, each for itself, whatever it says of
them."""

from __future__ import annotations

import re

from booking.models import UnderstandingContext
from nlu.when import read_spans
from nlu.when import stretches as times
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.word_sets import word_set

OR_THEN = re.compile(
    r" (?:o(?: (?:hasta|es|era|para|ya|el|la|este))*|y(?: (?:el|la|lo|del|de))+)"
    rf" (?:{DAY_NAMES}|hoy|manana|pasado|otr[oa]|[0-9]+)(?= )"
)
""" "Este viernes o el otro", "la del 15 y la del 23": none of them alone is meant."""
_JOINTS = word_set("y e pero aunque porque pues asi que total entonces sino pa")


def days_named(message: Message, context: UnderstandingContext) -> list[tuple[range, str]]:
    """The tokens of each one day, and its words; no period, no bare hour."""
    spans = ((message.within(*span), span) for span in times(message.text, context.now))
    each = [(place, message.text[begin:end]) for place, (begin, end) in spans if place]
    return [(place, text) for place, text in each if _is_one(text, context)]


def _is_one(text: str, context: UnderstandingContext) -> bool:
    when = read_spans(text, context.now).reading.when
    return when is not None and when.date_from is not None and when.date_from == when.date_to


def stretches(message: Message) -> list[range]:
    """Stretches between marks and words that join."""
    found, begin = [], 0
    for index, token in enumerate(message.tokens):
        mark = token.kind not in ("word", "number")
        if mark or (token.text in _JOINTS and index > begin):
            if index > begin:
                found.append(range(begin, index))
            begin = index + 1 if mark else index
    return [*found, range(begin, len(message.tokens))] if begin < len(message.tokens) else found
