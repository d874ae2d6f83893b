"""What none will do of: "ninguna de la mañana puedo", "nada en la tarde", "ninguna con Salas". It refuses what it names, and is
read as that: "de la mañana no puedo", "con Salas no"."""

from __future__ import annotations

import re

from booking.models import Purpose, State, UnderstandingContext
from nlu.words.message import Message

_NONE = re.compile(
    r"^(?: (?:,|ay|no|uy|pues|es que|la verdad|oiga|oye|mmm?))* (?P<none>(?:ningun[oa]?s?(?: (?:hora|horario|opcion|dia))?|nada)"
    r"(?: (?:me (?:queda|acomoda|conviene|sirve)|puedo|podria))?(?: de (?:las?|los)(?= (?:de|del|que sean?) ))?)"
    r"(?= (?:de|del|en|por|antes|despues|con|a|al|el|los|para) )(?: que sean?)?"
    r"(?! (?:de|con|para|por) (?:es[aoe]s?|est[aoe]s?|las? (?:que|anteriores|opciones|dos|tres|citas)|los (?:que|dos|tres)|ellas|ellos|mi|favor|eso|momento)(?: |$))"
    r"(?P<limit>(?: [^ ,?]+){1,6}?)(?: (?:,|puedo|podria|me (?:queda|acomoda|conviene|sirve)|por favor|porfa|gracias))* $"
)
_OF_THESE = re.compile(
    r"^(?: (?:,|ay|no|uy|pues|oiga|oye))* (?P<none>ningun[oa]) de l[ao]s (?:dos|tres|cuatro|cinco)(?: (?:,|gracias|por favor|porfa|me|queda|acomoda|sirve|puedo))* $"
)
""" "Ninguna de las dos": of two times on screen, and no hour."""


def as_refused(text: str, context: UnderstandingContext) -> str:
    """The text as what it refuses; as it is where it says nothing of the kind, or asks."""
    cancels = context.purpose is Purpose.CANCEL  # there a day that is refused is the one that falls
    if cancels or context.state not in (State.SLOT_SELECTION, State.CONFIRM):
        return text
    message = Message.of(text)
    if context.state is State.SLOT_SELECTION and (these := _OF_THESE.match(message.flat)):
        return these["none"]
    found = None if message.asks else _NONE.match(message.flat)
    if found is None:
        return text
    place = message.between(found.start("limit") + 1, found.end("limit"))
    limit = message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]
    return f"{limit} no" if limit.casefold().startswith("con ") else f"{limit} no puedo"
