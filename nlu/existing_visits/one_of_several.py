"""What is to become of one of several appointments, without what is said of the others: "la otra que tengo no", "tengo dos,
la que quiero cancelar es la del jueves"."""

from __future__ import annotations

import re

from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_OTHERS_STAY = re.compile(
    r"(?: ,| y| pero)* (?:la|lo|las) (?:otra|otras|demas)(?: cita| citas)?(?: que (?:ya )?(?:tengo|tenia|tenemos))?(?: (?:esa|esas|ahi|que|me|le))*"
    r" (?:no|dej\w+|se qued\w+|quedan?|qued\w+|sigue\w*|igual)(?: (?:igual|asi|como esta|la|toquen|muevan|cancelen?|quiten?|si|tal cual|ahi|en pie))*(?=(?: ,)*(?: gracias| por favor| porfa)*(?: ,)* $)"
)
_CLEFT = re.compile(
    r" (?:la|lo|el) (?:que|q) (?:(?:quiero|queria|quisiera|necesito|ocupo|hay que|voy a|van a|se va a|deseo|me (?:van a|quiero)) )*"
    rf"(?P<verb>(?:{ENDING}|{MOVING})\w*) es(?= (?:la|lo|el|mi|del?) )"
)
_HAS_SEVERAL = re.compile(
    r"^(?: (?:,|hola|oiga|oye|buen[oa]s?|dias|tardes|noches|mire|disculpe))* (?:tengo|tenemos) (?:2|3|dos|tres|varias) (?:citas|consultas)(?: |$)"
)


def as_order(text: str) -> str:
    """The words of the one; the text as it is where no others are spoken of."""
    message = Message.of(text)
    if (stay := _OTHERS_STAY.search(message.flat)) is not None and stay.start() > 0:
        place = message.between(stay.start() + 1, stay.end())
        text = text[: message.tokens[place.start].start].rstrip(" ,.;")
        message = Message.of(text)
    if (cleft := _CLEFT.search(message.flat)) is None:
        return text
    place = message.between(cleft.start() + 1, cleft.end())
    before = text[: message.tokens[place.start].start]
    rest = text[message.tokens[place.stop - 1].end :].strip()
    if _HAS_SEVERAL.match(f"{Message.of(before).flat} "):
        before = ""
    return f"{before}{cleft['verb']} {rest}".strip()
