"""What is offered where nothing was said of the hour: some of each part of the day, the nearest time among them."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Reading, When
from booking.models import FreeSlot
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from booking.scheduling.offers import with_others
from booking.scheduling.search import SearchResult, exact_start, search
from booking.scheduling.spread import leaves_hour_open
from tests.core.test_availability_search import (
    CALENDAR,
    CASES,
    CLINIC,
    DAY,
    MONDAY,
    NOW,
    ZONE,
    calendars,
    fits,
    local,
    on,
    sharp,
    weekdays,
    wishes,
)

_BEGIN = (12, 14, 19)
"""The hours at which midday, the afternoon and the evening begin."""


def part(free: FreeSlot) -> int:
    """Of the day: morning, midday, afternoon, evening."""
    return sum(free.slot.start.astimezone(ZONE).hour >= hour for hour in _BEGIN)


def day(free: FreeSlot) -> dt.date:
    return free.slot.start.astimezone(ZONE).date()


@CASES
@given(calendars, wishes | st.none(), st.integers(1, 6))
def test_a_spread_has_the_nearest_time_and_some_of_each_part_of_its_day(
    calendar: Calendar, wish: Reading | None, limit: int
) -> None:
    everything = free_slots(calendar, CLINIC, NOW, NOW + 60 * DAY, NOW)
    found = search(calendar, CLINIC, wish, NOW, limit=limit, spread=True).found
    whens = () if wish is None else (wish.when,) if wish.when else wish.candidates
    as_wished = [f for f in everything if not whens or any(fits(when, f) for when in whens)]
    if not leaves_hour_open(wish):
        assert found == search(calendar, CLINIC, wish, NOW, limit=limit).found
        return
    assert len(found) == min(limit, len(as_wished))
    assert list(found) == sorted(found, key=lambda f: f.slot.start)
    assert set(found) <= set(as_wished)
    assert found[:1] == tuple(as_wished[:1]), "the nearest time is left out"
    days = sorted({day(f) for f in found})
    for date in days:
        free, shown = [[f for f in some if day(f) == date] for some in (as_wished, found)]
        if date != days[-1]:
            assert shown == free, "times of a later day, before all of this one"
        shares, room = Counter(map(part, shown)), Counter(map(part, free))
        for one in room:
            less = shares[one] < room[one]
            assert not less or all(shares[one] >= shares[other] - 1 for other in room), "of one part too many"


@CASES
@given(calendars, st.integers(1, 6))
def test_more_and_more_times_come_to_every_one(calendar: Calendar, limit: int) -> None:
    """A spread, then the times that it left out and those after it: none is missed."""
    everything = free_slots(calendar, CLINIC, NOW, NOW + 60 * DAY, NOW)[:20]
    page = search(calendar, CLINIC, None, NOW, limit=limit, spread=True).found
    shown, after = set(page), page[0].slot.start if page else None
    but = tuple(f.slot.start for f in page)
    while page and after is not None and not set(everything) <= shown:
        page = search(calendar, CLINIC, None, NOW, limit=limit, after=after, but=but).found
        assert page, "no more, and some were never shown"
        shown, after, but = {*shown, *page}, page[-1].slot.start, ()
    assert set(everything) <= shown


def test_a_day_is_shown_from_morning_to_evening() -> None:
    calendar = CALENDAR._replace(openings=weekdays(9, 14) + weekdays(16, 20))
    assert local(search(calendar, CLINIC, on(MONDAY + DAY), NOW, limit=5, spread=True).found) == [
        "27 09:00",
        "27 10:30",
        "27 12:00",
        "27 16:00",
        "27 19:00",
    ]


@given(calendars, wishes)
def test_the_others_are_offered_only_beside_a_doctor_who_has_nothing_as_wished(
    calendar: Calendar, wish: Reading
) -> None:
    own = search(calendar._replace(doctors=calendar.doctors[:1]), CLINIC, wish, NOW)
    others = search(calendar._replace(doctors=calendar.doctors[1:]), CLINIC, wish, NOW)
    if own.found:
        return
    both = with_others(own, others, wish, CLINIC)
    assert both.others == own.others[: len(both.others)]
    assert bool(both.others) == bool(own.others), "the doctor asked for has times, and none is offered"
    assert len(both.others) + len(both.elsewhere) <= CLINIC.policy.offer_size
    if others.found:
        assert both.elsewhere, "others have what is wished, and are left out"
        assert both.elsewhere[0] == others.found[0]
    for free in both.elsewhere:
        instant = exact_start(wish, CLINIC)
        assert free.doctor_ids == (2,)
        assert free in others.found or (instant and day(free) == instant.astimezone(ZONE).date())


def test_of_an_hour_that_nobody_has_the_others_times_of_that_day_are_offered() -> None:
    two = Calendar(*CALENDAR[:1], [*CALENDAR.doctors], weekdays(9, 11, days=range(3, 4)), [], [])
    own, others = (
        search(two, CLINIC, sharp(MONDAY + DAY, 15), NOW),
        search(CALENDAR, CLINIC, sharp(MONDAY + DAY, 15), NOW),
    )
    both = with_others(own, others, sharp(MONDAY + DAY, 15), CLINIC)
    assert {at[:2] for at in local(both.elsewhere)} == {"27"}
    assert {at[:2] for at in local(both.others)} == {"29"}
    assert with_others(own, SearchResult(), Reading(when=When()), CLINIC) == own
