"""What staff say is to stay as it is beside what they order: "cancela la de Yael y deja la de Dayana"."""

from __future__ import annotations

import re

from nlu.staff.staff_words import even
from nlu.words.verb_forms import BOOKING, ENDING, MOVING

_KEPT = re.compile(
    r"^\W*(?:y |pero )?(?:a )?(?:la|el|las|los)(?: citas?| pacientes?)? (?:de |del )?[^,;]{2,60}? "
    r"(?:dej(?:a|e|en)(?:la|lo|las|los|selas?)|se quedan?|quedan? igual|siguen? igual)(?: (?:como|donde) estan?| igual| asi)?"
    r"\s*(?:[,;]\s*(?:(?:pero|y)\s+)?|\s+(?:pero|y)\s+)(?=\S)"
)
""" "La de Ofelia déjala, pero …": nothing is to be done to it."""
_KEPT_BESIDE = re.compile(
    rf"^\W*dej(?:a|e|en)(?:me|nos)? (?:la|el)(?: cita)? (?:de|del) [^,;]{{2,40}}?\s*(?:,|\by\b|\bpero\b)\s*(?=(?:{ENDING}|{MOVING}|pas)\w)"
    r"|\s*(?:,\s*|\s(?:y|pero)\s+)+(?:dej(?:a|e|en)(?:me|nos)? (?:la|el)(?: cita)? (?:de|del) [^,;]{2,40}"
    r"|(?:la|el)(?: cita)? (?:de|del) [^,;]{2,40}? (?:no|dej[ae]la|se queda))\W*$"
)
""" "Cancela la de Yael y deja la de Dayana"."""
_ORDERS = re.compile(rf"\b(?:{BOOKING}|{ENDING}|{MOVING}|pas)\w*\s")


def without_what_stays(text: str) -> str:
    """The text without it; all of it where nothing else is ordered."""
    if kept := _KEPT.match(even(text)):
        return text[kept.end() :]
    if kept := _KEPT_BESIDE.search(even(text)):
        rest = text[: kept.start()] + text[kept.end() :]
        return rest if _ORDERS.search(even(rest)) else text
    return text
