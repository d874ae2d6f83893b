"""Weekdays: "el martes", "este viernes", "el próximo jueves", "martes 24", "el lunes de la semana que viene"."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from nlu.when.clock import clock, meridiem
from nlu.when.dates import (
    monthless,
    nearest_weekday,
    nth_weekday,
    plus_days,
    plus_months,
    unit_shift,
    week_span,
    weekday,
    weekday_with_day,
)
from nlu.when.numbered import IMPOSSIBLE, Found, month_said, numbered, one_day
from nlu.when.numbers import ORDINALS, day_number, ordinal
from nlu.when.parts import Context, Days, phrase_at, skip
from nlu.when.relative import weeks_on
from nlu.when.text import Token
from nlu.when.words import (
    COUNTED,
    HOUR_UNIT,
    LAST,
    MONTHS,
    NAME_MARKS,
    NEXT,
    NEXT_AFTER,
    SHORT_WEEKDAYS,
    THIS,
    WEEKDAYS,
)

_BEFORE_A_PERSON = frozenset("para por de a con en y".split())
"""Before what is written like the beginning of a weekday: "para mi el 15" is for oneself."""
_LIKELY_WITHIN = 60
"""Days ahead within which a weekday and a number that agree are likelier meant than a slip."""


def weekday_said(t: list[Token], i: int, context: Context) -> Found | None:
    """A weekday with all that narrows it down. "Los martes" is a habit: `Days` with a weekday and no date."""
    j = skip(t, i, "el", "del", "al", "los")
    habit = (t[j - 1].word == "los" and j > i) or t[i - 1].word == "cada"
    before = t[j].word if t[j].word in THIS | NEXT | LAST or t[j].word == "otro" else ""
    j += bool(before)
    if before in ("mismo", "misma") and t[j - 2].word not in ("este", "esta"):
        before = ""  # the one that was spoken of
    number = WEEKDAYS.get(t[j].word)
    short = number is None
    if number is None:
        number = SHORT_WEEKDAYS.get(t[j].word) if t[j - 1].word not in _BEFORE_A_PERSON else None
    if t[j - 1].word in ORDINALS and j > 0:
        return None  # "el primer viernes", of which month?
    if number is None or t[j].glued or _is_a_name(t, i, j):
        return None
    end = j + 1
    if t[end].word == "." and t[end].start == t[j].end and len(t[j].word) <= 4:
        end += 1
    joined = _with_number(t, end, number, context)
    if short and not joined and not (j == 0 and t[end].kind == ""):
        return None
    if joined and (not short or _names_month(t, end, joined[1])):
        return joined
    if short and joined:
        return None
    if habit or t[j].word in ("sabados", "domingos"):
        return Days(weekday=number), end
    if not before and (found := _beside_another(t, i, end, number, context)):
        return found
    return _modified(t, end, number, before, context)


_NAMES = frozenset({"domingo", "sabado"})
_KIN = frozenset("hijo hija esposo esposa hermano hermana".split())


def _is_a_name(t: list[Token], i: int, j: int) -> bool:
    """ "Mi hermano Domingo", "la señora Martes", but not "mi hermano lunes a las 9", "mi señora domingo 29"."""
    marks = {t[i - 1].word, t[j - 1].word} & NAME_MARKS
    return bool(marks) and t[j + 1].kind != "n" and (t[j].word in _NAMES or not marks <= _KIN)


_OR = frozenset({"o", "u", "y", "e", ","})


def _beside_another(t: list[Token], i: int, end: int, number: int, context: Context) -> Found | None:
    """A weekday in a list: of the week that is said behind all of it ("jueves o viernes de la próxima semana", "lunes o
    martes en ocho"), or after a date in it ("el viernes 18 o el sábado")."""
    shift, last, k = None, number, end
    while (k := _next_listed(t, k, last)) and shift is None:
        last = WEEKDAYS[t[k - 1].word]
        shift = week_shift(t, k)[0]
        if weeks := weeks_on(t, k)[0]:
            return one_day(plus_days(weekday(context, number), 7 * weeks)), end
    k, first = i, number
    while shift is None and t[end].word not in ("de", "en") and (k := _listed_before(t, k, first)) >= 0:
        first = WEEKDAYS.get(t[k].word, first)
        if t[k].kind == "n":
            dated = weekday_said(t, k - 1, context)
            day = dated[0].options[0][0] if dated and len(dated[0].options) == 1 else None
            later = day is not None and day.weekday() < number
            return (one_day(plus_days(day, number - day.weekday())), end) if day and later else None
    monday = week_span(context.today, shift)[0] if shift is not None else None
    return (one_day(plus_days(monday, number)), end) if monday else None


def _next_listed(t: list[Token], k: int, last: int) -> int:
    """The token after the weekday that is listed next, and is later in the week; 0 where there is none."""
    begin = k
    while t[k].word in _OR:
        k += 1
    k = skip(t, k, "el", "al") if k > begin or t[k].word in WEEKDAYS else k
    later = t[k].kind and WEEKDAYS.get(t[k].word, -1) > last
    return k + 1 if later else 0


def _listed_before(t: list[Token], k: int, first: int) -> int:
    """The place of the weekday listed before, earlier in the week, or of its number; -1 where there is none."""
    at = k - 2 if k and t[k - 1].word in ("el", "al") else k - 1
    joined = False
    while at >= 0 and t[at].word in _OR:
        at, joined = at - 1, True
    if at < 0 or not joined:
        return -1
    if t[at].kind == "n" and at and WEEKDAYS.get(t[at - 1].word, 7) < first:
        return at
    return at if WEEKDAYS.get(t[at].word, 7) < first else -1


def _names_month(t: list[Token], begin: int, end: int) -> bool:
    return any(token.word in MONTHS for token in t[begin:end])


def _with_number(t: list[Token], i: int, number: int, context: Context) -> Found | None:
    """The weekday together with a date or a day number right after it."""
    j = skip(t, skip(t, i, ","), "el", "dia")
    j = skip(t, j, "dia")
    full = numbered(t, j, context)
    if full is None and j > i and t[j - 1].word in ("el", "dia"):
        full = numbered(t, j - 1, context) if t[j - 1].word == "el" else None
        if full is not None and not _names_month(t, j, full[1]) and t[j].value is not None:
            full = None
    if t[j].kind == "n" and t[j].word.count("-") == 1:
        full = None  # "lunes 10-12" are hours
    if full is not None and not full[0].any_of:
        days, end = full
        date = days.options[0][0] if days.options else None
        if date is None:
            return full
        if date.weekday() == number:
            return full
        return _mismatch(context, number, date), end
    found = day_number(t, j)
    if found is None or found[0] > 31:
        return None
    said = clock(t, j)
    if (said and said.sure == 2) or t[found[1]].word in COUNTED | HOUR_UNIT or meridiem(t, found[1])[0]:
        return None  # "jueves 15 hrs"
    hours_follow = t[found[1] + 2].word in ("a", "-", "hasta") or "-" in t[found[1] + 1].word
    if t[found[1]].word == "de" and t[found[1] + 1].kind == "n" and not hours_follow:
        return None
    following = t[found[1]].word in ("a", "-", "hasta", ":") and t[found[1] + 1].word not in ("las", "la")
    if following and clock(t, found[1] + 1):
        return None  # "lunes 10 a 12" are hours
    coming = monthless(context, found[0])
    if coming is None:
        return IMPOSSIBLE, found[1]
    if coming.weekday() == number:
        return one_day(coming), found[1]
    match = weekday_with_day(context, number, found[0])
    if match is None or not context.clinic:
        return (one_day(match) if match else _mismatch(context, number, coming)), found[1]
    # A clinic books some weeks ahead: a match months away is likelier a slip than a wish; a near one is asked about.
    asked = replace(_mismatch(context, number, coming), hour=(weekday(context, number), found[0]))
    if abs((match - context.today).days) <= _LIKELY_WITHIN:
        asked = replace(asked, options=((match, match), *(o for o in asked.options if o != (match, match))))
    return asked, found[1]


def _mismatch(context: Context, number: int, date: dt.date) -> Days:
    """A weekday that does not go with its date: the date, or such a weekday near it."""
    near = nearest_weekday(date, number)
    if near < context.today and not context.back:
        near = weekday(context, number)
    dates = sorted({date, near})
    return Days(tuple((day, day) for day in dates), ambiguous=True)


def _modified(t: list[Token], end: int, number: int, before: str, context: Context) -> Found:
    """The weekday with what stands before ("este") and after ("que viene", "de la próxima semana", "en ocho")."""
    coming = weekday(context, number)
    shift, after = week_shift(t, end)
    if shift is not None:
        monday = week_span(context.today, shift)[0]
        return one_day(plus_days(monday, number) if monday else None), after
    weeks, after = weeks_on(t, end)
    if weeks:
        return one_day(plus_days(coming, 7 * weeks)), after
    if before in LAST or (t[end].word in LAST and t[end + 1].word != "manana"):
        last = context.today - dt.timedelta(days=(context.today.weekday() - number - 1) % 7 + 1)
        return one_day(last), end if before else end + 1
    if (after := phrase_at(t, end, NEXT_AFTER)) > end:
        return replace(one_day(coming), after="siguiente" if t[end + 1].word == "sigue" else ""), after
    if before in NEXT or before == "otro" or t[end].word in NEXT:
        said = before or t[end].word
        end = end if before else end + 1
        following, told = plus_days(coming, 7), said if said in ("otro", "siguiente") else ""
        # Regional: the first one, or the one of next week. The same day only when this week has none left.
        if (before == "otro" or coming <= (week_span(context.today)[1] or coming)) and following:
            return Days(((coming, coming), (following, following)), ambiguous=True, after=told), end
        return replace(one_day(coming), after=told), end
    if before in THIS and context.today.weekday() == number:
        return Days(((context.today, context.today), (coming, coming)), ambiguous=True), end
    return Days(((coming, coming),), weekday=None if before else number), end


def week_shift(t: list[Token], i: int) -> tuple[int | None, int]:
    """How many weeks on "de esta semana" / "de la semana que viene" lies, and the token after it."""
    found = unit_shift(t, i + 1) if t[i].word in ("de", "en") else None
    return (found[1], found[2]) if found and found[0] == "week" else (None, i)


def nth_weekday_said(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "el primer lunes de diciembre", "el último viernes del mes"."""
    j = skip(t, i, "el", "al", "del")
    rank = (-1, j + 1) if t[j].word in ("ultimo",) else ordinal(t, j)
    if rank is None or t[rank[1]].word not in WEEKDAYS:
        return None
    number, end = WEEKDAYS[t[rank[1]].word], rank[1] + 1
    said = month_said(t, end, context)
    if said is None and t[end].word != "del":
        return Days(), end
    if said is None and t[end].word == "del" and t[end + 1].word == "mes":
        first = context.today.replace(day=1)
        found = nth_weekday(first.year, first.month, number, rank[0])
        if found is None or found < context.today:
            later = plus_months(first, 1)
            found = nth_weekday(later.year, later.month, number, rank[0]) if later else None
        return one_day(found), end + 2
    if said is None or t[end].word not in ("de", "del"):
        return None
    if said.month is None:
        month = plus_months(context.today.replace(day=1), said.shift)
        return one_day(nth_weekday(month.year, month.month, number, rank[0]) if month else None), said.end
    year = said.year or context.today.year
    found = nth_weekday(year, said.month, number, rank[0])
    if said.year is None and found and found < context.today and not context.back:
        found = nth_weekday(year + 1, said.month, number, rank[0])
    return one_day(found), said.end
