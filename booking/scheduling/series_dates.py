"""The dates of a series of appointments: when each would begin, and which free time is nearest to that. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from booking.models import Slot
from booking.scheduling.ranges import Range, moment
from booking.scheduling.schedule import day_range, local_instant

_NEIGHBOURS = 3
"""So many days before or after its own an appointment of a series may come to lie, where its own day has no room."""


def due_dates(first: dt.datetime, every: int, times: int, zone: ZoneInfo) -> tuple[dt.datetime, ...]:
    """When those that follow the first would begin: at its hour of the clinic, each so many days after the last."""
    local = first.astimezone(zone)
    wall = dt.timedelta(hours=local.hour, minutes=local.minute, seconds=local.second).total_seconds()
    days = (local.date() + dt.timedelta(days=every * n) for n in range(1, times))
    return tuple(moment(local_instant(day, wall, zone)[0]) for day in days)


def around(due: dt.datetime, every: int, zone: ZoneInfo) -> Range:
    """The days on which it may come to lie: its own and some neighbours, and nearer to it than to any other's."""
    reach = dt.timedelta(days=min(_NEIGHBOURS, (every - 1) // 2))
    day = due.astimezone(zone).date()
    return Range(day_range(day - reach, zone).start, day_range(day + reach, zone).end)


def by_nearness(free: Iterable[Slot], due: dt.datetime, zone: ZoneInfo) -> list[Slot]:
    """Free times, the one at that moment first: then those of its day, by how far their hour is from it, then those of
    the days beside it in the same way; of two as far away the earlier."""
    wished = due.astimezone(zone)

    def distance(slot: Slot) -> tuple[int, int, dt.datetime]:
        start = slot.start.astimezone(zone)
        minutes = (start.hour - wished.hour) * 60 + start.minute - wished.minute
        return abs((start.date() - wished.date()).days), abs(minutes), slot.start

    return sorted(free, key=distance)


def on_other_days(free: Iterable[Slot], due: dt.datetime, zone: ZoneInfo) -> list[Slot]:
    """Those of the free times that are not on the day when it would be: nobody can come then."""
    day = due.astimezone(zone).date()
    return [slot for slot in free if slot.start.astimezone(zone).date() != day]
