"""When a wish is: its days crossed with its times."""

from __future__ import annotations

import datetime as dt

from booking.intents import Problem, When
from nlu.when.dates import plus_days
from nlu.when.direction import Meant
from nlu.when.hours import MIDNIGHT, Hours, Resolved, edge_hours, open_at, part_hours, resolve
from nlu.when.parts import Context
from nlu.when.wishes import Wish, Wishes


def meaning(wishes: Wishes, context: Context) -> Meant:
    """When these wishes are, and whether nobody can tell which is meant; what cannot be is a problem."""
    whens: list[When] = []
    ambiguous = wishes.clash
    for wish in wishes.wishes:
        meant = _wish(wish, context)
        if meant.problem:
            return meant
        if not meant.whens:
            return Meant()
        whens += meant.whens
        ambiguous = ambiguous or meant.ambiguous
    return Meant(tuple(dict.fromkeys(whens)), ambiguous)


def _wish(wish: Wish, context: Context) -> Meant:
    """The wishes of one day expression crossed with one time expression."""
    if wish.moment:
        return _moment(wish, context)
    if wish.days and wish.days.problem:
        return Meant(problem=wish.days.problem)
    spans = wish.days.options if wish.days else ((None, None),)
    windows, unsure = _windows(wish, context)
    if windows is None:
        return Meant(problem=Problem.IMPOSSIBLE) if unsure else Meant()
    whens: list[When] = []
    ambiguous = unsure or bool(wish.days and wish.days.ambiguous)
    for start, end in spans:
        for window in windows:
            days = [(start, end)]
            if window.midnight and start and start == end:
                # Midnight "of" a day may begin or end it; today's beginning is over.
                after = plus_days(start, 1)
                days = [(after, after)] if start == context.today else [(start, start), (after, after)]
                ambiguous = ambiguous or len(days) > 1
            whens += [
                When(date_from=a, date_to=b, time_from=window.start, time_to=window.end, exact=window.exact)
                for a, b in days
            ]
    if wish.days and wish.days.hour and not wish.timed:
        day, hour = wish.days.hour
        at = [When(date_from=day, date_to=day, time_from=time, exact=True) for time in open_at(hour, context)]
        whens = [*at, *whens]
    return Meant(tuple(dict.fromkeys(whens)), ambiguous)


def _moment(wish: Wish, context: Context) -> Meant:
    """An instant, or from now until an instant of the same day."""
    item = wish.moment
    if item is None or item.moment is None or wish.timed or wish.days:
        return Meant()
    then, until = item.moment
    start = dt.time(then.hour, then.minute)
    end = dt.time(until.hour, until.minute) if until else None
    return Meant((When(date_from=then.date(), date_to=then.date(), time_from=start, time_to=end, exact=until is None),))


def _opens_for(found: Resolved | None, context: Context) -> bool:
    """Whether the clinic is open when any of the windows begins, or ends."""
    if found is None or context.hours is None:
        return False
    opens, closes = context.hours
    times = [window.start or window.end for window in found.windows]
    return any(time and opens <= time and (time <= closes or closes == MIDNIGHT) for time in times)


def _windows(wish: Wish, context: Context) -> tuple[tuple[Hours, ...] | None, bool]:
    """The windows of a wish and whether they are ambiguous; (None, True) impossible, (None, False) unreadable."""
    part = wish.parts[0] if len(wish.parts) == 1 else None
    if wish.edge:
        told = not wish.times and len(wish.parts) < 2 and (wish.days or ":" in wish.edge)
        hours = edge_hours(wish.edge, part, context) if told else None
        return ((hours,) if hours else None), False
    if wish.times:
        found = resolve(wish.times, part, context)
        if part and wish.part_apart and (alone := resolve(wish.times, None, context)):
            found = alone if _opens_for(alone, context) and not _opens_for(found, context) else found
        if found is None:
            bad = any(c and c.bad for c in (*wish.times.at, wish.times.lower, wish.times.upper))
            return None, bad
        return found.windows, found.ambiguous
    if not wish.parts:
        return (Hours(None, None),), False
    windows = [part_hours(name, context) for name in wish.parts]
    return (None if None in windows else tuple(hours for hours in windows if hours)), False
