"""The words about time of a request of staff's: when an appointment is, to when and by how much it moves, and stretches
of the day, "10 a 6", "9-2 y 4-7"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from booking.models import UnderstandingContext
from booking.models.tool_answers import AND_THEN
from nlu.staff.staff_words import blank, even
from nlu.when import read, read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import plain


class Part(NamedTuple):
    """What was found, and where."""

    said: str
    places: tuple[tuple[int, int], ...]


_DAY = rf"(?:hoy|ayer|manana|pasado manana|(?:este |esta |proximo )?(?:{DAY_NAMES})(?: \d{{1,2}})?|(?:dia )?\d{{1,2}}(?: de [a-z]+)?)"
_CLOCK = r"las? \d{1,2}(?:[:.]\d\d| y media| y cuarto)?(?: (?:de la [a-z]+|[ap]\.?m\.?))?"
_OLD = re.compile(
    rf"\b(?:de {_CLOCK}(?: (?:del? |el )?{_DAY})?|del? {_DAY}(?: (?:a|de) {_CLOCK})?)"
    rf"(?=[\s,]+(?:(?:que (?:venga|quede|sea|llegue)|mejor|quiere|pide)\s+)?(?:a|al|para)\s+(?:el\s+|la\s+|las\s+)?(?:\d|medio|una\b|proxim|siguiente|semana|{_DAY}))"
)
""" "Del jueves" before "al viernes": when it is now. What comes after it is when it shall be."""
_OF_NOW = re.compile(
    rf"\b(?:de {_CLOCK}(?: (?:del? |el )?{_DAY})?|del? {_DAY}(?: (?:a|de) {_CLOCK})?)"
    rf"(?=[\s,].*\b(?:mejor|sea|venga|quede|llegue|prefiere)\s+(?:al? |para )?(?:el |las? )?(?:medio|\d|{_DAY}|{_CLOCK}))"
)
""" "La paciente de las 6:30 … que mejor el viernes"."""
_INSTEAD = re.compile(
    rf"\ben (?:lugar|vez) (?P<said>de {_CLOCK}(?: (?:del? |el )?{_DAY})?|del? {_DAY}(?: (?:a|de) {_CLOCK})?)"
)
""" "En lugar del martes 8": when it is now."""
_TO = re.compile(r"\b(?:a|al|para|hasta|mejor|sea|venga|quede|llegue|pase)\s+(?:el\s+|las?\s+)?$")
_BY = re.compile(
    r"\b(?:media hora|(?:una|dos|\d) horas?(?: y media)?|un cuarto de hora|(?:\d{1,3}|cinco|diez|quince|veinte|treinta|cuarenta|cuarenta y cinco) min(?:uto)?s?)"
    r"(?: (?:antes|despues|mas tarde|mas temprano|mas))?\b"
)
_SOONER = re.compile(r"\badelant\w*")
_DIRECTION = re.compile(r"\b(?:antes|despues|mas)\b")
_BETWEEN = re.compile(r"(?:\s|,|\b(?:a|al|las?|el|los|de|del|en|por|y|para|todo|toda)\b)*")
_ARTICLES = re.compile(r"(?:la|el|lo|los|las)\s+(?=(?:al?|para|de|del|el|en)\b)")
_SAME_HOUR = re.compile(r"[\s,]*(?P<said>a la misma hora\b)")
_GIVEN_NAME = re.compile(
    r"domingo\s+(?!(?:a|al|de|del|en|el|la|por|para|y|hasta|desde|entre|proximo|pasado|que|siguiente|no|ya|con|todo)\b)[^\W\d_]{3,}"
)
"""A given name that is a weekday too, with a surname."""


def by_how_much(text: str, rest: str) -> Part | None:
    """ "Media hora", "15 minutos antes": by how much an appointment moves."""
    if (by := _BY.search(rest)) is None:
        return None
    said = text[by.start() : by.end()]
    sooner = _SOONER.search(plain(text)) and not _DIRECTION.search(by[0])
    return Part(f"{said} antes" if sooner else said, (by.span(),))


def old_time(text: str, rest: str) -> Part | None:
    """When an appointment is that is to be moved, where it is said from when to when."""
    if found := _OLD.search(rest):
        return Part(text[found.start() : found.end()], (found.span(),))
    found = _OF_NOW.search(even(text))
    taken = found is None or rest[slice(*found.span())] != even(text)[slice(*found.span())]
    return None if found is None or taken else Part(text[found.start() : found.end()], (found.span(),))


def instead_of(text: str, rest: str) -> Part | None:
    """When an appointment is, where the time that it gets is "en lugar" of it."""
    found = _INSTEAD.search(rest)
    return Part(text[slice(*found.span("said"))], (found.span(),)) if found else None


def time(text: str, rest: str, context: UnderstandingContext) -> Part | None:
    """The words about time, those said apart joined as said one after the other. None also where two of them say
    different days or hours: nobody knows which is meant."""
    if named := _GIVEN_NAME.search(rest):
        rest = blank(rest, *named.span())
    hours = context.hours
    spans = sorted(read_spans(rest, context.now, hours=hours, direction=None).spans)
    if not spans:
        return None
    whole, pieces = even(text), list[tuple[int, int]]()
    for start, end in (part for span in spans for part in _parts(rest, *span)):
        if pieces and _BETWEEN.fullmatch(whole, pieces[-1][1], start):
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    if same := _SAME_HOUR.match(rest, pieces[-1][1]):
        goes_on = not whole[pieces[-1][1] : same.start("said")].strip(" ,")
        pieces[-1] = (pieces[-1][0], same.end()) if goes_on else pieces[-1]
    if len(pieces) > 1:
        read_alone = [read(rest[a:b], context.now, hours=hours, direction=None).when for a, b in pieces]
        days = [one for one in read_alone if one and one.date_from]
        clocks = [one for one in read_alone if one and (one.time_from or one.time_to)]
        if len(days) > 1 or len(clocks) > 1 or None in read_alone:
            pieces, same = pieces[:1], None if len(pieces) > 1 else same
    said = AND_THEN.join(text[a:b].strip(" ,.?!") for a, b in pieces)
    places = [*pieces, same.span("said")] if same else pieces
    return Part(said, tuple(places))


def _parts(rest: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What of a stretch has not been taken, without the articles before it."""
    for found in re.finditer(r"\S+(?:\s{1,2}\S+)*", rest[start:end]):
        lead = _ARTICLES.match(found[0])
        first = start + found.start() + (lead.end() if lead else 0)
        if not _BETWEEN.fullmatch(rest, first, start + found.end()):
            yield first, start + found.end()


def is_new(rest: str, start: int) -> bool:
    """Whether words about time that begin there say to when something moves."""
    return re.match(r"\s*(?:a|al|para)\b", rest[start:]) is not None or _TO.search(rest[:start]) is not None


_HOUR = r"(?:2[0-4]|1\d|0?\d)(?:[:.][0-5]\d)?"
_BARE = re.compile(
    rf"(?<![\w:./-])(?P<lead>(?:de|desde|entre)\s+(?:las?\s+)?|del\s+|al?\s+)?(?P<since>{_HOUR})\s*(?:a|-|–|hasta)\s*"
    rf"(?:las?\s+)?(?P<until>{_HOUR})(?![\w:./-])(?!\s+(?:de\s+(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)|d[ií]as))",
    re.IGNORECASE,
)


def stretched(text: str) -> str:
    """The same text with "de" before every two figures that stand for a stretch; days of a month are none."""
    return _BARE.sub(_with_lead, text)


def _with_lead(found: re.Match[str]) -> str:
    lead = (found["lead"] or "").strip().lower()
    if lead in ("", "a"):
        return f"de {found['since']} a {found['until']}"
    return found[0]
