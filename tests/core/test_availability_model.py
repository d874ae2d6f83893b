"""Free slots against a model that walks minute by minute: random schedules, zones, clock changes, caps, buffers.

Cases are cheap here, so four times as many are tried as the profile says.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cached_property, lru_cache
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from booking.models import Busy, Clinic, DateOverride, Doctor, FreeSlot, Opening, Policy, Slot
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from tests.core.dates import EVERY_DATE

CASES = settings(settings(), max_examples=4 * settings().max_examples)
MINUTE = dt.timedelta(minutes=1)
DAY = dt.timedelta(days=1)

PLACES = [
    ("America/Tijuana", dt.date(2026, 3, 8)),  # 02:00 becomes 03:00
    ("America/Tijuana", dt.date(2026, 11, 1)),  # 02:00 becomes 01:00
    ("America/Tijuana", dt.date(2026, 11, 23)),
    ("America/Mexico_City", dt.date(2026, 4, 5)),  # no clock changes any more
    ("UTC", dt.date(2026, 2, 28)),
    ("Asia/Kolkata", dt.date(2028, 2, 29)),
    ("America/Havana", dt.date(2026, 3, 8)),  # midnight does not exist
    ("America/Havana", dt.date(2026, 11, 1)),  # midnight comes twice
    ("Africa/Cairo", dt.date(2026, 10, 29)),  # the last hour of the day comes twice
    ("America/Sao_Paulo", dt.date(2018, 11, 4)),  # midnight does not exist
    ("Australia/Lord_Howe", dt.date(2026, 4, 5)),  # half an hour comes twice
    ("Australia/Lord_Howe", dt.date(2026, 10, 4)),  # half an hour is skipped
]


@lru_cache(maxsize=100_000)
def wall_of(instant: dt.datetime, zone: str) -> dt.datetime:
    return instant.astimezone(ZoneInfo(zone))


def clock_minutes(time: dt.time) -> int:
    return time.hour * 60 + time.minute


@dataclass(frozen=True)
class World:
    """A calendar, and the naive reading of it."""

    calendar: Calendar
    clinic: Clinic
    start: dt.datetime
    end: dt.datetime
    now: dt.datetime

    @cached_property
    def minutes(self) -> list[dt.datetime]:
        """Every minute of the range and a day and a half around it."""
        begin = self.start - DAY - DAY / 2
        return [begin + i * MINUTE for i in range(int((self.end - begin + DAY + DAY / 2) / MINUTE))]

    def local(self, instant: dt.datetime) -> dt.datetime:
        return wall_of(instant, self.clinic.zone)

    def hours(self, doctor: int, date: dt.date) -> list[tuple[int, int, int]]:
        """(from, to, slot length) of that date, in minutes past midnight."""
        valid = [
            o
            for o in self.calendar.openings
            if o.doctor_id == doctor and (o.valid_from or dt.date.min) <= date <= (o.valid_to or dt.date.max)
        ]
        theirs = [o for o in valid if o.weekday == date.weekday()]
        weekly = [o for o in theirs if not any(self.narrower(other, o) for other in theirs)]
        overrides = [o for o in self.calendar.overrides if (o.doctor_id, o.date) == (doctor, date)]
        model = sorted(weekly or valid, key=lambda o: (o.weekday, o.start))
        caps = [o.daily_cap for o in (model if overrides else weekly) if o.daily_cap is not None]
        begun = [b for b in self.calendar.busy if b.doctor_id == doctor and self.local(b.start).date() == date]
        if caps and len(begun) >= min(caps):
            return []
        if not overrides:
            return [(clock_minutes(o.start), clock_minutes(o.end) or 1440, o.slot_minutes) for o in weekly]
        if any(o.start is None for o in overrides):
            return []
        length = model[0].slot_minutes if model else 30
        return [(clock_minutes(o.start), clock_minutes(o.end) or 1440, length) for o in overrides if o.start and o.end]

    @staticmethod
    def narrower(one: Opening, other: Opening) -> bool:
        """Whether the hours of one stand in for those of the other on a date of both: a season in the year, a
        change from some day on; of two seasons the shorter, of two as long the one that begins later."""
        ends = [[limit for limit in (o.valid_from, o.valid_to) if limit] for o in (one, other)]
        if len(ends[0]) != len(ends[1]):
            return len(ends[0]) > len(ends[1])
        if len(ends[0]) == 2 and ends[0][1] - ends[0][0] != ends[1][1] - ends[1][0]:
            return ends[0][1] - ends[0][0] < ends[1][1] - ends[1][0]
        return (one.valid_from or dt.date.min) > (other.valid_from or dt.date.min)

    def naive(self) -> list[FreeSlot]:
        policy = self.clinic.policy
        buffer = policy.buffer_minutes * MINUTE
        last = self.local(self.now).date() + policy.horizon_days * DAY
        blocked = {
            doctor.id: {
                minute
                for b in self.calendar.busy
                if b.doctor_id == doctor.id
                for minute in self._between(b.start - buffer, b.end + buffer)
            }
            for doctor in self.calendar.doctors
        }
        found: dict[tuple[dt.datetime, dt.datetime], set[int]] = {}
        for minute in self._between(max(self.start, self.now + policy.min_notice_minutes * MINUTE), self.end):
            wall = self.local(minute)
            if wall.fold or wall.date() > last:
                continue
            for doctor in self.calendar.doctors:
                for opens, closes, length in self.hours_on(doctor.id, wall.date()):
                    into = wall.hour * 60 + wall.minute - opens
                    if into < 0 or into % length or opens + into + length > closes:
                        continue
                    end = minute + length * MINUTE
                    if end > self.closing(wall.date(), closes):
                        continue
                    if not any(m in blocked[doctor.id] for m in self._between(minute, end)):
                        found.setdefault((minute, end), set()).add(doctor.id)
        return [
            FreeSlot(slot=Slot(start=start, end=end), doctor_ids=tuple(sorted(ids)))
            for (start, end), ids in sorted(found.items())
        ]

    @cached_property
    def _hours(self) -> dict[tuple[int, dt.date], list[tuple[int, int, int]]]:
        return {}

    def hours_on(self, doctor: int, date: dt.date) -> list[tuple[int, int, int]]:
        if (doctor, date) not in self._hours:
            self._hours[doctor, date] = self.hours(doctor, date)
        return self._hours[doctor, date]

    @cached_property
    def _closings(self) -> dict[tuple[dt.date, int], dt.datetime]:
        return {}

    def closing(self, date: dt.date, minutes: int) -> dt.datetime:
        """The first minute at which the clocks show that time of that date, or a later one."""
        if (date, minutes) not in self._closings:
            wall = dt.datetime.combine(date, dt.time()) + minutes * MINUTE
            self._closings[date, minutes] = next(
                m for m in self.minutes if self.local(m).date() >= date and self.local(m).replace(tzinfo=None) >= wall
            )
        return self._closings[date, minutes]

    @staticmethod
    def _between(start: dt.datetime, end: dt.datetime) -> list[dt.datetime]:
        """The whole minutes of a range; everything in these tests begins on one."""
        return [start + i * MINUTE for i in range(max(0, int((end - start) / MINUTE)))]


times = st.builds(dt.time, st.integers(0, 23), st.sampled_from([0, 10, 15, 20, 30, 45]))
early = times.map(lambda time: time.replace(hour=time.hour % 4))
late = times.map(lambda time: time.replace(hour=20 - time.hour % 16))
shifts = st.tuples(early, late) | st.tuples(early, late) | st.tuples(times, times)
lengths = st.sampled_from([10, 15, 20, 30, 45, 60, 90])
doctors = st.sampled_from([1, 1, 2])


def rarely(values: st.SearchStrategy[dt.date]) -> st.SearchStrategy[dt.date | None]:
    return st.integers(0, 5).flatmap(lambda n: values if n == 5 else st.none())


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Three days around a date, mostly about that date, with hours that often span the clock change."""
    zone, turning = draw(st.sampled_from(PLACES))
    dates = st.sampled_from([turning + i * DAY for i in (0, 0, 0, -1, 1)])
    openings = st.builds(
        lambda shift, **rest: Opening(start=shift[0], end=shift[1], **rest),
        shifts,
        doctor_id=doctors,
        weekday=dates.map(dt.date.weekday),
        slot_minutes=lengths,
        daily_cap=st.sampled_from([None, None, None, None, 1, 2, 4]),
        valid_from=rarely(dates),
        valid_to=rarely(dates),
    )
    overrides = st.builds(
        lambda doctor, date, shift: DateOverride(doctor_id=doctor, date=date, start=shift[0], end=shift[1]),
        doctors,
        dates,
        shifts | shifts | st.just((None, None)),
    )
    midnight = dt.datetime.combine(turning, dt.time(), ZoneInfo(zone)).astimezone(dt.UTC)
    instants = st.integers(-36 * 12, 36 * 12).map(lambda fives: midnight + fives * 5 * MINUTE)
    lasting = st.sampled_from([1, 2, 3, 6, 6, 9, 12, 12, 18, 200])
    busy = st.builds(
        lambda doctor, start, fives: Busy(doctor_id=doctor, start=start, end=start + fives * 5 * MINUTE),
        doctors,
        instants,
        lasting,
    )
    policy = Policy(
        horizon_days=draw(st.sampled_from([9, 9, 9, 1, 0])),
        min_notice_minutes=draw(st.sampled_from([0, 0, 7, 60])),
        buffer_minutes=draw(st.sampled_from([0, 0, 5, 15, 100])),
    )
    start = draw(st.sampled_from([midnight - DAY, midnight, midnight]) | instants)
    return World(
        calendar=Calendar(
            EVERY_DATE,
            [Doctor(id=i, name=str(i)) for i in draw(st.sampled_from([(1, 2), (1, 2), (1,)]))],
            draw(st.lists(openings, min_size=2, max_size=5)),
            draw(st.lists(overrides, max_size=1)),
            sorted(draw(st.lists(busy, max_size=8)), key=lambda b: b.start),
        ),
        clinic=Clinic(name="Clínica", zone=zone, policy=policy),
        start=start,
        end=start + draw(st.integers(24, 60) | st.integers(0, 24)) * 60 * MINUTE,
        now=midnight - draw(st.integers(0, 30) | st.integers(0, 30) | st.integers(-12, 90)) * 60 * MINUTE,
    )


@CASES
@given(worlds())
def test_free_slots_are_those_of_the_minute_by_minute_model(world: World) -> None:
    found = free_slots(world.calendar, world.clinic, world.start, world.end, world.now)
    assert found == world.naive()


@CASES
@given(worlds(), st.integers(0, 5))
def test_a_limit_takes_the_first_and_a_doctor_takes_a_share(world: World, limit: int) -> None:
    arguments = (world.calendar, world.clinic, world.start, world.end, world.now)
    everything = free_slots(*arguments)
    assert free_slots(*arguments, limit=limit) == everything[:limit]
    shares = [(f.slot, 1) for f in free_slots(*arguments, doctor_id=1)]
    assert shares == [(f.slot, 1) for f in everything if 1 in f.doctor_ids]
