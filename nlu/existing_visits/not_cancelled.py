"""What speaks against the cancellation that waits for its yes, and was not understood: "permítame, a lo mejor sí puedo",
"espérame, no la canceles". It is withdrawn: no yes that follows is one to it."""

from __future__ import annotations

import re

from booking.intents import Manner, Smalltalk, Unknown
from booking.models import Purpose, State, UnderstandingContext
from nlu.parsed import Parse
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING

_NOT_IT = re.compile(rf" no (?:(?:la|lo|me|nos|se|mi|quiero|quiero que|vayan? a|vayas a) )*(?:{ENDING})\w*(?= )")
_MAY_COME = re.compile(
    r" (?:si (?:puedo|podemos|podre|podria|voy|vamos|alcanzo|llego|asisto|ire|iria)"
    r"|(?:a (?:lo|la) mejor|quizas?|tal vez|chance|capaz|puede que|igual|creo que)(?: (?:y|que|ya|siempre|si|todavia|aun))* (?:puedo|pueda|podemos|voy|vaya|vamos|alcanzo|alcance|llego|llegue))(?= )"
)


def as_withdrawn(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """The reading, a doubt where it would leave the cancellation to the next yes."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.CANCEL:
        return said
    lost = all(isinstance(one, Unknown) or one == Smalltalk(manner=Manner.WAIT) for one in said.intents)
    flat = Message.of(text).flat
    if not lost or not (_NOT_IT.search(flat) or _MAY_COME.search(flat)):
        return said
    return Parse((Unknown(doubt=True),), sure=False)
