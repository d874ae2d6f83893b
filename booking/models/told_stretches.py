"""Stretches of an agenda as staff would write them, so that they are read again as just these."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from booking.models.schedules import Slot


def stretch_in_words(span: Slot, now: dt.datetime) -> str:
    """What is read as just that stretch, or what is left of it; hours are of one day. `now` is local."""
    start, end = (at.astimezone(now.tzinfo) for at in (span.start, span.end))
    last = (end - dt.timedelta(minutes=1)).date()
    begins = "" if start.time() == dt.time() or start <= now else clock(start)
    ends = "" if end.time() == dt.time() else clock(end)
    if start.date() != last:
        return f"del {start:%d/%m/%Y} al {last:%d/%m/%Y}"
    if not begins and not ends:
        return f"{start:%d/%m/%Y}"
    hours = f"de {begins} a {ends}" if begins and ends else f"desde las {begins}" if begins else f"hasta las {ends}"
    return f"{start:%d/%m/%Y} {hours}"


def stretches_in_words(spans: Iterable[Slot], now: dt.datetime) -> str:
    """Each of those that are not over."""
    return " y ".join(stretch_in_words(span, now) for span in spans if span.end > now)


def clock(at: dt.datetime) -> str:
    """With its half of the day: an hour alone is read as one of the clinic's."""
    return f"{at.hour % 12 or 12}:{at:%M} {'a.m.' if at.hour < 12 else 'p.m.'}"
