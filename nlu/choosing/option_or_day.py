"""A bare number that may be an option's or a day's: "el 2", where another time is on the 2nd; "entonces el 2", after the
first of January was spoken of."""

from __future__ import annotations

import re

from booking.intents import CheckAvailability, Reading
from booking.models import State, UnderstandingContext
from nlu.choosing.choices import NUMBERS, exactly
from nlu.when import read
from nlu.words.message import Message

_BARE = re.compile(
    rf"(?:(?:si|ok|pues|y|va|mejor|para|quiero|deme|dame) ){{0,4}}el (?:[0-9]{{1,2}}|{'|'.join(NUMBERS)})(?: (?:por favor|porfa|gracias|si))*"
)
_CONCLUDES = re.compile(
    r"(?:(?:ok|ah|bueno|pues|y|va) )*(?:entonces (?:para )?el [0-9]{1,2}|el [0-9]{1,2} entonces)(?: (?:por favor|porfa|gracias))*"
)


def maybe_a_day(message: Message, option: int, context: UnderstandingContext) -> CheckAvailability | None:
    """What "entonces el 2" may name, which concludes from what was said last: the second time on offer, or the 2nd of a
    month. None where that day is not to come soon."""
    offered = context.offered
    if context.state is not State.SLOT_SELECTION or not 0 < option <= len(offered):
        return None
    words, at = " ".join(message.words), offered[option - 1]
    of_day = [start for start in offered if start.day == option]
    if of_day and at not in of_day and _BARE.fullmatch(words):
        whens = (exactly(at), *(exactly(start) for start in of_day))
        return CheckAvailability(when=Reading(candidates=whens, ambiguous=True))
    if not _CONCLUDES.fullmatch(words):
        return None
    day = read(f"el dia {option}", context.now).when
    if day is None or day.date_from is None or day.date_from == at.date():
        return None
    return CheckAvailability(when=Reading(candidates=(exactly(at), day), ambiguous=True))
