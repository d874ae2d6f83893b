"""Weeks, months and their edges: "la semana que viene", "fin de mes", "a mediados de mayo", "resto del día"."""

from __future__ import annotations

import datetime as dt

from nlu.when.dates import last_day, make, month_span, nth_week, plus_days, plus_months, unit_shift, week_span
from nlu.when.holidays import holiday
from nlu.when.numbered import Found, month_said, numbered, year_after
from nlu.when.numbers import ordinal
from nlu.when.parts import Context, Days, Item, Kind, Span, follows, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import EDGES, LAST, MONTH_NAMES, MONTHS, NAME_MARKS, NEXT, NEXT_AFTER, THIS

_MONTH_EDGES = {"start": (1, 5), "middle": (10, 20), "end": (25, 31)}
_CLINIC_EDGES = {"start": (1, 10), "middle": (10, 20), "end": (25, 31)}
_BEGINS = ("empieza", "inicia", "comienza", "arranca")
_LAST_WEEK = 7  # the end of a month, where somebody books for it
_WEEKENDS = 3  # that "los fines de semana" may mean
_LAST_DAYS = 10  # elsewhere "fin de mes", without naming the month, is its last ten days


def whole(span: Span) -> Days:
    """A span as days, if the calendar has both its ends."""
    return Days((span,)) if span[0] and span[1] else Days()


def unit_span(context: Context, unit: str, shift: int) -> Span:
    """The week, month, year or fortnight of pay that lies so many after this one."""
    today = context.today
    if unit == "week":
        return week_span(today, shift)
    if unit == "year":
        return make(today.year + shift, 1, 1), make(today.year + shift, 12, 31)
    if unit == "month":
        first = plus_months(today.replace(day=1), shift)
        return month_span(first.year, first.month) if first else (None, None)
    half = today.year * 24 + (today.month - 1) * 2 + (today.day > 15) + shift
    return _half(half // 24, half % 24 // 2 + 1, half % 2)


def _half(year: int, month: int, second: int) -> Span:
    """A fortnight of pay: the 1st to the 15th, or the rest of the month."""
    return make(year, month, 16 if second else 1), make(year, month, last_day(year, month) if second else 15)


def unit(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "esta semana", "el mes que viene", "la otra semana", "próxima quincena"."""
    j = skip(t, skip(t, i, "en", "para", "durante"), "toda", "todo")
    found = unit_shift(t, j) or _other_week(t, i)
    if found is None:
        return None
    name, shift, end = found
    if name == "year" and t[i - 1].word == "del":
        return None  # "la fiesta del próximo año" names the thing, not the year
    return whole(unit_span(context, name, shift)), end


def _other_week(t: list[Token], i: int) -> tuple[str, int, int] | None:
    """Reads "(esta semana) o la próxima"."""
    if i < 2 or t[i - 1].word not in ("o", "y") or t[i - 2].word != "semana" or t[i].word != "la":
        return None
    if t[i + 1].word in NEXT or t[i + 1].word == "otra":
        return "week", 1, i + 2
    after = phrase_at(t, i + 1, NEXT_AFTER)
    return ("week", 1, after) if after > i + 1 else None


def week_of(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "la semana del 4 de febrero", "la tercera semana de enero", "la primera quincena de abril"."""
    j = skip(t, i, "la")
    if t[j].word == "semana":
        k = j + 1
        if follows(t, k, ("a", "partir")) or (t[k].word == "que" and t[k + 1].word in _BEGINS):
            k += 2
        k = skip(t, k, "de")
        found = numbered(t, k, context) or holiday(t, skip(t, k, "la", "el"), context)
        if found and k > j + 1 - (t[k].word == "del") and len(found[0].options) == 1 and found[0].options[0][0]:
            return whole(week_span(found[0].options[0][0])), found[1]
        return None
    rank = (-1, j + 1) if t[j].word == "ultima" else ordinal(t, j)
    if rank is None or t[rank[1]].word not in ("semana", "quincena"):
        return None
    place, end = rank[0], rank[1] + 1
    if t[end].word not in ("de", "del"):
        return None
    if t[rank[1]].word == "semana" and (year := _year(t, end, context)):
        begins = dt.date(year[0], 1, 1) if place > 0 else dt.date(year[0], 12, 28)  # lies in the last ISO week
        return whole(nth_week(begins, place) if place > 0 else week_span(begins)), year[1]
    month = _month(t, end, context)
    if month is None:
        return None
    first, after = month
    if t[rank[1]].word == "quincena":
        return whole(_half(first.year, first.month, place != 1)), after
    if place == -1:
        return whole(week_span(dt.date(first.year, first.month, last_day(first.year, first.month)))), after
    return whole(nth_week(first, place)), after


def _year(t: list[Token], i: int, context: Context) -> tuple[int, int] | None:
    """The year said after "de": by number, "este año", "del año"."""
    said, end = year_after(t, i, context)
    if said is not None:
        return said, end
    unit_shift(t, i + 1)
    return (context.today.year, i + 2) if follows(t, i, ("del", "ano")) else None


def _month(t: list[Token], i: int, context: Context) -> tuple[dt.date, int] | None:
    """The first day of the month said after "de": by name, "este mes", "del mes"."""
    said = month_said(t, i, context)
    if said is not None:
        if said.month is None:
            first = plus_months(context.today.replace(day=1), said.shift)
        else:
            first = _month_first_day(context, said.month, said.year)
        return (first, said.end) if first else None
    j = skip(t, skip(t, i, "de", "del"), "el")
    if t[j].word == "mes":
        return context.today.replace(day=1), j + 1
    return None


def _month_first_day(context: Context, month: int, year: int | None) -> dt.date | None:
    """The first day of a month: the one under way counts as the next one."""
    if year is not None:
        return make(year, month, 1)
    shift = -(month > context.today.month) if context.back else month < context.today.month
    return make(context.today.year + shift, month, 1)


def month(t: list[Token], i: int, context: Context) -> Item | None:
    """A whole month: "en mayo", "mayo de 2027". A bare name is weak: people are called Julio and Abril."""
    j = skip(t, i, "en", "para", "durante", "de")
    j = skip(t, j, "todo")
    j = skip(t, j, "el")
    of_month = follows(t, j, ("mes", "de"))
    j = j + 2 if of_month else j
    if t[j].word not in (MONTHS if of_month else MONTH_NAMES) or t[j - 1].word in NAME_MARKS:
        return None
    year, end = year_after(t, j + 1, context)
    if year is None and t[end].word == "pasado" and t[end + 1].word != "manana":
        year, end = context.today.year - (MONTHS[t[j].word] >= context.today.month), end + 1
    first = _month_first_day(context, MONTHS[t[j].word], year)
    if first is None or (year is None and t[end].value is not None):
        return None
    nobody = t[i].word == "para" and t[j].word not in ("abril", "mayo", "junio", "julio", "agosto")
    sure = of_month or year is not None or t[i].word in ("en", "durante") or (nobody and context.clinic)
    if not sure and t[i - 1].word in NAME_MARKS:
        return None
    span = month_span(first.year, first.month)
    return Item(Kind.DAYS, i, end, days=Days((span,)), weak=not sure, alone=True)


def edge(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "a fin de mes", "a mediados de mayo", "inicios de la próxima semana"."""
    j = skip(t, i, "a", "al", "en", "para", "hacia", "el")
    j, bare = skip(t, j, "los"), j == i
    place = EDGES.get(t[j].word)
    if place is None:
        return None
    j += 1
    if t[j - 1].word == "ultimos":
        j = skip(t, j, "dias")
    if t[j].word not in ("de", "del"):
        return None
    if t[j - 1].word in ("fin", "fines") and t[j + 1].word == "semana":
        return None  # the weekend
    week = unit_shift(t, j + 1)
    if (week and week[0] == "week") or follows(t, j, ("de", "semana")):
        shift, end = (week[1], week[2]) if week else (int(place == "start" or context.today.weekday() > 2), j + 2)
        return _week_edge(context, shift, place), end
    found = _month(t, j, context)
    if found is None:
        return None
    first, end = found
    unnamed = not any(token.word in MONTHS for token in t[j:end])
    span = _edge_span(context, first, place, unnamed)
    relative = t[end - 1].word == "mes" and t[end - 2].word in ("de", "del")
    if relative and span[1] and span[1] < context.today and not context.back:
        later = plus_months(first, 1)
        coming = _edge_span(context, later, place, unnamed) if later else span
        span = coming
    half = _half(first.year, first.month, int(place == "end"))
    if bare and place != "middle" and not unnamed and not context.clinic and half[0] and half[1]:
        return Days((span, half), ambiguous=True), end  # "finales de marzo": its last days or its second half
    return whole(span), end


def _week_edge(context: Context, shift: int, place: str) -> Days:
    """Monday to Wednesday of a week, the days around its Wednesday, or Thursday to Sunday."""
    monday = week_span(context.today, shift)[0]
    first, last = {"start": (0, 2), "middle": (1, 3), "end": (3, 6)}[place]
    return whole((plus_days(monday, first), plus_days(monday, last))) if monday else Days()


def mid_week(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "a media semana": the days around the next Wednesday."""
    j = skip(t, skip(t, i, "a", "en", "para"), "la")
    if j == i or not follows(t, j, ("media", "semana")):
        return None
    return _week_edge(context, int(context.today.weekday() > 2), "middle"), j + 2


def _edge_span(context: Context, first: dt.date, place: str, unnamed: bool) -> Span:
    """The first, middle or last days of a month; a clinic looks generously."""
    begin, end = (_CLINIC_EDGES if context.clinic else _MONTH_EDGES)[place]
    last = last_day(first.year, first.month)
    if place == "end" and (context.clinic or unnamed):
        begin = last - (_LAST_WEEK if context.clinic else _LAST_DAYS) + 1
    return first.replace(day=begin), first.replace(day=min(end, last))


def weekend(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "el fin de semana", "este finde"; "el próximo" is ambiguous until the weekend has come."""
    j = skip(t, i, "el", "los", "al", "en", "para", "del")
    j = skip(t, j, "el")
    before = t[j].word if t[j].word in THIS | NEXT | LAST or t[j].word in ("otro", "aquel") else ""
    j += bool(before)
    if t[j].word in ("fin", "fines") and follows(t, j + 1, ("de", "semana")):
        end = j + 3
    elif t[j].word == "fin" and context.clinic and before in THIS and t[j + 1].word not in ("de", "del"):
        end = j + 1  # "este fin"
    elif t[j].word == "weekend" and context.clinic:  # elsewhere it may begin on Friday evening
        end = j + 1
    else:
        return None
    saturday = plus_days(context.today, 5 - context.today.weekday() if context.today.weekday() < 6 else -1)
    if saturday is None:
        return None

    def span(weeks: int) -> Span:
        first = plus_days(saturday, 7 * weeks)
        return first, plus_days(first, 1) if first else None

    after = phrase_at(t, end, NEXT_AFTER)
    if before in LAST or t[end].word in LAST:
        return Days((span(-1),)), end if before else end + 1
    if after > end or before in NEXT or before == "otro" or t[end].word in NEXT:
        end = max(after, end if before or after > end else end + 1)
        if context.today.weekday() >= 5:
            return Days((span(1),)), end
        return Days((span(0), span(1)), ambiguous=True), end
    if t[j].word == "fines" and not context.back:
        return Days(tuple(span(week) for week in range(_WEEKENDS)), any_of=True), end
    return Days((span(-1 if context.back else 0),)), end
