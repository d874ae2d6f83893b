"""How near a free time is to a wish that nothing meets. Pure.

Wishes are wall time in the clinic's zone, and so are the distances.
"""

from __future__ import annotations

import datetime as dt
import heapq
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from booking.intents import Reading, When
from booking.models import FreeSlot
from booking.scheduling.schedule import MIDNIGHT

_ABOUT = 120
"""Minutes: of what is about as far from the hours wished, the earlier day comes first."""
_DAY = 24 * 60


def nearest(slots: Iterable[FreeSlot], wish: Reading, limit: int, zone: ZoneInfo) -> tuple[FreeSlot, ...]:
    """At most `limit` of them, in order of time: those of a day that is wished, by how far they are from the hours
    wished; then those of the days around it at such hours; then the others of these days. A day before is
    as near as one after, which comes first."""
    whens = (wish.when,) if wish.when else wish.candidates

    def key(free: FreeSlot) -> tuple[tuple[int, ...], dt.datetime]:
        at = free.slot.start.astimezone(zone)
        return min(_distance(when, at) for when in whens), free.slot.start

    return tuple(sorted(heapq.nsmallest(limit, slots, key=key), key=lambda free: free.slot.start))


def _distance(when: When, at: dt.datetime) -> tuple[int, ...]:
    date, minute = at.date(), _minutes(at.time())
    days, off = _days(when, date), _off(when, minute)
    if not days:
        return 0, off // _ABOUT, date.toordinal(), off
    before = when.date_from is not None and date < when.date_from
    return (2 if off else 1), days, off, 2 * _DAY - minute if before else minute


def _days(when: When, date: dt.date) -> int:
    """To the nearest day that is wished."""
    if when.date_from is not None and date < when.date_from:
        return (when.date_from - date).days
    return max((date - when.date_to).days, 0) if when.date_to is not None else 0


def _off(when: When, minute: int) -> int:
    """Minutes from the hours that are wished, on the same day; those that run past midnight are of both ends of it."""
    if when.time_from is None and when.time_to is None:
        return 0
    start = _minutes(when.time_from or MIDNIGHT)
    if when.exact:
        return abs(minute - start)
    end = _minutes(when.time_to or MIDNIGHT) or _DAY
    if end <= start:
        return 0 if minute >= start or minute < end else min(start - minute, minute - end + 1)
    return max(start - minute, minute - end + 1, 0)


def _minutes(time: dt.time) -> int:
    return time.hour * 60 + time.minute
