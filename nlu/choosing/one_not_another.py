"""Of several appointments that are listed the one that is meant, told with another that is not: "la del lunes no, la de mi
mamá", "no, la mía no, la de Rosa". What is refused is never picked; where nobody can tell which is meant, it is asked again."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import AnyIntent, SelectSlot, Unknown
from booking.models import Purpose, UnderstandingContext
from nlu.choosing.choices import NUMBERS, ORDINALS
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message, plain
from nlu.words.verb_forms import CHANGING_TIME, ENDING

_PLACES = "|".join(sorted({*ORDINALS, *NUMBERS}, key=len, reverse=True))
_THE = r"(?:a )?(?:la|el|lo)(?: cita)?"
_ONE = (
    rf"(?P<mine>(?:{_THE} )?mi[ao]|mi cita|{_THE} (?:de|para) mi(?= $| ,| no | \.))"
    rf"|(?P<theirs>{_THE} (?:de|del|para) (?:mi |la |el )?(?:(?:{RELATIVES_NOUN}|nin[oa]|bebe|senora?)\b(?: (?P<called>\w+))?|ella|el(?= $| ,))|{_THE} suy[ao])"
    rf"|(?P<place>{_THE} (?:numero )?(?:[0-9]{{1,2}}|{_PLACES})(?= $| ,| no | es | era ))"
    rf"|(?P<day>{_THE} (?:del?|de el)(?: dia)? (?:(?:{DAY_NAMES})(?: [0-9]{{1,2}})?|[0-9]{{1,2}}(?: de [a-z]+)?))"
    rf"|(?P<other>{_THE} otra)"
    rf"|(?P<that>es[ao]|est[ao])"
    rf"|(?P<named>{_THE} (?:de|para) (?P<name>(?!mi |la |el |las |los )[a-z]+(?: (?!no |si |es |la |el |por |porfa |gracias |y |mejor |dej)[a-z]+){{0,4}}))"
)
_LEAVES = r"(?:no(?: (?:es|era|fue|va))?|dej(?:a|e|en)l[ao]|se queda|que se quede)(?: (?:asi|igual))?"
_REFERENCE = re.compile(
    rf" (?P<not>(?:no|ni)(?: (?:es|era|quiero|quise decir|{ENDING}\w*))* )?(?:{_ONE})(?P<left> {_LEAVES})?(?= )"
)
_LIGHT = re.compile(
    r" (?:,|\.|!|no|y|pues|ay|perdon|perdone|disculpe|disculpa|sino|mejor|digo|oiga|oye|es|seria|era|quiero|quisiera|que|por favor|porfa|gracias|solo|nada mas)(?= )"
)
_AGREED = re.compile(r"(?: (?:si|,))+(?= )")
_DOES = {
    Purpose.CANCEL: re.compile(rf" (?:{ENDING})\w*(?= )"),
    Purpose.MOVE: re.compile(rf" (?:{CHANGING_TIME})\w*(?= )"),
}
"""The verb of what one is picked for says no more than that."""


class _Named(NamedTuple):
    options: frozenset[int]  # of those listed, which this may be
    refused: bool


_NOBODY = _Named(frozenset(), refused=True)


def answer(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """The one that is picked, or what asks again; None where none is refused, or anything else is said."""
    if context.picking < 2:
        return None
    said = _said(message, context)
    if said is None or not any(one.refused for one in said):
        return None
    refused = frozenset[int]().union(*(one.options for one in said if one.refused and len(one.options) == 1))
    left = [one.options - refused for one in said if not one.refused]
    if len(left) != 1 or len(left[0]) != 1:
        return Unknown() if len(said) > 1 else None
    return SelectSlot(option=min(left[0]))


def _said(message: Message, context: UnderstandingContext) -> list[_Named] | None:
    """What the message names of those that are listed, if it says nothing else."""
    found: list[_Named] = []
    flat = message.flat
    agreed = _AGREED.match(flat)
    at = agreed.end() if agreed else 0
    does = _DOES.get(context.purpose) if context.purpose else None
    while at < len(flat) - 1:
        one = _REFERENCE.match(flat, at)
        if one is not None:
            if (one["left"] or "").endswith(" no") and _REFERENCE.match(flat, one.end()):
                return [_NOBODY, _NOBODY]  # "la mía no la de mi mamá": not which of them?
            found.append(_Named(_options(one, context), bool(one["not"] or one["left"])))
        elif (light := _LIGHT.match(flat, at)) is None and (light := does.match(flat, at) if does else None) is None:
            return None
        else:
            one = light
        at = one.end()
    return found or None


def _options(one: re.Match[str], context: UnderstandingContext) -> frozenset[int]:
    every = frozenset(range(1, context.picking + 1))
    if one["mine"]:
        return frozenset({context.own} if context.own else ())
    if one["theirs"] and not one["called"]:
        return every - {context.own}
    if name := one["called"] or one["name"]:
        return frozenset(n for n in every if _is_called(context.patients[n - 1 : n], name.split()))
    if one["place"]:
        word = one["place"].split()[-1]
        place = int(word) if word.isdigit() else ORDINALS.get(word) or NUMBERS[word]
        return every & {place}
    if one["day"] and len(context.visits) == context.picking:
        return _on_that_day(one["day"], context)
    return every if one["other"] else frozenset()


def _is_called(patient: tuple[str, ...], said: list[str]) -> bool:
    words = plain(patient[0]).split() if patient else []
    return bool(words) and said[0] == words[0] and all(word in words for word in said)


def _on_that_day(day: str, context: UnderstandingContext) -> frozenset[int]:
    """Those that are listed on such a weekday, or on that very date."""
    zone = context.now.tzinfo
    read = read_spans(day.replace("la de", "el", 1), context.now).reading
    wanted = {when.date_from for when in ((read.when,) if read.when else read.candidates) if when.date_from}
    theirs = [start.astimezone(zone).date() for start in context.visits]
    if not any(c.isdigit() for c in day) and len(wanted) == 1:
        return frozenset(n for n, date in enumerate(theirs, start=1) if date.weekday() == min(wanted).weekday())
    return frozenset(n for n, date in enumerate(theirs, start=1) if date in wanted)
