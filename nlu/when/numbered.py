"""Days said by number: "el 15", "5 de mayo", "marzo 3", "3/12", "2026-12-01", "el 15 del mes que entra"."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import NamedTuple

from booking.intents import Problem
from nlu.when.clock import clock, meridiem
from nlu.when.dates import ever, make, monthless, plus_months, unit_shift, yearless
from nlu.when.numbers import day_number, number
from nlu.when.parts import Context, Days, skip
from nlu.when.text import Token
from nlu.when.words import COUNTED, MONTHS, PLACE_MARKS

Found = tuple[Days, int]
IMPOSSIBLE = Days(problem=Problem.IMPOSSIBLE)

_SLASHED = re.compile(r"(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?")
_ISO = re.compile(r"(\d{4})([/.-])(\d{1,2})\2(\d{1,2})")
_TUESDAY = 1
_BOOKED_AHEAD = 90  # days


class MonthSaid(NamedTuple):
    """A month by name (perhaps with its year) or counted from this one."""

    month: int | None
    year: int | None
    shift: int
    end: int


def one_day(day: dt.date | None) -> Days:
    """A single date, or the statement that there is none."""
    return Days(((day, day),)) if day else IMPOSSIBLE


def month_said(t: list[Token], i: int, context: Context) -> MonthSaid | None:
    """The month after a day number: "de mayo", "mayo de 2027", "del mes que entra", "del 12"."""
    j = skip(t, i, "de", "del", "/", "-", ",") if t[i].word in ("de", "del", "/", "-") else i
    if t[j].word == "mes" and t[j + 1].word == "de":
        j += 2
    if t[j].word in MONTHS and not t[j].glued:
        month = MONTHS[t[j].word]
        j += 1
        if t[j].word == "." and len(t[j - 1].word) <= 4 and t[j].start == t[j - 1].end:
            j += 1
        if t[j].word in ("pasado", "anterior") and t[j + 1].word != "manana":
            return MonthSaid(month, context.today.year - (month >= context.today.month), 0, j + 1)
        year, j = year_after(t, j, context)
        return MonthSaid(month, year, 0, j)
    if j == i or t[i].word not in ("de", "del"):
        return None
    k = skip(t, j, "el", "mismo")
    if (found := unit_shift(t, k)) and found[0] == "month":
        return MonthSaid(None, None, found[1], found[2])
    if t[k].word == "mes" and t[k - 1].word == "mismo":  # "del 2 de diciembre al 9 del mismo mes"
        before = next((MONTHS[token.word] for token in reversed(t[:i]) if token.word in MONTHS), None)
        day = t[i - 1].value
        return MonthSaid(before, None, int(before is None and day is not None and day < context.today.day), k + 1)
    if t[k].word in ("presente", "corriente", "actual") or (t[k].word == "mes" and t[k + 1].word == "corriente"):
        return MonthSaid(None, None, 0, k + 2 if "mes" in (t[k].word, t[k + 1].word) else k + 1)
    return None


def year_after(t: list[Token], i: int, context: Context) -> tuple[int | None, int]:
    """The year after a month, if one is said: "2027", "de 2027", "del próximo año"."""
    j = skip(t, skip(t, i, ",", "-", "/"), "de", "del")
    j = skip(t, j, "ano")
    value = t[j].value
    if value is not None and 1900 <= value <= 2200 and t[j + 1].word != ":":
        return value, j + 1
    short = context.today.year % 100
    if value is not None and j > i and t[j - 1].word == "del" and value in (short, short + 1) and len(t[j].word) == 2:
        return context.today.year - short + value, j + 1
    found = unit_shift(t, skip(t, skip(t, i, ",", "-", "/"), "de", "del"))
    if found and found[0] == "year":
        return context.today.year + found[1], found[2]
    return None, i


def resolve(context: Context, day: int, said: MonthSaid) -> dt.date | None:
    """The date of a day number in a month said."""
    if said.month is None:
        first = plus_months(context.today.replace(day=1), said.shift)
        return make(first.year, first.month, day) if first else None
    if said.year is not None:
        return make(said.year, said.month, day)
    return yearless(context, said.month, day) if ever(said.month, day) else None


def numbered(t: list[Token], i: int, context: Context) -> Found | None:
    """A day said by number at a place."""
    if t[i - 1].word in PLACE_MARKS or t[i - 2].word in PLACE_MARKS:
        return None
    return _month_first(t, i, context) or _cluster(t, i, context) or _day_first(t, i, context)


def _day_first(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "el 15", "día once", "5 de mayo", "3 o 4 de diciembre", "13 a 15 de julio"."""
    j = skip(t, i, "el", "al", "del", "este")
    article = j > i
    named = t[j].word in ("dia", "dias")
    j = skip(t, j, "dia", "dias")
    found = day_number(t, j)
    if found is None:
        return None
    days, end = [found[0]], found[1]
    marked = t[j].kind == "n" and end > j + 1
    if not article and not named and t[j].word in ("un", "una"):
        return None
    while t[end].word in (",", "o", "y", "u") and len(days) < 6:
        k = skip(t, skip(t, end + 1, "el"), "dia")
        more = day_number(t, k)
        listed = more is not None and (month_said(t, more[1], context) is not None or t[more[1]].word in ("o", ","))
        hour = clock(t, k)
        if more is None or more[0] <= days[-1] or not (article or listed) or (hour and hour.sure == 2):
            break  # "el 30 o el 1 de marzo" are days of two months
        if t[end].word == "," and t[i - 1].word == "no" and k > end + 1:
            break  # "no el 14, el 21"
        days.append(more[0])
        end = more[1]
    said = month_said(t, end, context)
    if said is None and len(days) > 1 and not article:
        return None
    if said is None and (article or (found[0] > 12 and t[j - 1].word not in ("la", "las"))) and t[end].word == "del":
        said = _month_number(t, end + 1)
    if said is not None:
        dates = [resolve(context, day, said) for day in days]
        if said.month is None and context.clinic is False and None in dates:
            return IMPOSSIBLE, said.end
        return _all(dates), said.end
    if not (article or named) or max(days) > 31:
        return (IMPOSSIBLE, end) if named and article and max(days) > 31 else None
    option = (marked and found[0] > 1) or t[j].word in ("primero", "primer") or (marked and not _hour_follows(t, end))
    if _is_no_day(t, end) or (option and not named):
        return None
    return replace(_all([monthless(context, day) for day in days]), monthday=True), end


def _hour_follows(t: list[Token], end: int) -> bool:
    """ "El 1ro a las 9": a day, and no first option."""
    said = clock(t, end)
    return said is not None and said.sure == 2


def _month_number(t: list[Token], i: int) -> MonthSaid | None:
    """A month by its number: "el 15 del 12"."""
    month = number(t, i)
    if month is None or t[i].kind != "n" or not 1 <= month[0] <= 12 or meridiem(t, month[1])[0]:
        return None
    return MonthSaid(month[0], None, 0, month[1])


def _is_no_day(t: list[Token], end: int) -> bool:
    """Whether "el 5" is something else: a count, an hour, a share. (An option, "el primero", is told by its mark.)"""
    following = t[end]
    if following.word in COUNTED or following.word in ("%", ":", "am", "pm", "h", "hrs") or following.glued:
        return True
    if meridiem(t, end)[0] is not None:
        return True
    return following.word == "por" and t[end + 1].word == "ciento"


def _all(dates: list[dt.date | None]) -> Days:
    """The dates as offered alternatives; one impossible date makes the whole impossible."""
    if None in dates:
        return IMPOSSIBLE
    spans = tuple(dict.fromkeys((date, date) for date in dates))
    return Days(spans, any_of=len(spans) > 1)


def _month_first(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "marzo 3", "abril 5 de 2027"."""
    if t[i].word not in MONTHS or t[i].glued:
        return None
    j = skip(t, skip(t, i + 1, "."), ",", "el")
    if t[j].kind != "n" or len(t[j].word) > 2 or not (found := day_number(t, j)) or found[0] > 31:
        return None
    said_clock = clock(t, j)
    if (said_clock and said_clock.sure == 2) or t[found[1]].word in COUNTED:
        return None
    year, end = year_after(t, found[1], context)
    said = resolve(context, found[0], MonthSaid(MONTHS[t[i].word], year, 0, end))
    if t[i].word == "mar" and context.clinic and year is None and said is not None:
        return _tuesday_or_march(said, found[0], context), end
    return one_day(said), end


def _tuesday_or_march(march: dt.date, day: int, context: Context) -> Days:
    """ "Mar 24", where appointments are made: a Tuesday, as it stands on buttons, or the month. Which, is asked, unless
    only one of them lies as near as appointments do."""
    coming = monthless(context, day)
    dates = sorted({march, *((coming,) if coming and coming.weekday() == _TUESDAY else ())})
    near = [date for date in dates if (date - context.today).days <= _BOOKED_AHEAD]
    kept = near or sorted({march, *((coming,) if coming else ())})
    return Days(tuple((date, date) for date in kept), ambiguous=len(kept) > 1)


def _cluster(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "3/12", "3-12-2026", "2026-12-01", "el 3-3"; day before month, unless only the other order exists."""
    j = skip(t, i, "el", "al", "del")
    j = skip(t, j, "dia")
    token = t[j]
    if token.kind != "n" or token.value is not None or token.glued or t[j + 1].glued or t[j + 1].word == "%":
        return None
    if _in_an_address(t, j):
        return None
    if iso := _ISO.fullmatch(token.word):
        year, month, day = int(iso[1]), int(iso[3]), int(iso[4])
        if not 1900 <= year <= 2200:
            return None
        return one_day(make(year, month, day)), j + 1
    found = _SLASHED.fullmatch(token.word)
    if found is None or token.word == "24/7" or (t[j + 1].word in COUNTED and not found[4]):
        return None
    day, mark, month = int(found[1]), found[2], int(found[3])
    if not found[4] and (mark == "." or (mark == "-" and j == i and day <= 12 and not _alone(t, j))):
        return None
    short = context.today.year % 100
    if mark == "." and len(found[4]) == 2 and int(found[4]) not in (short, short + 1):
        return None
    if month > 12 >= day and mark == "/":
        day, month = month, day
    if not 1 <= month <= 12 or not 1 <= day <= 39:
        return None
    if found[4]:
        return one_day(make(int(found[4]) + (2000 if len(found[4]) == 2 else 0), month, day)), j + 1
    year_said, end = year_after(t, j + 1, context) if t[j + 1].word in ("de", "del") else (None, j + 1)
    return one_day(resolve(context, day, MonthSaid(month, year_said, 0, end))), end


def _in_an_address(t: list[Token], j: int) -> bool:
    """Whether digits are part of a path: "/2026/12/01/page"."""
    before, after = t[j - 1], t[j + 1]
    led = j > 1 and before.word in ("/", "=", "_") and before.end == t[j].start and t[j - 2].end == before.start
    return led or (after.word in ("/", "_") and after.start == t[j].end)


def _alone(t: list[Token], j: int) -> bool:
    """Whether the token is all there is."""
    return j == 0 and t[1].kind == ""
