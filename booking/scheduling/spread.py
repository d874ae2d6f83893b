"""A few of many free times, spread over the parts of the nearest days: who says nothing of the hour sees what there is
in the morning, at midday and in the afternoon. Pure."""

from __future__ import annotations

import datetime as dt
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from zoneinfo import ZoneInfo

from booking.intents import Reading
from booking.models import FreeSlot
from booking.scheduling.ranges import Range
from booking.scheduling.schedule import day_range

_PARTS = (dt.time(12), dt.time(14), dt.time(19))
"""Where midday, the afternoon and the evening begin."""


def leaves_hour_open(wish: Reading | None) -> bool:
    """Whether a wish says nothing of the time of the day."""
    whens = () if wish is None else (wish.when,) if wish.when else wish.candidates
    return not any(when.time_from or when.time_to for when in whens)


def over_days(
    free: Callable[[Iterable[Range]], Iterator[FreeSlot]],
    ranges: Callable[[], Iterator[Range]],
    limit: int,
    zone: ZoneInfo,
) -> list[FreeSlot]:
    """At most `limit` of what is `free` in these ranges, which are in order: of the nearest day that has any, then of
    the next one. No day after the last one that is needed is looked at."""
    found: list[FreeSlot] = []
    start: dt.datetime | None = None
    while len(found) < limit:
        nearest = next(free(_between(ranges(), start, None)), None)
        if nearest is None:
            break
        day = day_range(nearest.slot.start.astimezone(zone).date(), zone)
        of_it = list(free(_between(ranges(), nearest.slot.start, day.end)))
        found += of_a_day(of_it, limit - len(found), zone)
        start = day.end
    return found


def of_a_day(slots: Sequence[FreeSlot], limit: int, zone: ZoneInfo) -> list[FreeSlot]:
    """At most `limit` of a day's times, in order: as many of each part of it as there are, one more of the earlier
    parts, and evenly within each. The first time is among them."""
    parts = [list(part) for _, part in groupby(slots, key=lambda free: _part(free, zone))]
    room, shares = min(limit, len(slots)), [0] * len(parts)
    while sum(shares) < room:
        for place, part in enumerate(parts):
            if shares[place] < len(part) and sum(shares) < room:
                shares[place] += 1
    return [part[n * len(part) // share] for part, share in zip(parts, shares, strict=True) for n in range(share)]


def _part(free: FreeSlot, zone: ZoneInfo) -> int:
    return bisect(_PARTS, free.slot.start.astimezone(zone).time().replace(tzinfo=None))


def _between(ranges: Iterator[Range], start: dt.datetime | None, end: dt.datetime | None) -> Iterator[Range]:
    for one in ranges:
        if end is not None and one.start >= end:
            return
        if start is None or one.end > start:
            yield Range(max(one.start, start or one.start), min(one.end, end or one.end))
