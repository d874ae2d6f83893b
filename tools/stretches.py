"""The stretch of a calendar that was said: a day, days, or some hours of one day."""

from __future__ import annotations

import datetime as dt

from booking.intents import Problem, Reading
from booking.models import Slot
from booking.models.tool_answers import Missing, Why
from tools.access import Access, Stop


def stretch(access: Access, when: Reading, field: str = "cuando") -> Slot:
    """From the first to the last instant that was said, in UTC; one clock time alone is not a stretch: until when is
    asked for. Raises Stop: it is asked for again, or is over."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    said = access.certain(when, field)
    if said.exact or said.date_from is None:
        raise Stop(Missing(tool=access.tool, field=field, part="time" if said.date_from else None))
    first, last = said.date_from, said.date_to or said.date_from
    start = dt.datetime.combine(first, said.time_from or dt.time(), access.zone)
    end = access.midnight(last + dt.timedelta(days=1))
    if said.time_to not in (None, dt.time()):
        if first != last:
            raise Stop(Missing(tool=access.tool, field=field))  # hours of several days: one at a time
        end = dt.datetime.combine(last, said.time_to or dt.time(), access.zone)
    if end <= max(start, access.now):
        raise access.no(Why.PAST)
    return Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC))


def stretch_in_words(access: Access, span: Slot) -> str:
    """What is read as just that stretch, or what is left of it; hours are of one day."""
    start, end = (at.astimezone(access.zone) for at in (span.start, span.end))
    last = (end - dt.timedelta(minutes=1)).date()
    begins = "" if start.time() == dt.time() or start <= access.now else _clock(start)
    ends = "" if end.time() == dt.time() else _clock(end)
    if start.date() != last:
        return f"del {start:%d/%m/%Y} al {last:%d/%m/%Y}"
    if not begins and not ends:
        return f"{start:%d/%m/%Y}"
    hours = f"de {begins} a {ends}" if begins and ends else f"desde las {begins}" if begins else f"hasta las {ends}"
    return f"{start:%d/%m/%Y} {hours}"


def _clock(at: dt.datetime) -> str:
    """With its half of the day: an hour alone is read as one of the clinic's."""
    return f"{at.hour % 12 or 12}:{at:%M} {'a.m.' if at.hour < 12 else 'p.m.'}"
