"""What somebody is said to want, where a booking is under way or was just made: "espera, mi jefe dice que mejor a las 6",
"me dicen que es mejor el miércoles". It is the wish, as if the writer had it; and what was reported and nobody has read
is no mere word to wait."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import Confirm, OptOut, RequestHuman, Smalltalk, Unknown, UnknownWhy
from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse, meant
from nlu.words.message import Message

_WAITS = (
    r"(?:(?:deme|dame|me das|me da) )?(?:un |una )?(?:momento|momentito|segundo|segundito|minuto|minutito|ratito|tantito|chance)"
    r"|(?:esper|aguant|permit)\w*|perate|pereme|perame|a ver"
)
_OPENS = rf"(?: (?:,|{_WAITS}|no|oiga|oye|ay|uy|perdon|disculpe|fijese que|fijate que|es que|que|ya|pero|y|pues|ahorita|aqui))*"
_WHO = rf" (?:(?:mi|el|la|su|mis|los) (?:otr[oa] )?(?:{RELATIVES_NOUN}|jef[ea]|patron|patrona|encargad[oa]|supervisora?|maestr[oa]|nuera|yerno|viejo|vieja|senor|senora)s?(?: (?!me|que|dic|dij|avis)\w+)?|ell[ao]s?|el)"
_SAYS = r"(?: (?:ya|ahorita|aqui|me|nos|ahora|siempre))*(?: (?:dice[ns]?|dij(?:o|eron)|avis(?:a|an|o|aron)|comenta[n]?|esta[n]? diciendo|acaban? de (?:decir|avisar)))(?: (?:ya|ahorita|aqui))*"
_REPORTED = re.compile(rf"^{_OPENS}(?:{_WHO})?{_SAYS}(?:{_WHO})?(?: (?:que|,))+ ")
_IS_RATHER = re.compile(
    r"(?: ?(?:siempre|ya|entonces|si|que|ell[ao]s?|el))* ?(?:(?:es|seria|esta|estaria|queda|le queda|les queda) mejor|prefier\w+|preferir\w+|mejor)(?= )"
)


def read(text: str, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The wish that is reported; None where none is. `reader` reads the rest."""
    under_way = context.state is not State.IDLE or context.made is not None
    if not under_way or context.role is not Role.PATIENT or context.asked is not None:
        return None
    message = Message.of(text)
    told = _REPORTED.match(message.flat)
    place = message.between(told.end(), len(message.flat)) if told else range(0)
    if told is None or not place:
        return None
    rest = message.text[message.tokens[place.start].start :]
    if rather := _IS_RATHER.match(message.flat, told.end() - 1):
        behind = message.between(rather.end() + 1, len(message.flat))
        rest = f"mejor {message.text[message.tokens[behind.start].start :]}" if behind else rest
    said = reader(rest)
    if _says_nothing(said) and rather is None:
        said = reader(f"mejor {rest}")
    if any(isinstance(one, Confirm | OptOut | RequestHuman | Smalltalk) for one in said.intents):
        return None  # a yes that others are said to give is none
    if rather is None and said.unread:
        return None  # "mi hija dice que a las doce me puede llevar, esa deme": told, and more is said
    if _says_nothing(said):
        return Parse((Unknown(doubt=True),), sure=False) if rather else None
    return said


def _says_nothing(said: Parse) -> bool:
    return all(isinstance(one, Unknown) and one.why is not UnknownWhy.PARTLY for one in meant(said))
