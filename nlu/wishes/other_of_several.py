"""What is said of the second of several appointments that are asked for at once, and of those after it:
"una el 14 a las 10 y otra el 16 con Salas", "para mí y mis dos hijos"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from booking.intents import OWN, AnyIntent, CheckAvailability, OneMore, ProvideCustomerData, Reading, StartBooking
from booking.models import State, UnderstandingContext
from nlu.naming.second_person import other_of, second_person, whose_of
from nlu.taken_apart import taken_apart
from nlu.wishes.several import AND_ANOTHER, MANY
from nlu.words.message import Message

_NUMBERS = {"dos": 2, "2": 2, "tres": 3, "3": 3, "cuatro": 4, "4": 4, "cinco": 5, "5": 5}
_MOST = 6
"""So many after the first are kept."""
_OTHERS = re.compile(r" otras (?P<count>dos|tres)(?= )")


def told_of(message: Message, first: Message, context: UnderstandingContext) -> dict[str, object]:
    """What a message that asks for several says of those after the `first`, as fields of `StartBooking`."""
    listed = _listed(message, first)
    ones = [told_of_one(each, context) for each in listed] or [OneMore()]
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


def told_of_one(said: Message, context: UnderstandingContext) -> OneMore:
    """What is said of one more: whose it is, when and with whom."""
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


_TIMES = re.compile(
    r" (?:(?:ir|venir|que ir|que venir) )?(?P<count>dos|tres|cuatro|cinco|[2-5]) (?:veces|sesiones|citas|consultas)"
    r"(?: (?:a|de|para) (?!las? |los? |el |mi )[^ ,?0-9]{4,})?(?= )"
)


def on_days_of_their_own(message: Message, intents: Sequence[AnyIntent]) -> tuple[list[AnyIntent], set[int]] | None:
    """The intents of as many appointments as days were said with their number, and the tokens that say how many: "3 veces
    a curación: lunes 7, miércoles 9 y viernes 11 a las 9". None where the days are a choice, or not so many."""
    said, wishes = _TIMES.search(message.flat), [i for i in intents if isinstance(i, StartBooking | CheckAvailability)]
    when = wishes[0].when if len(wishes) == 1 else None
    if said is None or when is None or " o " in message.flat:
        return None
    days = [one.date_from for one in when.candidates]
    if None in days or len({*days}) != len(days) or len(days) != _NUMBERS[said["count"]]:
        return None
    each = [Reading(when=one) for one in when.candidates]
    own = None if any(isinstance(i, ProvideCustomerData) and i.for_other for i in intents) else OWN
    first, *others = (OneMore(other=own, when=one, doctor=wishes[0].doctor) for one in each)
    told = {"other": own, "other_when": others[0].when, "other_doctor": first.doctor, "following": tuple(others[1:])}
    whom = {name: getattr(wishes[0], name) for name in ("doctor", "anyone", "not_with", "visit")}
    begun = StartBooking(when=first.when, several=True, **whom, **told)
    tokens = {*message.between(said.start() + 1, said.end())}
    return [*(begun if intent is wishes[0] else intent for intent in intents)], tokens
