"""Looking for another time for an appointment that exists, and the numbers that busy ranges travel as."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Reading, When
from booking.models import Appointment, Busy, Clinic, Doctor, Opening, Policy, Slot, Status, VisitLength
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from booking.scheduling.busy import BusySpans
from booking.scheduling.search import search
from tests.core.dates import EVERY_DATE

ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 11, 23, 7, tzinfo=ZONE)
NINE = dt.datetime(2026, 11, 23, 9, tzinfo=ZONE)
CLINIC = Clinic(name="Clínica", zone=ZONE.key, policy=Policy(horizon_days=2, min_notice_minutes=0, holidays=None))
DOCTORS = [Doctor(id=1, name="Laura"), Doctor(id=2, name="Jorge")]
HOURS = [Opening(doctor_id=d.id, weekday=w, start=dt.time(9), end=dt.time(12)) for d in DOCTORS for w in range(2)]
LONG = [VisitLength(visit="larga", minutes=60)]


@st.composite
def taken(draw: st.DrawFn) -> list[Busy]:
    """Half hours and hours of either doctor, by start."""
    places = draw(st.lists(st.tuples(st.integers(1, 2), st.integers(0, 6), st.integers(1, 2)), max_size=8))
    ranges = []
    for doctor, place, halves in places:
        start = NINE + dt.timedelta(minutes=30 * place)
        visit = "larga" if halves == 2 else "corta"
        ranges.append(Busy(doctor_id=doctor, start=start, end=start + dt.timedelta(minutes=30 * halves), visit=visit))
    return sorted(ranges, key=lambda busy: (busy.start, busy.doctor_id))


@given(taken(), st.integers(1, 2), st.integers(0, 4), st.none() | st.integers(1, 2))
def test_another_time_is_any_that_is_free_without_the_old_one_but_the_old_one(
    others: list[Busy], doctor: int, place: int, asked: int | None
) -> None:
    start = NINE + dt.timedelta(minutes=30 * place)
    own = Slot(start=start, end=start + dt.timedelta(hours=1))
    mine = Appointment(id=1, status=Status.BOOKED, slot=own, doctor_id=doctor, patient_id=1, visit="larga")
    calendar = Calendar(
        EVERY_DATE, DOCTORS, HOURS, [], others, visits=LONG
    )  # as the port gives it: without the appointment
    found = search(calendar, CLINIC, None, NOW, doctor_id=asked, limit=99, visit="larga", moving=mine).found
    free = free_slots(calendar, CLINIC, NOW, NOW + dt.timedelta(days=9), NOW, doctor_id=asked, visit="larga")
    expected = {(f.slot, d) for f in free for d in f.doctor_ids} - {(own, doctor)}
    assert {(f.slot, d) for f in found for d in f.doctor_ids} == expected
    assert all(f.doctor_ids for f in found)


@given(taken(), st.integers(0, 4), st.sampled_from([(13, True), (14, False)]))
def test_moved_to_another_day_its_own_is_not_near(others: list[Busy], place: int, at: tuple[int, bool]) -> None:
    start = NINE + dt.timedelta(minutes=30 * place)
    own = Slot(start=start, end=start + dt.timedelta(hours=1))
    mine = Appointment(id=1, status=Status.BOOKED, slot=own, doctor_id=1, patient_id=1, visit="larga")
    calendar = Calendar(EVERY_DATE, DOCTORS, HOURS, [], others, visits=LONG)
    (hour, exact), tuesday = at, NINE.date() + dt.timedelta(days=1)
    wish = When(date_from=tuesday, date_to=tuesday, time_from=dt.time(hour), exact=exact)
    near = search(calendar, CLINIC, Reading(when=wish), NOW, limit=9, visit="larga", moving=mine)
    assert not near.found
    assert near.others
    assert {free.slot.start.astimezone(ZONE).date() for free in near.others} == {tuesday}
    monday = wish.model_copy(update={"date_from": NINE.date(), "date_to": NINE.date()})
    found = search(calendar, CLINIC, Reading(when=monday), NOW, limit=99, visit="larga", moving=mine).others
    free = free_slots(calendar, CLINIC, NOW, NOW + dt.timedelta(days=1), NOW, visit="larga")
    assert {free.slot for free in found} >= {one.slot for one in free if one.slot != own}, "of that day they are near"


@given(taken())
def test_numbers_say_the_same(busy: list[Busy]) -> None:
    spans = BusySpans.among(busy)
    assert len(spans) == len(busy)
    assert sorted(map(repr, spans)) == sorted(repr(b.model_copy(update={"start": b.start.astimezone(dt.UTC),
                                                                         "end": b.end.astimezone(dt.UTC)}))
                                              for b in busy)  # fmt: skip
    assert [b.start for b in spans] == [b.start for b in busy]
    assert BusySpans.among(spans) is spans
    assert (spans[0] == next(iter(spans))) if busy else (spans == [])


def test_ranges_out_of_order_are_refused() -> None:
    later = Busy(doctor_id=1, start=NINE + dt.timedelta(hours=1), end=NINE + dt.timedelta(hours=2))
    with pytest.raises(ValueError, match="by start"):
        BusySpans.among([later, Busy(doctor_id=2, start=NINE, end=NINE + dt.timedelta(hours=1))])
