"""What a text was read as, and what is to be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from booking.intents import (
    AnyIntent,
    AskQuestion,
    Clear,
    Greet,
    ProvideCustomerData,
    Smalltalk,
    Thank,
    Unknown,
    UnknownWhy,
)
from booking.models import UnderstandingContext

MOST_INTENTS = 5
"""Of one message."""


class Parse(NamedTuple):
    """What a text means, whether that is sure, and the words that no rule took. `unread` is what was left over of a
    message that would be acted on, as it was written; `carried` says from which words each field came. `likely`: the
    message looks like that, too; `doubted`: so little that it is asked about."""

    intents: tuple[AnyIntent, ...]
    sure: bool = True
    leftovers: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()
    likely: bool = True
    doubted: bool = False

    @property
    def certain(self) -> bool:
        """Whether no model needs to be asked: nothing is open, and the message looks like what was read."""
        return self.sure and self.likely and not self.doubted


Reader = Callable[[str, UnderstandingContext], Parse]
"""Reads a part of a message."""


def meant(said: Parse) -> tuple[AnyIntent, ...]:
    """What is to be done about a reading: where something was left over, or all of it is unlikely, that is asked about, and
    nothing is done."""
    if not (said.unread or said.doubted):
        return said.intents
    understood = tuple(intent for intent in said.intents if isinstance(intent, Clear))
    if not said.unread and not any(not isinstance(intent, AskQuestion | Greet) for intent in understood):
        return (Unknown(),)  # "¿una pregunta?" tells nobody what was understood
    asked = Unknown(why=UnknownWhy.PARTLY, understood=understood, left=said.unread, unsure=not said.unread)
    return (asked if asked.says_back else Unknown(),)


def has_any(intents: Sequence[AnyIntent], *kinds: type) -> bool:
    """Whether one of these is of one of these kinds."""
    return any(isinstance(intent, kinds) for intent in intents)


def weight(intent: AnyIntent) -> int:
    """The lower, the more a message is about it: what is asked for, then who asks, then courtesies."""
    if isinstance(intent, Greet | Thank | Smalltalk):
        return 2
    return 1 if isinstance(intent, ProvideCustomerData) else 0


def main_of(intents: Sequence[AnyIntent]) -> AnyIntent:
    """What a message is about."""
    return min(intents, key=weight)
