"""Which times of a message are those of the appointment that exists, and which are wished for instead."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.models import UnderstandingContext
from nlu.existing_visits.theirs_words import Deed
from nlu.naming.name_words import RELATIONS
from nlu.when import read_spans, stretches
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_TO_IT = (
    word_set("""de del la las el lo los que tengo tenia tenemos tiene es era esta estaba agendada programada apartada registrada me nos
    le toca tocaba dieron habian habia dado pusieron apartaron agendaron con ya mi su cayo cae hice saque quedo por este esta proximo ,
    doctor doctora dr dra cita consulta hasta para ella a""")
    | RELATIONS
)
_TO = frozenset({"para", "al", "a", "pa", "pal"})
"""Between the appointment and its time."""
_FOR_THEN = re.compile(
    r" (?:tengo|tenia|tenemos|tiene|dieron|pusieron|quedo|es|era|esta|agendada|programada|apartada|agendaron|apartaron|dado|aparto|agendo|dio|programo|asigno|reservo)(?: |$)"
)
_BEFORE_IT = re.compile(
    r"^(?: (?:que|de|del|en|es))+(?: (?:me|nos|le|yo|ya|la))*(?: (?:tengo|tenia|tenemos|tiene|toca|tocaba|dieron|habian|dado))* $"
)
_INSTEAD_OF = re.compile(r" en (?:vez|lugar)(?: de(?: (?:el|la|a|la del|el del))*)? $")


class Times(NamedTuple):
    """The times of the one that exists and those wished for instead, as they were written."""

    of: list[range]
    new: list[range]


def times_of(message: Message, one: range, found: dict[Deed, set[int]], context: UnderstandingContext) -> Times:
    """The times of the appointment that is spoken of at the tokens `one`; `found` are the words that say what is to become
    of it."""
    of: list[range] = []
    new: list[range] = []
    falls = found.get(Deed.ENDS, set()) | found.get(Deed.CANNOT, set())
    moves = found.get(Deed.MOVES, set())
    for time in _each(message, context):
        clause = next((c for c in parts_of(message) if time.start in c), range(0))
        fallen = (
            not of
            and {*clause} & falls
            and not {*clause} & moves
            and not _LED_TO.fullmatch(message.tokens[time.start].text)
        )
        (of if fallen or _is_its(message, one, time, of) else new).append(time)
    return Times(of, new)


_LED_TO = re.compile(r"para|al|pal?|hasta")
_PARTS = word_set(", y e pero que porque mejor")


def parts_of(message: Message) -> list[range]:
    """Stretches between marks and words that join."""
    found, begin = [], 0
    for index, token in enumerate(message.tokens):
        if token.kind not in ("word", "number") or token.text in _PARTS:
            found.append(range(begin, index))
            begin = index + 1
    return [*found, range(begin, len(message.tokens))]


def _each(message: Message, context: UnderstandingContext) -> list[range]:
    """The times that are said, a day and the hour beside it as one."""
    hours = (
        (context.opens, context.closes) if context.opens and context.closes and context.opens < context.closes else None
    )
    places = sorted(
        {message.within(*span) for span in stretches(message.text, context.now, hours=hours)}, key=lambda p: p.start
    )
    found: list[range] = []
    for place in places:
        if not place or (found and place.start < found[-1].stop):
            continue
        gap = {message.tokens[i].text for i in range(found[-1].stop, place.start)} if found else {"."}
        if found and gap <= {",", "de", "en", "por", "la", "como", "el", "a", "las"}:
            both = range(found[-1].start, place.stop)
            together = read_spans(written(message, both), context.now, hours=hours).reading
            if together.when is not None and not together.candidates:
                found[-1] = both
                continue
        found.append(place)
    return found


def _is_its(message: Message, one: range, time: range, of: list[range]) -> bool:
    """Whether a time is that of the appointment itself."""
    if {*time} & {*one}:
        return True
    tokens = message.tokens
    lead = " " + "".join(f"{tokens[i].text} " for i in range(max(0, time.start - 4), time.start))
    if _INSTEAD_OF.search(lead):
        return True
    if of:
        return False
    if time.start >= one.stop:
        small = [i for i in range(one.stop, time.start) if not tokens[i].raw[:1].isupper()]
        words = [tokens[i].text for i in small]
        link = f" {' '.join(tokens[i].text for i in range(one.start, time.start))} "
        to = {*words[-1:], tokens[time.start].text} & _TO
        leads = not to and (bool(words) or tokens[time.start].text in ("del", "de"))
        return all(word in _TO_IT for word in words) and bool(leads or _FOR_THEN.search(link))
    between = " " + "".join(f"{tokens[i].text} " for i in range(time.stop, one.start))
    return bool(_BEFORE_IT.match(between))


def written(message: Message, place: range) -> str:
    """Tokens as they were written."""
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]
