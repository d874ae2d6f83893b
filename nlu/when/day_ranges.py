"""Two day numbers and what lies between them: "del 3 al 5", "13 a 15 de julio", "entre el 13 y el 15"."""

from __future__ import annotations

import datetime as dt
import re

from nlu.when.clock import meridiem
from nlu.when.dates import make, monthless, plus_months
from nlu.when.numbered import IMPOSSIBLE, Found, MonthSaid, month_said, resolve, year_after
from nlu.when.numbers import day_number
from nlu.when.parts import Context, Days, skip
from nlu.when.text import Token
from nlu.when.words import COUNTED, MONTHS, NOISE

_RANGE = re.compile(r"(\d{1,2})-(\d{1,2})")
_SMALL = frozenset("a el la los las de del en con yo y un una cita consulta".split())


def day_range(t: list[Token], i: int, context: Context) -> Found | None:
    """Two day numbers of one month: "13 a 15 de julio", "del 3 al 5", "13-15 julio", "entre el 13 y el 15"."""
    between = t[i].word == "entre"
    if t[i].word in MONTHS and not t[i].glued:
        return _month_first(t, i, context)
    j = skip(t, i, "de", "del", "desde", "entre")
    j = skip(t, skip(t, j, "el"), "dia")
    articled = t[j - 1].word in ("del", "el", "dia") and j > i
    if t[j].kind == "n" and (pair := _RANGE.fullmatch(t[j].word)):
        first, second, end = int(pair[1]), int(pair[2]), j + 1
    else:
        begin = day_number(t, j)
        if begin is None:
            return None
        first, k = begin
        if t[k].word not in ("a", "al", "hasta", "-") and not (between and t[k].word == "y"):
            return None
        contracted = t[k].word == "al"
        k = skip(t, skip(t, k + 1, "el"), "dia")
        finish = day_number(t, k)
        if finish is None:
            return None
        articled = (articled and (contracted or t[k - 1].word in ("el", "dia"))) or (
            contracted and i == j and _leads(t, i)
        )
        second, end = finish
    said = month_said(t, end, context)
    if max(first, second) > 31:
        return None
    if said is None:
        if not articled or t[end].word in COUNTED or meridiem(t, end)[0]:
            return None
        start = monthless(context, first)
        until = monthless(context, second)
        if start is None or until is None:
            return IMPOSSIBLE, end
        if until < start:
            started = make(until.year, until.month, first) if first < second else None
            until = until if started and started <= context.today else _next_day_number(start, second)
            start = started if started and started <= context.today else start
        return (Days(((start, until),)) if until else IMPOSSIBLE), end
    until = resolve(context, second, said)
    if until is None:
        return IMPOSSIBLE, said.end
    if first <= second:
        start = make(until.year, until.month, first)
    else:
        before = plus_months(until.replace(day=1), -1)
        start = make(before.year, before.month, first) if before else None
    return (Days(((start, until),)) if start else IMPOSSIBLE), said.end


def _month_first(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "diciembre 4 al 23", "dic 4-23, 2026"."""
    j = skip(t, skip(t, i + 1, "."), "del", "el")
    if t[j].kind == "n" and (pair := _RANGE.fullmatch(t[j].word)):
        first, second, end = int(pair[1]), int(pair[2]), j + 1
    else:
        one = day_number(t, j) if t[j].kind == "n" else None
        other = day_number(t, one[1] + 1) if one and t[one[1]].word in ("a", "al", "-", "hasta") else None
        if one is None or other is None or t[one[1] + 1].kind != "n":
            return None
        first, second, end = one[0], other[0], other[1]
    if not first < second <= 31 or t[end].word in COUNTED or meridiem(t, end)[0]:
        return None
    year, end = year_after(t, end, context)
    until = resolve(context, second, MonthSaid(MONTHS[t[i].word], year, 0, end))
    start = make(until.year, until.month, first) if until else None
    return (Days(((start, until),)) if start else IMPOSSIBLE), end


def _leads(t: list[Token], i: int) -> bool:
    """Whether nothing but courtesies stands before a place: "porfa 3 al 5"."""
    before = t[i - 1]
    return i == 0 or before.kind == "s" or (before.word in NOISE and before.word not in _SMALL)


def _next_day_number(start: dt.date, day: int) -> dt.date | None:
    """The first day of that number on or after a date."""
    for step in range(13):
        month = plus_months(start.replace(day=1), step)
        found = make(month.year, month.month, day) if month else None
        if found and found >= start:
            return found
    return None
