"""The latest time there is, beside a list: "la más tarde que haya", "la última que tengan". It is none of those shown, of
which there may be later ones: those from the last one shown on are looked for, which it is where there are none."""

from __future__ import annotations

import re

from booking.intents import CheckAvailability, Reading, When
from booking.models import State, UnderstandingContext
from nlu.choosing.choice_words import LEADS
from nlu.parsed import Parse, Reader
from nlu.words.message import Message

_NOUN = r"(?: (?:hora|cita|horario|lugar|espacio|turno|consulta|hor[ai]\w*))?"
_THERE_IS = r"(?:hay|haya|habra|exista|(?:me )?(?:teng|tien|qued|consig|atiend|consult|trabaj|abr|d[ae]|pued|manej)(?:a|e|an|en|n|as|es|s)?)"
LATEST = re.compile(
    rf"(?:la|el|una)?{_NOUN} ?(?:(?:de |que sea )?mas (?:tarde|noche|tardecito|tardecita)|ultim(?:it)?[oa]){_NOUN} que {_THERE_IS}"
    r"(?: (?:libre|disponible|atender|dar))?(?: (?:ese|este|el mismo|en el|en ese|del|de ese) (?:mismo )?dia)?(?: (?:por favor|porfa|porfavor|gracias))*"
)


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """The search for it; None where nothing is listed, or anything else is said."""
    if context.state is State.IDLE or not context.offered or message.asks or "que" not in message.words:
        return None
    words, start = " ".join(message.words), 0
    while led := LEADS.match(words, start):
        start = led.end()
    if not LATEST.fullmatch(words[start:]):
        return None
    days, latest = {at.date() for at in context.offered}, max(at.time() for at in context.offered)
    day = days.pop() if len(days) == 1 else None
    later = When(date_from=day, date_to=day, time_from=latest.replace(tzinfo=None))
    return Parse((CheckAvailability(when=Reading(when=later)),))
