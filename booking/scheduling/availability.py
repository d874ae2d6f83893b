"""Pure slot arithmetic: openings − busy = free slots. Holds no storage.

Schedules are wall time in the clinic's zone (`schedule` says what happens when the clocks change);
everything that comes out is in UTC.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from zoneinfo import ZoneInfo

from booking.models import FIRST_VISIT, Clinic, FreeSlot, Slot
from booking.ports import Calendar
from booking.scheduling.busy import BusySpans
from booking.scheduling.ranges import Range, moment
from booking.scheduling.rulebook import Rulebook, meets
from booking.scheduling.schedule import ONE_DAY, Day, days, local_instant
from booking.scheduling.taken_times import TakenTimes
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
    taken = TakenTimes(BusySpans.among(calendar.busy).spans, doctors, rules.around)
    for asked in ranges:
        low, high = max(asked.start.timestamp(), opens), min(asked.end.timestamp(), closes)
        for day in days(low, high, zone):
            if not rules.closed(day.date):
                yield from _free_on(day, low, high, rules, doctors, taken)


def _free_on(
    day: Day, low: float, high: float, rules: Rulebook, doctors: Sequence[int], taken: TakenTimes
) -> Iterator[FreeSlot]:
    """The free slots of a day on which the clinic is open, each looked at as it is asked for."""
    away = {doctor: found for doctor in doctors if (found := rules.away(doctor, day))}
    slots: defaultdict[tuple[float, float], list[Sequence[int]]] = defaultdict(list)
    for hours, theirs in _with_room(day, rules, doctors, taken).items():
        starts = day.starts(hours)
        for begin in starts[bisect_left(starts, low) : bisect_left(starts, high)]:
            slots[begin, begin + hours.length].append(theirs)
    for begin, stop in sorted(slots):
        busy = taken.within(begin, stop)
        if away:
            busy.update(doctor for doctor, stretches in away.items() if meets(stretches, begin, stop))
        if free := set().union(*slots[begin, stop]) - busy:
            slot = Slot(start=moment(begin), end=moment(stop))
            yield FreeSlot(slot=slot, doctor_ids=tuple(sorted(free)))


def _with_room(day: Day, rules: Rulebook, doctors: Iterable[int], taken: TakenTimes) -> Mapping[Hours, Sequence[int]]:
    """Who keeps which hours on that day, but for those who have as many that day as they may: many keep the same."""
    found: defaultdict[Hours, list[int]] = defaultdict(list)
    begun: Mapping[int, int] | None = None
    for doctor in doctors:
        for hours in rules.usual_hours(doctor, day.date):
            if hours.cap is not None:
                begun = taken.begun_in(day.start, day.end) if begun is None else begun
                if begun[doctor] >= hours.cap:
                    continue
            found[hours].append(doctor)
    return found


def bookable(clinic: Clinic, now: dt.datetime, zone: ZoneInfo) -> tuple[float, float]:
    """From when until when slots may start: the minimum notice and the last day of the horizon."""
    opens = now.timestamp() + clinic.policy.min_notice_minutes * 60
    last = now.astimezone(zone).date() + dt.timedelta(days=clinic.policy.horizon_days)
    return opens, local_instant(last + ONE_DAY, 0, zone)[0]
