"""A time on screen that is told by another one: "la que le sigue a la de las 2", "la de antes de la de las 5"."""

from __future__ import annotations

import re

from booking.intents import SelectSlot, Unknown, UnknownWhy
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse, Reader
from nlu.words.message import Message

_AFTER = r"que (?:le |se )?(?:sigue|va despues|viene despues|esta despues|va abajo|esta abajo)|siguiente|de (?:despues|abajo)|despues"
_BEFORE = r"que (?:le )?(?:va antes|viene antes|esta antes|esta arriba|va arriba)|anterior|de (?:antes|arriba)|antes"
_BESIDE = re.compile(
    rf"^(?: (?:,|y|pues|ok|mejor|entonces|quiero|prefiero|deme|dame|seria|a ver|si|con))* (?:la|el) (?:(?P<after>{_AFTER})|(?P<before>{_BEFORE}))"
    r" (?:a|de|que) (?=(?:la|el|las|los) )"
)


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """The option before or after the one that the rest chooses; where it chooses none, which is meant is asked."""
    found = _BESIDE.search(message.flat)
    if found is None or context.state is not State.SLOT_SELECTION or context.picking:
        return None
    place = message.between(found.end(), len(message.flat))
    said = reader(message.text[message.tokens[place.start].start :], context) if place else Parse((Unknown(),))
    chosen = [intent.option for intent in said.intents if isinstance(intent, SelectSlot)]
    if len(chosen) != 1 or said.unread:
        return Parse((Unknown(),), sure=False)
    option = chosen[0] + (1 if found["after"] else -1)
    if not 1 <= option <= len(context.offered):
        return Parse((Unknown(why=UnknownWhy.NO_OPTION),))
    return Parse((SelectSlot(option=option),))
