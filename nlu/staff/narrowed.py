"""Which part of what was blocked a moment ago is to stay blocked, and which is not: "nomás el jueves en la mañana, el
viernes sí trabajo". What is freed is worked out, so that what stays is never free in between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import reduce
from typing import NamedTuple

from booking.intents import UseTool, When
from booking.models import Role, Touched, UnderstandingContext
from booking.models.told_stretches import stretches_in_words
from nlu.staff.staff_act_words import ONLY
from nlu.staff.staff_acts import AGENDA, DAY
from nlu.staff.staff_words import even
from nlu.staff.stretches import by_days, within, without
from nlu.when import read_spans
from nlu.words.word_sets import word_set

_LONGEST, _MOST_WORDS = 160, 24
_LEAD = (
    r"(?:(?:no|si|mejor|perdon|perdona|oye|oiga|pues|bueno|ay|digo|era|eran|es|es que|siempre|y|pero|entonces|ok|sale|por favor|porfa"
    r"|me equivoque|que sea|seria|quise decir) ){0,6}"
)
_STAYS = r"(?:(?:me |lo |la ){0,2}(?:bloque\w*|dej\w*|apart\w*|cierr\w*|cerr\w*|mant\w*|qued\w*)(?: (?:me|lo|la)){0,2}(?: (?:bloquead|cerrad|apartad)[oa])?)"
_NOT_THERE = r"(?:si )?no (?:voy|vengo|trabajo|atiendo|puedo|estoy|estare|doy consulta)"
_WORKS = r"(?:voy|vengo|trabajo|atiendo|doy consulta|estoy|estare|puedo|va|viene|trabaja|atiende|voy a (?:ir|venir|trabajar|atender|estar))(?: a (?:trabajar|atender|dar consulta))?"
_FREES = r"(?:libera\w*|desbloque\w*|quita\w*|abr\w*|habilit\w*)(?: (?:me|lo|la)){0,2}"
_THERE = rf"(?:(?:siempre |ahi |ya |tambien ){{0,2}}si {_WORKS}|no l[oa]s? (?:bloque\w+|cierr\w+)|(?:dej\w*(?: l[oa])? )?(?:libre|abiert[oa]|disponible))"
_KEPT = re.compile(
    rf"{_LEAD}(?:(?P<only>{ONLY}) (?:{_STAYS} |era |es |fue )?§|{_STAYS} (?P<only2>{ONLY} )?§|§ (?P<only3>{ONLY})(?: §)?|§ {ONLY}? ?(?:{_NOT_THERE}|{_STAYS}|(?:bloquead|cerrad)[oa])|{_NOT_THERE} {ONLY}? ?§)(?: (?:por favor|porfa))?"
)
_FREED = re.compile(
    rf"{_LEAD}(?:(?:{ONLY} )?§ {_THERE}|{_THERE} (?:{ONLY} )?§|{_FREES} (?:{ONLY} )?§|{ONLY} {_WORKS} §|dej\w*(?: l[oa])? (?:libre|abiert[oa]|disponible) §|dej\w* § (?:libre|abiert[oa]|disponible))(?: (?:por favor|porfa))?"
)
_TAKES_OFF = re.compile(rf"\W*{_LEAD}quit\w*\b")
""" "Quita el viernes", right after it was blocked: that, and no appointment."""
_SAYS_WHICH = re.compile(rf"\b(?:{ONLY}|bloquead[oa]|{_STAYS}|quit\w*)\b")


_BETWEEN = word_set("y pero e") | {""}
_ALONE = word_set("no perdon mejor oye oiga si bueno ay digo pues")
"""What stands before a pause and says nothing of a time."""


_COURTESY = re.compile(r"(?:por favor|porfa|gracias|muchas gracias|porfis)(?: gracias)?")


class _Kind(Enum):
    STAYS = "stays"
    ONLY = "only"  # that stays, and nothing else
    FREE = "free"


class _Part(NamedTuple):
    kind: _Kind
    when: tuple[When, ...]


def read(text: str, context: UnderstandingContext) -> UseTool | None:
    """The order that frees the rest of what was blocked; None where nothing was, or nothing is said to stay."""
    last = context.agenda
    if last is None or last.how is not Touched.BLOCKED or context.role is Role.PATIENT or "?" in text:
        return None
    if context.asked is not None and (context.asked.tool != DAY or context.asked.field):
        return None
    parts = _parts(text, context)
    stays = [one for one in parts if one.kind is not _Kind.FREE]
    if not stays and not (parts and _TAKES_OFF.match(even(text).replace(",", ""))):
        return None
    blocked = [span for span in last.stretches if span.end > context.now]
    kept = [slot for one in stays for when in one.when for slot in within(blocked, when, context)]
    freed = [
        slot for one in parts if one.kind is _Kind.FREE for when in one.when for slot in within(blocked, when, context)
    ]
    if any(one.kind is _Kind.ONLY for one in stays):
        rest = reduce(without, kept, blocked)
        if not kept or any(one.overlaps(other) for one in kept for other in freed):
            return None
    else:
        rest = reduce(without, kept, freed)
    days = [piece for slot in rest for piece in by_days(slot, context)]
    if not days or not (said := stretches_in_words(days, context.now)):
        return None
    given = [("cuando", said)]
    if last.doctor is None:
        given.append(("clinica", "si"))
    elif context.role is not Role.DOCTOR:
        given.append(("doctor", last.doctor))
    return UseTool(tool=AGENDA, arguments=(*given, ("disponible", "si")))


def mixed(text: str, context: UnderstandingContext) -> bool:
    """Whether it says of one time that it stays blocked, and of another that it does not."""
    kinds = {one.kind for one in _parts(text, context)}
    return _Kind.FREE in kinds and len(kinds) > 1


def _parts(text: str, context: UnderstandingContext) -> tuple[_Part, ...]:
    """The message part by part, with its commas or without them; nothing where a word of it is none of them."""
    words = text.split()
    if len(text) > _LONGEST or len(words) > _MOST_WORDS or not _SAYS_WHICH.search(even(text)):
        return ()
    return _from(words, context) or ()


def _from(words: Sequence[str], context: UnderstandingContext) -> tuple[_Part, ...] | None:
    words = list(words)
    while words and even(words[0]).strip(" ,.;") in _BETWEEN | (_ALONE if words[0][-1] in ",;." else frozenset()):
        del words[0]
    if not words or _COURTESY.fullmatch(even(" ".join(words)).strip(" ,")):
        return ()
    ends = [at for at in range(1, len(words) + 1) if at == len(words) or not words[at].startswith(",")]
    pause = next((at for at, word in enumerate(words, 1) if word[-1] in ",;."), len(words))
    for end in reversed(ends):
        if end > pause or (one := _part(" ".join(words[:end]), context)) is None:
            continue
        if (others := _from(words[end:], context)) is not None:
            return (one, *others)
    return None


def _part(text: str, context: UnderstandingContext) -> _Part | None:
    hours = context.hours
    found = read_spans(text, context.now, hours=hours, direction=None)
    said = found.reading
    if not found.spans or found.refused or said.problem or said.ambiguous or said.anchor:
        return None
    bare = even(text)
    for start, end in reversed(found.spans):
        bare = f"{bare[:start]} § {bare[end:]}"
    bare = " ".join(re.sub(r"[,;.]", " ", bare).split())
    bare = re.sub(
        r"(?:(?:^|(?<= ))(?:el|la|los|en|por|de|del|a|para|dia) )*§(?: (?:y|de|del|en|por|la|el) §| §)*", "§", bare
    )
    when = said.candidates if said.alternatives else (said.when,) if said.when else ()
    if not when or any(one.exact for one in when):
        return None
    if (stays := _KEPT.fullmatch(bare)) is not None:
        only = stays["only"] or stays["only2"] or stays["only3"]
        return _Part(_Kind.ONLY if only else _Kind.STAYS, when)
    return _Part(_Kind.FREE, when) if _FREED.fullmatch(bare) else None
