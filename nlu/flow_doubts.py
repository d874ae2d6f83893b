"""What is read wrongly where times, a name's question or a proposal are on screen, by what the words say of something else: of
an appointment that there is already, of whom a time is with, of what one does at that hour. It is asked about, or read as what it
is; nothing is chosen or looked for by it."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Greet,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Thank,
    Topic,
    Unknown,
    UnknownWhy,
)
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse, Reader
from nlu.words.message import Message, plain
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import ENDING, MOVING

_DOUBT = Parse((Unknown(),), sure=False)

_HAD = r"(?:la|el|esa) (?:otra )?que (?:(?:ya|yo|siempre|les) ){0,2}(?:ten(?:go|ia|emos|iamos)|me (?:dieron|habian dado))|(?:mi|la) otra cita|(?:no (?:es|era|quiero)|(?:eso|esa|esta) es) (?:una )?(?:cita )?nueva"
_OF_THEIRS = re.compile(rf" (?:{_HAD})(?= )")
_CHANGED = re.compile(rf" (?:{ENDING}|{MOVING}|pas(?:a|e|ar)(?:me|nos)?l[ao])[a-z]*(?= )")
_IS_WITH = re.compile(
    r"^(?: (?:,|\?|y|pero|oiga|oye|ok|si|disculpe|usted|perdon|entonces|no me quedo claro))*(?: (?:es[aeo]s?|est[aeo]s?|tod[ao]s(?: (?:es[ao]s|l[ao]s \w+))?|(?:la|el|las|los)(?: [^ ,?]+){1,4}))??(?: si| no| ,)? (?:es|son|seria|serian|sera|era)(?: tod[ao]s)? (?:con|de|del|el|la|un|una|pediatra|dermat\w*|general|medic\w*|doctor\w*|especialista)(?= )"
)
_WISHED = re.compile(
    rf" (?:{RATHER}|{WANTS}|puede|pueden|podria|podrian|hay|tiene|tienen|tendra|habra|otr[oa]s?|gustaria|busco|dame|deme)(?= )"
)
_TAGGED = re.compile(r" (?:verdad|cierto|o (?:no|con quien|con otr[oa]))(?: ,)* $")
_DOES_THEN = re.compile(
    r"^(?: (?:,|no|pues|es que|y|ay|uy|mm+|fijese que|oiga))* a las? [^ ,?]+(?: y (?:media|cuarto|[0-9]+)| [ap]m)?(?: de la (?:manana|tarde|noche))? (?:apenas|todavia|aun|siempre|yo|ya) (?:(?:me|nos|le) )?(?:voy|vamos|estoy|estamos|ando|andamos|salgo|salimos|entro|entramos|vengo|trabajo|como)(?= )"
)
_THERE = re.compile(
    rf"(?: ,| y)* (?:ahi|alla|aqui)(?: (?:les?|l[ao]s|nos|mero|si))* (?:estare|estaremos|estoy|estamos|caigo|caemos|llego|llegamos|vemos|voy|vamos)(?: (?:mi (?:{RELATIVES_NOUN}) y yo|puntual\w*|sin falta|entonces|pues|tempran\w+|,))*(?= )"
)
_LETTER_LAST = re.compile(
    r"(?<![^\W\d_])(?P<beside>[^\W\d_]{2,})[ \t]+(?:(?P<letter>[A-ZÑ])\.?|(?P<small>[a-zñ])\.)\s*$"
)
_LETTER_FIRST = re.compile(r"^\s*(?P<letter>[^\W\d_])\.[ \t]*(?P<beside>[^\W\d_]{2,})")
"""A letter that stands against a word: a capital, or one with a dot."""


def read(text: str, said: Parse, context: UnderstandingContext, reader: Reader) -> Parse:
    """The reading, put right or in doubt; as it is where there is nothing of the kind."""
    if context.role is not Role.PATIENT or context.state is State.IDLE or context.expected is not None:
        return said
    message = Message.of(text)
    intents = tuple(one for one in said.intents if not isinstance(one, Greet))
    if context.state is State.CUSTOMER_DATA and (whole := _with_its_initial(message, intents, said)) is not None:
        return Parse((whole,))
    if _is_of_theirs(message, intents, context):
        named = next((one for one in intents if isinstance(one, ProvideCustomerData) and one.name), None)
        return Parse((named,), sure=False, unread=(text.strip(),)) if named else _DOUBT
    if _only_tells(message, intents):
        return _DOUBT
    if (wished := _wishes_for_another(message, context, reader)) is not None:
        return wished
    if (asked := _asks_of_the_doctor(message, intents, context)) is not None:
        return Parse((asked,))
    return _coming_then(message, intents, context, reader) or said


def _with_its_initial(message: Message, intents: tuple[AnyIntent, ...], said: Parse) -> ProvideCustomerData | None:
    """ "Nayeli Ponce C.", "j. Trinidad Lugo": a letter against the words of a name is of the name, and no option's; that of
    "Ana Ruiz opción B" and "Ana Ruiz, la A" is one."""
    named = next((one for one in intents if isinstance(one, ProvideCustomerData) and one.name), None)
    others = [one for one in intents if one is not named]
    alone = not others and len(said.unread) == 1 and len(said.unread[0]) == 1
    if named is None or not named.name or not (alone or (len(others) == 1 and _is_an_option(others[0]))):
        return None
    first, last = _LETTER_FIRST.match(message.text), _LETTER_LAST.search(message.text)
    words = [plain(word) for word in named.name.split()]
    before = f"{first['letter'].upper()}. " if first and plain(first["beside"]) == words[0] else ""
    behind = f" {(last['letter'] or last['small']).upper()}." if last and plain(last["beside"]) == words[-1] else ""
    if not before and not behind:
        return None
    return named.model_copy(update={"name": f"{before}{named.name}{behind}"})


def _is_an_option(intent: AnyIntent) -> bool:
    return isinstance(intent, SelectSlot) or (isinstance(intent, Unknown) and intent.why is UnknownWhy.NO_OPTION)


def _is_of_theirs(message: Message, intents: tuple[AnyIntent, ...], context: UnderstandingContext) -> bool:
    """Whether one that they have already is to be changed, and a new one is looked for: "y la que tengo me la cancela"."""
    if context.purpose in (Purpose.MOVE, Purpose.CANCEL) or context.picking:
        return False
    looked_for = any(isinstance(one, CheckAvailability | StartBooking) for one in intents)
    if not looked_for or any(isinstance(one, CancelAppointment | RescheduleAppointment) for one in intents):
        return False
    return bool(_OF_THEIRS.search(message.flat) and _CHANGED.search(message.flat))


def _only_tells(message: Message, intents: tuple[AnyIntent, ...]) -> bool:
    """ "A las 4 y media apenas voy saliendo": what one does then."""
    return any(isinstance(one, SelectSlot) for one in intents) and bool(_DOES_THEN.search(message.flat))


def _asks_of_the_doctor(
    message: Message, intents: tuple[AnyIntent, ...], context: UnderstandingContext
) -> AskQuestion | None:
    """ "¿Esa es con la doctora Laura?", "la doctora Paula es pediatra, ¿verdad?": asked, and no other time wished for."""
    wish = intents[0] if len(intents) == 1 else None
    if not isinstance(wish, CheckAvailability) or not (wish.doctor or wish.not_with):
        return None
    if wish != CheckAvailability(doctor=wish.doctor, not_with=wish.not_with):
        return None
    if not (message.asks or _TAGGED.search(message.flat)) or _WISHED.search(message.flat):
        return None
    if not _IS_WITH.match(message.flat):
        return None
    shown = context.state is State.CONFIRM and " con " in message.flat
    return AskQuestion(query=message.text.strip(), topic=Topic.PROPOSAL if shown else Topic.DOCTORS)


_WANTED = re.compile(
    r"(?:^|[?.,;] *)(?:(?:es que|pero|pues|y|porque) )*(?P<wish>(?:yo )?(?:quer[ií]a|buscaba|pens[eé] que era|hab[ií]a pedido) .+)$",
    re.I,
)


def _wishes_for_another(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """ "Esas son con la doctora Ríos, ¿verdad? Yo quería con la doctora Méndez": with whom is wished, not asked."""
    found = _WANTED.search(message.text) if _IS_WITH.match(message.flat) else None
    said = reader(found["wish"], context) if found else None
    wish = said.intents[0] if said and len(said.intents) == 1 and not said.unread else None
    return Parse((wish,)) if isinstance(wish, CheckAvailability) and wish.doctor else None


def _coming_then(
    message: Message, intents: tuple[AnyIntent, ...], context: UnderstandingContext, reader: Reader
) -> Parse | None:
    """ "Esa del sábado, ahí estaremos": the time that they will come, of those on screen; where it is of none of them, it
    is asked. None where no time is said."""
    if context.state is not State.SLOT_SELECTION or intents != (Thank(),) or message.asks:
        return None
    found = _THERE.search(message.flat)
    if found is None:
        return None
    place = message.between(found.start() + 1, found.end())
    before = message.text[: message.tokens[place.start].start]
    rest = f"{before} {message.text[message.tokens[place.stop - 1].end :]}".strip(" ,.;")
    if not Message.of(rest).words:
        return None
    heard = reader(rest, context)
    if len(heard.intents) == 1 and isinstance(heard.intents[0], SelectSlot):
        return heard
    return None if all(isinstance(one, Thank | Greet) for one in heard.intents) else _DOUBT
