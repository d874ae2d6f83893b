"""Where a wish points, what a search finds, and what it offers instead."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.intents import Problem, Reading, When
from booking.models import Busy, Clinic, Doctor, FreeSlot, Opening, Policy
from booking.ports import Calendar
from booking.scheduling.availability import free_slots
from booking.scheduling.search import exact_start, search, search_ranges, wish_ranges
from tests.core.dates import EVERY_DATE

CASES = settings(settings(), max_examples=4 * settings().max_examples)
ZONE = ZoneInfo("America/Tijuana")
CLINIC = Clinic(name="Clínica", zone=ZONE.key, policy=Policy(horizon_days=21, min_notice_minutes=60))
MONDAY = dt.date(2026, 10, 26)  # the clocks go back on the Sunday after it
NOW = dt.datetime(2026, 10, 26, 8, tzinfo=ZONE)
NOW_HOUR = dt.timedelta(hours=8)
DAY = dt.timedelta(days=1)


def weekdays(start: int, end: int, doctor: int = 1, days: range = range(5)) -> list[Opening]:
    return [Opening(doctor_id=doctor, weekday=d, start=dt.time(start), end=dt.time(end)) for d in days]


CALENDAR = Calendar(EVERY_DATE, [Doctor(id=1, name="Laura")], weekdays(9, 13), [], [])


def local(found: tuple[FreeSlot, ...]) -> list[str]:
    return [f"{f.slot.start.astimezone(ZONE):%d %H:%M}" for f in found]


def on(date: dt.date, time: dt.time | None = None, to: dt.time | None = None) -> Reading:
    """That date: all of it, from a time on, or a window."""
    return Reading(when=When(date_from=date, date_to=date, time_from=time, time_to=to))


def sharp(date: dt.date, hour: int, minute: int = 0) -> Reading:
    return Reading(when=When(date_from=date, date_to=date, time_from=dt.time(hour, minute), exact=True))


def test_no_wish_finds_the_soonest() -> None:
    result = search(CALENDAR, CLINIC, None, NOW, limit=3)
    assert local(result.found) == ["26 09:00", "26 09:30", "26 10:00"]
    assert result.exact is None
    assert result.others == ()
    assert search(CALENDAR, CLINIC, Reading(), NOW, limit=3) == result


def test_the_policy_says_how_many() -> None:
    assert len(search(CALENDAR, CLINIC, None, NOW).found) == CLINIC.policy.offer_size


def test_more_times_come_after_those_shown() -> None:
    shown = search(CALENDAR, CLINIC, None, NOW, limit=2).found
    result = search(CALENDAR, CLINIC, None, NOW, limit=2, after=shown[-1].slot.start)
    assert local(result.found) == ["26 10:00", "26 10:30"]


def test_an_exact_time_that_is_free() -> None:
    result = search(CALENDAR, CLINIC, sharp(MONDAY + DAY, 11), NOW)
    assert local(result.found) == ["27 11:00"]
    assert result.exact == result.found[0]
    assert result.others == ()


def test_an_exact_time_that_is_taken_gives_the_nearest_of_the_day_first() -> None:
    at = dt.datetime(2026, 10, 27, 12, 30, tzinfo=ZONE)
    taken = Calendar(*CALENDAR[:4], [Busy(doctor_id=1, start=at, end=at + dt.timedelta(minutes=30))])
    result = search(taken, CLINIC, sharp(MONDAY + DAY, 12, 30), NOW, limit=3)
    assert result.found == ()
    assert result.exact is None
    assert local(result.others) == ["27 11:00", "27 11:30", "27 12:00"]


def test_an_exact_time_on_a_closed_day_gives_the_nearest_days() -> None:
    result = search(CALENDAR, CLINIC, sharp(dt.date(2026, 10, 31), 9), NOW, limit=3)
    assert local(result.others) == ["30 11:30", "30 12:00", "30 12:30"]


FULL = CALENDAR._replace(busy=[Busy(doctor_id=1, start=NOW, end=NOW + 30 * DAY)])


@CASES
@given(
    st.sampled_from([0, 5, 7]), st.integers(0, 9), st.booleans(), st.integers(0, 23), st.integers(1, 23), st.booleans()
)
def test_closed_is_said_only_where_there_are_no_hours_and_then_always(
    first: int, days: int, dated: bool, hour: int, length: int, exact: bool
) -> None:
    """With every time taken: of a time without a day, of several days, of the one day."""
    dates = {"date_from": MONDAY + first * DAY, "date_to": MONDAY + (first + days) * DAY} if dated else {}
    time_from, until = dt.time(hour), min(hour + length, 24)
    time_to = None if exact or until == 24 else dt.time(until)
    wish = Reading(when=When(**dates, time_from=time_from, time_to=time_to, exact=exact))
    weekdays = [(MONDAY + n * DAY).weekday() for n in (range(first, first + days + 1) if dated else range(7))]
    open_then = any(day < 5 for day in weekdays) and (9 <= hour < 13 if exact else hour < 13 and until > 9)
    assert search(FULL, CLINIC, wish, NOW).closed is not open_then


def test_a_clock_time_off_the_grid_is_not_free() -> None:
    result = search(CALENDAR, CLINIC, sharp(MONDAY + DAY, 10, 10), NOW, limit=2)
    assert result.exact is None
    assert local(result.others) == ["27 10:00", "27 10:30"]


def test_a_clock_time_without_a_date_is_looked_for_every_day_and_is_not_exact() -> None:
    wish = Reading(when=When(time_from=dt.time(11), exact=True))
    result = search(CALENDAR, CLINIC, wish, NOW, limit=2)
    assert local(result.found) == ["26 11:00", "27 11:00"]
    assert result.exact is None


def test_a_window_is_half_open() -> None:
    result = search(CALENDAR, CLINIC, on(MONDAY + DAY, dt.time(10), dt.time(11)), NOW)
    assert local(result.found) == ["27 10:00", "27 10:30"]


def test_a_window_with_nothing_inside_gives_the_nearest_of_that_day() -> None:
    result = search(CALENDAR, CLINIC, on(MONDAY + DAY, dt.time(16), dt.time(20)), NOW, limit=2)
    assert result.found == ()
    assert local(result.others) == ["27 12:00", "27 12:30"]


def test_a_window_without_a_day_gives_the_nearest_hours_of_the_days_to_come() -> None:
    evening = Reading(when=When(time_from=dt.time(14), time_to=dt.time(20)))
    assert local(search(CALENDAR, CLINIC, evening, NOW, limit=3).others) == ["26 12:30", "27 12:30", "28 12:30"]


def test_of_a_day_that_is_full_the_days_before_are_as_near_as_those_after() -> None:
    week = [Busy(doctor_id=1, start=NOW + 7 * DAY - NOW_HOUR, end=NOW + 14 * DAY - NOW_HOUR)]
    full = CALENDAR._replace(busy=week)
    assert local(search(full, CLINIC, on(MONDAY + 6 * DAY), NOW, limit=2).others) == ["30 12:00", "30 12:30"]


def test_of_a_day_that_is_full_such_hours_of_the_next_come_first() -> None:
    full = CALENDAR._replace(busy=[Busy(doctor_id=1, start=NOW + DAY, end=NOW + 2 * DAY - NOW_HOUR)])
    result = search(full, CLINIC, on(MONDAY + DAY, dt.time(12), dt.time(14)), NOW, limit=4)
    assert local(result.others) == ["26 12:00", "26 12:30", "28 12:00", "28 12:30"]


@pytest.mark.parametrize(
    "wish",
    [
        on(MONDAY - DAY),
        on(MONDAY + 22 * DAY),
        Reading(problem=Problem.PAST),
        Reading(when=When(date_from=MONDAY + DAY, date_to=MONDAY)),
    ],
)
def test_a_wish_outside_what_can_be_booked_gives_the_soonest(wish: Reading) -> None:
    assert list(wish_ranges(wish, CLINIC, NOW)) == []
    result = search(CALENDAR, CLINIC, wish, NOW, limit=1)
    assert result.found == ()
    assert local(result.others) == ["26 09:00"]


def test_any_of_several_will_do_and_none_of_them_is_exact() -> None:
    whens = tuple(sharp(MONDAY + n * DAY, 12).when for n in (2, 1))
    result = search(CALENDAR, CLINIC, Reading(candidates=whens, alternatives=True), NOW)
    assert local(result.found) == ["27 12:00", "28 12:00"]
    assert result.exact is None


def test_a_doctor_asked_for_is_the_only_one_searched() -> None:
    both = Calendar(
        EVERY_DATE,
        [Doctor(id=1, name="Laura"), Doctor(id=2, name="Jorge")],
        weekdays(9, 10) + weekdays(10, 11, doctor=2),
        [],
        [],
    )
    result = search(both, CLINIC, on(MONDAY + DAY), NOW, doctor_id=2)
    assert local(result.found) == ["27 10:00", "27 10:30"]


def test_exact_start_needs_one_date_and_one_existing_time() -> None:
    assert exact_start(sharp(MONDAY, 9), CLINIC) == dt.datetime(2026, 10, 26, 9, tzinfo=ZONE)
    assert exact_start(sharp(dt.date(2027, 3, 14), 2, 30), CLINIC) is None  # skipped
    twice = exact_start(sharp(dt.date(2026, 11, 1), 1, 30), CLINIC)
    assert twice == dt.datetime(2026, 11, 1, 8, 30, tzinfo=dt.UTC)  # the first time
    assert exact_start(None, CLINIC) is None
    assert exact_start(on(MONDAY, dt.time(9)), CLINIC) is None
    open_ended = When(date_from=MONDAY, time_from=dt.time(9), exact=True)
    assert exact_start(Reading(when=open_ended), CLINIC) is None


def test_a_window_past_midnight_runs_into_the_next_day() -> None:
    [night] = wish_ranges(on(MONDAY, dt.time(22), dt.time(2)), CLINIC, NOW)
    assert night.start == dt.datetime(2026, 10, 26, 22, tzinfo=ZONE)
    assert night.end == dt.datetime(2026, 10, 27, 2, tzinfo=ZONE)
    begun_before = on(MONDAY - DAY, dt.time(22), dt.time(12))
    [rest] = wish_ranges(begun_before, CLINIC, NOW)
    assert (rest.start, rest.end) == (NOW + dt.timedelta(hours=1), NOW + dt.timedelta(hours=4))


def test_search_ranges_are_the_wish_or_its_first_days_and_then_everything() -> None:
    day, horizon = search_ranges(on(MONDAY + DAY), CLINIC, NOW)
    assert day.start == dt.datetime(2026, 10, 27, tzinfo=ZONE)
    assert day.end == dt.datetime(2026, 10, 28, tzinfo=ZONE)
    *soon, last = search_ranges(None, CLINIC, NOW)
    assert [near.start for near in soon] == [NOW + dt.timedelta(hours=1)] * 2
    assert [near.end - near.start for near in soon] == [DAY / 2, 8 * DAY]
    assert horizon == last
    assert last.end == dt.datetime(2026, 11, 17, tzinfo=ZONE)
    assert search_ranges(on(MONDAY - DAY), CLINIC, NOW) == [last]


# --- against the plain reading of a wish -----------------------------------------------------------

dates = st.integers(-2, 24).map(lambda n: MONDAY + n * DAY)
times = st.builds(dt.time, st.integers(0, 23), st.sampled_from([0, 15, 30]))
whens = st.builds(
    When,
    date_from=st.none() | dates,
    date_to=st.none() | dates,
    time_from=st.none() | times,
    time_to=st.none() | times,
) | st.builds(lambda date, time: sharp(date, time.hour, time.minute).when, dates, times)
wishes = st.builds(Reading, when=whens) | st.builds(
    lambda several: Reading(candidates=tuple(several), alternatives=True),
    st.lists(whens, min_size=2, max_size=3),
)
busy = st.builds(
    lambda quarter, n: Busy(
        doctor_id=1 + quarter % 2,
        start=NOW + quarter * dt.timedelta(minutes=15),
        end=NOW + (quarter + n) * dt.timedelta(minutes=15),
    ),
    st.integers(0, 21 * 96),
    st.integers(1, 96),
)
calendars = st.lists(busy, max_size=15).map(
    lambda taken: Calendar(
        EVERY_DATE,
        [Doctor(id=1, name="Laura"), Doctor(id=2, name="Jorge")],
        weekdays(0, 3, days=range(4, 7)) + weekdays(9, 13) + weekdays(12, 19, doctor=2, days=range(3)),
        [],
        sorted(taken, key=lambda b: b.start),
    )
)


def fits(when: When, free: FreeSlot) -> bool:
    start = free.slot.start.astimezone(ZONE).replace(tzinfo=None)
    first, last = when.date_from or dt.date.min, when.date_to or dt.date.max
    opens, closes = when.time_from or dt.time(), when.time_to or dt.time()
    if when.exact:
        return first <= start.date() <= last and start.time() == opens
    if closes == dt.time():
        return first <= start.date() <= last and start.time() >= opens
    if opens < closes:
        return first <= start.date() <= last and opens <= start.time() < closes
    evening = first <= start.date() <= last and start.time() >= opens
    return evening or (first <= start.date() - DAY <= last and start.time() < closes)


@CASES
@given(calendars, wishes, st.integers(1, 6))
def test_search_finds_what_a_filter_of_every_free_slot_finds(calendar: Calendar, wish: Reading, limit: int) -> None:
    everything = free_slots(calendar, CLINIC, NOW, NOW + 60 * DAY, NOW)
    result = search(calendar, CLINIC, wish, NOW, limit=limit)
    options = (wish.when,) if wish.when else wish.candidates
    assert list(result.found) == [f for f in everything if any(fits(w, f) for w in options)][:limit]
    assert bool(result.found) != bool(result.others) or not everything
    instant = exact_start(wish, CLINIC)
    assert result.exact == (result.found[0] if instant and result.found else None)
    if instant and not result.found:
        day = instant.astimezone(ZONE).date()

        def distance(f: FreeSlot) -> tuple[bool, dt.timedelta, dt.datetime]:
            other_day = f.slot.start.astimezone(ZONE).date() != day
            return other_day, abs(f.slot.start - instant), f.slot.start

        nearest = sorted(everything, key=distance)[:limit]
        assert list(result.others) == sorted(nearest, key=lambda f: f.slot.start)


@CASES
@given(calendars, st.integers(0, 20), st.integers(0, 4), st.none() | st.integers(0, 22), st.integers(1, 6))
def test_what_is_offered_instead_is_the_nearest_as_counted_one_by_one(
    calendar: Calendar, first: int, days: int, hour: int | None, limit: int
) -> None:
    """Of so many days, whole or two hours of each: minute by minute, day by day outward from the wish."""
    start, end = MONDAY + first * DAY, MONDAY + (first + days) * DAY
    window = () if hour is None else (dt.time(hour), dt.time(hour + 2) if hour < 22 else dt.time())
    wish = Reading(when=When(date_from=start, date_to=end, **dict(zip(("time_from", "time_to"), window, strict=False))))
    result = search(calendar, CLINIC, wish, NOW, limit=limit)
    everything = free_slots(calendar, CLINIC, NOW, NOW + 60 * DAY, NOW)
    if result.found or next(wish_ranges(wish, CLINIC, NOW), None) is None:
        return
    of_day: dict[dt.date, list[FreeSlot]] = {}
    for free in everything:
        of_day.setdefault(free.slot.start.astimezone(ZONE).date(), []).append(free)

    def off(free: FreeSlot) -> int:
        at = free.slot.start.astimezone(ZONE)
        minute, wanted = at.hour * 60 + at.minute, range(24 * 60)
        wanted = wanted if hour is None else range(hour * 60, hour * 60 + 120)
        return next(n for n in range(24 * 60) if minute - n in wanted or minute + n in wanted)

    def minutes_away(free: FreeSlot) -> int:
        at = free.slot.start.astimezone(ZONE)
        minute = at.hour * 60 + at.minute
        return 48 * 60 - minute if at.date() < start else minute

    chosen = [
        free
        for away in range(24)
        for n in range(days + 1)
        for free in sorted((f for f in of_day.get(start + n * DAY, []) if off(f) // 120 == away), key=off)
    ]
    around = [of_day.get(start - n * DAY, []) + of_day.get(end + n * DAY, []) for n in range(1, 30)]
    for such in (True, False):
        for there in around:
            chosen += sorted((f for f in there if (off(f) == 0) == such), key=lambda f: (off(f), minutes_away(f)))
    assert {f.slot.start for f in result.others} == {f.slot.start for f in chosen[:limit]}
    assert list(result.others) == sorted(result.others, key=lambda f: f.slot.start)


@CASES
@given(calendars, wishes)
def test_what_the_search_range_covers_is_found_without_the_rest(calendar: Calendar, wish: Reading) -> None:
    """A calendar of the local days of a search range finds the first slot, if there is one within it."""
    whole = search(calendar, CLINIC, wish, NOW, limit=1)
    for start, end in search_ranges(wish, CLINIC, NOW):
        near = [b for b in calendar.busy if b.start < end + DAY and start - DAY < b.end]
        narrow = search(calendar._replace(busy=near), CLINIC, wish, NOW, limit=1)
        if whole.found and whole.found[0].slot.start < end:
            assert narrow.found == whole.found
