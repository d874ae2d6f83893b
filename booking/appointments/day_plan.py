"""What a change of a doctor's whole day would do to each appointment, and what cannot be done. Pure.

Moved together they keep their distances, so each is asked against what does not move: rules, what others have taken,
the patient's other appointments, and those of the day that cannot move themselves.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.holds import without_notice
from booking.models import (
    COMING,
    Appointment,
    Busy,
    Clinic,
    DayAct,
    DayChange,
    DayPlan,
    DayStays,
    DayWish,
    Slot,
    Status,
    StaysWhy,
)
from booking.ports import Calendar
from booking.scheduling.availability import free_at, visit_slot
from booking.scheduling.reasons import Why, why_not
from booking.scheduling.rulebook import Rulebook, meets
from booking.scheduling.schedule import Day

NEVER_OVERBOOKED = frozenset({Why.PAST.value, Why.INACTIVE.value, StaysWhy.PATIENT_BUSY.value})
"""What not even staff go past."""

_WRITTEN_TO = frozenset({DayAct.LATE, DayAct.OFFER})
"""Nothing is done to them but that their patients are written to."""

_Reason = tuple[str, str | None]


class DayAsItIs(NamedTuple):
    """What a plan is made from: every live appointment around the day, of any doctor, by start; the names of the
    doctor's patients; the calendar of the days that it may touch; whose patients were offered another time already."""

    live: Sequence[Appointment]
    names: Mapping[int, str]
    calendar: Calendar
    clinic: Clinic
    now: dt.datetime
    asked: frozenset[int] = frozenset()


def of_the_day(wish: DayWish, live: Sequence[Appointment]) -> list[Appointment]:
    """The doctor's appointments that start then, without holds."""
    span = wish.span
    return [
        a
        for a in live
        if a.doctor_id == wish.doctor_id
        and a.patient_id is not None
        and a.status is not Status.HELD
        and span.start <= a.slot.start < span.end
    ]


def plan(wish: DayWish, day: DayAsItIs) -> DayPlan:
    """What the wish would do. Of what is over nothing is told."""
    meant, stays = list[Appointment](), list[DayStays]()
    for one in of_the_day(wish, day.live):
        begun = one.status not in COMING or one.slot.start <= day.now
        if begun and not (one.slot.end > day.now or _waits(one)):
            continue
        if begun:
            stays.append(_stays(one, day, StaysWhy.BEGUN))
        elif one.id in wish.kept:
            stays.append(_stays(one, day, StaysWhy.KEPT))
        elif wish.act in _WRITTEN_TO and _is_here(one):
            stays.append(_stays(one, day, StaysWhy.HERE))
        elif wish.act is DayAct.OFFER and one.id in day.asked:
            stays.append(_stays(one, day, StaysWhy.ASKED))
        else:
            meant.append(one)
    changes = list[DayChange]()
    for one, found in _each(wish, day, meant):
        if isinstance(found, DayChange):
            changes.append(found)
        else:
            stays.append(_stays(one, day, *found))
    return DayPlan(
        changes=tuple(sorted(changes, key=lambda c: (c.slot.start, c.appointment_id))),
        stays=tuple(sorted(stays, key=lambda s: (s.slot.start, s.appointment_id))),
    )


def in_order(wish: DayWish, changes: Sequence[DayChange]) -> list[DayChange]:
    """The order in which none comes upon one that is to move yet."""
    return sorted(changes, key=lambda c: (c.slot.start, c.appointment_id), reverse=wish.minutes > 0)


def _each(
    wish: DayWish, day: DayAsItIs, meant: Sequence[Appointment]
) -> Iterator[tuple[Appointment, DayChange | _Reason]]:
    match wish.act:
        case DayAct.SHIFT:
            yield from _shifted(wish, day, meant)
        case DayAct.HAND_OVER:
            yield from _handed_over(wish, day, meant)
        case _:
            yield from ((one, _change(one, day)) for one in meant)


# --- moved by so many minutes --------------------------------------------------------------------


def _shifted(
    wish: DayWish, day: DayAsItIs, meant: Sequence[Appointment]
) -> Iterator[tuple[Appointment, DayChange | _Reason]]:
    by = dt.timedelta(minutes=wish.minutes)
    targets = {one.id: Slot(start=one.slot.start + by, end=one.slot.end + by) for one in meant}
    stuck, against = dict[int, _Reason](), dict[int, _Reason]()
    while True:  # what cannot move may be in the way of its neighbour
        moving = [one for one in meant if one.id not in stuck]
        around = _Around(day, wish.doctor_id, moving)
        against = {one.id: why for one in moving if (why := around.against(one, targets[one.id])) is not None}
        now_stuck = {one.id: against[one.id] for one in moving if one.id in against and not _may(wish, one, against)}
        if not now_stuck:
            break
        stuck |= now_stuck
    for one in meant:
        if one.id in stuck:
            yield one, stuck[one.id]
        else:
            why = against.get(one.id)
            over = one.overbooked or why is not None
            yield one, _change(one, day, targets[one.id], overbooked=over, why=why and why[0])


def _may(wish: DayWish, one: Appointment, against: Mapping[int, _Reason]) -> bool:
    """Whether it goes there all the same."""
    return (wish.overbook or one.overbooked) and against[one.id][0] not in NEVER_OVERBOOKED


class _Around:
    """What does not move: the rules of that doctor, what is taken, the patients' other appointments."""

    def __init__(self, day: DayAsItIs, doctor_id: int, moving: Sequence[Appointment]) -> None:
        self._day, self._doctor_id = day, doctor_id
        self._zone = ZoneInfo(day.clinic.zone)
        self._taken = _without(day.calendar.busy, doctor_id, moving)
        ids = {one.id for one in moving}
        self._others = [a for a in day.live if a.id not in ids and a.patient_id is not None]

    def against(self, one: Appointment, to: Slot) -> _Reason | None:
        """What stands against that time, what nobody goes past first."""
        if to.start < self._day.now:
            return Why.PAST.value, None
        if any(a.patient_id == one.patient_id and a.slot.overlaps(to) for a in self._others):
            return StaysWhy.PATIENT_BUSY.value, None
        rules = Rulebook(self._day.calendar, self._day.clinic, one.visit)
        return self._rule(rules, to) or self._neighbour(rules, to)

    def _rule(self, rules: Rulebook, to: Slot) -> _Reason | None:
        start, end = to.start.timestamp(), to.end.timestamp()
        day = Day(to.start.astimezone(self._zone).date(), self._zone)
        if (closed := rules.closed(day.date)) is not None:
            return Why.CLOSED.value, closed
        spans = sorted((day.at(h.start), day.at(h.end)) for h in rules.usual_hours(self._doctor_id, day.date))
        if not any(first <= start and end <= last for first, last in _joined(spans)):
            return Why.NOT_WORKING.value, None
        if (away := meets(rules.away(self._doctor_id, day), start, end)) is not None:
            return (Why.BLOCKED if away.recurring else Why.AWAY).value, away.reason
        return None

    def _neighbour(self, rules: Rulebook, to: Slot) -> _Reason | None:
        near = False
        for busy in self._taken:
            if busy.start < to.end and to.start < busy.end:
                return Why.TAKEN.value, None
            before, after = (dt.timedelta(seconds=s) for s in rules.around(self._doctor_id, busy.visit))
            near = near or (busy.start - before < to.end and to.start < busy.end + after)
        return (Why.BUFFER.value, None) if near else None


def _without(busy: Sequence[Busy], doctor_id: int, moving: Sequence[Appointment]) -> list[Busy]:
    """What the doctor is taken by, those that move aside."""
    gone = Counter((one.slot.start, one.slot.end, one.visit) for one in moving)
    kept = list[Busy]()
    for one in busy:
        if one.doctor_id != doctor_id:
            continue
        if gone[one.start, one.end, one.visit] > 0:
            gone[one.start, one.end, one.visit] -= 1
        else:
            kept.append(one)
    return kept


def _joined(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Hours that follow one another without a break are one stretch."""
    found = list[tuple[float, float]]()
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


# --- handed over ---------------------------------------------------------------------------------


def _handed_over(
    wish: DayWish, day: DayAsItIs, meant: Sequence[Appointment]
) -> Iterator[tuple[Appointment, DayChange | _Reason]]:
    """One after the other, as each would be by itself; what has been handed over is in the way of what comes next."""
    if wish.to_doctor_id is None:
        raise ValueError("nobody to hand them over to")
    to_doctor, clinic = wish.to_doctor_id, without_notice(day.clinic)
    calendar, at = day.calendar, {a.id: a.slot for a in day.live}
    for one in meant:
        slot = visit_slot(calendar, clinic, to_doctor, one.slot.start, one.visit)
        if slot is None:
            yield one, (Why.INACTIVE.value, None)
            continue
        others = (a for a in day.live if a.id != one.id and a.patient_id == one.patient_id)
        if any(at[a.id].overlaps(slot) for a in others):
            yield one, (StaysWhy.PATIENT_BUSY.value, None)
            continue
        free = free_at(calendar, clinic, slot, day.now, one.visit)
        why: _Reason | None = None
        if free is None or to_doctor not in free.doctor_ids:
            found = why_not(calendar, clinic, to_doctor, slot.start, day.now, one.visit)
            why = (found[0].value, found[1]) if found else (Why.TAKEN.value, None)
        if why is not None and not (wish.overbook and why[0] not in NEVER_OVERBOOKED):
            yield one, why
            continue
        at[one.id] = slot
        taken = Busy(doctor_id=to_doctor, start=slot.start, end=slot.end, visit=one.visit)
        calendar = calendar._replace(busy=sorted((*calendar.busy, taken), key=lambda busy: busy.start))
        yield one, _change(one, day, slot, overbooked=why is not None, why=why and why[0])


# --- what is told of each ------------------------------------------------------------------------


def _change(
    one: Appointment, day: DayAsItIs, to: Slot | None = None, *, overbooked: bool = False, why: str | None = None
) -> DayChange:
    return DayChange(
        appointment_id=one.id,
        version=one.version,
        slot=one.slot,
        patient=_name(one, day),
        patient_id=one.patient_id or 0,
        here=_is_here(one),
        to=to,
        overbooked=overbooked,
        why=why,
    )


def _stays(one: Appointment, day: DayAsItIs, why: str, detail: str | None = None) -> DayStays:
    return DayStays(
        appointment_id=one.id, slot=one.slot, patient=_name(one, day), here=_waits(one), why=str(why), detail=detail
    )


def _name(one: Appointment, day: DayAsItIs) -> str:
    return day.names.get(one.patient_id or 0, "")


def _is_here(one: Appointment) -> bool:
    return one.arrived_at is not None


def _waits(one: Appointment) -> bool:
    """The patient is here, and the visit has not begun."""
    return _is_here(one) and one.status in COMING
