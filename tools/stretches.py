"""The stretch of a calendar that was said: a day, days, or some hours of one day."""

from __future__ import annotations

import datetime as dt

from booking.intents import Problem, Reading, When
from booking.models import Slot, told_stretches
from booking.models.tool_answers import Missing, Why
from tools.access import Access, Stop


def several(access: Access, when: Reading, field: str = "cuando") -> tuple[Slot, ...]:
    """Each stretch of a list of days, in the order of time: "el 24 y el 31". Raises Stop."""
    if when.problem is None and not when.ambiguous and when.alternatives:
        found = {_of(access, said, field) for said in when.candidates}
        return tuple(sorted(found, key=lambda one: (one.start, one.end)))
    return (stretch(access, when, field),)


def stretch(access: Access, when: Reading, field: str = "cuando") -> Slot:
    """From the first to the last instant that was said, in UTC; one clock time alone is not a stretch: until when is
    asked for. Raises Stop: it is asked for again, or is over."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    return _of(access, access.certain(when, field), field)


def _of(access: Access, said: When, field: str) -> Slot:
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
    return told_stretches.stretch_in_words(span, access.now.astimezone(access.zone))
