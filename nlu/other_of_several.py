"""What is said of the second of several appointments that are asked for at once, and of those after it:
"una el 14 a las 10 y otra el 16 con Salas", "para mí y mis dos hijos"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import OneMore, Reading
from booking.models import State, UnderstandingContext
from nlu.message import Message
from nlu.parts import taken_apart
from nlu.several import AND_ANOTHER, MANY, other_of, second_person, whose_of

_NUMBERS = {"dos": 2, "2": 2, "tres": 3, "3": 3, "cuatro": 4, "4": 4, "cinco": 5, "5": 5}
_MOST = 6
"""So many after the first are kept."""
_OTHERS = re.compile(r" otras (?P<count>dos|tres)(?= )")


def told_of(message: Message, first: Message, context: UnderstandingContext) -> dict[str, object]:
    """What a message that asks for several says of those after the `first`, as fields of `StartBooking`."""
    listed = _listed(message, first)
    ones = [_one(each, context) for each in listed] or [OneMore()]
    if whose := other_of(message, first, context.state):
        ones[0] = OneMore(other=whose, when=ones[0].when, doctor=ones[0].doctor)
    ones += [OneMore()] * (_counted(message, context.state) - len(ones))
    second, *following = ones[:_MOST]
    told = {"other": second.other, "other_when": second.when, "other_doctor": second.doctor}
    return {**told, "following": tuple(following)}


def _listed(message: Message, first: Message) -> list[Message]:
    """The words of each one after the first, where they stand behind it: "otra el 16", "y otra el 18"."""
    rest = message.text[len(first.text) :].strip()
    if not rest or not message.text.startswith(first.text):
        return []
    behind = Message.of(rest)
    cuts = [match.start() for match in AND_ANOTHER.finditer(behind.flat) if match.start() > 0]
    ends = [behind.between(0, cut + 1).stop for cut in cuts]
    starts = [0, *ends]
    texts = [behind.tokens[start:end] for start, end in zip(starts, [*ends, len(behind.tokens)], strict=True)]
    return [Message.of(rest[tokens[0].start : tokens[-1].end]) for tokens in texts if tokens]


def _one(said: Message, context: UnderstandingContext) -> OneMore:
    idle = {"state": State.IDLE, "purpose": None, "offered": (), "expected": None, "touched": None}
    # The first is as good as made: "otra el jueves", "otra una semana después" are told by its day.
    parts = taken_apart(said, context.model_copy(update={**idle, "made": context.now + dt.timedelta(days=1)}))
    doctor = parts.doctor.name if parts.doctor and parts.doctor.asked else None
    return OneMore(other=whose_of(said.tokens), when=parts.wish if parts.wish != Reading() else None, doctor=doctor)


def _counted(message: Message, state: State) -> int:
    """How many after the first, where a number says it: "tres citas", "otras dos", "para mí y mis dos hijos"; else one."""
    if others := _OTHERS.search(message.flat):
        return _NUMBERS[others["count"]]
    if joint := second_person(message, state):
        return max((_NUMBERS.get(message.tokens[i].text, 1) for i in joint), default=1)
    many = MANY.search(message.flat)
    counts = [_NUMBERS[word] for word in many[0].split() if word in _NUMBERS] if many else []
    return counts[0] - 1 if counts else 1
