"""The rules of time against a model that asks of every minute: absences, blocks, closed days, lengths, buffers.

What `availability` calls free, `reasons` gives no reason against, and the other way round.
"""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.models import (
    Absence,
    Block,
    Busy,
    Clinic,
    Doctor,
    FreeSlot,
    Opening,
    Policy,
    Slot,
    SpecialDay,
    VisitLength,
)
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from booking.scheduling.reasons import Why, not_free, why_not
from booking.scheduling.rulebook import holidays_of
from tests.core.dates import EVERY_DATE
from tests.core.test_availability_model import CASES, DAY, MINUTE, World, clock_minutes, times, worlds

KINDS = ("primera_vez", "revision")


class RuledWorld(World):
    """The naive reading of a calendar with every rule in it."""

    visit = "revision"

    def length(self, doctor: int, visit: str) -> VisitLength:
        known = {(v.visit, v.doctor_id): v for v in self.calendar.visits}
        return known.get((visit, doctor)) or known.get((visit, None)) or VisitLength(visit=visit)

    def closed(self, date: dt.date) -> bool:
        for day in self.calendar.special_days:
            if day.date == date:
                return not day.open
        country = self.clinic.policy.holidays
        return bool(country) and date in holidays_of(country, date.year)

    def away(self, doctor: int, minute: dt.datetime) -> bool:
        wall = self.local(minute)
        if any(a.doctor_id == doctor and a.start <= minute < a.end for a in self.calendar.absences):
            return True
        for block in self.calendar.blocks:
            if block.doctor_id != doctor or block.weekday != wall.weekday():
                continue
            if not (block.valid_from or dt.date.min) <= wall.date() <= (block.valid_to or dt.date.max):
                continue
            end = clock_minutes(block.end) or 1440
            start, stop = (self.closing(wall.date(), m) for m in (clock_minutes(block.start), end))
            if start <= minute < stop:
                return True
        return False

    def too_near(self, doctor: int, start: dt.datetime, end: dt.datetime) -> bool:
        wanted, policy = self.length(doctor, self.visit), self.clinic.policy.buffer_minutes
        for busy in self.calendar.busy:
            there = self.length(doctor, busy.visit)
            before = max(policy, wanted.buffer_after, there.buffer_before) * MINUTE
            after = max(policy, wanted.buffer_before, there.buffer_after) * MINUTE
            if busy.doctor_id == doctor and busy.start - before < end and start < busy.end + after:
                return True
        return False

    def ruled(self) -> list[FreeSlot]:
        policy = self.clinic.policy
        last = self.local(self.now).date() + policy.horizon_days * DAY
        found: dict[tuple[dt.datetime, dt.datetime], set[int]] = {}
        for minute in self._between(max(self.start, self.now + policy.min_notice_minutes * MINUTE), self.end):
            wall = self.local(minute)
            if wall.fold or wall.date() > last or self.closed(wall.date()):
                continue
            at = wall.hour * 60 + wall.minute
            for doctor in self.calendar.doctors:
                for begin, end, pace in self.hours(doctor.id, wall.date()):
                    length = self.length(doctor.id, self.visit).minutes or pace
                    if at < begin or (at - begin) % pace or at + length > end:
                        continue
                    stop = minute + length * MINUTE
                    if stop > self.closing(wall.date(), end) or self.too_near(doctor.id, minute, stop):
                        continue
                    if not any(self.away(doctor.id, m) for m in self._between(minute, stop)):
                        found.setdefault((minute, stop), set()).add(doctor.id)
        return [
            FreeSlot(slot=Slot(start=start, end=end), doctor_ids=tuple(sorted(ids)))
            for (start, end), ids in sorted(found.items())
        ]


@st.composite
def ruled_worlds(draw: st.DrawFn) -> RuledWorld:
    world = draw(worlds())
    middle = world.local(world.start).date() + DAY
    dates = st.sampled_from([middle + n * DAY for n in (-1, 0, 0, 1)])
    doctors = st.sampled_from([1, 2])
    instants = st.integers(-12 * 12, 36 * 12).map(lambda fives: world.start + fives * 5 * MINUTE)
    absences = st.builds(
        lambda doctor, start, fives: Absence(doctor_id=doctor, start=start, end=start + fives * 5 * MINUTE),
        doctors,
        instants,
        st.sampled_from([3, 12, 100, 400]),
    )
    blocks = st.builds(
        lambda doctor, day, start, end, limits: Block(
            doctor_id=doctor, weekday=day.weekday(), start=start, end=end, valid_from=limits[0], valid_to=limits[1]
        ),
        doctors,
        dates,
        times,
        times,
        st.sampled_from([(None, None), (None, None), (middle, None), (None, middle)]),
    )
    special = st.builds(lambda date, opens: SpecialDay(date=date, open=opens), dates, st.booleans())
    visits = st.builds(
        VisitLength,
        visit=st.sampled_from(KINDS),
        doctor_id=st.sampled_from([None, 1, 2]),
        minutes=st.sampled_from([None, 10, 20, 45, 90]),
        buffer_before=st.sampled_from([0, 0, 10, 120]),
        buffer_after=st.sampled_from([0, 0, 25]),
    )
    calendar = world.calendar._replace(
        busy=[
            Busy(**{**dict(b), "visit": visit})
            for b, visit in zip(
                world.calendar.busy, draw(st.lists(st.sampled_from(KINDS), min_size=8, max_size=8)), strict=False
            )
        ],
        absences=draw(st.lists(absences, max_size=2)),
        blocks=draw(st.lists(blocks, max_size=2)),
        special_days=draw(st.lists(special, max_size=1)),
        visits=draw(st.lists(visits, max_size=3, unique_by=lambda v: (v.visit, v.doctor_id))),
    )
    return RuledWorld(calendar, world.clinic, world.start, world.end, world.now)


@CASES
@given(ruled_worlds())
def test_free_slots_under_every_rule_are_those_of_the_model(world: RuledWorld) -> None:
    found = free_slots(world.calendar, world.clinic, world.start, world.end, world.now, visit=world.visit)
    assert found == world.ruled()


@CASES
@given(ruled_worlds())
def test_a_time_is_free_or_there_is_a_reason(world: RuledWorld) -> None:
    span = (world.start, world.end, world.now)
    found = free_slots(world.calendar, world.clinic, *span, visit=world.visit)
    free = {(id, f.slot) for f in found for id in f.doctor_ids}
    reasons = {(n.doctor_id, n.slot) for n in not_free(world.calendar, world.clinic, *span, visit=world.visit)}
    assert not free & reasons
    for id, slot in free:
        assert why_not(world.calendar, world.clinic, id, slot.start, world.now, world.visit) is None
    starts = {(id, slot.start) for id, slot in free}
    for id, slot in reasons:
        if (id, slot.start) not in starts:
            assert why_not(world.calendar, world.clinic, id, slot.start, world.now, world.visit) is not None


def test_public_holidays_of_mexico_close_the_clinic() -> None:
    assert {str(date) for date in holidays_of("MX", 2026)} == {
        "2026-01-01",
        "2026-02-02",
        "2026-03-16",
        "2026-05-01",
        "2026-09-16",
        "2026-11-16",
        "2026-12-25",
    }
    assert Clinic(name="x", zone="UTC").policy.holidays == "MX"


def test_of_two_stretches_of_hours_one_may_have_room_for_a_shorter_visit() -> None:
    nine = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)
    hours = [
        Opening(doctor_id=1, weekday=0, start=dt.time(9), end=dt.time(12), slot_minutes=minutes) for minutes in (30, 10)
    ]
    taken = [Busy(doctor_id=1, start=nine + 10 * MINUTE, end=nine + 30 * MINUTE)]
    calendar = Calendar(EVERY_DATE, [Doctor(id=1, name="Dra. Uno")], hours, [], taken)
    clinic = Clinic(name="x", zone="UTC", policy=Policy(min_notice_minutes=0))
    assert why_not(calendar, clinic, 1, nine, nine) is None
    assert why_not(calendar, clinic, 1, nine + 10 * MINUTE, nine) == (Why.TAKEN, None)
    assert why_not(calendar, clinic, 1, nine - MINUTE, nine) == (Why.PAST, None)
    assert why_not(calendar, clinic, 2, nine, nine) == (Why.INACTIVE, None)
