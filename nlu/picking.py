"""The answer to "which of your appointments?", and to "this one, or another one more?", where it is no number."""

from __future__ import annotations

from booking.intents import AnyIntent, CancelBooking, SelectSlot, StartBooking
from booking.models import Purpose, UnderstandingContext
from nlu.closed_phrases import ANOTHER, KEEP_IT, LEADS, NO, OPENERS, POLITE, THAT_ONE, YES
from nlu.message import Message
from nlu.yes_no import made_of

_BEFORE = OPENERS | LEADS | POLITE


def answer(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """What a whole message answers; None where it says anything else. "That one" is one only where one is listed."""
    if not context.picking or message.odd or message.asks:
        return None
    if made_of(message.words, KEEP_IT, _BEFORE | NO, POLITE):
        return CancelBooking()
    if context.purpose is Purpose.MOVE and made_of(message.words, ANOTHER, _BEFORE | NO, POLITE):
        return StartBooking()
    that_one = YES | THAT_ONE if context.purpose is Purpose.MOVE else YES
    if context.picking == 1 and made_of(message.words, that_one, _BEFORE, POLITE):
        return SelectSlot(option=1)
    return None
