"""Why an appointment is cancelled: "porque salgo de viaje", "es que ya se curó".

Said to the question whether it is to be, it answers nothing: it is kept, and the question stays."""

from __future__ import annotations

import re

from booking.models import Purpose, State, UnderstandingContext
from nlu.message import Message

_WHY = re.compile(
    r"\s*(?:(?:pues|ah|ay|perdón|perdon|disculpe),? +)?(?:porque|es que|por que) +(?P<why>\S.*)", re.IGNORECASE
)
_COMES = re.compile(
    r"\b(?:s[ií]|ir[eé]|asist\w+|(?<!no )puedo|(?<!no )voy a ir|(?<!no )(?:(?:la|lo) )?quiero)\b", re.IGNORECASE
)
"""Perhaps no reason to cancel, but to come."""
_NO_MORE = re.compile(r"ya (?:no|me siento|estoy|est[aá]|se)\b", re.IGNORECASE)


def why(message: Message, context: UnderstandingContext) -> str | None:
    """What follows, in the person's own words; None where no cancellation waits for a yes, or something is asked."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.CANCEL or message.asks or message.odd:
        return None
    found = _WHY.fullmatch(message.text)
    return found["why"].rstrip(" .!") if found and not _COMES.search(found["why"]) else None


def is_no_doubt(reason: str) -> bool:
    """Whether its "no" is the reason: "ya no lo necesito"."""
    return bool(_NO_MORE.match(reason))
