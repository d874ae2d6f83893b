"""The only formatter of dates, times, lists and options in Spanish. Takes local moments; returns text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from babel.dates import format_date

from booking.conversation.replies.texts import WORDS
from booking.intents import When

_LOCALE = "es_MX"


def clock(time: dt.time) -> str:
    """4:30 p.m."""
    hour = time.hour % 12 or 12
    return f"{hour}:{time.minute:02d} {'a.m.' if time.hour < 12 else 'p.m.'}"


@lru_cache(maxsize=512)
def day(date: dt.date) -> str:
    """martes 1 de diciembre"""
    return format_date(date, "EEEE d 'de' MMMM", locale=_LOCALE)


@lru_cache(maxsize=512)
def weekday(date: dt.date) -> str:
    """martes"""
    return format_date(date, "EEEE", locale=_LOCALE)


def weekdays(date: dt.date) -> str:
    """martes, sábados: such days in general"""
    name = weekday(date)
    return name if name.endswith("s") else name + "s"


@lru_cache(maxsize=512)
def short_day(date: dt.date) -> str:
    """mar 1 dic"""
    return format_date(date, "EEE d MMM", locale=_LOCALE).replace(".", "")


def moment(at: dt.datetime) -> str:
    """martes 1 de diciembre, 3:00 p.m."""
    return f"{day(at.date())}, {clock(at.time())}"


def short_moment(at: dt.datetime) -> str:
    """mar 1 dic, 3:00 pm: fits a list row's title with its number"""
    return f"{short_day(at.date())}, {clock(at.time()).replace('.', '')}"


def span(start: dt.datetime, end: dt.datetime) -> str:
    """martes 1 de diciembre, de 4:00 p.m. a 4:30 p.m. Of one day. Its first hour is when it starts, read alone too."""
    return WORDS["span"].format(day=day(start.date()), start=clock(start.time()), end=clock(end.time()))


def numbered(options: Sequence[dt.datetime], tails: Sequence[str] = ()) -> str:
    """The options with their numbers, one day's under its date; each with its tail, if there are any."""
    lines: list[str] = []
    for date, group in groupby(enumerate(options, start=1), key=lambda item: item[1].date()):
        lines.append(f"*{day(date).capitalize()}*")
        lines.extend(f"{n}) {clock(at.time())}{tails[n - 1] if tails else ''}" for n, at in group)
    return "\n".join(lines)


def listed(items: Sequence[str]) -> str:
    """a, b y c"""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {WORDS['and']} {items[-1]}"


_PARTS = {(8, 14): "in_morning", (8, 12): "early", (12, 14): "at_noon", (14, 20): "in_afternoon", (20, 23): "at_night"}


def window(when: When) -> str:
    """The hours of a wish."""
    start, end = when.time_from, when.time_to
    past = start and start.minute % 5 == 1  # nobody says a minute past: after the time that will not do
    if start and past:
        after = WORDS["after"].format(start=clock(start.replace(minute=start.minute - 1)))
        return after + (f" {WORDS['and']}{WORDS['before'].format(end=clock(end))}" if end else "")
    if start and end:
        part = None if start.minute or end.minute else _PARTS.get((start.hour, end.hour))
        return WORDS[part] if part else WORDS["from_to"].format(start=clock(start), end=clock(end))
    if start:
        return WORDS["from_on"].format(start=clock(start))
    return WORDS["before"].format(end=clock(end)) if end else ""


def candidate(when: When) -> str:
    """A reading short enough for a button (20 characters)."""
    parts = [short_day(when.date_from)] if when.date_from else []
    if when.time_from and when.exact:
        parts.append(clock(when.time_from))
    elif when.time_from and when.time_to:
        parts.append(f"{when.time_from.hour}-{when.time_to.hour} h")
    return " ".join(parts)[:20] or WORDS["then"][:20]
