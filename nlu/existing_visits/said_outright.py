"""That what somebody has is to be at another time, said outright: "quiero pasarme a las 11", "me puedo cambiar para el lunes", "no
voy a poder ese día, que sea el viernes". Whoever reads such a move, it is one, and nobody asks whether it is another one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, CheckAvailability, RescheduleAppointment, SelectSlot, Unknown
from booking.models import Purpose, State, UnderstandingContext
from nlu.when import read_spans
from nlu.wishes.doings import as_times_they_cannot
from nlu.words.message import Message

_TO = r"(?= (?:a(?! consulta)|al|para|pal|pa|de|en|mejor|otr[oa]) )"
_CAN = r"(?:(?:quiero|queremos|quisiera|quisieramos|puedo|podemos|podria|podriamos|podre|gustaria|voy a|vamos a|necesito|ocupo) ?)+"
_MOVES_SELF = re.compile(
    rf" (?:(?:me|nos) {_CAN} ?(?:pas|cambi|mov|recorr)(?:ar|er)|(?:pas|cambi|mov|recorr)(?:ar|er)(?:me|nos)|(?:me|nos) (?:paso|pasamos|cambio|cambiamos|muevo|movemos)){_TO}"
)
_NOT_THEN = re.compile(
    r" (?:ya )?no (?:me |nos )?(?:voy a poder|vamos a poder|puedo|podemos|podre|podremos|alcanzo|alcanzamos|quedo|queda|acomoda|conviene)(?: (?:ir|asistir|llegar))?"
    r" (?:ese dia|esa fecha|a esa hora|en ese horario|ese horario)(?= )"
    r"| (?:ese dia|a esa hora)(?: ya)? no (?:me |nos )?(?:puedo|podemos|podre|voy a poder|alcanzo|queda|acomoda|conviene)(?= )"
)
""" "No voy a poder ese día": that of the one they have."""


def is_a_move(message: Message) -> bool:
    """Whether it is said outright."""
    return bool(_MOVES_SELF.search(message.flat) or _NOT_THEN.search(message.flat))


def as_meant(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood, a move that is said outright being sure."""
    if context.picking == 1 and context.purpose is Purpose.MOVE and context.state is State.SLOT_SELECTION:
        return _of_the_one(text, intents, context)
    if context.state is not State.IDLE or not any(_is_unsure(one) for one in intents):
        return tuple(intents)
    if not is_a_move(Message.of(text)):
        return tuple(intents)
    return tuple(one.model_copy(update={"unsure": False}) if _is_unsure(one) else one for one in intents)


def _is_unsure(one: AnyIntent) -> bool:
    return isinstance(one, RescheduleAppointment) and one.unsure


def _of_the_one(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """At "this one, or another one more?": who says that they cannot come when it is, changes it."""
    one = intents[0] if len(intents) == 1 else None
    lost = isinstance(one, Unknown) and not one.understood
    but_for = isinstance(one, CheckAvailability) and one.when is not None and one.when.alternatives
    no_time = lost or (isinstance(one, CheckAvailability) and one.when is None)
    if not (no_time or but_for) or not context.visits:
        return tuple(intents)
    zone = context.now.tzinfo
    refused = read_spans(as_times_they_cannot(text, context), context.now, hours=context.hours).refused
    days = {when.date_from for when in refused if when.date_from == when.date_to}
    own = {start.astimezone(zone).date() for start in context.visits}
    theirs = len(days) == 1 and days <= own
    return (
        (SelectSlot(option=1),) if theirs or (no_time and _NOT_THEN.search(Message.of(text).flat)) else tuple(intents)
    )
