"""A wish that is bounded by the hours of whoever comes: "salgo a las 5, ¿tiene algo después?", "el martes, entro a las 11"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Reading, When
from booking.models import State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.when import Spans, read_spans
from nlu.words.message import Message

_MY_HOURS = re.compile(
    r" (?:salgo|sale|salimos|trabajo|trabaja|termino|acabo|me desocupo|estoy|entro|entra|llego|checo salida)(?: [^ ,?]+){0,5}? (?:a|hasta|como a) (?P<hour>las? (?:\d[^ ,?]*|\w+)(?: y (?:media|cuarto))?(?: de la (?:tarde|manana|noche))?)(?= )"
    r"(?: [^ ,?]+){0,4}?(?: (?:,|\?|asi que|entonces|tendr\w+|tienen?|hay|habra|algo|que sea|tiene que ser|seria|mejor|quiero|quisiera|necesito|ocupo|una?|cita|consulta|me|puede|dar|para|el|la|mi [a-z]+|(?:agend|apart|reserv|anot|apunt)[a-z]+|(?:lunes|martes|miercoles|jueves|viernes|sabado|hoy|manana)))*"
    r" (?P<side>antes|despues)(?: de (?:es[ao]|es[ao]s|es[ao] horas?|esas horas|ahi))?(?=(?: (?:,|\?|por favor|porfa|gracias))* $)"
)
""" "Salgo a las 5, ¿tiene algo después?": what is counted from one's own hours."""
_HOUR = r"las? (?:\d[^ ,?]*|\w+)(?: y (?:media|cuarto))?(?: de la (?:tarde|manana|noche))?"
_FREE = r"(?:salgo|salimos|sale|salen|me desocupo|nos desocupamos|se desocupa|voy saliendo)"
_BOUND = r"(?:entro|entramos|(?<!que )entra|(?<!que )entran|me voy|nos vamos)"
_OF_IT = r"(?: (?!a |hasta |como |y |pero |mejor )[^ ,?]+){0,4}?(?: a (?:trabajar|estudiar|la (?:escuela|chamba|oficina|prepa|universidad)|clases?|mi turno))?"
_FREE_FROM = re.compile(
    rf" (?:{_FREE}{_OF_IT}(?:(?: hasta)?(?: como)? a| hasta) (?P<hour>{_HOUR})|a (?P<before>{_HOUR}) (?:ya |apenas |todavia )?{_FREE}{_OF_IT})(?= )"
)
""" "Salgo de la escuela a las 2", "a las 5 apenas voy saliendo": from when on somebody can."""
_FREE_UNTIL = re.compile(
    rf" (?:{_BOUND}{_OF_IT}(?: como)? a (?P<hour>{_HOUR})|a (?P<before>{_HOUR}) (?:ya )?{_BOUND}{_OF_IT})(?= )"
)
""" "Entro a trabajar a las 6": until when."""

_OTHERS = re.compile(
    r" (?:(?P<late>mas tard\w+|despues)|(?P<early>mas tempran\w+|antes)|otr[ao]s? (?:horas?|horarios?|opcion\w*)|ningun[ao]"
    r"|no (?:me|nos) (?:qued|acomod|conv|sirv|da|dan|alcanz)\w*|no (?:alcanzo|llego|puedo))(?= )"
)
""" "¿No tendrá más tarde?", "ninguna me queda": other times than those on screen, which their own hours bound."""


_WORK = r"(?: (?:a|al|de|del|a la|de la|en la|a mi|de mi|para la|para el))? (?:trabajar|trabajo|chamba|jale|oficina|turno|escuela|clases?|estudiar|prepa|universidad)"
_TELLS = r"(?: (?:,|y|que|porque|es que|yo|ya|como))*"
_THEN = re.compile(
    rf"(?: (?P<before>antes) de (?:que )?(?:irme|irnos|ir|entrar|entre|entremos|me vaya|nos vayamos)(?:{_WORK})?{_TELLS} {_BOUND}"
    rf"| (?P<after>despues) de (?:que )?(?:salir|salga|salgamos|desocuparme)(?:{_WORK})?{_TELLS} {_FREE}){_OF_IT}(?: como)? a (?P<hour>{_HOUR})(?= )"
)
""" "Antes de irme a trabajar, entro a las 9"."""


def as_bounds(text: str) -> str:
    """The text with the hour itself in "antes de irme a trabajar, entro a las 9"; as it is where it says nothing of the
    kind."""
    message = Message.of(text)
    if (found := _THEN.search(message.flat)) is None:
        return text
    places, hour = (
        message.between(found.start() + 1, found.end()),
        message.between(found.start("hour"), found.end("hour")),
    )
    start, end = message.tokens[places.start].start, message.tokens[places.stop - 1].end
    at = message.text[message.tokens[hour.start].start : end]
    return f"{message.text[:start]}{'antes' if found['before'] else 'después'} de {at}{message.text[end:]}"


def bounded(message: Message, context: UnderstandingContext) -> tuple[Spans, set[int]] | None:
    """The wish between the hours that somebody tells of, and the tokens that say it; None where no hour of their own
    bounds it, or another hour is wished for."""
    if not (context.opens and context.closes):
        return None
    return _by_own_hours(message, context) or _between_own_hours(message, context)


def _by_own_hours(message: Message, context: UnderstandingContext) -> tuple[Spans, set[int]] | None:
    """After, or before, the hour at which somebody leaves or begins work, in so many words; the day is said beside it, or
    not."""
    if (found := _MY_HOURS.search(message.flat)) is None or not (context.opens and context.closes):
        return None
    hours = context.opens, context.closes
    at = read_spans(f"a {found['hour']}", context.now, hours=hours).reading.when
    hour, side = (message.between(found.start(name), found.end(name)) for name in ("hour", "side"))
    text = list(message.text)
    told = {
        *range(message.between(found.start() + 1, found.end("hour")).start, hour.stop),
        *range(side.start, message.between(side.start, found.end()).stop),
    }
    for i in {*told, *message.between(found.start("side"), found.end())}:
        token = message.tokens[i]
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    rest = read_spans("".join(text), context.now, hours=hours)
    day = rest.reading.when or (When() if rest.reading == Reading() else None)
    if at is None or not at.exact or day is None or day.time_from or day.time_to or rest.unread:
        return None
    bound = {"time_from": at.time_from} if found["side"] == "despues" else {"time_to": at.time_from}
    places = {i for start, end in rest.spans for i in message.within(start, end)}
    places |= {*hour} | {*message.between(found.start("side"), found.end())}
    return rest._replace(reading=Reading(when=day.model_copy(update=bound))), places


def _between_own_hours(message: Message, context: UnderstandingContext) -> tuple[Spans, set[int]] | None:
    """A day, a part of one, or other times than those on screen, from when somebody is free or until they must go. Who
    begins before they leave is busy between, and may come before or after."""
    free, bound = (pattern.search(message.flat) for pattern in (_FREE_FROM, _FREE_UNTIL))
    if not (free or bound) or not (context.opens and context.closes):
        return None
    hours = context.opens, context.closes
    start, end = (_hour(found, hours) for found in (free, bound))
    end = None if end and end <= context.opens else end
    new = context.state is State.IDLE and any(one.act is Act.START for one in acts.find(message))
    told = {i for found in (free, bound) if found for i in message.between(found.start() + 1, found.end())}
    text = list(message.text)
    for token in (message.tokens[i] for i in told):
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    rest = read_spans("".join(text), context.now, hours=hours)
    open_ = rest.reading == Reading() and (new or _wants_others(message, free, bound))
    day = rest.reading.when or (When() if open_ else None)
    if day is None or day.exact or rest.unread or rest.refused or not (start or end):
        return None
    if day.date_from is None and day != When():
        return None
    places = told | {i for begin, stop in rest.spans for i in message.within(begin, stop)}
    if start and end and end < start:
        before = _inside(day, None, end) if end > context.opens else None
        sides = tuple(side for side in (before, _inside(day, start, None)) if side)
        reading = Reading(when=sides[0]) if len(sides) == 1 else Reading(candidates=sides, alternatives=bool(sides))
    else:
        inside = _inside(day, start, end)
        reading = Reading(when=inside) if inside else Reading()
    return None if reading == Reading() else (rest._replace(reading=reading), places)


def _wants_others(message: Message, free: re.Match[str] | None, bound: re.Match[str] | None) -> bool:
    """Whether other times are wished for, and not those before they are free or after they must go."""
    others = [*_OTHERS.finditer(message.flat)]
    late, early = (any(other[side] for other in others) for side in ("late", "early"))
    return bool(others) and not (late and not free) and not (early and not bound)


def _hour(found: re.Match[str] | None, hours: tuple[dt.time, dt.time]) -> dt.time | None:
    if found is None:
        return None
    when = read_spans(f"a {found['hour'] or found['before']}", _ANY_DAY, hours=hours).reading.when
    return when.time_from if when and when.exact else None


_ANY_DAY = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)


def _inside(day: When, start: dt.time | None, end: dt.time | None) -> When | None:
    """The part of a wish that lies between two times of the day; None where nothing is left of it."""
    starts = [time for time in (day.time_from, start) if time]
    ends = [time for time in (day.time_to, end) if time]
    begin, stop = (max(starts) if starts else None), (min(ends) if ends else None)
    if begin and stop and stop <= begin:
        return None
    return day.model_copy(update={"time_from": begin, "time_to": stop})
