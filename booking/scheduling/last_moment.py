"""When the last time that somebody wishes for has come. Pure."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.intents import Reading, When


def last_moment(wish: Reading | None, zone: ZoneInfo) -> dt.datetime | None:
    """When the last time that is wished for has come; None where days go on without end."""
    if wish is None or wish.problem:
        return None
    ends = [_end(when, zone) for when in ((wish.when,) if wish.when else wish.candidates)]
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None


def _end(when: When, zone: ZoneInfo) -> dt.datetime | None:
    if when.date_to is None:
        return None
    clock = when.time_from if when.exact else when.time_to
    if clock is None or (clock == dt.time() and not when.exact):
        return dt.datetime.combine(when.date_to + dt.timedelta(days=1), dt.time(), zone)
    return dt.datetime.combine(when.date_to, clock, zone)
