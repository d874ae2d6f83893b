""" "A cualquier hora del sábado": at whatever hour, so that the one that was said before holds no more."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, CheckAvailability, Reading, StartBooking, When
from nlu.parsed import Parse
from nlu.words.message import Message

_ANY_HOUR = re.compile(
    r" (?:(?:a |en )?(?:cualquier|cualquiera) (?:hora|horario)|a la hora que (?:sea|tengan?|haya|gusten?|quieran?|puedan?)"
    r"|(?:no (?:me )?importa|me da igual|da igual|es lo de menos) la hora|la hora (?:no (?:me )?importa|me da igual|da igual|es lo de menos))(?= )"
)
_NOT_AT_ANY = re.compile(r" no (?:[^ ,?]+ ){0,3}(?:a |en )?cualquier")


def at_any_hour(text: str, said: Parse) -> Parse:
    """The reading, with that its wish is for any hour."""
    flat = Message.of(text).flat
    if _ANY_HOUR.search(flat) is None or _NOT_AT_ANY.search(flat):
        return said
    return said._replace(intents=tuple(_at_any(intent) for intent in said.intents))


def _at_any(intent: AnyIntent) -> AnyIntent:
    if not isinstance(intent, StartBooking | CheckAvailability):
        return intent
    wish = intent.when or Reading()
    whens = (wish.when, *wish.candidates)
    if wish.problem or any((when or When()).time_from or (when or When()).time_to for when in whens):
        return intent
    return intent.model_copy(update={"when": wish.model_copy(update={"any_hour": True})})
