"""What a message says of time, once the words are set aside that say none: names, doctors, what is told of others."""

from __future__ import annotations

import datetime as dt
import re
from itertools import pairwise

from booking.models import State, UnderstandingContext
from nlu.choosing import choices
from nlu.when import NOTHING_READ, Spans, read_spans
from nlu.wishes import own_hours, refusals
from nlu.words.message import Message
from nlu.words.statements import clauses_of, tells

NOTHING_SAID = Spans(NOTHING_READ, (), "")
_THE_ONE_AT = re.compile(r"\b([lL]a|[eE]l) de ([0-9]{1,2}|\w{3,6})[ .!,]*$")
""" "La de 4": the offered time at four."""
_BARE_CLOCK = re.compile(r"\W*([0-9]{1,2} ?[0-9]{2}|[^\W\d]{2,8} (?:y )?[^\W\d]{4,12}(?: y [^\W\d]{3,6})?)\W*")
""" "1030", "diez treinta": a time only where it is offered."""


def read_time(
    message: Message, context: UnderstandingContext, taken: set[int], asked: set[int]
) -> tuple[Spans, set[int]]:
    """What the rest of the message says about time and which times it refuses; the tokens that say it. What is told
    after a clause that asks for something, by its words `asked`, is apart from it."""
    if choices.is_figure(message):
        return NOTHING_SAID, set()
    if (bounded := own_hours.bounded(message, context)) is not None:
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
        joint = word if text[start - 1 : start] in ([], [" "]) else f" {word}"
        text[start:end] = joint + " " * (end - start - len(joint))
    hours: tuple[dt.time, dt.time] | None = None
    if context.opens and context.closes and context.opens < context.closes:
        hours = context.opens, context.closes
    rest = "".join(text)
    said = read_spans(rest, context.now, hours=hours)
    silent = said.silent and not said.refused
    if silent and context.state is State.SLOT_SELECTION and (bare := _THE_ONE_AT.search(rest)):
        said = read_spans(f"{' ' * bare.start(1)}a las {bare[2]}", context.now, hours=hours)
        spans: tuple[tuple[int, int], ...] = (bare.span(),)
    elif silent and (clock := _offered_clock(rest, context, hours)):
        said, spans = clock, ((0, len(rest)),)
    else:
        spans = said.spans
    if either and said.reading.candidates:
        said = said._replace(reading=said.reading.model_copy(update={"alternatives": True, "ambiguous": False}))
    joined = {index for place, _ in either for index in place} if not said.silent else set[int]()
    return said, joined | {index for start, end in spans for index in message.within(start, end)}


def _offered_clock(text: str, context: UnderstandingContext, hours: tuple[dt.time, dt.time] | None) -> Spans | None:
    """A clock time without anything that says it is one, if just that is offered."""
    if context.state is not State.SLOT_SELECTION or not (bare := _BARE_CLOCK.fullmatch(text)):
        return None
    said = read_spans(f"a las {bare[1]}", context.now, hours=hours)
    if said.leftover:
        return None  # "una cita" is no hour and a word
    return said if choices.matching(said.reading, context.offered) else None
