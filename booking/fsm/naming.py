"""The patient's name as it is said: whole, or one word of it put right. Pure."""

from __future__ import annotations

import unicodedata

from booking.intents import ProvideCustomerData
from booking.turn import Turn


def said_name(turn: Turn) -> str | None:
    """The name that this message gives. A correction of what is not in the name gives none."""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData) or not intent.name:
        return None
    if intent.instead_of is None:
        return intent.name
    other = (intent.for_other or turn.draft.for_other) and not intent.for_self
    before = turn.draft.name or (None if other else turn.conversation.person.name) or ""
    words = before.split()
    right = [intent.name if same_name(word, intent.instead_of) else word for word in words]
    return " ".join(right) if right != words else None


def same_name(one: str, other: str) -> bool:
    """Whether two spellings differ by capitals and accents alone."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
