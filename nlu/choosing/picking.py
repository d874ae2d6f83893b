"""The answer to "which of your appointments?", and to "this one, or another one more?", where it is no number."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu.answers.made_of import made_of
from nlu.answers.yes_phrases import YES
from nlu.choosing import one_not_another
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.named import Named
from nlu.when import read_spans
from nlu.words.closed_phrases import ANOTHER, BEFORE, KEEP_IT, NO, POLITE, THAT_ONE
from nlu.words.message import Message, plain
from nlu.words.verb_forms import ENDING, MOVING

_LED = rf"(?P<does>(?:(?:pues|es|seria|quiero|perdon|si|(?:{ENDING}|{MOVING})\w+) )*)"
_WHOSE = re.compile(
    rf"{_LED}(?:(?:la|el|esa|a la)(?: cita)? (?:de|del|para) )?"
    rf"(?:(?:mi|el|la|su) )?(?:(?:{RELATIVES_NOUN}|nino|nina|senor|senora) )?(?P<name>[^\W\d_]+(?: [^\W\d_]+){{0,5}}?)"
    r"(?: (?:por favor|porfa|gracias))*"
)
_MINE = re.compile(
    rf"{_LED}(?:(?:(?:la|el) )?mia|(?:la|el) (?:de|para) mi|la que es (?:mia|para mi))(?: (?:por favor|porfa|gracias))*"
)
_OTHERWISE: dict[Purpose, tuple[tuple[str, ...], AnyIntent]] = {
    Purpose.CANCEL: (("cambi", "muev", "mov", "recorr"), RescheduleAppointment()),
    Purpose.MOVE: (("cancel", "quit"), CancelAppointment()),
}
"""Verbs that ask for something else than what an appointment is picked for, and for what."""
_SHORT = {
    "ale": "alejandr", "dani": "daniel", "fer": "fernand", "gaby": "gabriel", "gabi": "gabriel", "sofi": "sofia",
    "lupe": "guadalupe", "lupita": "guadalupe", "pepe": "jose", "paco": "francisco", "nacho": "ignacio",
    "memo": "guillermo", "lalo": "eduardo", "chuy": "jesus", "lety": "leticia", "paty": "patricia", "vale": "valeri",
    "vero": "veronica", "tono": "antonio", "kike": "enrique", "caro": "carolina", "vicky": "victoria",
}  # fmt: skip
"""How names are said at home, and the whole ones, but for the last letter of those that have two endings."""


def answer(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """What a whole message answers; None where it says anything else. "That one" is one only where one is listed."""
    if message.odd or message.asks:
        return None
    if context.purpose is Purpose.CANCEL and of_all(message, context):
        return CancelAppointment(several=True)
    if not context.picking:
        return None
    if made_of(message.words, KEEP_IT, BEFORE | NO | KEEP_IT, POLITE):
        return CancelBooking()
    one = context.purpose is Purpose.MOVE and not of_all(message, context)
    if one and made_of(message.words, ANOTHER, BEFORE | NO, POLITE):
        return StartBooking()
    if (picked := _of_patient(message, context) or one_not_another.answer(message, context)) is not None:
        return picked
    # A yes to "this one, or another one more?" is none: it is asked again.
    that_one = THAT_ONE if context.purpose is Purpose.MOVE else YES
    if context.picking == 1 and made_of(message.words, that_one, BEFORE | YES, POLITE):
        return SelectSlot(option=1)
    return None


_OF_ALL = re.compile(
    r"^(?:(?:si|pues|que|quiero|son|de) )*(?:l[ao]s (?:dos|tres)|amb[ao]s|tod[ao]s)(?: (?:citas|las dos|por favor|porfa|gracias|de una vez|si))*"
)


def of_all(message: Message, context: UnderstandingContext) -> bool:
    """ "Las dos", "ambas", where several appointments are spoken of."""
    return is_of_several(context) and bool(_OF_ALL.fullmatch(" ".join(message.words)))


_SAID_OF_BOTH = re.compile(
    r"(?<! a)(?<!(?<!ninguna) de)(?<!para)(?<!hasta)(?<!desde)(?<!como)(?<!entre)(?<! y) las (?:dos|tres)(?= )"
)


_TWO_PEOPLE = re.compile(
    rf" (?:(?:mi|la|el) (?:{RELATIVES_NOUN})|ella|el|yo)(?: (?!y )\w+){{0,3}} y (?:(?:para|a|con) )?(?:yo|mi|la|el|ella)(?: (?:{RELATIVES_NOUN}))?(?= )"
    r"| (?:podemos|pueden|puedan|podamos|pasamos|pasar|pasen|entramos|entrar|entren|vamos|ir|van|venir|nosotras|somos|ellas)(?= las dos )"
)


def both(message: Message, context: UnderstandingContext) -> set[int]:
    """The tokens of "las dos" where two appointments or two people are spoken of: no hour."""
    if not is_of_several(context) and not _TWO_PEOPLE.search(message.flat):
        return set()
    return {
        i for match in _SAID_OF_BOTH.finditer(message.flat) for i in message.between(match.start() + 1, match.end())
    }


def is_of_several(context: UnderstandingContext) -> bool:
    """Whether several appointments are spoken of: to be picked from, or one of them may be cancelled."""
    return context.picking > 1 or (
        context.purpose is Purpose.CANCEL and context.state is State.CONFIRM and len(context.visits) > 1
    )


def _of_patient(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """ "La de Sofía", "la mía": the only one whose patient is called so; a name that is a day's or a doctor's too is
    none. With the verb of the other purpose they want something else of it."""
    words = plain(" ".join(token.raw for token in message.tokens if token.kind == "word"))
    mine = _MINE.fullmatch(words)
    found = mine or _WHOSE.fullmatch(words)
    numbered = any(token.kind == "number" for token in message.tokens)
    if found is None or numbered or not read_spans(message.text, context.now).leftover:
        return None
    said = found["name"].split() if not mine else []
    if any(word in plain(doctor).split() for doctor in context.doctors for word in said):
        return None
    fitting = [n for n, name in enumerate(context.patients, start=1) if said and is_called(name, said)]
    option = context.own if mine else fitting[0] if len(fitting) == 1 else 0
    if not option:
        return None
    if context.purpose in _OTHERWISE:
        verbs, otherwise = _OTHERWISE[context.purpose]
        if any(word.startswith(verbs) for word in found["does"].split()):
            return otherwise
    return SelectSlot(option=option)


def is_called(patient: str, said: list[str]) -> bool:
    """Whether the first word said is the first name, or short for it, and the others are of the name."""
    name = plain(patient).split()
    first = bool(name) and (name[0] == said[0] or (said[0] in _SHORT and _SHORT[said[0]] in (name[0], name[0][:-1])))
    return first and all(word in name[1:] for word in said[1:])


def is_for_another(named: Named | None, context: UnderstandingContext) -> bool:
    """Where one appointment is shown, to be moved or left: whether somebody is named who is not its patient."""
    if context.picking != 1 or context.purpose is not Purpose.MOVE or named is None:
        return False
    said = plain(named.name or "").split()
    listed = bool(said) and any(is_called(patient, said) for patient in context.patients)
    return named.for_other and not listed


def of_somebody_else(intents: tuple[AnyIntent, ...], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was said where it is asked whether one appointment is to be changed or another made: a whole name that is not
    its patient's, "Ana Ruiz" of Ernesto's, says that it is another one."""
    one = intents[0] if len(intents) == 1 and context.picking == 1 and context.purpose is Purpose.MOVE else None
    if not isinstance(one, ProvideCustomerData) or one.reason or one.instead_of:
        return intents
    said = plain(one.name or "").split()
    others = bool(context.patients) and not any(is_called(name, said) for name in context.patients)
    return (StartBooking(), one) if len(said) > 1 and others else intents
