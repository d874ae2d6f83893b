"""What staff must hear of at once: a medical urgency, and somebody who is late. Never triage: when in doubt, a human."""

from __future__ import annotations

import re

from nlu.acts import Act
from nlu.parts import Parts

_TOLD_OF_THE_PAST = re.compile(
    r" (?:hace|hacia|pasad[oa]|anterior(?:es|mente)?|antecedentes?|historial|una vez|tuv[eo]|sufri|sufrio|padec\w*|despues de|"
    r"tras|prevenir|(?:19|20)\d\d|revision|control|chequeo|seguimiento) "
)
_IF = re.compile(r" (?:si|cuando|por si|y si|que pasa si|pasa si)(?: \w+)? $")


def is_urgent(parts: Parts) -> bool:
    """Words of a medical urgency. An illness of long ago is none, nor what keeps somebody from coming."""
    if parts.has(Act.EMERGENCY):
        return True
    if parts.has(Act.EPISODE) and not _TOLD_OF_THE_PAST.search(parts.message.flat):
        return True
    return parts.has(Act.URGENCY) and not parts.has(Act.CANCEL, Act.MOVE, Act.LATE)


def is_late(parts: Parts) -> bool:
    """Somebody on the way, who means to come: "¿y si llego tarde?" only asks."""
    if not parts.has(Act.LATE) or parts.has(Act.CANCEL, Act.MOVE):
        return False
    flat = parts.message.flat
    return any(not _IF.search(flat[max(0, f.start - 30) : f.start]) for f in parts.found if f.act is Act.LATE)
