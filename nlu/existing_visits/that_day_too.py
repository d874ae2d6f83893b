"""A time that is wished for on a day on which its writer has an appointment: whether that one is to be moved there, or another
one made, is asked before any time is offered. Where another one is asked for in so many words, or it is for somebody else,
nothing is asked.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from booking.intents import (
    Anchor,
    AnyIntent,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
    When,
)
from booking.models import State, UnderstandingContext
from nlu.existing_visits.corrections import exactly
from nlu.existing_visits.told_of_visits import WANTS_ONE, takes_back
from nlu.existing_visits.visit_clauses import fitting
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.wishes import one_besides
from nlu.wishes.anchors import is_besides_the_only_one, is_told
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING

_ANOTHER = re.compile(
    r" (?:otr[ao]|nuev[ao]|adicional|aparte|segunda)(?! (?:dia|hora|horario|fecha|semana|opcion|doctora?|medic[oa]|lado))(?= )"
    r"| (?:ahora|y) (?:una|la)(?: cita)? para(?= )| para (?:mi|ella|los dos|ambos|el(?= (?:,|\?|y|tambien|igual|con|a|el|este|hoy|por|porfa)(?: |$)| $))(?= )| (?:tambien|ademas|una mas|dos citas|varias citas|tres citas)(?= )"
)

_OF_A_NEW_ONE = re.compile(
    rf" (?:(?:{BOOKING})\w*|cit\w+|consult\w+|turnos?|chequeo|revision|atender\w*|horarios?|disponib\w*|libres?|espacios?|quien|cuando)(?= )| para (?=(?:mi|el|la) (?!(?:{DAY_NAMES}|dia|proxim|semana|manana|tarde)))"
)
_EARLIER = re.compile(
    r"^(?: (?:,|\?|oiga|oye|disculpe|hola|y|no|si|de casualidad))*(?: (?:hay|habra|tienen?|tendran?|se puede|puede ser|podria ser))*(?: (?:nada|algo|lugar|espacio|una?))*"
    r" (?:antes|mas (?:temprano|pronto|cerca|cercano))(?: (?:disponible|libre|por favor|porfa|,|\?))* $"
)
""" "¿Hay algo antes?", of who has one ahead."""
_BEFORE_IT = Reading(anchor=Anchor(days=-1, onward=True))
_ITS_TIME = Reading(anchor=Anchor(same_day=True, same_time=True))
_WITH_WHOM = re.compile(
    r" (?:con|prefiero|me toc\w+)(?= )| no (?:tiene|tendra|puede|atiende|esta)(?: [^ ,?]+){0,2} (?:a esa hora|a la misma hora|ese dia|el mismo dia)(?= )"
)
""" "Con la doctora Ríos", "¿la doctora no tiene a esa hora?": who is to see them, of an appointment that there may be."""
_THEN_TOO = re.compile(r" (?:a esa hora|a la misma hora|ese dia|el mismo dia)(?= )")
_SEE_YOU = re.compile(
    rf" (?:nos vemos|ahi (?:estare|estaremos|nos vemos)|hasta)(?: hasta)? (?:el|este) (?:{DAY_NAMES}|dia|[0-9])"
)
_NUMBERED = re.compile(rf" (?:el|dia|del|{DAY_NAMES}) ([0-9]{{1,2}})(?= )")


def asked_about(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> tuple[AnyIntent, ...]:
    """What was understood of a text, with that question in place of the wish."""
    if context.state is not State.IDLE or not context.visits or _is_for_another(intents):
        return tuple(intents)
    if context.expected is not None and context.expected.understood:
        return tuple(intents)  # a search is asked about, and this may answer it
    message = Message.of(text)
    told_by_it = context.made is None and is_besides_the_only_one(message, context)
    if told_by_it and any(is_told(getattr(one, "when", None)) for one in _all(intents)):
        return tuple(_of(context.visits[0], intent, context) for intent in intents)
    if _ANOTHER.search(message.flat) or one_besides.is_wanted(message.flat):
        return tuple(intents)
    if intents and all(isinstance(one, Greet | Thank | Smalltalk) for one in intents):
        return (*intents, ListAppointments()) if _is_not_their_day(message, context) else tuple(intents)
    if (only := _bare_time(message, intents, context)) is not None:
        when = only.when if _whens(only.when) else _told_by_it(message)
        wish = only.model_copy(update={"when": when})
        return tuple(_of(context.visits[0], wish, context) if one is only else one for one in intents)
    return tuple(_or_shown(_instead(intent, message, context), message) for intent in intents)


def _is_not_their_day(message: Message, context: UnderstandingContext) -> bool:
    """ "Nos vemos el sábado", of who has one on Thursday: they are told when it is."""
    if message.asks or not _SEE_YOU.search(message.flat):
        return False
    said = read_spans(message.text, context.now)
    return bool(_whens(said.reading)) and not fitting(context.visits, said, context)


def _bare_time(
    message: Message, intents: Sequence[AnyIntent], context: UnderstandingContext
) -> StartBooking | CheckAvailability | None:
    """A day, an hour or a doctor of who has one appointment ahead, where nothing else is said and no new one was spoken
    of: "entonces el sábado", "¿se puede a las 10?", "con la doctora Ríos"."""
    said = [one for one in intents if not isinstance(one, Greet | Thank)]
    answers = context.expected.yes if context.expected is not None else None
    if (
        len(said) != 1
        or len(context.visits) != 1
        or not _own(context)
        or isinstance(answers, StartBooking | CheckAvailability)
    ):
        return None
    one = said[0]
    if not isinstance(one, StartBooking | CheckAvailability):
        return None
    if not _whens(one.when) and _EARLIER.match(message.flat):
        return one
    whom = bool(one.doctor or one.anyone or one.not_with) and bool(_WITH_WHOM.search(message.flat))
    bare = type(one)(when=one.when)
    if whom:
        bare = bare.model_copy(update={"doctor": one.doctor, "anyone": one.anyone, "not_with": one.not_with})
    if not (_whens(one.when) or whom) or one != bare:
        return None
    flat = message.flat.replace(" quien ", " ") if one.anyone else message.flat  # "con quien sea"
    new = _OF_A_NEW_ONE.search(flat) or WANTS_ONE.search(flat) or takes_back(message, context)
    return None if new else one


def _told_by_it(message: Message) -> Reading | None:
    """What is wished for by the time of the only one: before it, or just then with somebody else."""
    if _EARLIER.match(message.flat):
        return _BEFORE_IT
    return _ITS_TIME if _THEN_TOO.search(message.flat) else None


def _or_shown(intent: AnyIntent, message: Message) -> AnyIntent:
    """Of what is told of the day of one of theirs, where the rest of it is not understood ("es que el jueves me cortan la
    luz"), nobody knows what is wanted: theirs are shown."""
    if not isinstance(intent, Unknown) or intent.why is not UnknownWhy.PARTLY or WANTS_ONE.search(message.flat):
        return intent
    moves = [
        one for one in intent.understood if isinstance(one, RescheduleAppointment) and one.unsure and not one.doctor
    ]
    same = [one for one in moves if one.when and one.of and _is_its_own_day(one.when, one.of)]
    return ListAppointments() if same and len(same) == len(intent.understood) else intent


def _is_its_own_day(wish: Reading, of: Reading) -> bool:
    """Whether a wish is for no more than the day on which the appointment is."""
    when, day = wish.when, of.when and of.when.date_from
    return when is not None and when == When(date_from=day, date_to=day)


def _all(intents: Sequence[AnyIntent]) -> list[AnyIntent]:
    """These, and what was understood in part."""
    return [*intents, *(one for intent in intents if isinstance(intent, Unknown) for one in intent.understood)]


def _is_for_another(intents: Sequence[AnyIntent]) -> bool:
    said = _all(intents)
    named = any(isinstance(one, ProvideCustomerData) and (one.for_other or one.name) for one in said)
    behind = any(isinstance(one, StartBooking) and one.besides for one in said)  # what exists is spoken of besides
    return (
        named or behind or any(isinstance(one, CheckAvailability) and one.whose and not one.whose.own for one in said)
    )


def _instead(intent: AnyIntent, message: Message, context: UnderstandingContext) -> AnyIntent:
    if isinstance(intent, Unknown) and intent.understood:
        understood = tuple(_instead(one, message, context) for one in intent.understood)
        return intent.model_copy(update={"understood": understood})
    if not isinstance(intent, StartBooking | CheckAvailability) or intent.like or intent.repeats:
        return intent
    if isinstance(intent, StartBooking) and (intent.several or intent.besides):
        return intent
    mine = _then(intent.when, context) or _told_of(message, intent.when, context)
    return intent if mine is None else _of(mine, intent, context)


def _of(mine: dt.datetime, intent: AnyIntent, context: UnderstandingContext) -> AnyIntent:
    """The wish as a question about that appointment; what is no wish stays."""
    if isinstance(intent, Unknown) and intent.understood:
        understood = tuple(_of(mine, one, context) for one in intent.understood)
        return intent.model_copy(update={"understood": understood})
    if not isinstance(intent, StartBooking | CheckAvailability):
        return intent
    return RescheduleAppointment(
        when=intent.when,
        of=exactly(mine.astimezone(context.now.tzinfo)),
        doctor=intent.doctor,
        anyone=intent.anyone,
        not_with=intent.not_with,
        unsure=True,
    )


def _then(when: Reading | None, context: UnderstandingContext) -> dt.datetime | None:
    """The only appointment on the one day that is wished for."""
    days = {(one.date_from, one.date_to) for one in _whens(when)}
    if len(days) != 1 or (when and when.problem):
        return None
    ((first, last),) = days
    found = [start for start in _own(context) if start.date() == first == last]
    return found[0] if len(found) == 1 else None


def _told_of(message: Message, when: Reading | None, context: UnderstandingContext) -> dt.datetime | None:
    """The only appointment whose day is spoken of beside the wish: "el martes salgo tarde, ¿a las 5?", "el miércoles en vez
    del martes"."""
    if when is None or when.problem:
        return None
    wished = {day for one in _whens(when) for day in (one.date_from, one.date_to) if day}
    weekdays = {WEEKDAYS[word] for word in message.words if word in WEEKDAYS} - {day.weekday() for day in wished}
    numbers = {int(said) for said in _NUMBERED.findall(message.flat)} - {day.day for day in wished}
    found = [start for start in _own(context) if start.day in numbers or start.weekday() in weekdays]
    return found[0] if len(found) == 1 else None


def _whens(when: Reading | None) -> tuple[When, ...]:
    return () if when is None else (when.when,) if when.when else when.candidates


def _own(context: UnderstandingContext) -> list[dt.datetime]:
    """The writer's own; of several people's, where it is not known who writes, all of them."""
    own = [start for start in context.visits if start not in context.others_visits]
    unknown = not own and len({*context.visits_of}) > 1
    return [start.astimezone(context.now.tzinfo) for start in (context.visits if unknown else own)]
