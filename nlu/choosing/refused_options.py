"""A time on screen that is refused by its number, where the number may be an hour as well: "la 1 no", "cualquiera menos la
1"; and a "no" of which nobody can tell whether it ends what stands before or begins what stands behind: "esa no la de las
4". Which is meant is asked."""

from __future__ import annotations

import re

from booking.intents import Unknown
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse
from nlu.words.message import Message

_LED = r"^(?: (?:,|pues|mm+|ay|uy|ok|bueno|a ver|que sea|quiero))*"
_ONE = r"(?:la|el) (?:opcion |numero )?(?:1|una|uno)"
_REFUSED = re.compile(
    rf"{_LED} (?:{_ONE} (?:no|tampoco)(?: (?:me|nos|la|lo|quiero|puedo|acomoda|queda|conviene|late|sirve|gracias|,))*"
    rf"|(?:no|ni)(?: quiero)? {_ONE}|(?:(?:cualquiera|todas|la que sea|cual sea) )?(?:,? ?)(?:menos|excepto|salvo|que no sea) {_ONE})(?: (?:,|por favor|porfa|gracias))* $"
)
_EITHER = re.compile(rf"{_LED}(?: no)? es[ae] no (?:la|el) (?:del?|que) ")


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """That it is not understood; None where it says anything else."""
    refused = context.state is State.SLOT_SELECTION and context.offered and _REFUSED.match(message.flat)
    either = context.state is not State.IDLE and _EITHER.match(message.flat)
    return Parse((Unknown(),), sure=False) if refused or either else None
