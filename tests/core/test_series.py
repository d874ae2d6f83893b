"""The dates of a series, and which free time is nearest, beside a plain enumeration."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Repeats
from booking.models import Slot
from booking.scheduling.series_dates import around, by_nearness, due_dates

ZONE = ZoneInfo("America/Tijuana")
FIRSTS = st.builds(
    lambda date, quarter: dt.datetime.combine(date, dt.time(6 + quarter // 4, quarter % 4 * 15), ZONE),
    st.dates(dt.date(2026, 1, 1), dt.date(2027, 12, 31)),
    st.integers(0, 14 * 4 - 1),
)
EVERY = st.sampled_from((1, 2, 3, 5, 7, 14, 28, 84))


@given(FIRSTS, EVERY, st.integers(2, 12))
def test_each_comes_at_the_same_hour_so_many_days_after_the_one_before(
    first: dt.datetime, every: int, times: int
) -> None:
    day, named = first.date(), []
    for _ in range(times - 1):
        day += dt.timedelta(days=every)
        named.append((day, first.time()))
    found = [at.astimezone(ZONE) for at in due_dates(first, every, times, ZONE)]
    assert [(at.date(), at.time()) for at in found] == named


@given(FIRSTS, EVERY, st.lists(st.integers(-6 * 24 * 4, 6 * 24 * 4), unique=True, max_size=40))
def test_the_nearest_is_that_of_its_day_with_the_nearest_hour(
    due: dt.datetime, every: int, quarters: list[int]
) -> None:
    days = around(due, every, ZONE)
    starts = [(due.astimezone(dt.UTC) + dt.timedelta(minutes=15 * n)).astimezone(ZONE) for n in quarters]
    free = [Slot(start=at, end=at + dt.timedelta(minutes=30)) for at in starts if days.start <= at < days.end]
    found = by_nearness(free, due, ZONE)
    assert sorted(slot.start for slot in found) == sorted(slot.start for slot in free)
    for chosen in found[:1]:
        at = chosen.start.astimezone(ZONE)
        far = abs((at.date() - due.date()).days)
        for other in free:
            its = other.start.astimezone(ZONE)
            assert abs((its.date() - due.date()).days) >= far, "a nearer day was free"
            if abs((its.date() - due.date()).days) == far:
                assert _minutes(its, due) >= _minutes(at, due), "a nearer hour was free"


def _minutes(one: dt.datetime, other: dt.datetime) -> int:
    return abs((one.hour - other.hour) * 60 + one.minute - other.minute)


@given(FIRSTS, EVERY, st.integers(2, 12))
def test_no_day_may_be_that_of_two_of_them(first: dt.datetime, every: int, times: int) -> None:
    spans = [around(due, every, ZONE) for due in (first, *due_dates(first, every, times, ZONE))]
    assert all(one.end <= other.start for one, other in pairwise(spans))


@pytest.mark.parametrize(
    ("repeats", "count"),
    [
        (Repeats(every=7, times=4), 4),
        (Repeats(every=7, span=28), 4),
        (Repeats(every=14, span=56), 4),
        (Repeats(every=28, span=84), 3),
        (Repeats(every=7), None),
        (Repeats(every=7, times=1), None),
        (Repeats(every=7, times=13), None),
        (Repeats(every=28, span=28), None),
        (Repeats(times=3), 3),
    ],
)
def test_how_many_they_are(repeats: Repeats, count: int | None) -> None:
    assert repeats.count == count
