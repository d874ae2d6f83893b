"""Who did not come to an appointment and wants another in its place: "no pude ir el miércoles, ¿me la vuelven a agendar?".

The day that they tell of is no day to look for, and nothing that is still to come is moved or cancelled.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import Direction, Greet, ProvideCustomerData, Reading, StartBooking
from booking.models import State, UnderstandingContext
from nlu.account import TIME
from nlu.parsed import Parse
from nlu.when import read, stretches
from nlu.when.words import WEEKDAYS
from nlu.words.message import Message
from nlu.words.turning_words import WANTS

_MISSED = re.compile(
    r" (?:(?:ya )?no (?:pude|pudimos|alcance|alcanzamos|logre|fui|fuimos|asisti|asistimos|llegue|llegamos)(?: a)?(?: (?:ir|llegar|asistir))?"
    r"|falte|faltamos|(?:me )?perdi (?:mi|la) (?:cita|consulta)|se me (?:paso|olvido|fue) (?:ir a )?(?:la|mi) (?:cita|consulta))(?= )"
)
_AGAIN = re.compile(
    r"(?: (?:que si|si|y|pero|por eso|entonces|quiero|quisiera|necesito|ocupo|queria))*(?: (?:me|nos) (?:l[ao] )?)?(?: ?(?:pued\w+|podr\w+))?"
    r" (?:(?:me |nos )?(?:l[ao] )?(?:reagend|reprogram)\w+|(?:me |nos )?(?:l[ao] )?(?:volver|vuelv\w+) a (?:agend|program|apart|dar|poner|sac)\w+"
    r"|(?:me |nos )?(?:da|dan|das|dar|den|deme|denme|sacar|agendar|apartar|hacer)?(?:la)? ?(?:otra|una nueva|nueva)(?: (?:cita|consulta|fecha))?)(?: mi (?:cita|consulta))?(?= )"
    rf"| (?:{WANTS}|queria) (?:una )?(?:cita|consulta)(?= )"
)

_JOINTS = frozenset({"y", "pero", "porque"})
_WISHES = frozenset({*WANTS.split("|"), "queria"})


def wished_again(message: Message, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """The wish for a new one, with the time and doctor that are said for it; None where nothing of that is said."""
    if context.state is not State.IDLE:
        return None
    found = _MISSED.search(message.flat)
    if found is None:
        return None
    stretch = _clause_of(message, message.between(found.start() + 1, found.end()))
    rest = (
        message.text[: message.tokens[stretch.start].start]
        + " , "
        + message.text[message.tokens[stretch.stop - 1].end :]
    )
    other = Message.of(rest)
    again = _AGAIN.search(other.flat)
    if again is None:
        return None
    taken = other.between(again.start() + 1, again.end())
    said = reader(
        f"{rest[: other.tokens[taken.start].start]} quiero una cita {rest[other.tokens[taken.stop - 1].end :]}"
    )
    known = (StartBooking, ProvideCustomerData, Greet)
    wished = any(isinstance(one, StartBooking) for one in said.intents)
    return said if wished and all(isinstance(one, known) for one in said.intents) else None


def missed(message: Message, context: UnderstandingContext) -> Reading | None:
    """When the appointment was that somebody says to have missed: none that is still to come is meant by it."""
    if (found := _MISSED.search(message.flat)) is None:
        return None
    stretch = _clause_of(message, message.between(found.start() + 1, found.end()))
    told = message.text[message.tokens[stretch.start].start : message.tokens[stretch.stop - 1].end]
    places = stretches(told, context.now)
    if len(places) != 1:
        return None
    ((start, end),) = places
    reading = read(told[start:end], context.now, direction=Direction.PAST)
    over = reading.when is not None and reading.when.date_to is not None and reading.when.date_to < context.now.date()
    return reading if over else None


def the_one_missed(of: Reading | None, message: Message, context: UnderstandingContext) -> Reading | None:
    """The appointment that is moved, read as `of`. A coming one of the same weekday is not the one that was missed: "no
    fui a mi cita del lunes, ¿me la cambia al viernes?"."""
    was = missed(message, context)
    if was is None or of is None or was.when is None:
        return of or was
    told_of, day = of.when.date_from if of.when else None, was.when.date_from
    same = told_of is not None and day is not None and told_of.weekday() == day.weekday()
    words = [word for word in message.words if same and day and WEEKDAYS.get(word) == day.weekday()]
    return was if len(words) == 1 else of


def _clause_of(message: Message, tokens: range) -> range:
    """The clause between marks that these tokens stand in, with when it was, as far as no other is joined to it or asks
    for something: "la semana pasada no pude ir | quisiera una cita"."""
    clause = next(one for one in message.clauses() if tokens.start in one)
    texts = [token.text for token in message.tokens]
    begins = max((i + 1 for i in range(clause.start, tokens.start) if texts[i] in _JOINTS), default=clause.start)
    joint = next((i for i in clause if i >= tokens.stop and texts[i] in _JOINTS | _WISHES), clause.stop)
    dated = any(word in TIME for word in texts[begins : tokens.start])
    return range(begins if dated else tokens.start, joint)
