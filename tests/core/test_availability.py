"""Free slots by example: what a schedule, its exceptions, the policy and a clock change do to them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

import pytest

from booking.models import Busy, Clinic, DateOverride, Doctor, FreeSlot, Opening, Policy
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from tests.core.dates import EVERY_DATE

TIJUANA = ZoneInfo("America/Tijuana")
MONDAY = dt.date(2026, 11, 23)
BEFORE = dt.datetime(2026, 11, 22, 8, tzinfo=TIJUANA)
LAURA = Doctor(id=1, name="Laura")
JORGE = Doctor(id=2, name="Jorge")


def clinic(**policy: int) -> Clinic:
    return Clinic(name="Clínica", zone="America/Tijuana", policy=Policy(**policy))


def hours(start: int, end: int, doctor: int = 1, weekday: int = 0, **more: object) -> Opening:
    """From one full hour to another; 24 is midnight."""
    return Opening(doctor_id=doctor, weekday=weekday, start=dt.time(start), end=dt.time(end % 24), **more)  # type: ignore[arg-type]


def at(hour: int, minute: int = 0, day: dt.date = MONDAY) -> dt.datetime:
    return dt.datetime(day.year, day.month, day.day, hour, minute, tzinfo=TIJUANA)


def taken(start: dt.datetime, end: dt.datetime, doctor: int = 1) -> Busy:
    return Busy(doctor_id=doctor, start=start, end=end)


def starts(
    openings: Sequence[Opening],
    overrides: Sequence[DateOverride] = (),
    busy: Sequence[Busy] = (),
    *,
    at_clinic: Clinic | None = None,
    day: dt.date = MONDAY,
    now: dt.datetime = BEFORE,
) -> list[str]:
    """Local starts of that day's free slots, with a mark where the clocks show them for the second time."""
    calendar = Calendar(EVERY_DATE, [LAURA, JORGE], openings, overrides, busy)
    found = free_slots(calendar, at_clinic or clinic(), at(0, day=day), at(23, 59, day=day), now)
    return [local(slot) for slot in found]


def local(free: FreeSlot) -> str:
    start = free.slot.start.astimezone(TIJUANA)
    return f"{start:%H:%M}" + ("*" if start.fold else "")


def test_a_day_with_two_stretches() -> None:
    openings = [hours(9, 11), hours(16, 17)]
    assert starts(openings) == ["09:00", "09:30", "10:00", "10:30", "16:00", "16:30"]


def test_slots_are_in_utc_and_last_their_minutes() -> None:
    calendar = Calendar(EVERY_DATE, [LAURA], [hours(9, 11, slot_minutes=45)], [], [])
    [first, second] = free_slots(calendar, clinic(), at(0), at(23), BEFORE)
    assert first.slot.start == dt.datetime(2026, 11, 23, 17, tzinfo=dt.UTC)
    assert first.slot.start.tzinfo is dt.UTC
    assert first.slot.end == second.slot.start == dt.datetime(2026, 11, 23, 17, 45, tzinfo=dt.UTC)


def test_hours_until_midnight() -> None:
    assert starts([hours(23, 24)]) == ["23:00", "23:30"]


def test_hours_that_end_before_they_begin_are_none() -> None:
    assert starts([hours(17, 9)]) == []


@pytest.mark.parametrize(
    ("valid_from", "valid_to", "works"),
    [
        (MONDAY, MONDAY, True),
        (MONDAY + dt.timedelta(1), None, False),
        (None, MONDAY - dt.timedelta(1), False),
    ],
)
def test_validity_includes_both_dates(valid_from: dt.date | None, valid_to: dt.date | None, works: bool) -> None:
    openings = [hours(9, 10, valid_from=valid_from, valid_to=valid_to)]
    assert bool(starts(openings)) is works


def test_overrides_replace_the_hours_of_their_date_and_keep_the_slot_length() -> None:
    overrides = [
        DateOverride(doctor_id=1, date=MONDAY, start=dt.time(12), end=dt.time(13)),
        DateOverride(doctor_id=1, date=MONDAY, start=dt.time(18), end=dt.time(19)),
    ]
    openings = [hours(9, 11, slot_minutes=60)]
    assert starts(openings, overrides) == ["12:00", "18:00"]
    assert starts(openings, overrides, day=MONDAY + dt.timedelta(7)) == ["09:00", "10:00"]


def test_an_override_on_a_free_weekday_borrows_the_slot_length_of_the_week() -> None:
    sunday = DateOverride(doctor_id=1, date=MONDAY - dt.timedelta(1), start=dt.time(20), end=dt.time(21))
    assert starts([hours(9, 11, slot_minutes=20)], [sunday], day=sunday.date) == ["20:00", "20:20", "20:40"]
    assert starts([], [sunday], day=sunday.date) == ["20:00", "20:30"]


def test_a_day_off_beats_other_overrides_and_concerns_one_doctor() -> None:
    overrides = [
        DateOverride(doctor_id=1, date=MONDAY),
        DateOverride(doctor_id=1, date=MONDAY, start=dt.time(12), end=dt.time(13)),
    ]
    assert starts([hours(9, 10), hours(15, 16, doctor=2)], overrides) == ["15:00", "15:30"]


def test_busy_ranges_take_every_slot_they_touch_and_never_shift_the_grid() -> None:
    busy = [taken(at(9, 40), at(10, 10))]
    assert starts([hours(9, 11)], busy=busy) == ["09:00", "10:30"]
    assert starts([hours(9, 11)], busy=[taken(at(10), at(10, 30))]) == ["09:00", "09:30", "10:30"]
    assert starts([hours(9, 11)], busy=[taken(at(10), at(10))]) == ["09:00", "09:30", "10:00", "10:30"]


def test_busy_ranges_may_overlap() -> None:
    busy = [taken(at(9), at(10, 30)), taken(at(9, 10), at(9, 20)), taken(at(10, 15), at(10, 20))]
    assert starts([hours(9, 12)], busy=busy) == ["10:30", "11:00", "11:30"]


def test_an_absence_of_days_takes_the_days_within() -> None:
    busy = [taken(at(9, day=MONDAY - dt.timedelta(3)), at(9, 30))]
    assert starts([hours(9, 11)], busy=busy) == ["09:30", "10:00", "10:30"]


def test_the_buffer_stays_free_on_both_sides() -> None:
    busy = [taken(at(10), at(10, 30))]
    assert starts([hours(9, 12)], busy=busy, at_clinic=clinic(buffer_minutes=5)) == ["09:00", "11:00", "11:30"]


def test_the_buffer_reaches_over_midnight() -> None:
    tuesday = MONDAY + dt.timedelta(1)
    early = [taken(at(0, 5, day=tuesday), at(1, day=tuesday))]
    late = [taken(at(23, day=MONDAY - dt.timedelta(1)), at(0))]
    openings = [hours(0, 1), hours(23, 24)]
    assert starts(openings, busy=early, at_clinic=clinic(buffer_minutes=10)) == ["00:00", "00:30", "23:00"]
    assert starts(openings, busy=late, at_clinic=clinic(buffer_minutes=10)) == ["00:30", "23:00", "23:30"]


def test_the_minimum_notice_counts_from_now() -> None:
    assert starts([hours(9, 12)], now=at(9, 30), at_clinic=clinic(min_notice_minutes=60)) == ["10:30", "11:00", "11:30"]
    assert starts([hours(9, 12)], now=at(9, 31), at_clinic=clinic(min_notice_minutes=60)) == ["11:00", "11:30"]


def test_the_last_day_of_the_horizon_is_whole() -> None:
    now = at(23, 30, day=MONDAY - dt.timedelta(7))
    assert starts([hours(9, 10)], now=now, at_clinic=clinic(horizon_days=7)) == ["09:00", "09:30"]
    assert starts([hours(9, 10)], now=now, at_clinic=clinic(horizon_days=6)) == []


def test_the_daily_cap_closes_the_day() -> None:
    openings = [hours(9, 11, daily_cap=2)]
    one = [taken(at(9), at(9, 30))]
    assert starts(openings, busy=one) == ["09:30", "10:00", "10:30"]
    assert starts(openings, busy=[*one, taken(at(18), at(18, 30))]) == []
    yesterday = taken(at(9, day=MONDAY - dt.timedelta(1)), at(10, day=MONDAY - dt.timedelta(1)))
    assert starts(openings, busy=[yesterday, *one]) == ["09:30", "10:00", "10:30"]
    assert starts([hours(9, 11, daily_cap=0)]) == []


def test_doctors_of_one_slot_stand_together_by_id() -> None:
    openings = [hours(9, 10, doctor=2), hours(9, 10, doctor=1), hours(9, 10, doctor=2, slot_minutes=60)]
    calendar = Calendar(EVERY_DATE, [JORGE, LAURA], openings, [], [taken(at(9, 30), at(10), doctor=1)])
    found = free_slots(calendar, clinic(), at(0), at(23), BEFORE)
    assert [(local(f), (f.slot.end - f.slot.start).seconds // 60, f.doctor_ids) for f in found] == [
        ("09:00", 30, (1, 2)),
        ("09:00", 60, (2,)),
        ("09:30", 30, (2,)),
    ]
    only = free_slots(calendar, clinic(), at(0), at(23), BEFORE, doctor_id=1)
    assert [f.doctor_ids for f in only] == [(1,)]
    assert free_slots(calendar, clinic(), at(0), at(23), BEFORE, limit=2) == found[:2]


def test_doctors_who_are_not_in_the_calendar_have_no_slots() -> None:
    calendar = Calendar(EVERY_DATE, [JORGE], [hours(9, 10)], [], [])
    assert free_slots(calendar, clinic(), at(0), at(23), BEFORE) == []


def test_the_range_is_half_open_over_the_start() -> None:
    calendar = Calendar(EVERY_DATE, [LAURA], [hours(9, 11)], [], [])
    found = free_slots(calendar, clinic(), at(9, 30), at(10, 30), BEFORE)
    assert [local(f) for f in found] == ["09:30", "10:00"]


def test_busy_ranges_out_of_order_are_refused() -> None:
    busy = [taken(at(10), at(11)), taken(at(9), at(10))]
    with pytest.raises(ValueError, match="by start"):
        starts([hours(9, 11)], busy=busy)


SPRING = dt.date(2026, 3, 8)  # 02:00 becomes 03:00
AUTUMN = dt.date(2026, 11, 1)  # 02:00 becomes 01:00


def test_the_hour_that_does_not_exist_has_no_slots() -> None:
    openings = [hours(1, 4, weekday=6)]
    now = at(0, day=SPRING - dt.timedelta(1))
    assert starts(openings, day=SPRING, now=now) == ["01:00", "01:30", "03:00", "03:30"]


def test_the_hour_that_does_not_exist_does_not_shift_the_grid() -> None:
    opening = Opening(doctor_id=1, weekday=6, start=dt.time(1, 15), end=dt.time(5), slot_minutes=60)
    now = at(0, day=SPRING - dt.timedelta(1))
    assert starts([opening], day=SPRING, now=now) == ["01:15", "03:15"]


def test_the_hour_that_comes_twice_has_slots_once() -> None:
    openings = [hours(0, 3, weekday=6)]
    now = at(0, day=AUTUMN - dt.timedelta(1))
    expected = ["00:00", "00:30", "01:00", "01:30", "02:00", "02:30"]
    assert starts(openings, day=AUTUMN, now=now) == expected


@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_a_slot_over_a_clock_change_lasts_its_minutes(day: dt.date) -> None:
    calendar = Calendar(EVERY_DATE, [LAURA], [hours(1, 5, weekday=6, slot_minutes=90)], [], [])
    found = free_slots(calendar, clinic(), at(0, day=day), at(12, day=day), at(0, day=day - dt.timedelta(1)))
    assert found[0].slot.end - found[0].slot.start == dt.timedelta(minutes=90)
    assert local(found[0]) == "01:00"


def test_hours_that_end_in_the_skipped_hour_end_when_it_is_skipped() -> None:
    opening = Opening(doctor_id=1, weekday=6, start=dt.time(1), end=dt.time(2, 30), slot_minutes=45)
    now = at(0, day=SPRING - dt.timedelta(1))
    assert starts([opening], day=SPRING, now=now) == ["01:00"]
