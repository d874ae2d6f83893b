"""Pure slot arithmetic: openings − busy = free slots. Holds no storage.

Schedules are wall time in the clinic's zone (`schedule` says what happens when the clocks change);
everything that comes out is in UTC.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from zoneinfo import ZoneInfo

from booking.models import FIRST_VISIT, Busy, Clinic, FreeSlot, Slot
from booking.ports import Calendar
from booking.scheduling.busy import BusySpans
from booking.scheduling.ranges import Blocked, Range, moment
from booking.scheduling.rulebook import Rulebook, meets
from booking.scheduling.schedule import ONE_DAY, Day, days, local_instant
from booking.scheduling.weekly import Hours, seconds_of


def free_slots(
    calendar: Calendar,
    clinic: Clinic,
    start: dt.datetime,
    end: dt.datetime,
    now: dt.datetime,
    *,
    doctor_id: int | None = None,
    limit: int | None = None,
    visit: str = FIRST_VISIT,
) -> list[FreeSlot]:
    """Free slots for such a visit that start in `start`..`end`, by start, then end; at most `limit`.

    Within the policy: not before `now` + minimum notice, not after the last local day of the horizon, the
    buffers kept free on both sides, no doctor on a day that has as many busy ranges as the doctor's daily cap.
    Within the rules: open days, hours, absences, recurring blocks, and the length of the visit with each doctor.
    `calendar.busy` comes by start (ValueError if not). Raises NotCovered for a range that leaves the calendar's dates.
    """
    ranges = [Range(start, end)]
    return list(islice(free_in(calendar, clinic, ranges, now, doctor_id, visit), limit))


def free_at(calendar: Calendar, clinic: Clinic, slot: Slot, now: dt.datetime, visit: str) -> FreeSlot | None:
    """That very slot with the doctors who are free in it. None: it cannot be had."""
    found = free_slots(calendar, clinic, slot.start, slot.start + dt.timedelta(seconds=1), now, visit=visit)
    return next((free for free in found if free.slot == slot), None)


def visit_slot(calendar: Calendar, clinic: Clinic, doctor_id: int, start: dt.datetime, visit: str) -> Slot | None:
    """The time that such a visit with that doctor takes from that instant on, free or not: as long as the visit's
    type says, else as the slots of the hours it falls into, else as those of that weekday. None: the doctor is not
    active."""
    if all(doctor.id != doctor_id for doctor in calendar.doctors):
        return None
    rules = Rulebook(calendar, clinic, visit)
    local = start.astimezone(ZoneInfo(clinic.zone))
    wall = seconds_of(local.time())
    within = (h.length for h in rules.usual_hours(doctor_id, local.date()) if h.start <= wall < h.end)
    length = next(within, rules.usual_length(doctor_id, local.date()))
    return Slot(start=moment(start.timestamp()), end=moment(start.timestamp() + length))


def free_in(
    calendar: Calendar, clinic: Clinic, ranges: Iterable[Range], now: dt.datetime, doctor_id: int | None, visit: str
) -> Iterator[FreeSlot]:
    """Free slots that start in any of those ranges (disjoint, in order), day by day as they are asked for. Raises
    NotCovered when it comes to a day that the calendar does not cover."""
    zone = ZoneInfo(clinic.zone)
    opens, closes = bookable(clinic, now, zone)
    rules = Rulebook(calendar, clinic, visit)
    doctors = sorted(doctor.id for doctor in calendar.doctors if doctor_id in (None, doctor.id))
    taken = Taken(calendar.busy, rules)
    for asked in ranges:
        low, high = max(asked.start.timestamp(), opens), min(asked.end.timestamp(), closes)
        for day in days(low, high, zone):
            if not rules.closed(day.date):
                yield from _free_on(day, low, high, rules, doctors, taken)


def _free_on(
    day: Day, low: float, high: float, rules: Rulebook, doctors: Sequence[int], taken: Taken
) -> Iterator[FreeSlot]:
    """The free slots of a day on which the clinic is open."""
    within: dict[Hours, list[float]] = {}  # many doctors keep the same hours
    free: defaultdict[tuple[float, float], list[int]] = defaultdict(list)
    for doctor in doctors:
        away = rules.away(doctor, day)
        for hours in rules.usual_hours(doctor, day.date):
            blocked = taken.of(doctor)
            if hours.cap is not None and blocked.begun_in(day.start, day.end) >= hours.cap:
                continue
            if hours not in within:
                starts = day.starts(hours)
                within[hours] = starts[bisect_left(starts, low) : bisect_left(starts, high)]
            for begin in blocked.free(within[hours], hours.length):
                if not away or not meets(away, begin, begin + hours.length):
                    free[begin, begin + hours.length].append(doctor)
    for (begin, stop), ids in sorted(free.items()):
        slot = Slot(start=moment(begin), end=moment(stop))
        yield FreeSlot(slot=slot, doctor_ids=tuple(dict.fromkeys(ids)))


def bookable(clinic: Clinic, now: dt.datetime, zone: ZoneInfo) -> tuple[float, float]:
    """From when until when slots may start: the minimum notice and the last day of the horizon."""
    opens = now.timestamp() + clinic.policy.min_notice_minutes * 60
    last = now.astimezone(zone).date() + dt.timedelta(days=clinic.policy.horizon_days)
    return opens, local_instant(last + ONE_DAY, 0, zone)[0]


class Taken:
    """Busy ranges by doctor, with what is kept free around them: made ready when a doctor is asked for."""

    def __init__(self, busy: Sequence[Busy], rules: Rulebook) -> None:
        self._runs = BusySpans.among(busy).of
        self._rules = rules
        self._ready: dict[int, Blocked] = {}

    def of(self, doctor_id: int) -> Blocked:
        found = self._ready.get(doctor_id)
        if found is None:
            around = partial(self._rules.around, doctor_id)
            found = self._ready[doctor_id] = Blocked(self._runs.get(doctor_id, ()), around)
        return found
