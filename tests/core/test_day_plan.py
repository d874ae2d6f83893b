"""What is done to a whole day against a naive reading of it: minutes walked one by one, every subset tried."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations
from zoneinfo import ZoneInfo

from hypothesis import event, given
from hypothesis import strategies as st

from booking.appointments.day_plan import DayAsItIs, in_order, plan
from booking.models import (
    Absence,
    Appointment,
    Busy,
    Clinic,
    DayAct,
    DayPlan,
    DayWish,
    Doctor,
    Opening,
    Policy,
    Slot,
    Status,
)
from booking.ports import Calendar, Dates

ZONE = ZoneInfo("America/Tijuana")
MONDAY = dt.date(2026, 11, 23)
MIDNIGHT = dt.datetime.combine(MONDAY, dt.time(), ZONE)
STEP = 15
"""Minutes; all of the small day is made of these."""
DAY = range(8 * 60, 18 * 60, STEP)
MINE, THEIRS = 1, 2


def at(minute: int) -> dt.datetime:
    return (MIDNIGHT + dt.timedelta(minutes=minute)).astimezone(dt.UTC)


def slot(start: int, length: int) -> Slot:
    return Slot(start=at(start), end=at(start + length))


def minutes(of: Slot) -> set[int]:
    """The steps that it takes."""
    first, last = ((moment - MIDNIGHT) // dt.timedelta(minutes=STEP) for moment in (of.start, of.end))
    return set(range(first, last))


@dataclass(frozen=True)
class Small:
    """A small day, and what is wished of it."""

    wish: DayWish
    day: DayAsItIs
    open: frozenset[int]
    away: frozenset[int]
    held: frozenset[int]

    @property
    def mine(self) -> list[Appointment]:
        return [a for a in self.day.live if a.doctor_id == MINE and a.patient_id is not None]

    def coming(self) -> list[Appointment]:
        """Those that something may be done to."""
        return [
            a
            for a in self.mine
            if a.status in (Status.BOOKED, Status.CONFIRMED)
            and a.slot.start > self.day.now
            and a.id not in self.wish.kept
            and self.wish.span.start <= a.slot.start < self.wish.span.end
        ]

    def to(self, one: Appointment) -> Slot:
        by = dt.timedelta(minutes=self.wish.minutes)
        return Slot(start=one.slot.start + by, end=one.slot.end + by)

    def fits_rules(self, to: Slot) -> bool:
        return minutes(to) <= self.open and not minutes(to) & self.away

    def may_move(self, together: Iterable[Appointment]) -> bool:
        """Whether all of these can have their new times at once, the others where they are."""
        moving = {one.id: self.to(one) for one in together}
        stands = [(a, moving.get(a.id, a.slot)) for a in self.day.live if a.patient_id is not None]
        for one, to in ((a, s) for a, s in stands if a.id in moving):
            if to.start < self.day.now:
                return False
            others = [(a, s) for a, s in stands if a.id != one.id and minutes(s) & minutes(to)]
            if any(a.patient_id == one.patient_id and a.id not in moving for a, _ in others):
                return False
            if one.overbooked or self.wish.overbook:
                continue
            if not self.fits_rules(to) or minutes(to) & self.held:
                return False
            if any(a.doctor_id == MINE and a.id not in moving for a, _ in others):
                return False
        return True


@st.composite
def small_days(draw: st.DrawFn, act: DayAct, *, tidy: bool = False) -> Small:
    """Appointments without overlaps but for what is overbooked; holds, an absence, a break, other doctors' patients."""
    hours = draw(st.sampled_from([((9, 14), (15, 18)), ((8, 18),), ((9, 12), (12, 15))]))
    open_ = frozenset(m // STEP for m in DAY if any(a * 60 <= m < b * 60 for a, b in hours))
    taken: dict[int, set[int]] = {MINE: set(), THEIRS: set()}
    patients: dict[int, set[int]] = {n: set() for n in range(1, 6)}
    live = list[Appointment]()
    lengths = st.just(30) if tidy else st.sampled_from([15, 30, 45])
    starts = st.sampled_from([m for m in DAY if not tidy or m % 30 == 0])
    for number in range(1, draw(st.integers(1, 8)) + 1):
        doctor = draw(st.sampled_from([MINE, MINE, MINE, THEIRS]))
        after = int((live[-1].slot.end - MIDNIGHT).total_seconds() // 60) if live and not tidy else 0
        where = slot(after if after and draw(st.booleans()) else draw(starts), draw(lengths))  # often one on the other
        who = draw(st.sampled_from(sorted(patients)))
        status = draw(st.sampled_from([Status.BOOKED] * 5 + [Status.CONFIRMED, Status.IN_PROGRESS]))
        over = draw(st.integers(0, 7)) == 0
        if minutes(where) & patients[who] or (not over and minutes(where) & taken[doctor]):
            continue
        patients[who] |= minutes(where)
        if not over:
            taken[doctor] |= minutes(where)
        here = at(draw(starts)) if draw(st.integers(0, 4)) == 0 else None
        live.append(
            Appointment(
                id=number, status=status, slot=where, doctor_id=doctor, patient_id=who, overbooked=over, arrived_at=here
            )
        )
    live.sort(key=lambda a: (a.slot.start, a.id))
    holds = [slot(draw(starts), 30) for _ in range(draw(st.integers(0, 2)))]
    holds = [h for h in holds if not minutes(h) & taken[MINE]][:1]
    gone = slot(draw(starts), 60) if draw(st.booleans()) else None
    busy = [Busy(doctor_id=a.doctor_id, start=a.slot.start, end=a.slot.end, visit=a.visit) for a in live]
    held_by = THEIRS if act is DayAct.HAND_OVER else MINE
    busy += [Busy(doctor_id=held_by, start=h.start, end=h.end) for h in holds]
    who_is_away = THEIRS if act is DayAct.HAND_OVER else MINE
    calendar = Calendar(
        covers=Dates(MONDAY - dt.timedelta(days=1), MONDAY + dt.timedelta(days=1)),
        doctors=[Doctor(id=MINE, name="Dra. Uno"), Doctor(id=THEIRS, name="Dr. Dos")],
        openings=[
            Opening(doctor_id=d, weekday=0, start=dt.time(a), end=dt.time(b)) for d in (MINE, THEIRS) for a, b in hours
        ],
        overrides=(),
        busy=sorted(busy, key=lambda b: b.start),
        absences=[Absence(doctor_id=who_is_away, start=gone.start, end=gone.end)] if gone else (),
    )
    now = at(draw(st.sampled_from([0, 9 * 60 + 5, 11 * 60, 13 * 60 + 20])))
    span = draw(st.sampled_from([slot(0, 1440), slot(12 * 60, 720), slot(9 * 60, 240)]))
    wish = DayWish(
        act=act,
        doctor_id=MINE,
        span=span,
        minutes=draw(st.sampled_from([-60, -15, 15, 30, 45, 120])) if act is DayAct.SHIFT else 0,
        to_doctor_id=THEIRS if act is DayAct.HAND_OVER else None,
        kept=tuple(draw(st.sets(st.integers(1, 8), max_size=1))),
        overbook=draw(st.integers(0, 4)) == 0,
    )
    clinic = Clinic(name="Prueba", zone=ZONE.key, policy=Policy(min_notice_minutes=600))
    day = DayAsItIs(live, {n: f"Paciente {n}" for n in patients}, calendar, clinic, now)
    away = frozenset(minutes(gone)) if gone else frozenset[int]()
    held = frozenset(chain.from_iterable(minutes(h) for h in holds))
    return Small(wish, day, open_, away, held)


def accounted(small: Small, found: DayPlan) -> None:
    """Each of the day that is not over stands in the plan once, in the version it has."""
    told = [c.appointment_id for c in found.changes] + [s.appointment_id for s in found.stays]
    assert len(told) == len(set(told))
    assert {c.appointment_id for c in found.changes} <= {a.id for a in small.coming()}
    assert {a.id for a in small.coming()} <= set(told), "one of them is forgotten"
    there = {a.id: a for a in small.mine}
    for change in found.changes:
        one = there[change.appointment_id]
        assert (change.version, change.slot, change.here) == (one.version, one.slot, one.arrived_at is not None)
    for stays in found.stays:
        one = there[stays.appointment_id]
        assert small.wish.span.start <= one.slot.start < small.wish.span.end
        assert stays.why != "kept" or one.id in small.wish.kept


@given(small_days(DayAct.SHIFT))
def test_a_day_moves_as_far_as_it_can_and_no_further(small: Small) -> None:
    found = plan(small.wish, small.day)
    accounted(small, found)
    coming = small.coming()
    subsets = chain.from_iterable(combinations(coming, n) for n in range(len(coming) + 1))
    most = set[int]().union(*({one.id for one in some} for some in subsets if small.may_move(some)))
    assert {c.appointment_id for c in found.changes} == most
    event(f"moved: {bool(most)}, stays: {len(coming) > len(most)}")
    for change in found.changes:
        assert change.to is not None
        assert change.to.start - change.slot.start == dt.timedelta(minutes=small.wish.minutes)
        plain = small.fits_rules(change.to) and not minutes(change.to) & small.held
        assert change.overbooked or plain


@given(small_days(DayAct.SHIFT) | small_days(DayAct.HAND_OVER, tidy=True))
def test_one_by_one_none_comes_upon_another(small: Small) -> None:
    """In the order in which they are carried out no two of a doctor's or of a patient's ever overlap, but for those
    that are overbooked."""
    found = plan(small.wish, small.day)
    ranges = {a.id: (a.doctor_id, a.patient_id, a.slot, a.overbooked) for a in small.day.live}
    for change in in_order(small.wish, found.changes):
        assert change.to is not None
        doctor = small.wish.to_doctor_id or MINE
        ranges[change.appointment_id] = (doctor, change.patient_id, change.to, change.overbooked)
        for id, (with_whom, who, where, over) in ranges.items():
            if id == change.appointment_id or over or change.overbooked or not minutes(where) & minutes(change.to):
                continue
            assert with_whom != doctor, "two with one doctor"
            assert who != change.patient_id, "one patient in two places"


@given(small_days(DayAct.HAND_OVER, tidy=True))
def test_who_is_handed_over_has_a_free_time_there(small: Small) -> None:
    """One after the other, as staff would do each by itself."""
    found = plan(small.wish, small.day)
    accounted(small, found)
    taken = set(small.held | small.away)
    for a in small.day.live:
        taken |= minutes(a.slot) if a.doctor_id == THEIRS else set()
    where = {a.id: a for a in small.day.live}
    changed = {c.appointment_id: c for c in found.changes}
    for one in small.coming():
        to = minutes(slot(int((one.slot.start - MIDNIGHT).total_seconds() // 60), 30))
        elsewhere = [a for a in where.values() if a.id != one.id and a.patient_id == one.patient_id]
        busy = any(minutes(a.slot) & to for a in elsewhere)
        fits = to <= small.open and not to & taken
        change = changed.get(one.id)
        assert (change is not None) == (not busy and (fits or small.wish.overbook))
        if change is not None:
            assert change.overbooked == (not fits)
            taken |= to
    event(f"handed over: {bool(changed)}")


@given(small_days(DayAct.CANCEL) | small_days(DayAct.LATE))
def test_what_is_cancelled_or_told_is_all_that_is_to_come(small: Small) -> None:
    found = plan(small.wish, small.day)
    accounted(small, found)
    told = {c.appointment_id for c in found.changes}
    here = {a.id for a in small.coming() if a.arrived_at is not None} if small.wish.act is DayAct.LATE else set()
    assert told == {a.id for a in small.coming()} - here
    assert all(c.to is None and not c.overbooked for c in found.changes)
