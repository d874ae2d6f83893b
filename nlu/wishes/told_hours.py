"""Hours told by the one that is spoken of, put in plain words: "mismo día y hora", "otro día después de esa hora"."""

from __future__ import annotations

import datetime as dt
import re

from booking.models import State, UnderstandingContext

_DAY_AND_HOUR = re.compile(
    r"\b(mism[oa] (?:d[ií]a|fecha)) (?:y (?:a )?(?:la )?(?:misma )?|a la )(?:hora|horario)\b(?! que)", re.IGNORECASE
)
_BEYOND_IT = re.compile(r"\b(despu[eé]s|antes) de es[ae] (?:hora|horario)\b", re.IGNORECASE)
_OTHER_DAY = re.compile(r"\botr[oa] (?:d[ií]a|fecha)\b", re.IGNORECASE)


def in_plain_words(text: str, context: UnderstandingContext) -> str:
    """The text with both said of the same day and hour, and with the hour that bounds another day."""
    text = _DAY_AND_HOUR.sub(r"\1 a la misma hora", text)
    spoken_of = _spoken_of(context)
    if spoken_of is None or not _OTHER_DAY.search(text):
        return text
    return _BEYOND_IT.sub(rf"\1 de las {spoken_of.astimezone(context.now.tzinfo):%H:%M}", text)


def _spoken_of(context: UnderstandingContext) -> dt.datetime | None:
    """When what is proposed would be, or the only appointment that they have is."""
    if context.state is State.IDLE:
        return context.visits[0] if len(context.visits) == 1 else None
    return context.proposed or context.standing
