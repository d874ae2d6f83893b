"""Stretches of an agenda: what of them is in a time that was said, and what is left without another."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.intents import When
from booking.models import Slot, UnderstandingContext


def within(slots: Sequence[Slot], when: When, context: UnderstandingContext) -> list[Slot]:
    """What of them is in such a time; hours without a day are those of each day. From when the clinic opens on is all that
    comes before, too, and until it closes all that comes after."""
    zone, found = context.now.tzinfo, []
    for slot in slots:
        day, last = slot.start.astimezone(zone).date(), (slot.end.astimezone(zone) - dt.timedelta(minutes=1)).date()
        while day <= last:
            if (when.date_from or day) <= day <= (when.date_to or when.date_from or day):
                first = dt.time() if when.time_from in (None, context.opens) else when.time_from
                until = dt.time() if when.time_to in (None, context.closes) else when.time_to
                begins, ends = (dt.datetime.combine(day, at or dt.time(), zone) for at in (first, until))
                ends += dt.timedelta(days=until == dt.time())
                start, end = max(slot.start, begins), min(slot.end, ends)
                if start < end:
                    found.append(Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC)))
            day += dt.timedelta(days=1)
    return found


def without(slots: Sequence[Slot], kept: Slot) -> list[Slot]:
    """What of them is outside of that one."""
    rest = []
    for slot in slots:
        if not slot.overlaps(kept):
            rest.append(slot)
            continue
        if slot.start < kept.start:
            rest.append(Slot(start=slot.start, end=kept.start))
        if kept.end < slot.end:
            rest.append(Slot(start=kept.end, end=slot.end))
    return rest


def by_days(slot: Slot, context: UnderstandingContext) -> list[Slot]:
    """Cut at midnight where it begins or ends within a day: hours are told of one day."""
    zone = context.now.tzinfo
    start, end = slot.start.astimezone(zone), slot.end.astimezone(zone)
    whole = start.time() == dt.time() and end.time() == dt.time()
    midnight = dt.datetime.combine(start.date() + dt.timedelta(days=1), dt.time(), zone)
    if whole or end <= midnight:
        return [slot]
    if start.time() != dt.time():
        return [
            slot.model_copy(update={"end": midnight.astimezone(dt.UTC)}),
            *by_days(Slot(start=midnight.astimezone(dt.UTC), end=slot.end), context),
        ]
    last = dt.datetime.combine(end.date(), dt.time(), zone).astimezone(dt.UTC)
    return [Slot(start=slot.start, end=last), Slot(start=last, end=slot.end)]
