"""What a text was read as, and what is to be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Clear,
    JoinWaitingList,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import UnderstandingContext
from nlu.message import Message
from nlu.turning_words import turns_around

MOST_INTENTS = 5
"""Of one message."""


_ACTS = (
    StartBooking,
    CheckAvailability,
    SelectSlot,
    CancelBooking,
    CancelAppointment,
    RescheduleAppointment,
    JoinWaitingList,
)


class Parse(NamedTuple):
    """What a text means, whether that is sure, and the words that no rule took. `unread` is what was left over of a
    message that would be acted on, as it was written; `carried` says from which words each field came."""

    intents: tuple[AnyIntent, ...]
    sure: bool = True
    leftovers: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()


Reader = Callable[[str, UnderstandingContext], Parse]
"""Reads a part of a message."""


def meant(said: Parse) -> tuple[AnyIntent, ...]:
    """What is to be done about a reading: where something was left over, that is asked about, and nothing is done."""
    if not said.unread:
        return said.intents
    understood = tuple(intent for intent in said.intents if isinstance(intent, Clear))
    return (asked_back(understood, said.unread),)


def asked_back(understood: tuple[Clear, ...], left: tuple[str, ...]) -> Unknown:
    """The question about what was understood beside words that were not. Where these may turn it into its opposite
    ("pero no", "antes", "excepto"), it is not proposed without them: it has to be said otherwise."""
    asked = Unknown(why=UnknownWhy.PARTLY, understood=understood, left=left)
    if not asked.says_back:
        return Unknown()
    acts = any(isinstance(intent, _ACTS) for intent in understood)
    flat = {words: Message.of(words).flat for words in left}
    if_not = has_any(understood, CancelAppointment, CancelBooking)  # "¿pierdo algo si" no voy
    turning = tuple(words for words in left if turns_around(flat[words]) or (if_not and flat[words].endswith(" si ")))
    return Unknown(doubt=True, left=turning) if acts and turning else asked


def has_any(intents: Sequence[AnyIntent], *kinds: type) -> bool:
    """Whether one of these is of one of these kinds."""
    return any(isinstance(intent, kinds) for intent in intents)
