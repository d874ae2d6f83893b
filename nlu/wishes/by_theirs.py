"""One more appointment that is told by the only one there is: "una para mí también, el mismo día a la misma hora". Its day and
its hour are put where they are meant, so that the rest is read as any wish for a new one is."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Anchor, Side
from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.existing_visits.existing import CANNOT_COME
from nlu.when import read_spans
from nlu.when.words import MONTH_OF
from nlu.wishes import anchors, one_besides
from nlu.words.message import Message

_THAT_DAY = re.compile(r" (?:(?:para|en|por|de) )?es[ea] (?:dia|fecha)(?= )")
_THAN_THEIRS = re.compile(
    r" (?:que|de) (?:yo|(?:(?:la|el|lo) )?(?:de )?(?:mi|mis|el|ella)(?: [^ ,?]+)?)(?= (?:,|\?|con|por|porfa|y|pero|para|el)| $)"
)
""" "A la misma hora que mi papá"."""


BESIDE_MINE = re.compile(
    r" (?:(?:ahi mismo|justo|luego|luego luego) )*(?P<side>despues|antes) (?:de|que) (?:mi(?: cita)?|la mia|yo)(?= (?:,|\?|y|el|por|con)| $)"
)
""" "Una para mi esposa después de mí"."""


def beside_theirs(text: str, context: UnderstandingContext) -> str:
    """The text with the hour of the only one that there is in place of "después de mí"; as it was where it stays unknown."""
    message = Message.of(text)
    found = BESIDE_MINE.search(message.flat)
    if found is None or len(context.visits) != 1 or context.state is not State.IDLE:
        return text
    start = context.visits[0].astimezone(context.now.tzinfo)
    side = Side.AFTER if found["side"] == "despues" else Side.BEFORE
    return _put(
        message, {*message.between(found.start() + 1, found.end())}, _said(Anchor(side=side), start, with_day=True)
    )


def in_their_stead(text: str, context: UnderstandingContext) -> str:
    """The text with the day and the hour that it tells by the only appointment there is; as it was, where it tells none so,
    or is of no further one."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or context.state is not State.IDLE or context.made or len(context.visits) != 1:
        return text
    if not one_besides.is_for_somebody(message.flat) or message.odd or CANNOT_COME.search(message.flat):
        return text
    found = acts.find(message)
    if any(one.act in (Act.MOVE, Act.CANCEL, Act.LATE) for one in found):
        return text
    told = anchors.told(message, context, [*found])
    if told.anchor is None and (then := _THAT_DAY.search(message.flat)):
        told = anchors.Told(Anchor(same_day=True), frozenset(message.between(then.start() + 1, then.end())))
    if told.anchor is None or told.anchor.months or told.anchor.onward:
        return beside_theirs(text, context)
    dated = read_spans(_put(message, told.tokens, ""), context.now).reading
    start = context.visits[0].astimezone(context.now.tzinfo)
    has_a_day = any(when.date_from or when.date_to for when in (dated.when, *dated.candidates) if when)
    said = _said(told.anchor, start, with_day=not has_a_day)
    return _put(message, told.tokens | _beside(message, told.tokens), said) if said else text


def _said(anchor: Anchor, start: dt.datetime, *, with_day: bool) -> str:
    """In words that need no other appointment."""
    start += dt.timedelta(days=anchor.days, weeks=anchor.weeks, minutes=anchor.minutes)
    hour = f"{start:%-H:%M}"
    times = {Side.AFTER: f"después de las {hour}", Side.BEFORE: f"antes de las {hour}"}
    time = f"a las {hour}" if anchor.same_time or anchor.minutes else times[anchor.side] if anchor.side else ""
    day = f"el {start.day} de {MONTH_OF[start.month]} de {start.year}" if with_day else ""
    return " ".join(filter(None, (day, time)))


def _beside(message: Message, tokens: frozenset[int]) -> set[int]:
    """Whose it is, right behind "a la misma hora"."""
    last = message.tokens[max(tokens)].text
    if last not in ("hora", "horario", "dia", "fecha"):
        return set()
    after = next(
        (
            m
            for m in _THAN_THEIRS.finditer(message.flat)
            if message.between(m.start() + 1, m.end()).start == max(tokens) + 1
        ),
        None,
    )
    return {*message.between(after.start() + 1, after.end())} if after else set()


def _put(message: Message, tokens: frozenset[int] | set[int], said: str) -> str:
    """The text with these words in place of the first of the tokens, and without the others."""
    pieces, last = [], 0
    for index, token in enumerate(message.tokens):
        if index in tokens:
            pieces += [message.text[last : token.start], said if index == min(tokens) else ""]
            last = token.end
    return " ".join("".join([*pieces, message.text[last:]]).split())
