"""A second appointment ordered beside the one under way: "sí, y también otra para mi mamá", "y para mí también una"."""

from __future__ import annotations

import re

from booking.models import State, UnderstandingContext
from nlu import acts, yes_no
from nlu.acts import Act
from nlu.message import Message

_ALSO = re.compile(
    r"(?:(?:y|pero|me|das?|dame|quiero|quisiera|necesito|ocupo|(?:agend|apart|reserv|apunt|anot)\w+|pon\w*|puede\w*|por|favor|porfa) )*"
    r"(?:(?:tambien|ademas) (?:quiero |necesito |ocupo |agend\w+ |me )*(?:una?|otr[ao]|para|a) "
    r"|(?:otr[ao]s?|dos|una)(?: cita| citas| consulta)? (?:mas|para|a las|a la|el|hoy|manana)\b"
    r"|otr[ao]s? (?:citas?|citita|consultas?|turno)\b|para mi \w+ tambien\b)"
)
"""What follows a yes where somebody orders a second appointment with it."""
_FOR_ANOTHER_TOO = re.compile(
    r"(?=(?:\w+ ){0,6}(?:tambien|otra(?! hora)|una(?! hora))\b)(?:y|e|ademas|tambien)"
    r"(?: (?:tambien|otra|una|cita|consulta|quiero|ocupo|necesito|falta|ahora))* para mi\b"
)
"""A second appointment ordered with no yes before it: whom it is for tells it from another time of the first."""
_OUTWEIGHS = frozenset(
    {Act.EMERGENCY, Act.EPISODE, Act.URGENCY, Act.HUMAN, Act.LATE, Act.CANCEL, Act.MOVE, Act.PRIVACY}
)


def is_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether a second one is ordered with what is under way, or with a yes to it."""
    asked = context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if not asked or any(found.act in _OUTWEIGHS for found in acts.find(message)):
        return False
    words = message.words
    if _FOR_ANOTHER_TOO.match(" ".join(words)):
        return True
    agreed = (n for n in range(1, min(len(words), yes_no.MOST_WORDS)) if yes_no.says_yes(words[:n]))
    return context.state is State.CONFIRM and any(_ALSO.match(" ".join(words[n:])) for n in agreed)
