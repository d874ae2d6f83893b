"""Stretches counted from today: "los próximos 3 días", "el resto de la semana", "semana 31"."""

from __future__ import annotations

import datetime as dt

from nlu.when.dates import plus_days, plus_months, week_span
from nlu.when.numbered import year_after
from nlu.when.numbers import count
from nlu.when.parts import Context, Days, Item, Kind, follows, phrase_at, skip
from nlu.when.periods import unit_span, whole
from nlu.when.relative import after_minutes
from nlu.when.text import Token
from nlu.when.words import LAST, NEXT, NEXT_AFTER, THIS, UNITS

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
