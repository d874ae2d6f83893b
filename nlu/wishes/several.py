"""Several appointments: "dos citas, una para mí y otra para mi mamá", "cancela todas mis citas".

They are made, and cancelled, one by one. The first is what stands before "and another one"; two hours so told are no
choice between them.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Reading,
    StartBooking,
    When,
)
from booking.models import State
from nlu import acts
from nlu.acts import Act
from nlu.carried import ALL_OF_THEM
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.second_person import second_person
from nlu.parts import Parts
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.verb_forms import ORDERS
from nlu.words.word_sets import word_set

_THINGS = "(?:citas|cititas|consultas|turnos|lugares|espacios|horarios)"
MANY = re.compile(
    rf"(?<! tengo)(?<! tenemos)(?<! tenia) (?:dos|tres|cuatro|cinco|[2-5]|varias|ambas|un par de|otras dos) {_THINGS}(?= )"
    r"| para (?:dos|tres|cuatro|[2-4]|varias) (?:personas|pacientes)(?= )| para (?:dos|2)(?=(?: ,)* $)"
    r"| (?:somos|seriamos|seremos|vamos|iriamos|iremos|vamos a (?:ir|ser)) (?:dos|tres|cuatro|[2-4])(?: (?:personas|pacientes))?(?= )(?! (?:horas|dias|veces|anos))"
    r"| (?:son|serian|seran) (?:dos|tres|cuatro|[2-4])(?= (?:personas|pacientes)(?: |$)| (?:, )?(?:mi|yo|para|uno|una) )"
    rf"| (?:para )?(?:mis|nuestros|nuestras) (?:dos |tres |cuatro |[2-4] )?(?:{RELATIVES_NOUN})e?s (?:tambien )?(?:quier|necesit|ocup|requier|dese|quisier|busc)[ae]n(?= )"
    rf"| para (?:mis|nuestros|nuestras|los|las) (?:dos |tres |cuatro |[2-4] )?(?:{RELATIVES_NOUN})e?s(?= )"
)
SAID_BY_SEVERAL = ALL_OF_THEM | word_set(
    "seguidas seguiditas seguidos seguiditos juntas juntitas pegadas pegaditas consecutivas corridas"
)
"""What says no more than that there are several: each is looked for from the end of the one before."""
_SAYS_THING = re.compile(rf" (?:{_THINGS}|cita|consulta|turno|lugar|espacio|una|otra)(?= )")
_TWO_OFFERED = re.compile(r" la (?P<first>[1-9])(?: para [^,?]{1,30}?)?(?: ,)? y(?: tambien)? (?P<other>la [1-9])(?= )")
_FOR_TWO = re.compile(r" (?:para|pa) (?:mi|el|la|ella|su)(?= )| (?:dos|ambas) (?:citas|lugares)(?= )")
_NOT_BOTH = re.compile(r" (?:no|ni|entre|de|menos|o)(?= )")
_THEIRS = re.compile(
    rf" (?:mis|(?<! a )(?<! de )(?<!desde )(?<!hasta )(?<!entre )(?<! y )las|tengo|tenemos|tenia) (?:dos|tres|cuatro|[2-5])(?! (?:{RELATIVES_NOUN})e?s )(?= )"
    r"| (?:cambi|mov|muev|cancel)\w*"
)
_FROM = rf"(?:para|pa|a las|a la|el|con|de|mas|cita|consulta|hoy|manana|{DAY_NAMES})"
_ONE_AND = re.compile(
    rf" (?:una(?: cita| consulta)?|cita|consulta) {_FROM} (?:[^?]{{0,60}}?) (?:y|,|y tambien|y luego|,? y) (?:la )?(?:otras? (?:dos|tres)|otras?|una) "
)
AND_ANOTHER = re.compile(
    r"(?: ,)?(?: y| e| ademas| tambien)*(?: ,)? (?:(?:la )?otras?(?: dos| tres)?|una)(?: citas?| consultas?)? (?=(?:para|pa|a las|a la|el|con|de|hoy|manana|lunes"
    r"|martes|miercoles|jueves|viernes|sabado|domingo) )"
)
_AND_THEIRS = re.compile(
    rf"(?: ,)? y (?:el [^ ,?]+ |manana |hoy )?a las? [^ ,?]+ (?:y media |am |pm )?(?:para |a )?mi (?:{RELATIVES_NOUN})(?= )"
    rf"|(?<= )(?<=[0-9m] )y (?:para |a )?mi (?:{RELATIVES_NOUN})(?: [^ ,?]+){{0,3}} a las? (?=[0-9])"
)
""" "Mañana a las 11, soy Nena Ruiz, y a las 11:30 mi hermana Paty Ruiz"."""
_AND_MINE = re.compile(
    r"(?<= )(?:, )?(?:y|e) (?:(?:para|a) mi|yo|la mia|la mia la|para la mia)(?: (?:quiero|ocupo|necesito|voy|una|tambien))*"
    r" (?=(?:el|este|hoy|manana|pasado|a las?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|con) )"
)
_FOR_THEM_FIRST = re.compile(rf" para (?:mi|la|el) (?:{RELATIVES_NOUN})(?= )")
""" "Para mi papá el jueves con la doctora Ríos, y yo el viernes con Salas"."""
_ALL = re.compile(
    rf"(?: tod[ao]s? (?:mis |las |mi |lo )?(?:{_THINGS}|que tengo)| todas|(?<! de)(?<! a)(?<! y)(?<! son) las (?:dos|tres|cuatro|[2-4])| ambas| mis (?:dos|tres|cuatro) {_THINGS}"
    rf"| mis {_THINGS})(?= )"
)


def first_of(message: Message, state: State) -> Message | None:
    """What a message says of the first of several new appointments; None where it asks for one."""
    flat = message.flat
    one = _ONE_AND.search(flat)
    if one is None and (second := second_person(message, state)) and not _THEIRS.search(flat):
        start, end = message.tokens[second.start].start, message.tokens[second.stop - 1].end
        return Message.of(message.text[:start].rstrip() + message.text[end:])
    if one is None and (theirs := _AND_THEIRS.search(flat)) and state is State.IDLE:
        place = message.between(0, theirs.start() + 1)
        return Message.of(message.text[: message.tokens[place.stop - 1].end]) if place else None
    mine = _AND_MINE.search(flat) if one is None and state is State.IDLE and not _THEIRS.search(flat) else None
    if mine and _FOR_THEM_FIRST.search(flat[: mine.start() + 1]):
        place = message.between(0, mine.start() + 1)
        return Message.of(message.text[: message.tokens[place.stop - 1].end]) if place else None
    if one is None:
        return message if MANY.search(flat) and not _THEIRS.search(flat) else None
    begin = one.start() + 1 + len(one.group().split()[0])
    other = next((m for m in AND_ANOTHER.finditer(flat, begin) if m.start() > begin), None)
    if other is None:
        return None
    place = message.between(0, other.start() + 1)
    return Message.of(message.text[: message.tokens[place.stop - 1].end]) if place else None


def only_says_whose(message: Message) -> bool:
    """Whether nothing but relatives' words tell of several: "para mis niños" asks for no appointment by itself."""
    found = MANY.search(message.flat)
    return (
        found is not None
        and message.flat[found.start() :].startswith((" para ", " mis "))
        and not _SAYS_THING.search(message.flat)
    )


def first_chosen(parts: Parts) -> int | None:
    """ "La 1 para mí y la 3 para mi hijo": the first of several that were offered, where it is said that they are for two;
    "la 2 y la 3" may be two that suit. Whose the second is says nothing of the first."""
    flat = parts.message.flat
    both = _TWO_OFFERED.search(flat)
    if both is None or _NOT_BOTH.search(flat) or not _FOR_TWO.search(flat):
        return None
    if parts.named and max(parts.named.tokens, default=0) >= parts.message.between(0, both.start("other")).stop:
        parts.named = None
    return int(both["first"])


def of_several(intents: list[AnyIntent], wishes: Reading | None, other: Mapping[str, object]) -> list[AnyIntent]:
    """The intents of the first one, which say that there are more. The one day of all the `wishes` is the first's, too:
    "una a las 9 y otra a las 9:30 el jueves", "una para mi mamá y otra para mi papá el martes". `other`: the fields that tell of the others."""
    all_of_them = (wishes.when,) if wishes and wishes.when else wishes.candidates if wishes else ()
    days = {(when.date_from, when.date_to) for when in all_of_them}
    day = days.pop() if len(days) == 1 else (None, None)
    whole = wishes.when if wishes and wishes.when and not wishes.when.exact else None  # "el jueves en la mañana"
    more: list[AnyIntent] = []
    for intent in intents:
        if isinstance(intent, CheckAvailability) and intent.shift is None:
            fields = {name: getattr(intent, name) for name in ("when", "doctor", "anyone", "not_with", "visit")}
            intent = StartBooking(**fields)
        if isinstance(intent, StartBooking):
            said = Reading(when=whole) if whole and intent.when is None else _dated(intent.when, *day)
            intent = intent.model_copy(update={"when": said})
        begins = isinstance(intent, StartBooking)
        more.append(intent.model_copy(update={"several": True, **other}) if begins else intent)
    if not any(isinstance(intent, StartBooking) for intent in more):
        more.append(StartBooking(several=True, when=_dated(None, *day)).model_copy(update={**other}))
    return more


def a_day_each(message: Message, intents: list[AnyIntent], wishes: Reading | None) -> list[AnyIntent]:
    """The intents of several, where as many days are told as there are: "yo el lunes y él el martes" is one for each, and
    no choice between them."""
    days = wishes.candidates if wishes else ()
    begun = next((intent for intent in intents if isinstance(intent, StartBooking) and intent.several), None)
    if begun is None or begun.other_when is not None or any(one.when for one in begun.following):
        return intents
    if (
        len(days) != 2 + len(begun.following)
        or len({day.date_from for day in days}) != len(days)
        or " o " in message.flat
    ):
        return intents
    first, second, *others = (Reading(when=day) for day in days)
    following = tuple(one.model_copy(update={"when": when}) for one, when in zip(begun.following, others, strict=True))
    told = begun.model_copy(update={"when": first, "other_when": second, "following": following})
    return [told if intent is begun else intent for intent in intents]


def _dated(wish: Reading | None, start: dt.date | None, end: dt.date | None) -> Reading | None:
    when = wish.when if wish else When()
    if when is None or when.date_from or when.date_to or not start:
        return wish
    return Reading(when=when.model_copy(update={"date_from": start, "date_to": end}))


def all_cancelled(parts: Parts) -> CancelAppointment | None:
    """The cancelling of several appointments; None where one is meant. Their number is no hour."""
    if (
        parts.in_flow
        and parts.context.picking < 2
        and " cita" not in parts.message.flat
        and " todas" not in parts.message.flat
    ):
        return None
    return CancelAppointment(several=True) if parts.has(Act.CANCEL) and _ALL.search(parts.message.flat) else None


_INSTEAD = re.compile(
    r" (?:y|,|para|pero|mejor|y mejor|y me) (?:\w+ ){0,3}?(?:otra|una nueva|una|nueva)(?: cita| consulta| nueva)?(?= (?:,|\?|pero|mejor|para|pa|el|a|con|por|en"
    rf"|hoy|manana|{DAY_NAMES}) | $)"
    rf"| (?:y|,|para|pero|mejor) (?:mejor )?(?:{ORDERS.pattern}|pon|ponla|mejor)(?: (?:mejor|la))?"
    rf"(?= (?:para|pa|pal|el|este|a las?|hoy|manana|{DAY_NAMES}) )"
)
""" "Cancela la del martes y hazme otra", "… y mejor ponme el jueves"."""


def is_exchanged(parts: Parts) -> bool:
    """ "Cancela mi cita y hazme otra para el miércoles": that moves it."""
    cancel = parts.first(Act.CANCEL)
    return bool(_INSTEAD.search(parts.message.flat, cancel.end - 1)) and not (parts.named and parts.named.for_other)


_SECOND = re.compile(r" (?:,|y|pero)(?= (?:y )?(?:a )?(?:la|lo|el) (?:de|del) )")


def two_changes(message: Message) -> tuple[Message, str] | None:
    """The first of two changes of appointments that exist, and the words of the other: "cámbieme la del 24 al 23 y la
    del 5 de enero cancélela". None where there is one."""
    for match in _SECOND.finditer(message.flat):
        joint = message.between(match.start() + 1, match.end()).start
        if joint == 0 or joint + 1 >= len(message.tokens):
            continue
        first = Message.of(message.text[: message.tokens[joint - 1].end])
        other = Message.of(message.text[message.tokens[joint + 1].start :])
        if all({found.act for found in acts.find(one)} & {Act.CANCEL, Act.MOVE} for one in (first, other)):
            return first, other.text
    return None
