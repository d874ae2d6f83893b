"""What staff say that begins with a no, or with "espera", while an order waits for their yes.

Whatever follows, the order does not stand as it was: the rest changes it, is another order, or is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelBooking,
    Deny,
    Greet,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    RequestHuman,
    Smalltalk,
    Thank,
    Unknown,
    UseTool,
)
from booking.models import UnderstandingContext, is_called
from booking.models.tool_answers import PERSONS
from nlu.filling import filled
from nlu.message import plain

_LEADS = r"(?:(?:ay|uy|oh|ah|eh|em|mm+|oye|oiga|pues|bueno|perdon|disculpa|ok|mira|hola|mejor|que|siempre|todavia|aun|ya|ahorita|por ahora)\W+)*"
_DENIES = re.compile(
    rf"^\W*{_LEADS}(?:no+|nop|nope|nel|nah|noup|nanay|negativo|tampoco|nunca|jamas|esper\w*|aguant\w*|alto|deten\w*)\b(?!\s+mas\b)"
)
_TALK = (Deny, CancelBooking, Greet, Thank, Smalltalk)
_ASIDE = (AskQuestion, ListAppointments, OptOut, PrivacyRequest, RequestHuman)


def denies(text: str) -> bool:
    """Whether a message begins with a no."""
    return _DENIES.match(plain(text[:80])) is not None


def denial(
    text: str, context: UnderstandingContext, orders: Sequence[UseTool], meant: Sequence[AnyIntent]
) -> tuple[AnyIntent, ...]:
    """What a message that begins with a no means, which holds these `orders` and otherwise reads as `meant`."""
    if orders:
        return (Deny(), *orders)
    change = filled(text, context.asked, context) if context.asked else None
    if change is not None and not _only_names_the_same(change, context):
        return (change.model_copy(update={"denies": True}),)
    if meant and all(isinstance(intent, _TALK) for intent in meant):
        return next(((intent,) for intent in meant if isinstance(intent, CancelBooking)), (Deny(),))
    if meant and all(isinstance(intent, _ASIDE + _TALK) for intent in meant):
        return (Deny(), *(intent for intent in meant if isinstance(intent, _ASIDE)))
    return (Unknown(doubt=True),)


def _only_names_the_same(change: UseTool, context: UnderstandingContext) -> bool:
    """ "No la de Iván", of an order for Iván: nobody knows what is to be changed."""
    return all(
        name in PERSONS and context.order_for is not None and is_called(said, context.order_for)
        for name, said in change.arguments
    )
