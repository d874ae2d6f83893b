"""Where a wish about time points, and what is free there. Pure: holds no storage.

Wishes are wall time in the clinic's zone; everything that comes out is in UTC.
"""

from __future__ import annotations

import datetime as dt
import heapq
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from zoneinfo import ZoneInfo

from booking.intents import Frozen, Reading, When
from booking.models import FIRST_VISIT, Appointment, Clinic, FreeSlot
from booking.ports import Calendar
from booking.scheduling.availability import bookable, free_in
from booking.scheduling.nearness import nearest
from booking.scheduling.ranges import Range, moment
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import MIDNIGHT, ONE_DAY, day_range, days, local_instant
from booking.scheduling.spread import leaves_hour_open, over_days
from booking.scheduling.weekly import Hours, seconds_of

_Free = Callable[[Iterable[Range]], Iterator[FreeSlot]]


class SearchResult(Frozen):
    """What a search found. `others` only where `found` is empty: free times, but not as wished."""

    found: tuple[FreeSlot, ...] = ()
    exact: FreeSlot | None = None  # the one instant wished for, free; then it is all of `found`
    others: tuple[FreeSlot, ...] = ()
    between: bool = False  # no visit begins at the one instant wished, it lies between two starts
    as_it_is: bool = False  # that instant is the own one of the appointment that is moved, with its doctor
    closed: bool = False  # nobody asked for has hours at the time wished, on any of the days wished
    beyond: bool = False  # the wish begins after the last day that can be booked
    spread: bool = False  # what was found leaves out nearer times, for others of the day
    elsewhere: tuple[FreeSlot, ...] = ()  # as wished, with others than the doctor asked for, who has nothing then


def wish_ranges(wish: Reading | None, clinic: Clinic, now: dt.datetime) -> Iterator[Range]:
    """Where slots of a wish may start: disjoint UTC ranges in order, inside notice and horizon, made lazily.

    No wish is the whole horizon. A time window is one range a day; one that ends before it starts runs into
    the next day. A clock time is one second a day. Candidates count all alike; a problem points nowhere.
    """
    zone = ZoneInfo(clinic.zone)
    opens, closes = bookable(clinic, now, zone)
    if wish is None or wish == Reading():
        yield Range(moment(opens), moment(closes))
        return
    whens = (wish.when,) if wish.when else wish.candidates
    last: tuple[float, float] | None = None
    for start, end in heapq.merge(*(_wished(when, opens, closes, zone) for when in whens)):
        if last is not None and start <= last[1]:
            last = last[0], max(last[1], end)
            continue
        if last is not None:
            yield Range(*map(moment, last))
        last = start, end
    if last is not None:
        yield Range(*map(moment, last))


def _wished(when: When, opens: float, closes: float, zone: ZoneInfo) -> Iterator[tuple[float, float]]:
    first, final = (dt.datetime.fromtimestamp(t, zone).date() for t in (opens, closes - 1))
    # A window that runs past midnight may have begun the day before.
    date = max(when.date_from or first - ONE_DAY, first - ONE_DAY)
    while date <= min(when.date_to or final, final):
        start, end = _window(when, date, zone)
        if max(start, opens) < min(end, closes):
            yield max(start, opens), min(end, closes)
        date += ONE_DAY


def _window(when: When, date: dt.date, zone: ZoneInfo) -> tuple[float, float]:
    """The part of that date which is wished for, empty where the clocks skip it."""
    start, exists = local_instant(date, seconds_of(when.time_from or MIDNIGHT), zone)
    if when.exact and when.time_from is not None:
        return start, start + exists
    until = seconds_of(when.time_to or MIDNIGHT)
    overnight = until <= seconds_of(when.time_from or MIDNIGHT)
    return start, local_instant(date + overnight * ONE_DAY, until, zone)[0]


def exact_start(wish: Reading | None, clinic: Clinic) -> dt.datetime | None:
    """The one instant that a wish names: one date and one clock time, nothing else offered, and it exists."""
    when = wish.when if wish else None
    if when is None or not when.exact or when.time_from is None or when.date_from is None:
        return None
    if when.date_to != when.date_from:
        return None
    instant, exists = local_instant(when.date_from, seconds_of(when.time_from), ZoneInfo(clinic.zone))
    return moment(instant) if exists else None


def search(
    calendar: Calendar,
    clinic: Clinic,
    wish: Reading | None,
    now: dt.datetime,
    *,
    doctor_id: int | None = None,
    limit: int | None = None,
    after: dt.datetime | None = None,
    visit: str = FIRST_VISIT,
    moving: Appointment | None = None,
    spread: bool = False,
    but: Collection[dt.datetime] = (),
) -> SearchResult:
    """Free slots as wished; where there are none, others. In order of time.

    For a wish that names one instant: that slot, else the nearest ones (those of the same day first, then by
    distance). For any other: the first ones inside it, or `spread` over the parts of the nearest days where it says
    nothing of the hour; else those that are `nearest` to it, or the first of all where it points to no day that can be
    booked. At most `limit` (default: the
    policy's offer size), all later than `after`, `but` none that starts then. For an appointment that is `moving`, its
    own time with its own doctor is none of them: it is no change.
    Raises NotCovered where what it found depends on a day that `calendar` does not cover; one of the last of
    `search_ranges` covers all.
    """
    limit = clinic.policy.offer_size if limit is None else limit
    zone = ZoneInfo(clinic.zone)
    horizon = _horizon(clinic, now, after)

    def free(ranges: Iterable[Range]) -> Iterator[FreeSlot]:
        slots = free_in(calendar, clinic, _later(ranges, horizon.start), now, doctor_id, visit)
        left = (slot for slot in slots if slot.slot.start not in but)
        return left if moving is None else _but_as_it_is(left, moving)

    if spread and leaves_hour_open(wish):
        several = over_days(free, lambda: wish_ranges(wish, clinic, now), limit, zone)
        if several:
            return SearchResult(found=tuple(several), spread=True)
    found = tuple(islice(free(wish_ranges(wish, clinic, now)), limit))
    instant = exact_start(wish, clinic)
    if found:
        return SearchResult(found=found[:1], exact=found[0]) if instant else SearchResult(found=found)
    days_ahead = Range(now, horizon.end)
    why = {
        "closed": is_closed(calendar, clinic, wish, days_ahead, doctor_id, visit),
        "beyond": _is_beyond(wish, horizon.end, zone),
        "between": instant is not None and _is_between(calendar, clinic, instant, days_ahead, doctor_id, visit),
        "as_it_is": moving is not None and (moving.slot.start, moving.doctor_id) == (instant, doctor_id),
    }
    beside = _but_its_day(free, wish, moving, zone)
    if instant is not None:
        day = day_range(instant.astimezone(zone).date(), zone)
        same_day = list(beside([day]))
        elsewhere = _around(beside([horizon]), day, limit) if len(same_day) < limit else []
        near = sorted(same_day, key=lambda f: abs(f.slot.start - instant))
        far = sorted(elsewhere, key=lambda f: abs(f.slot.start - instant))
        return SearchResult(others=tuple(sorted((near + far)[:limit], key=lambda f: f.slot.start)), **why)
    if wish is None or next(wish_ranges(wish, clinic, now), None) is None:
        return SearchResult(others=tuple(islice(beside([horizon]), limit)), **why)
    return SearchResult(others=nearest(beside([horizon]), wish, limit, zone), **why)


def is_closed(
    calendar: Calendar, clinic: Clinic, wish: Reading | None, ahead: Range, doctor_id: int | None, visit: str
) -> bool:
    """Whether nobody asked for has hours at the clock time, or in the part of the day, that a wish names, on any of its
    days that are `ahead`; where it names days alone, on any of them."""
    when = wish.when if wish else None
    if when is None or when == When():
        return False
    rules, zone = Rulebook(calendar, clinic, visit), ZoneInfo(clinic.zone)
    dates = [date for date in _dates(ahead, zone) if _is_wished(date, when)]
    asked = [doctor.id for doctor in calendar.doctors if doctor_id in (None, doctor.id)]
    return bool(dates) and not any(
        _touches(hours, when) for date in dates for doctor in asked for hours in rules.hours(doctor, date)
    )


def _dates(ahead: Range, zone: ZoneInfo) -> Iterator[dt.date]:
    date = ahead.start.astimezone(zone).date()
    while date < ahead.end.astimezone(zone).date():
        yield date
        date += ONE_DAY


def _is_wished(date: dt.date, when: When) -> bool:
    return (when.date_from or date) <= date <= (when.date_to or date)


def _touches(hours: Hours, when: When) -> bool:
    """Whether hours have the clock time wished for, or a part of the time between."""
    start, end = (seconds_of(time or MIDNIGHT) for time in (when.time_from, when.time_to))
    if when.exact and when.time_from is not None:
        return hours.start <= start < hours.end
    return hours.start < (end if end > start else ONE_DAY.total_seconds()) and start < hours.end


def _is_between(
    calendar: Calendar, clinic: Clinic, instant: dt.datetime, ahead: Range, doctor_id: int | None, visit: str
) -> bool:
    """Whether somebody asked for has hours at an instant on one of the days `ahead`, and no visit begins just then."""
    rules, at, zone = Rulebook(calendar, clinic, visit), instant.timestamp(), ZoneInfo(clinic.zone)
    day = next(days(at, at + 1, zone))
    if not _is_among(day.date, ahead, zone):
        return False
    asked = [doctor.id for doctor in calendar.doctors if doctor_id in (None, doctor.id)]
    hours = [h for doctor in asked for h in rules.hours(doctor, day.date) if day.at(h.start) <= at < day.at(h.end)]
    return bool(hours) and not any(at in day.starts(h) for h in hours)


def _is_among(date: dt.date, ahead: Range, zone: ZoneInfo) -> bool:
    return ahead.start.astimezone(zone).date() <= date < ahead.end.astimezone(zone).date()


def _is_beyond(wish: Reading | None, until: dt.datetime, zone: ZoneInfo) -> bool:
    """Whether a wish begins only on a day after the last one that can be booked."""
    when = wish.when if wish else None
    return when is not None and when.date_from is not None and when.date_from >= until.astimezone(zone).date()


def search_ranges(wish: Reading | None, clinic: Clinic, now: dt.datetime) -> list[Range]:
    """Where to look, one range after the other until enough is found: reading what is taken costs the most, and the
    soonest are wanted. A wish from its beginning, at most the two weeks after it; where it names no last day the half
    day after, which is one date in the morning and two in the afternoon, then the eight days; at last all days from
    today to the last that can be booked, and nothing else for a wish that points nowhere."""
    bounded = wish is not None and wish.when is not None and wish.when.date_to is not None
    near = [_first_days(wish, clinic, now, days) for days in ((14,) if bounded else (0.5, 8))]
    return [*dict.fromkeys(found for found in near if found), Range(now, _horizon(clinic, now, None).end)]


def _first_days(wish: Reading | None, clinic: Clinic, now: dt.datetime, days: float) -> Range | None:
    """The wish from its beginning, and what of it begins in so many days from there."""
    ranges = wish_ranges(wish, clinic, now)
    first = next(ranges, None)
    if first is None:
        return None
    far, end = first.start + dt.timedelta(days=days), first.end
    for later in ranges:
        if later.start >= far:
            break
        end = later.end
    return Range(first.start, min(end, far))


def _horizon(clinic: Clinic, now: dt.datetime, after: dt.datetime | None) -> Range:
    opens, closes = bookable(clinic, now, ZoneInfo(clinic.zone))
    if after is not None:
        opens = max(opens, after.timestamp() + 1)
    return Range(moment(opens), moment(closes))


def _but_its_day(free: _Free, wish: Reading | None, moving: Appointment | None, zone: ZoneInfo) -> _Free:
    """Without the day of an appointment that is to be moved to another one: there it cannot be."""
    whens = () if wish is None else (wish.when,) if wish.when else wish.candidates
    if moving is None or not whens:
        return free
    date = moving.slot.start.astimezone(zone).date()
    if any(_is_wished(date, when) for when in whens):
        return free
    own = day_range(date, zone)
    return lambda ranges: (one for one in free(ranges) if not own.start <= one.slot.start < own.end)


def _but_as_it_is(slots: Iterable[FreeSlot], moving: Appointment) -> Iterator[FreeSlot]:
    for free in slots:
        if free.slot != moving.slot:
            yield free
        elif others := tuple(doctor for doctor in free.doctor_ids if doctor != moving.doctor_id):
            yield FreeSlot(slot=free.slot, doctor_ids=others)


def _later(ranges: Iterable[Range], start: dt.datetime) -> Iterator[Range]:
    return (Range(max(r.start, start), r.end) for r in ranges if r.end > start)


def _around(slots: Iterable[FreeSlot], day: Range, limit: int) -> list[FreeSlot]:
    """The last `limit` slots before the day and the first `limit` after it."""
    before: deque[FreeSlot] = deque(maxlen=limit)
    after: list[FreeSlot] = []
    for slot in slots:
        if slot.slot.start < day.start:
            before.append(slot)
        elif slot.slot.start >= day.end:
            after.append(slot)
            if len(after) >= limit:
                break
    return [*before, *after]
