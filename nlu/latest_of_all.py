"""The latest time there is, beside a list: "la más tarde que haya", "la última que tengan". It is none of those shown, of
which there may be later ones: that day's are looked for."""

from __future__ import annotations

import re

from booking.models import State, UnderstandingContext
from nlu.choice_words import LEADS
from nlu.message import Message
from nlu.parsed import Parse, Reader

_NOUN = r"(?: (?:hora|cita|horario|lugar|espacio|turno|consulta|hor[ai]\w*))?"
_THERE_IS = r"(?:hay|haya|habra|exista|(?:me )?(?:teng|tien|qued|consig|atiend|consult|trabaj|abr|d[ae]|pued|manej)(?:a|e|an|en|n|as|es|s)?)"
_LATEST = re.compile(
    rf"(?:la|el|una)?{_NOUN} ?(?:(?:de |que sea )?mas (?:tarde|noche|tardecito|tardecita)|ultim(?:it)?[oa]){_NOUN} que {_THERE_IS}"
    r"(?: (?:libre|disponible|atender|dar))?(?: (?:ese|este|el mismo|en el|en ese|del|de ese) (?:mismo )?dia)?(?: (?:por favor|porfa|porfavor|gracias))*"
)


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """The search for it; None where nothing is listed, or anything else is said."""
    if context.state is State.IDLE or not context.offered or message.asks:
        return None
    words, start = " ".join(message.words), 0
    while led := LEADS.match(words, start):
        start = led.end()
    if not _LATEST.fullmatch(words[start:]):
        return None
    days = {at.date() for at in context.offered}
    return reader("lo más tarde que tengan" if len(days) > 1 else "lo más tarde que tengan ese día", context)
