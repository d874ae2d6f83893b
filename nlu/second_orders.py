"""A second appointment ordered beside the one under way: "sí, y también otra para mi mamá", "y para mí también una"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from booking.intents import Anchor, AnyIntent, CheckAvailability, Confirm, ProvideCustomerData, StartBooking
from booking.models import Purpose, State, UnderstandingContext
from nlu import acts, yes_no
from nlu.acts import Act
from nlu.anchors import with_anchor
from nlu.message import Message
from nlu.parsed import Parse
from nlu.yes_no import acknowledges, agrees

_ALSO = re.compile(
    r"(?:(?:y|pero|me|das?|dame|quiero|quisiera|necesito|ocupo|(?:agend|apart|reserv|apunt|anot)\w+|pon\w*|puede\w*|por|favor|porfa) )*"
    r"(?:(?:tambien|ademas) (?:quiero |necesito |ocupo |(?:agend|apart|reserv|apunt|anot)\w+ |me )*(?:una?|otr[ao]|para|a) "
    r"|(?:otr[ao]s?|dos|una)(?: cita| citas| consulta)? (?:mas|para|a las|a la|el|hoy|manana)\b"
    r"|otr[ao]s? (?:citas?|citita|consultas?|turno)\b|para mi \w+ tambien\b)"
)
"""What follows a yes where somebody orders a second appointment with it."""
_FOR_ANOTHER_TOO = re.compile(
    r"(?=(?:\w+ ){0,6}(?:tambien|otra(?! hora)|una(?! hora))\b)(?:y|e|ademas|tambien)"
    r"(?: (?:tambien|otra|una|cita|consulta|quiero|ocupo|necesito|falta|ahora))* para mi\b"
)
"""A second appointment ordered with no yes before it: whom it is for tells it from another time of the first."""
_LINK = re.compile(r"^(?:(?:y|e|pero|ademas|además)\s+)+", re.IGNORECASE)
_OUTWEIGHS = frozenset(
    {Act.EMERGENCY, Act.EPISODE, Act.URGENCY, Act.HUMAN, Act.LATE, Act.CANCEL, Act.MOVE, Act.PRIVACY}
)


def agreed_with(
    message: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> tuple[AnyIntent, ...] | None:
    """The yes to the booking that is proposed, and the further one, of somebody else, that is ordered with it: "sí, y
    también a mi esposa Juana a las 12:30". None where either is not surely that; then it is asked."""
    if context.state is not State.CONFIRM or context.purpose is not Purpose.BOOK or message.odd or message.asks:
        return None
    words = 0
    for place, token in enumerate(message.tokens[:-1], start=1):
        words += len(token.text.split()) if token.kind in ("word", "number") else 0
        rest = Message.of(message.text[message.tokens[place].start :].lstrip(" ,.;:!¡"))
        yes = Message.of(message.text[: token.end])
        if words > yes_no.MOST_WORDS or not agrees(yes, context.purpose) or acknowledges(yes.words):
            continue
        if _ALSO.match(" ".join(rest.words)) and (said := _for_another(rest, context, reader)):
            return Confirm(), *said
    return None


def _for_another(
    rest: Message, context: UnderstandingContext, reader: Callable[[str, UnderstandingContext], Parse]
) -> tuple[AnyIntent, ...]:
    """The further booking, and whose it is; nothing where that is not all that is said."""
    done = {"state": State.IDLE, "purpose": None, "offered": (), "expected": None, "touched": None}
    text = _LINK.sub("", rest.text)
    read = reader(text, context.model_copy(update={**done, "made": context.now + dt.timedelta(days=1)}))
    whose = [i for i in read.intents if isinstance(i, ProvideCustomerData) and i.for_other and not i.instead_of]
    wishes = [i for i in read.intents if isinstance(i, StartBooking | CheckAvailability)]
    if read.unread or len(whose) != 1 or len(wishes) > 1 or len(read.intents) > len(whose + wishes):
        return ()
    wish = wishes[0] if wishes else StartBooking()
    if isinstance(wish, CheckAvailability) and (wish.shift or wish.another):
        return ()
    when = wish.when
    if when is not None and not any(one.date_from or one.date_to for one in (when.when, *when.candidates) if one):
        when = with_anchor(when, (when.anchor or Anchor()).model_copy(update={"same_day": True}))
    whom = {"doctor": wish.doctor, "anyone": wish.anyone, "not_with": wish.not_with, "visit": wish.visit}
    return StartBooking(when=when, besides=True, **whom), whose[0]


def is_one(message: Message, context: UnderstandingContext) -> bool:
    """Whether a second one is ordered with what is under way, or with a yes to it."""
    asked = context.state in (State.CUSTOMER_DATA, State.CONFIRM)
    if not asked or any(found.act in _OUTWEIGHS for found in acts.find(message)):
        return False
    words = message.words
    if _FOR_ANOTHER_TOO.match(" ".join(words)):
        return True
    agreed = (n for n in range(1, min(len(words), yes_no.MOST_WORDS)) if yes_no.says_yes(words[:n]))
    return context.state is State.CONFIRM and any(_ALSO.match(" ".join(words[n:])) for n in agreed)
