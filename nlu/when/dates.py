"""Calendar arithmetic: which day a date without year, a weekday or an edge of a month falls on, and on which
side of now a unit lies: "el mes que viene"."""

from __future__ import annotations

import calendar
import datetime as dt

from nlu.when.parts import Context, Span, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import LAST, NEXT, NEXT_AFTER, THIS, UNITS
from nlu.words.word_sets import phrases

_REACH = 9  # years searched: 29 February may be eight years away


def make(year: int, month: int, day: int) -> dt.date | None:
    """The date, or None where the calendar has none."""
    try:
        return dt.date(year, month, day)
    except (ValueError, OverflowError):
        return None


def ever(month: int, day: int) -> bool:
    """Whether some year has this date."""
    return make(2000, month, day) is not None


def plus_days(day: dt.date, days: int) -> dt.date | None:
    """The day that many days on, or None beyond the calendar."""
    try:
        return day + dt.timedelta(days=days)
    except OverflowError:
        return None


def plus_months(day: dt.date, months: int) -> dt.date | None:
    """The same day of a later month, or that month's last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9998:
        return None
    return dt.date(year, month + 1, min(day.day, last_day(year, month + 1)))


def last_day(year: int, month: int) -> int:
    """The number of days of a month."""
    return calendar.monthrange(year, month)[1]


def month_span(year: int, month: int) -> Span:
    """The first and last day of a month."""
    return dt.date(year, month, 1), dt.date(year, month, last_day(year, month))


def week_span(day: dt.date, weeks: int = 0) -> Span:
    """Monday to Sunday of the week a day lies in, or of a later one."""
    monday = plus_days(day, 7 * weeks - day.weekday())
    return (monday, plus_days(monday, 6)) if monday else (None, None)


def yearless(context: Context, month: int, day: int) -> dt.date | None:
    """The next such date, today included (looking back: the last one)."""
    today = context.today
    step = -1 if context.back else 1
    for year in range(today.year, today.year + step * _REACH, step):
        found = make(year, month, day)
        if found and (found <= today if context.back else found >= today):
            return found
    return None


def monthless(context: Context, day: int) -> dt.date | None:
    """The next month's day of that number, today included (looking back: the last one)."""
    today = context.today
    for step in range(13):
        month = plus_months(today.replace(day=1), -step if context.back else step)
        found = make(month.year, month.month, day) if month else None
        if found and (found <= today if context.back else found >= today):
            return found
    return None


def weekday(context: Context, number: int, *, today_too: bool = False) -> dt.date:
    """The next such weekday after today (looking back: the last one before)."""
    today = context.today
    if today_too and today.weekday() == number:
        return today
    if context.back:
        return today - dt.timedelta(days=(today.weekday() - number - 1) % 7 + 1)
    return today + dt.timedelta(days=(number - today.weekday() - 1) % 7 + 1)


def nearest_weekday(day: dt.date, number: int) -> dt.date:
    """The weekday of that number closest to a day."""
    shift = (number - day.weekday()) % 7
    return day + dt.timedelta(days=shift if shift <= 3 else shift - 7)


def weekday_with_day(context: Context, number: int, day: int) -> dt.date | None:
    """The next day of the month with that number that is such a weekday, within two years."""
    today = context.today
    for step in range(25):
        month = plus_months(today.replace(day=1), -step if context.back else step)
        found = make(month.year, month.month, day) if month else None
        if found and found.weekday() == number and (found <= today if context.back else found >= today):
            return found
    return None


def nth_week(first: dt.date, count: int) -> Span:
    """The n-th week of the month or year that begins on `first`; a week belongs where its Thursday lies."""
    thursday = first + dt.timedelta(days=(3 - first.weekday()) % 7)
    return week_span(thursday, count - 1)


def nth_weekday(year: int, month: int, number: int, count: int) -> dt.date | None:
    """The n-th such weekday of a month; -1 is the last."""
    days = [d for d in range(1, last_day(year, month) + 1) if dt.date(year, month, d).weekday() == number]
    if count == -1:
        return dt.date(year, month, days[-1])
    return dt.date(year, month, days[count - 1]) if 1 <= count <= len(days) else None


def easter(year: int) -> dt.date:
    """Easter Sunday, Gregorian (the anonymous computus)."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return dt.date(year, f // 31, f % 31 + 1)


_AFTER_NEXT = phrases("despues de la proxima, siguiente a la proxima, despues de la que viene, despues de la siguiente")
_PLURAL = ("semanas", "meses", "anos", "quincenas")  # "los próximos meses": how many?


def unit_shift(t: list[Token], i: int) -> tuple[str, int, int] | None:
    """A week, month, year or fortnight of pay, how many after this one it lies, and the token after it."""
    j = skip(t, i, "el", "la", "los", "las")
    word = t[j].word
    if word in THIS | NEXT | LAST or word in ("otra", "otro"):
        unit = UNITS.get(t[j + 1].word) if t[j + 1].word not in _PLURAL else None
        if unit in ("week", "month", "year", "fortnight"):
            after = phrase_at(t, j + 2, NEXT_AFTER)
            if word in THIS and after > j + 2:
                return unit, 1, after  # "esta semana que viene"
            return unit, 0 if word in THIS else -1 if word in LAST else 1, j + 2
        return None
    unit = UNITS.get(word)
    if unit not in ("week", "month", "year", "fortnight"):
        return None
    after = phrase_at(t, j + 1, _AFTER_NEXT)
    if after > j + 1:
        return unit, 2, after
    after = phrase_at(t, j + 1, NEXT_AFTER)
    if after > j + 1:
        return unit, 1, after
    following = t[j + 1].word
    if following in NEXT:
        return unit, 1, j + 2
    if following in LAST:
        return unit, -1, j + 2
    return None
