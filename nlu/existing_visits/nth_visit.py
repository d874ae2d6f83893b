"""Which of several appointments is to be changed, by its place among them: "la primera pásala una hora después", "la que
tengo primero cancélala". The first is the earliest, whichever was spoken of last."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import CancelAppointment, RescheduleAppointment
from booking.models import Purpose, State, UnderstandingContext
from nlu.choosing.choices import ORDINALS
from nlu.existing_visits.corrections import exactly
from nlu.parsed import Parse, meant
from nlu.words.message import Message

_WHICH = re.compile(
    r"(?<! a)(?<! en)(?<! para)(?<! por)(?<! de)(?: (?:la|mi) (?:cita )?(?P<place>primera|segunda|tercera|cuarta|ultima)(?: cita| consulta| que tengo| de las (?:dos|tres))?"
    r"|(?: a)? la que (?:tengo|va|esta|es|viene|cae)(?: (?:hasta|mero))? (?P<where>primero|antes|al ultimo|al final|despues))(?= )"
    r"(?! (?:vez|hora|semana|quincena|opcion|disponible|libre|que|de|del|dra|doctora)(?: |$))"
)
_FIRST = ("primero", "antes")
_STAYS = re.compile(
    r" (?:dej|conserv|manten|manteng|respet)\w*(?: (?:nomas|no mas|nada mas|solo|solamente|unicamente|me|por favor|porfa|viva|en pie))* $"
)
_OTHER = re.compile(r" la otra(?: cita| consulta)?(?= )")
""" "Deja nomás la primera, la otra quítala": the one that is not so named."""


def read(text: str, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The change of that one; None where none is so named, or nothing is to be changed. `reader` reads the rest."""
    message = Message.of(text)
    named = [*_WHICH.finditer(message.flat)]
    if len(context.visits) < 2 or len(named) != 1 or not _may_be(context) or message.asks:
        return None
    place, where = named[0]["place"], named[0]["where"]
    number = ORDINALS.get(place) or 0 if place else int(where in _FIRST)  # 0: the last one
    if number > len(context.visits):
        return None
    stretch = message.between(named[0].start() + 1, named[0].end())
    begin, end = message.tokens[stretch.start].start, message.tokens[stretch.stop - 1].end
    stays, other = _STAYS.search(message.flat[: named[0].start() + 1]), _OTHER.search(message.flat)
    if stays and other:
        if len(context.visits) != 2:
            return None
        number = 2 if number == 1 else 1
        begin = message.tokens[message.between(stays.start() + 1, stays.end()).start].start
        gone = message.between(other.start() + 1, other.end())
        first, last = message.tokens[gone.start].start, message.tokens[gone.stop - 1].end
        rest = f"{message.text[:begin]} {message.text[end:first]} {message.text[last:]}"
    else:
        rest = f"{message.text[:begin]} {message.text[end:]}"
    said = reader(re.sub(r"^\W*(?:y|e|pero)\W+", "", rest.strip(" ,;.")).strip(" ,"))
    one = said.intents[0] if len(meant(said)) == 1 == len(said.intents) and not said.unread else None
    start = exactly(context.visits[number - 1].astimezone(context.now.tzinfo))
    if isinstance(one, RescheduleAppointment) and one.whose is None:
        return said._replace(intents=(one.model_copy(update={"of": start, "unsure": False}),))
    if isinstance(one, CancelAppointment) and not (one.whose or one.several):
        return said._replace(intents=(one.model_copy(update={"when": start}),))
    return None


def _may_be(context: UnderstandingContext) -> bool:
    """Whether nothing is listed that has a first one of its own, and no booking is under way."""
    changing = context.state is State.CONFIRM and context.purpose in (Purpose.MOVE, Purpose.CANCEL)
    return (context.state is State.IDLE or changing) and not context.picking
