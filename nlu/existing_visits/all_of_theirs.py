"""Who has several appointments and wants all of them changed: "cambia las dos al martes", "eran para enero las dos". They
are changed one by one, and "las dos" is no hour."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import Greet, RescheduleAppointment, Thank
from booking.models import State, UnderstandingContext
from nlu.existing_visits.going_back import BESIDE
from nlu.parsed import Parse
from nlu.words.message import Message
from nlu.words.verb_forms import CHANGING_TIME
from nlu.words.word_sets import word_set

_ALL = re.compile(
    r"(?<! a)(?<! de)(?<! para)(?<! hasta)(?<! desde)(?<! como)(?<! entre)(?<! y) (?:las (?:dos|tres|cuatro|[2-4])(?: citas)?|ambas(?: citas)?"
    r"|todas(?: (?:mis|las) citas)?|mis (?:dos |tres )?citas|las citas)(?= )"
)
_ASKS = word_set(
    "me nos las puedes puede pueden podrias podria podrian puedo se tengo hay que favor de por porfa quiero quisiera queremos"
    " necesito ocupo"
)
""" "Me puede cambiar": before the verb of the change it says no more."""
_NOT = word_set("no ni tampoco nunca")
_MOVES = re.compile(rf" (?:{CHANGING_TIME})\w*(?= )")
_ONE_TOO = re.compile(
    r" (?:,|y)(?: y)? (?:la|lo|tambien la) de (?:mi |el |la )?[^ ,?]+(?: [^ ,?]+)? (?:tambien|igual)(?= )"
)
""" "Las dos al lunes, y la de Rosa también": one of them once more."""
_WERE = re.compile(r" (?:eran|son|deberian ser|tenian que ser|debian ser|iban)(?= (?:para|en|el|a)\b)")
_TOGETHER = re.compile(
    rf"^{BESIDE}?(?: (?:y|me|nos|las|puedes?|pueden|podrian?|quiero|quisiera|mejor|favor de|por favor|porfa|se pueden))*"
    r" (?:junt(?:a|e|en|as|an|ar|o)(?:me|nos)?(?:las)?|pon(?:er|ga|gan)?(?:me|nos)?(?:las)? junt[ao]s)"
    r"(?: (?:las (?:dos|tres|2|3|citas)|ambas|todas|mis citas|(?:en |para )?(?:el|un) mism[oa] dia|a la misma hora|juntas|,|\?|por favor|porfa|gracias))* $"
)
""" "Juntas las dos el mismo día": on which, is asked of each."""
_BUT_ONE = re.compile(
    r" (?:la|lo) (?:mi[ao]|otra|del? [^ ,?]+(?: [^ ,?]+)?) (?:no|dej\w+|se queda)(?= (?:,|\?|gracias|por|asi|igual)| $)"
)
""" "… pero la de Leo no"."""
_BEFORE = re.compile(rf"^{BESIDE}(?= )")


def changed(text: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The change of all of them; None where they have fewer than two, or anything else is said."""
    if context.state is not State.IDLE or len(context.visits) < 2:
        return None
    message = Message.of(text)
    if _TOGETHER.match(message.flat):
        return Parse((RescheduleAppointment(several=True),))
    found = _ALL.findall(message.flat)
    every, verb = _ALL.search(message.flat), _MOVES.search(message.flat) or _WERE.search(message.flat)
    if len(found) != 1 or every is None or verb is None or message.odd or _BUT_ONE.search(message.flat):
        return None
    begin = first = message.between(verb.start() + 1, verb.end()).start
    while first and message.tokens[first - 1].text in _ASKS:
        first -= 1
    if first and message.tokens[first - 1].text in _NOT:
        return None
    lead, too = _BEFORE.match(message.flat), _ONE_TOO.search(message.flat)
    said_so = [message.between(match.start() + 1, match.end()) for match in (every, verb, lead, too) if match]
    gone = {token for tokens in (*said_so, range(first, begin)) for token in tokens}
    left = [token for n, token in enumerate(message.tokens) if n not in gone]
    rest = " ".join(message.text[token.start : token.end] for token in left)
    said = read(f"cambia mi cita {rest.strip(' ,.;:')}".strip())
    changes = [one for one in said.intents if isinstance(one, RescheduleAppointment)]
    others = [one for one in said.intents if not isinstance(one, RescheduleAppointment | Greet | Thank)]
    if len(changes) != 1 or others or changes[0].of or changes[0].whose or said.unread:
        return None
    all_of_them = changes[0].model_copy(update={"several": True, "unsure": False})
    return Parse(tuple(all_of_them if one is changes[0] else one for one in said.intents), said.sure)
