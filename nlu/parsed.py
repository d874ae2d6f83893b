"""What a text was read as."""

from __future__ import annotations

from typing import NamedTuple

from booking.intents import AnyIntent

MOST_INTENTS = 5
"""Of one message."""


class Parse(NamedTuple):
    """What a text means, whether that is sure, and the words that no rule took. `unread` is what was left over of a
    message that would be acted on, as it was written; `carried` says from which words each field came."""

    intents: tuple[AnyIntent, ...]
    sure: bool = True
    leftovers: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()
