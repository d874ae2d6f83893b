"""A time put right: "yo había dicho 9:30, no 10:30", "me equivoqué de hora, era a las 6 no a las 5"."""

from __future__ import annotations

import re

from booking.models import State, UnderstandingContext
from nlu.message import Message
from nlu.statements import tells
from nlu.when import read_spans

_LED = re.compile(
    r"^(?: (?:,|no|perdon|perdone|disculpe|disculpa|ay|oiga|oye|es que|pero|yo|si|ah|creo que|me|le|te|les|la|lo|que|hora|dia|fecha|de|d|en|con))*"
    r" (?:habia dicho|habiamos dicho|habia pedido|habia puesto|dije|pedi|puse|queria decir|quise decir|quise poner|quise escribir"
    r"|queria|equivoque|confundi|era|eran|seria|(?:tiene|tendria|debe|necesito|ocupo) que sea|(?:tiene|tendria|tenia) que ser)(?= )"
    r"(?: (?:,|que|para|era|es|de|d|en|con|hora|el dia|la hora|la fecha|dia|fecha|perdon|yo|quise decir|queria decir|pero|me|queria)(?= ))*"
)
"""What leads to the right one."""
_NO = re.compile(r"(?: ,)? (?:y )?no(?: (?:era|es|para|dije|habia dicho))?(?= )")
_BARE = re.compile(r"[ ,.]*[0-9]{1,2}(?:[:.][0-9]{2})?[ ,.]*")
"""A clock time without "a las"."""


def right_time(message: Message, context: UnderstandingContext) -> Message | None:
    """The words for the time that is meant; None where nothing is put right, or anything else is said."""
    if context.state is State.IDLE or message.asks or message.odd:
        return None
    flat = message.flat
    led = _LED.match(flat)
    if led is None:
        return None
    begin, no = led.end(), _NO.search(flat, led.end() + 1)
    told = flat.find(" , ", begin + 1)
    if not no and told > 0 and tells(message, message.between(told + 3, len(flat))):
        flat = flat[: told + 1]  # "tiene que ser antes de las 10, entro a trabajar"
    right, wrong = (flat[begin : no.start() + 1], flat[no.end() :]) if no else (flat[begin:], "")
    if not _is_time(right, context) or (no and not _is_time(wrong, context)):
        return None
    return _cut(message, begin, begin + len(right))


def _cut(message: Message, start: int, end: int) -> Message:
    place = message.between(start + 1, end)
    tokens = message.tokens
    text = message.text[tokens[place.start].start : tokens[place.stop - 1].end]
    return Message.of(f"a las {text}" if _BARE.fullmatch(text) else text)


def _is_time(flat: str, context: UnderstandingContext) -> bool:
    """Whether these words are a time and nothing else; a bare clock time, too."""
    said = read_spans(flat, context.now)
    if not said.spans and _BARE.fullmatch(flat):
        said = read_spans(f"a las {flat.strip(' ,')}", context.now)
    return bool(said.spans) and not said.leftover and not said.unread
