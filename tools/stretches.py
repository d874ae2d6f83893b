"""The stretch of a calendar that was said: a day, days, or some hours of one day."""

from __future__ import annotations

import datetime as dt

from booking.intents import Problem, Reading
from booking.models import Slot
from booking.models.tool_answers import Missing, Why
from tools.access import Access, Stop


def stretch(access: Access, when: Reading, field: str = "cuando") -> Slot:
    """From the first to the last instant that was said, in UTC; one clock time alone is not a stretch. Raises Stop: it
    is asked for again, or is over."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    said = access.certain(when, field)
    if said.exact or said.date_from is None:
        raise Stop(Missing(tool=access.tool, field=field))
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
