"""The patient's name as it is said: whole, or one word of it put right. Pure."""

from __future__ import annotations

import unicodedata

from booking.intents import ProvideCustomerData
from booking.models import Draft
from booking.turn import Turn


def said_name(turn: Turn) -> str | None:
    """The name that this message gives. A correction of what is not in the name gives none, nor does the person's own
    name given to somebody else: two patients would become one."""
    intent = turn.intent
    if not isinstance(intent, ProvideCustomerData) or not intent.name or namesake(turn):
        return None
    if intent.instead_of is None:
        return intent.name
    before = turn.draft.name or (None if for_somebody_else(turn) else turn.conversation.person.name) or ""
    words = before.split()
    right = [intent.name if same_name(word, intent.instead_of) else word for word in words]
    return " ".join(right) if right != words else None


def full_name(turn: Turn, name: str) -> str:
    """A first name alone is that of the patient whom this person has brought before, if it is just one; somebody else
    of the person's own first name is not the person. Needs the read of these patients."""
    if not is_first_name(name):
        return name
    called = [p.name for p in turn.found.brought or () if same_name(p.name.split()[0], name)]
    if for_somebody_else(turn) and (own := turn.conversation.person.name):
        called = [other for other in called if not same_name(other, own)]
    return called[0] if len(called) == 1 else name


def is_first_name(name: str) -> bool:
    """Whether a name is one word: of somebody else the surname is asked for."""
    return len(name.split()) == 1


def without_surname(draft: Draft) -> str | None:
    """The first name of somebody else, where the draft knows no more."""
    return draft.name if draft.name and draft.for_other and is_first_name(draft.name) else None


def for_somebody_else(turn: Turn) -> bool:
    """Whether the appointment is another person's, by this message or by what was said before."""
    intent, before = turn.intent, turn.draft.for_other
    if not isinstance(intent, ProvideCustomerData):
        return before
    return (intent.for_other or before) and not intent.for_self


def namesake(turn: Turn) -> str | None:
    """The name that this message gives to somebody else although it is the person's own."""
    intent, own = turn.intent, turn.conversation.person.name
    if not isinstance(intent, ProvideCustomerData) or not own or not for_somebody_else(turn):
        return None
    return own if same_name(" ".join((intent.name or "").split()), own) else None


def same_name(one: str, other: str) -> bool:
    """Whether two spellings differ by capitals and accents alone."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
