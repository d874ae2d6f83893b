"""Weekdays without a week: "solo puedo los martes y jueves", "los lunes no puedo", "menos los sábados"."""

from __future__ import annotations

import datetime as dt

from booking.intents import Reading, When
from nlu.when.dates import plus_days, weekday
from nlu.when.parts import Context, Item, Kind
from nlu.when.text import Token
from nlu.when.words import EXCEPT, word_set

_ABLE = word_set("puedo podria podemos podriamos prefiero preferiria acomodan quedan")
_SOON = 6  # days that such a wish may mean: three weeks of two weekdays
_AHEAD = 9  # weeks that a clinic books


def wished(t: list[Token], groups: list[list[Item]], context: Context) -> Reading | None:
    """The next such days, where somebody says that only these suit them and nothing else about time."""
    if not context.clinic or len(groups) != 1 or not _ABLE & {token.word for token in t}:
        return None
    numbers = _weekdays(groups[0]) if _is_habit(groups[0]) else []
    if not 0 < len(numbers) <= _SOON // 2:
        return None
    days = sorted(day for number in numbers for day in _every(number, _SOON // len(numbers), context))
    return Reading(candidates=tuple(map(_on, days)), alternatives=True)


def refused(t: list[Token], clause: list[Item], context: Context) -> tuple[When, ...] | None:
    """Every such day, as far ahead as a clinic books; None where a clause speaks of none."""
    if not _is_habit(clause) and t[clause[0].begin - 1].word not in EXCEPT | {"ni"}:
        return None
    numbers = _weekdays(clause)
    if not numbers:
        return () if _is_habit(clause) else None
    return tuple(_on(day) for number in numbers for day in _every(number, _AHEAD // len(numbers), context))


def _is_habit(items: list[Item]) -> bool:
    return any(item.kind is Kind.BLOCK for item in items)


def _weekdays(items: list[Item]) -> list[int]:
    """The weekdays that items name; empty where one of them says anything else."""
    numbers = [item.days.weekday for item in items if item.days and item.days.weekday is not None]
    return list(dict.fromkeys(numbers)) if len(numbers) == len(items) else []


def _every(number: int, weeks: int, context: Context) -> list[dt.date]:
    first = weekday(context, number)
    return [day for week in range(weeks) if (day := plus_days(first, 7 * week))]


def _on(day: dt.date) -> When:
    return When(date_from=day, date_to=day)
