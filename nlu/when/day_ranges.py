"""Two day numbers and what lies between them: "del 3 al 5", "13 a 15 de julio", "entre el 13 y el 15"; the next so many
days, and what is left of a week: "los próximos 3 días", "el resto de la semana"."""

from __future__ import annotations

import datetime as dt
import re

from nlu.when.clock import meridiem
from nlu.when.dates import make, monthless, plus_days, plus_months, week_span
from nlu.when.numbered import IMPOSSIBLE, Found, MonthSaid, month_said, resolve, year_after
from nlu.when.numbers import count, day_number
from nlu.when.parts import Context, Days, Item, Kind, follows, phrase_at, skip
from nlu.when.periods import unit_span, whole
from nlu.when.relative import after_minutes
from nlu.when.text import Token
from nlu.when.words import COUNTED, LAST, MONTHS, NEXT, NEXT_AFTER, NOISE, THIS, UNITS
from nlu.words.word_sets import word_set

_RANGE = re.compile(r"(\d{1,2})-(\d{1,2})")
_SMALL = word_set("a el la los las de del en con yo y un una cita consulta")


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
        return (Days(((start, until),), loose=True) if until else IMPOSSIBLE), end
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


_LAST = LAST | {"ultimos", "ultimas", "pasados", "pasadas"}


def next_units(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "los próximos 3 días", "las 3 próximas horas", "3 semanas que vienen", "los últimos 3 meses": a number, a
    unit, and before, between or after them which side of now."""
    j = skip(t, skip(t, i, "en", "para"), "los", "las")
    side, j = _side(t, j)
    many = count(t, j)
    if many is None or many[0] < 1:
        return None
    side, k = (side, many[1]) if side else _side(t, many[1])
    name, end = UNITS.get(t[k].word), k + 1
    if not side:
        after = phrase_at(t, end, NEXT_AFTER)
        side, end = ("next", after) if after > end else _side(t, end) if t[end].word in NEXT else ("", end)
    if not side or name not in ("hour", "day", "week", "month", "year"):
        return None
    if name == "hour":
        return None if side == "last" else _next_hours(i, end, many[0], context)
    back = side == "last"
    if name != "day" and not context.clinic and not back:
        return Item(Kind.UNSAID, i, end)  # from tomorrow or from next Monday: usage differs
    far = counted_days(context, name, many[0] * (-1 if back else 1))
    near = plus_days(context.today, -1 if back else 1)
    if far is None or near is None:
        return None
    return Item(Kind.DAYS, i, end, days=Days(((far, near) if back else (near, far),)))


def _side(t: list[Token], i: int) -> tuple[str, int]:
    """ "Next" or "last" where a word at a place says so, and the token after it."""
    word = t[i].word
    return ("next", i + 1) if word in NEXT else ("last", i + 1) if word in _LAST else ("", i)


def _next_hours(begin: int, end: int, hours: int, context: Context) -> Item:
    """Whether the hour under way counts is told differently everywhere; a clinic may offer what is left of it."""
    point = after_minutes(context, begin, end, 60 * hours)
    if not context.clinic or point.moment is None or point.moment[0].date() != context.today:
        return Item(Kind.UNSAID, begin, end)
    return Item(Kind.MOMENT, begin, end, moment=(context.now, point.moment[0]))


def counted_days(context: Context, name: str, amount: int) -> dt.date | None:
    """The day that many units from today."""
    if name in ("day", "week"):
        return plus_days(context.today, amount * (7 if name == "week" else 1))
    return plus_months(context.today, amount * (12 if name == "year" else 1))


def rest(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "el resto de la semana", "lo que queda del mes", "resto del día"."""
    j = skip(t, i, "el")
    if t[j].word == "resto":
        j += 1
    elif follows(t, j, ("lo", "que", "queda")) or follows(t, j, ("lo", "que", "resta")):
        j += 3
    else:
        return None
    if t[j].word not in ("de", "del"):
        return None
    j = skip(t, skip(t, j + 1, "la", "el"), *THIS)
    name = UNITS.get(t[j].word)
    if name == "day":
        midnight = dt.datetime.combine(context.today, dt.time(0))
        return Item(Kind.MOMENT, i, j + 1, moment=(context.now, midnight))
    if name not in ("week", "month", "year"):
        return None
    return Item(Kind.DAYS, i, j + 1, days=Days(((context.today, unit_span(context, name, 0)[1]),)))


def working_days(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "entre semana": where appointments are made, Monday to Friday of this week and the next."""
    end = i + 2 if follows(t, i, ("entre", "semana")) else i + 1 if t[i].word == "intersemana" else i
    if end == i:
        return None
    mondays = [monday for weeks in (0, 1, 2) if (monday := week_span(context.today, weeks)[0])]
    spans = [(max(monday, context.today), friday) for monday in mondays if (friday := plus_days(monday, 4))]
    ahead = tuple((start, friday) for start, friday in spans if start <= friday)[:2]
    if not context.clinic or not ahead:
        return Item(Kind.UNSAID, i, end)
    return Item(Kind.DAYS, i, end, days=Days(ahead, any_of=True))


def numbered_week(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "semana 31" of the year, only when nothing else is said (it is also how pregnancies are counted)."""
    j = skip(t, i + 1, "numero")
    week, end = t[j].value, j + 1
    if t[i].word != "semana" or week is None or not 1 <= week <= 53:
        return None
    year, after = year_after(t, end, context) if t[end].word in ("de", "del") else (None, end)
    of_year = year is not None or follows(t, end, ("del", "ano"))
    try:
        monday = dt.date.fromisocalendar(year or context.today.year, week, 1)
    except ValueError:
        return None
    end = after if year is not None else end + 2 * of_year
    return Item(Kind.DAYS, i, end, days=whole(week_span(monday)), weak=not of_year, alone=not of_year)
