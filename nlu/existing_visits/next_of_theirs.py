"""Right after one of somebody's appointments was cancelled or moved, the next one: "la siguiente", "ahora la otra". They go
one by one, and it was said that the next is to be asked for."""

from __future__ import annotations

import re

from booking.intents import CancelAppointment, RescheduleAppointment
from booking.models import State, Touched, UnderstandingContext
from nlu.existing_visits.own_visits import when_it_is
from nlu.parsed import Parse
from nlu.words.message import Message

_NEXT = re.compile(
    r"^ (?:(?:,|ok|okey|listo|gracias|bueno|y|ya|ahora|luego|sigue|falta|va|vamos con|con) )*"
    r"(?:la|mi)(?: (?:siguiente|otra|proxima|que sigue|que falta|segunda))(?: cita)?(?: (?:,|por favor|porfa|porfavor|tambien|ahora|gracias|igual))* $"
)


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """To be cancelled, or moved, as the one before it was; which one is asked where several are left."""
    last = context.touched
    if context.state is not State.IDLE or last is None or not _NEXT.fullmatch(message.flat):
        return None
    left = [start for start in context.visits if start != last.start]
    of = when_it_is(left[0], context) if len(left) == 1 else None
    if last.how is Touched.CANCELLED and left:
        return Parse((CancelAppointment(when=of),))
    if last.how is Touched.MADE and last.before is not None and left:
        return Parse((RescheduleAppointment(of=of),))
    return None
