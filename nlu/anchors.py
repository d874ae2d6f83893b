"""A time told by one that is known: "a la misma hora", "el mismo día más tarde", "una hora antes"."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import Anchor, Reading, Shift, Side
from booking.models import Purpose, State, UnderstandingContext
from nlu.acts import Act, Found
from nlu.choices import NUMBERS
from nlu.message import Message

_SAME_TIME = re.compile(
    r" (?:(?:a |en |con |para )?(?:la |el |esa |ese )?mism[ao] (?:hora|horario)|(?:a )?la hora que (?:ya )?(?:tengo|tenia))"
    r"(?: (?:de siempre|de mi cita|de antes|que (?:ya )?(?:tengo|tenia)))?(?= )"
)
_SAME_DAY = re.compile(
    r" (?:para |en |por |de )?(?:el |ese |este |la |esa )?mism[ao] (?:dia|fecha)(?: de mi cita)?(?= )"
)
_HOURS = r"(?:[1-9]|un|una|dos|tres|cuatro)"
_MINUTES = r"(?:[1-5]?[05]|diez|quince|veinte|treinta|cuarenta)"
_BY = re.compile(  # "horita" is folded into "ahorita"
    rf" (?:como |unos |unas )?(?:(?P<half>media (?:hora|ahorita))|(?P<hours>{_HOURS}) (?:horas?|ahorita)(?P<more> y media)?"
    rf"|(?P<minutes>{_MINUTES}) (?:minutos|minutitos|min|mins))"
    r" (?P<way>mas tarde|despues|mas temprano|antes)(?! de\b| del\b)(?= )"
)
_ARRIVES = re.compile(r" lleg\w+ ")
""" "¿Puedo llegar diez minutos antes?" moves nothing."""
_WORDS = NUMBERS | {"un": 1, "una": 1, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40}


class Told(NamedTuple):
    """What is said by a known time, and the tokens that say it."""

    anchor: Anchor | None = None
    tokens: frozenset[int] = frozenset()


def told(message: Message, context: UnderstandingContext, found: list[Found]) -> Told:
    """What a message says by the time of the appointment it is about; nothing where it can be about none."""
    moving = any(f.act is Act.MOVE for f in found) or context.purpose in (Purpose.MOVE, Purpose.CANCEL)
    known = moving or (context.made if context.state is State.IDLE else context.state is not State.SLOT_SELECTION)
    if not known or _ARRIVES.search(message.flat):
        return Told()
    flat, tokens = message.flat, set[int]()
    same_time, same_day = _SAME_TIME.search(flat), _SAME_DAY.search(flat)
    by = _BY.search(flat)
    for match in filter(None, (same_time, same_day, by)):
        tokens |= set(message.between(match.start() + 1, match.end()))
    side = _side(found) if same_day or (context.state is State.IDLE and "mas t" in flat) else None
    anchor = Anchor(
        same_day=bool(same_day or side), same_time=bool(same_time), side=None if by else side, minutes=_minutes(by)
    )
    return Told(anchor, frozenset(tokens)) if anchor != Anchor() else Told()


def with_anchor(wish: Reading | None, anchor: Anchor | None) -> Reading | None:
    """The wish, told by a known time where it is clear."""
    if anchor is None or (wish is not None and (wish.ambiguous or wish.problem)):
        return wish
    return (wish or Reading()).model_copy(update={"anchor": anchor})


def _side(found: list[Found]) -> Side | None:
    for one in found:
        if one.shift in (Shift.LATER, Shift.EARLIER):
            return Side.AFTER if one.shift is Shift.LATER else Side.BEFORE
    return None


def _minutes(by: re.Match[str] | None) -> int:
    if by is None:
        return 0
    if by["half"]:
        minutes = 30
    elif by["hours"]:
        minutes = 60 * _value(by["hours"]) + (30 if by["more"] else 0)
    else:
        minutes = _value(by["minutes"])
    return -minutes if by["way"] in ("antes", "mas temprano") else minutes


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]
