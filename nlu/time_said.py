"""What a message says of time, once the words are set aside that say none: names, doctors, what is told of others."""

from __future__ import annotations

import datetime as dt
import re
from itertools import pairwise

from booking.intents import Reading, When
from booking.models import State, UnderstandingContext
from nlu import (
    choices,
    refusals,
)
from nlu.message import Message
from nlu.statements import clauses_of, tells
from nlu.when import Spans, read_spans

NOTHING_SAID = Spans(Reading(), (), "")
_THE_ONE_AT = re.compile(r"\b([lL]a|[eE]l) de ([0-9]{1,2}|\w{3,6})[ .!,]*$")
""" "La de 4": the offered time at four."""
_BARE_CLOCK = re.compile(r"\W*([0-9]{1,2} ?[0-9]{2}|[^\W\d]{2,8} (?:y )?[^\W\d]{4,12}(?: y [^\W\d]{3,6})?)\W*")
""" "1030", "diez treinta": a time only where it is offered."""
_MY_HOURS = re.compile(
    r" (?:salgo|sale|salimos|trabajo|trabaja|termino|acabo|me desocupo|estoy|entro|entra|llego|checo salida)(?: [^ ,?]+){0,5}? (?:a|hasta|como a) (?P<hour>las? (?:\d[^ ,?]*|\w+)(?: y (?:media|cuarto))?)(?= )"
    r"(?: [^ ,?]+){0,4}?(?: (?:,|asi que|entonces|tendr\w+|tienen?|hay|habra|algo|que sea|tiene que ser|seria|mejor|quiero|quisiera|necesito|ocupo|una?|cita|consulta|me|puede|dar|para|el|la|(?:lunes|martes|miercoles|jueves|viernes|sabado|hoy|manana)))*"
    r" (?P<side>antes|despues)(?: de (?:es[ao]|es[ao]s|es[ao] horas?|esas horas|ahi))?(?=(?: (?:,|\?|por favor|porfa|gracias))* $)"
)
""" "Salgo a las 5, ¿tiene algo después?": what is counted from one's own hours."""


def read_time(
    message: Message, context: UnderstandingContext, taken: set[int], asked: set[int]
) -> tuple[Spans, set[int]]:
    """What the rest of the message says about time and which times it refuses; the tokens that say it. What is told
    after a clause that asks for something, by its words `asked`, is apart from it."""
    if choices.is_figure(message):
        return NOTHING_SAID, set()
    if (bounded := _by_own_hours(message, context)) is not None:
        return bounded
    text = list(message.text)
    for index in taken:
        token = message.tokens[index]
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    for before, clause in pairwise(clauses_of(message)):
        first = message.tokens[clause.start]
        apart = first.start - 1
        if asked & {*before} and first.text != "que" and tells(message, clause) and text[apart] == " ":
            text[apart] = ";"  # "no podré ir hoy se me ponchó la llanta"
    either = refusals.joints(message)
    for place, word in either:
        start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
        text[start:end] = word + " " * (end - start - len(word))
    hours: tuple[dt.time, dt.time] | None = None
    if context.opens and context.closes and context.opens < context.closes:
        hours = context.opens, context.closes
    rest = "".join(text)
    said = read_spans(rest, context.now, hours=hours)
    silent = said.reading == Reading() and not said.refused
    if silent and context.state is State.SLOT_SELECTION and (bare := _THE_ONE_AT.search(rest)):
        said = read_spans(f"{' ' * bare.start(1)}a las {bare[2]}", context.now, hours=hours)
        spans: tuple[tuple[int, int], ...] = (bare.span(),)
    elif silent and (clock := _offered_clock(rest, context, hours)):
        said, spans = clock, ((0, len(rest)),)
    else:
        spans = said.spans
    if either and said.reading.candidates:
        said = said._replace(reading=said.reading.model_copy(update={"alternatives": True, "ambiguous": False}))
    joined = {index for place, _ in either for index in place} if said.reading != Reading() else set[int]()
    return said, joined | {index for start, end in spans for index in message.within(start, end)}


def _by_own_hours(message: Message, context: UnderstandingContext) -> tuple[Spans, set[int]] | None:
    """A wish that is bounded by the hour at which somebody leaves or begins work; the day is said beside it, or not."""
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


def _offered_clock(text: str, context: UnderstandingContext, hours: tuple[dt.time, dt.time] | None) -> Spans | None:
    """A clock time without anything that says it is one, if just that is offered."""
    if context.state is not State.SLOT_SELECTION or not (bare := _BARE_CLOCK.fullmatch(text)):
        return None
    said = read_spans(f"a las {bare[1]}", context.now, hours=hours)
    if said.leftover:
        return None  # "una cita" is no hour and a word
    return said if choices.matching(said.reading, context.offered) else None
