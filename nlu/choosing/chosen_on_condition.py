"""An offered time that is taken by its number on a condition: "el 2 pero si me toca con doctora", "la 1 si no es con Salas".

The number is that of an option, and no day. With whom it is to be can be looked up; whatever else it depends on is told to
be left out, and a yes to that takes nothing.
"""

from __future__ import annotations

import re

from booking.intents import CheckAvailability, Reading, SelectSlot
from booking.models import State, UnderstandingContext
from nlu.choosing.choices import NUMBERS, exactly
from nlu.parsed import Parse, Reader
from nlu.words.message import Message

_NUMBER = rf"[1-9]|10|{'|'.join(NUMBERS)}"
_CHOICE = re.compile(
    r"^(?: (?:,|si|ok|pues|bueno|va|quiero|deme|dame|me quedo con|mejor|entonces))* (?P<which>(?:(?:la|el|opcion|numero) ){1,3})"
    rf"(?P<number>{_NUMBER})(?: ,)? "
    r"(?P<condition>(?:pero|nada mas|no mas|siempre y cuando|siempre que|con tal(?: de)? que|a condicion de que|si|que no|que sea|no con) .*)$"
)
_DEPENDS = re.compile(
    r"^(?:pero )?(?:nada mas|no mas|siempre|con tal|a condicion|si (?!es para|soy|es que|por favor|porfa))"
)
""" "Pero si …", "siempre que …": something it depends on; "pero para mi hijo" is none."""
_INSTEAD = re.compile(r" si no(?: se puede| hay| es asi)?(?: ,)? (?:la|el|a las?|otr[ao]|mejor|entonces) ")
""" "La 2 si es con doctora, si no la 3": what else it shall be."""
_LEADS = re.compile(
    r"^ (?:(?:pero|nada mas|no mas|siempre y cuando|siempre que|con tal(?: de)? que|a condicion de que|que|si|y|solo|sea|es|fuera) )*"
)
_NOT_WITH = re.compile(r"(?:^| )no (?:(?:es|sea|fuera|me toca|toca|me atiende|vaya a ser) )?(?=con |el |la )")


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """The time with whom it shall be, or the option with what was not taken of it; None where no number is chosen."""
    flat = message.flat
    found = _CHOICE.match(flat) if context.state is State.SLOT_SELECTION else None
    if found is None or message.asks or message.odd or _INSTEAD.search(flat):
        return None
    option = NUMBERS.get(found["number"]) or int(found["number"])
    days = {start.day for start in context.offered}
    if option > len(context.offered) or (len(days) > 1 and option in days):
        return None
    behind = message.between(found.start("condition"), len(flat))
    left = message.text[message.tokens[behind.start].start :]
    whom = _with_whom(found["condition"], context, reader)
    if whom is None and not _DEPENDS.match(found["condition"]):
        return reader(f"opción {option} {left}", context) if found["which"] == "el " else None
    if whom is None:
        return Parse((SelectSlot(option=option),), sure=False, unread=(left,))
    exact = exactly(context.offered[option - 1])
    return Parse((whom.model_copy(update={"when": Reading(when=exact)}),))


def _with_whom(condition: str, context: UnderstandingContext, reader: Reader) -> CheckAvailability | None:
    """With whom the condition says that it shall be; None where it says anything else."""
    refused = _NOT_WITH.search(condition)
    said = f"no quiero {condition[refused.end() :]}" if refused else _LEADS.sub("", f" {condition}")
    for one in (said, f"que sea {said}"):
        intents = reader(one, context)
        if len(intents.intents) != 1 or intents.unread or not isinstance(intents.intents[0], CheckAvailability):
            continue
        wish = intents.intents[0]
        whom = CheckAvailability(doctor=wish.doctor, not_with=wish.not_with, anyone=wish.anyone)
        if wish == whom and wish != CheckAvailability():
            return wish
    return None
