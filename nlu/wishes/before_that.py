"""A day that is told of, and that it is to be before or after it: "me voy el 12, antes de eso", "me pagan el 30, después
de esa fecha". The day itself is never what is wished for."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import AnyIntent, CheckAvailability, Reading, StartBooking, Unknown, When
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse, Reader
from nlu.words.message import Message

_THAT = re.compile(
    r"(?: (?:,|y|pero|que sea|quiero|quisiera|ocupo|necesito|la|una|mi|cita|consulta|mejor|entonces|seria|puede ser|tiene que ser)){0,5}"
    r" (?:(?P<side>antes|despues) de (?:eso|esa fecha|ese dia|entonces)|(?<=cita )(?P<bare>antes|despues)|(?<=consulta )(?P<bare_too>antes|despues))"
    r"(?: (?:por favor|porfa|mejor|gracias|si se puede|si es posible|de preferencia|,))* $"
)


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """What the words before it mean, on the other side of their one day; asked, where their time is no whole day."""
    found = _THAT.search(message.flat)
    if found is None or context.state not in (State.IDLE, State.SLOT_SELECTION) or context.picking:
        return None
    place = message.between(found.start() + 1, len(message.flat))
    first = message.text[: message.tokens[place.start].start].rstrip(" ,.;") if place.start else ""
    if not first:
        return None
    said = reader(first, context)
    wishes = [i for i in said.intents if isinstance(i, StartBooking | CheckAvailability) and i.when is not None]
    if len(wishes) != 1:
        return None
    other_side = _beside(wishes[0].when, found["side"] or found["bare"] or found["bare_too"], context)
    if other_side is None:
        return Parse((Unknown(),))
    intents: list[AnyIntent] = [
        i.model_copy(update={"when": other_side}) if i is wishes[0] else i for i in said.intents
    ]
    return said._replace(intents=tuple(intents))


def _beside(told: Reading | None, side: str, context: UnderstandingContext) -> Reading | None:
    when = told.when if told is not None and not told.ambiguous else None
    if when is None or when.date_from is None or when.date_from != when.date_to or when.time_from or when.time_to:
        return None
    step = dt.timedelta(days=1)
    if side == "despues":
        return Reading(when=When(date_from=when.date_from + step))
    earlier = when.date_from - step
    return Reading(when=When(date_to=earlier)) if earlier >= context.now.date() else None
