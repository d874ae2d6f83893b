"""Choosing among the offered times beside other words: "la 2, soy Ana", "la primera del martes", "la 1 para mi hijo"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import CheckAvailability, Reading, When
from nlu.choosing import choices
from nlu.parts import Parts
from nlu.when.words import DAY_NAMES
from nlu.words.filler import FILLER


def offered_as(parts: Parts, start: dt.datetime) -> CheckAvailability:
    """ "La 2, es primera vez", "a las 4 con la doctora Ríos": whether that hour is free for such a visit, or with whom
    they ask for, is looked up."""
    wanted = parts.doctor.name if parts.doctor and parts.doctor.asked else None
    return CheckAvailability(when=Reading(when=choices.exactly(start)), visit=parts.visit.visit, doctor=wanted)


def on_weekday(parts: Parts) -> list[int]:
    """ "El miércoles a las 4" after an offer means the Wednesday of the offer, not the coming one."""
    when = parts.wish.when if parts.wish else None
    if when is None or when.date_from is None or when.date_from != when.date_to:
        return []
    if not parts.by_weekday(when.date_from):
        return []
    free = when.model_copy(update={"date_from": None, "date_to": None})
    return [
        option
        for option, start in enumerate(parts.context.offered, start=1)
        if start.weekday() == when.date_from.weekday() and choices.meets(free, start)
    ]


_WEEKDAYS = "lunes martes miercoles jueves viernes sabado domingo".split()
_DAY_AND_HOUR = re.compile(rf"^(?: (?:si|ok|mejor|entonces|el|la|del|para))* ({'|'.join(_WEEKDAYS)}) ([0-9]{{1,2}}) $")


def weekday_and_hour(parts: Parts) -> int | None:
    """ "Miércoles 4" where the one time offered on a Wednesday that begins at four is for no 4th of the month."""
    match = _DAY_AND_HOUR.match(parts.message.flat)
    if match is None:
        return None
    weekday, hour = _WEEKDAYS.index(match[1]), int(match[2])
    offered = parts.context.offered
    at = [
        option
        for option, start in enumerate(offered, start=1)
        if start.weekday() == weekday and not start.minute and hour in (start.hour, start.hour - 12)
    ]
    return at[0] if len(at) == 1 and all(start.day != hour for start in offered) else None


_NOT_ON = re.compile(rf" (?:no|ni|menos|excepto) (?:(?:el|la|los|de|del|para|en|es|sea) ){{0,3}}({DAY_NAMES})(?= )")


def is_refused(parts: Parts, start: dt.datetime) -> bool:
    """Whether a "no" stands before the weekday of an offered time: "a las 9:15, pero no del lunes"."""
    return any(found[1].startswith(_WEEKDAYS[start.weekday()]) for found in _NOT_ON.finditer(parts.message.flat))


_AGREED = frozenset("bien perfecto perfecta parece queda acomoda late sirve funciona conviene genial excelente".split())


def the_one_of(parts: Parts) -> int | None:
    """ "La del viernes", "el martes está bien": the one time offered on that day, spoken of as offered or agreed to."""
    when = parts.wish.when if parts.wish else None
    if when is None or when.exact or not parts.timed:
        return None
    if when.time_from or when.time_to:
        return _the_only_one(parts, when)
    if when.date_from is None:
        return None
    words = [token.text for token in parts.message.tokens[min(parts.timed) :]]
    agreed = (
        not parts.message.asks
        and _AGREED & {*words}
        and not {"no", "ni", "mas", "otro", "otra"} & {*parts.message.words}
    )
    if not (agreed or _is_pointed_at(parts)) or {"pero", "otro", "otra"} & {*parts.message.words}:
        return None
    offered = enumerate(parts.context.offered, start=1)
    inside = [n for n, start in offered if choices.meets(when, start)] or on_weekday(parts)
    return inside[0] if len(inside) == 1 else None


_THE_ONE_OF = re.compile(
    r" (?:la|el) (?:que (?:es|esta|sea|tienen?|tienes|hay) )?(?:de en|de por|de|del|en|al|a)(?: (?:la|el|medio))? (?:manana|tarde|noche|mediodia|dia)(?= )"
)
_ELSE = frozenset("no ni mas otro otra algo pero".split())
_BUT_THE_ONE = re.compile(r" pero(?= (?:el|la) (?:de|del|en|que) )")
_POINTS = re.compile(
    r" (?:la|el|esa|ese) (?:que (?:se )?(?:es|cae|toca|esta|sea|hay|tienen?|tienes|dice|me \w+) )?(?:de|del|en|el|para|al|a)(?: (?:el|la|este|dia|cita|hora|horario))* $"
)
""" "La del", "la que cae en": what leads to a day spoken of as offered."""


def _is_pointed_at(parts: Parts) -> bool:
    first = min(parts.timed)
    around = [token.text for token in parts.message.tokens[max(0, first - 6) : first]]
    begin = [token.text for token in parts.message.tokens[first : first + 2]]  # the day may take its "de" with it
    return any(bool(_POINTS.search(f" {' '.join(around + begin[:n])} ")) for n in range(3))


def _the_only_one(parts: Parts, when: When) -> int | None:
    """ "Lunes, pero el de la tarde", "la del mediodía": where one of the times offered (of that day) lies there, and
    others at another hour."""
    pointed = _THE_ONE_OF.search(parts.message.flat) or _is_pointed_at(parts)
    words = _BUT_THE_ONE.sub(" ", parts.message.flat).split()  # "el lunes, pero el de la tarde" points at one
    if parts.message.asks or not pointed or _ELSE & {*words}:
        return None
    offered = enumerate(parts.context.offered, start=1)
    inside = [n for n, start in offered if choices.meets(when, start)] or on_weekday(parts)
    return inside[0] if len(inside) == 1 and when.date_from == when.date_to else None


_JOINTS = frozenset("y pero con el la doctor doctora".split())
"""Before a name or a doctor these are none of a choice: "la 3 con el"."""


def chosen_beside(parts: Parts) -> int | None:
    """A choice beside a name, a greeting or a question: "la 2, soy Ana"."""
    message, context = parts.message, parts.context
    if not choices.may_choose(message, context):
        return None
    clauses: dict[range, tuple[str, ...]] = {}
    for clause in message.clauses():
        left = [message.tokens[i].text for i in clause if i not in parts.taken]
        if len(left) == len(clause) or not set(left) <= FILLER - choices.ORDINALS.keys():
            words = choices.said(message, [i for i in clause if i not in parts.aside])
            while words and words[-1] in _JOINTS:
                words = words[:-1]
            clauses[clause] = words[words[:1] == ("y",) :]
    found = choices.among(list(clauses.values()), context)
    if found:
        parts.taken |= {
            i for clause, words in clauses.items() if choices.option(words, context.offered) for i in clause
        }
    return found


def read_as_hour(parts: Parts) -> int | None:
    """ "La 1 para mi hijo": beside a name the option, not the hour, that "la 1" alone is as well."""
    said = tuple(parts.message.tokens[i].text for i in sorted(parts.timed))
    if not parts.aside or said[:1] != ("la",) or not choices.may_choose(parts.message, parts.context):
        return None
    found = choices.option(said, parts.context.offered)
    return found if found and found <= len(parts.context.offered) else None


def nth_of(parts: Parts) -> int | None:
    """ "La primera del martes": a place among the offered times that lie in the wish."""
    when = parts.wish.when if parts.wish else None
    if when is None or when.exact:
        return None
    rest = tuple(
        word
        for index, token in enumerate(parts.message.tokens)
        if index not in parts.taken and token.kind in ("word", "number")
        for word in token.text.split()
    )
    offered = parts.context.offered
    inside = [n for n, start in enumerate(offered, start=1) if choices.meets(when, start)] or on_weekday(parts)
    last = max((n for n, word in enumerate(rest) if word in ("el", "la")), default=0)
    place = choices.place(rest[last:], tuple(offered[n - 1] for n in inside)) if rest and inside else None
    if place is None or place > len(inside):
        return None
    parts.taken |= {i for i, t in enumerate(parts.message.tokens) if t.kind in ("word", "number")}
    return inside[place - 1]
