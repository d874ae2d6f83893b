"""A bare number that may be an option's or a day's: "entonces el 2", after the first of January was spoken of."""

from __future__ import annotations

import re

from booking.intents import CheckAvailability, Reading, When
from booking.models import State, UnderstandingContext
from nlu.when import read
from nlu.words.message import Message

_CONCLUDES = re.compile(
    r"(?:(?:ok|ah|bueno|pues|y|va) )*(?:entonces (?:para )?el [0-9]{1,2}|el [0-9]{1,2} entonces)(?: (?:por favor|porfa|gracias))*"
)


def maybe_a_day(message: Message, option: int, context: UnderstandingContext) -> CheckAvailability | None:
    """What "entonces el 2" may name, which concludes from what was said last: the second time on offer, or the 2nd of a
    month. None where that day is not to come soon."""
    offered = context.offered
    if context.state is not State.SLOT_SELECTION or not 0 < option <= len(offered):
        return None
    if not _CONCLUDES.fullmatch(" ".join(message.words)):
        return None
    day = read(f"el dia {option}", context.now).when
    at = offered[option - 1]
    if day is None or day.date_from is None or day.date_from == at.date():
        return None
    slot = When(date_from=at.date(), date_to=at.date(), time_from=at.time().replace(tzinfo=None), exact=True)
    return CheckAvailability(when=Reading(candidates=(slot, day), ambiguous=True))
