"""What speaks against the cancellation that waits for its yes, and was not understood: "permítame, a lo mejor sí puedo",
"espérame, no la canceles". It is withdrawn: no yes that follows is one to it. A "no" beside the same order once more, "no,
mejor bórrela", is neither."""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, CancelBooking, Deny, Manner, Smalltalk, Unknown
from booking.models import Purpose, State, UnderstandingContext
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING

_NOT_IT = re.compile(
    rf" no (?:(?:la|lo|me|nos|se|mi|quiero|quiero que|deseo|pienso|voy a|vamos a|vayan? a|vayas a|hay que|es necesario) )*(?:{ENDING})\w*(?= )"
)
_ENDS_IT = re.compile(rf"(?<! no)(?<! ni) (?:{ENDING})\w*l[ao]s?(?= )")
_MAY_COME = re.compile(
    r" (?:si (?:puedo|podemos|podre|podria|voy|vamos|alcanzo|llego|asisto|ire|iria)"
    r"|(?:a (?:lo|la) mejor|quizas?|tal vez|chance|capaz|puede que|igual|creo que)(?: (?:y|que|ya|siempre|si|todavia|aun))* (?:puedo|pueda|podemos|voy|vaya|vamos|alcanzo|alcance|llego|llegue))(?= )"
)


def as_withdrawn(text: str, said: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood, a doubt where it would leave the cancellation to the next yes."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.CANCEL:
        return tuple(said)
    flat = Message.of(text).flat
    if (
        any(isinstance(one, Deny | CancelBooking) for one in said)
        and _ENDS_IT.search(flat)
        and not _NOT_IT.search(flat)
    ):
        return (Unknown(doubt=True),)
    lost = all((isinstance(one, Unknown) and not one.understood) or one == _WAITS for one in said)
    if not lost or not (_NOT_IT.search(flat) or _MAY_COME.search(flat)):
        return tuple(said)
    return (Unknown(doubt=True),)


_WAITS = Smalltalk(manner=Manner.WAIT)
