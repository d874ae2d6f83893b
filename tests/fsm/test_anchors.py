"""Days told by those spoken of: bare weekdays, and days counted on."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.conversation.meaning.days_beside import Around, beside, near, near_monthday
from booking.intents import Anchor, Problem, Reading, When

SATURDAY = dt.date(2026, 11, 21)
DAYS = {name: number for number, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))}


def coming(today: dt.date, weekday: int) -> dt.date:
    """The next such day, as the reader reads a bare weekday."""
    return today + dt.timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(f"2026-{text}")


@pytest.mark.parametrize(
    ("spoken", "weekday", "meant", "doubtful"),
    [
        ("12-07", "thu", ["12-10"], False),  # the week of the appointment
        ("12-07", "mon", ["12-07"], False),  # its own day, at another hour perhaps
        ("12-11", "tue", ["12-08", "12-15"], True),  # the one before, or the one after
        ("11-24", "thu", ["11-26"], False),  # both the coming one and that of the week
        ("11-27", "mon", ["11-23"], False),
        ("12-03", "mon", ["11-30", "12-07"], True),
        ("11-28", "sun", ["11-22", "11-29"], True),  # tomorrow, or the day after the appointment
    ],
)
def test_a_weekday_beside_a_day(spoken: str, weekday: str, meant: list[str], doubtful: bool) -> None:
    that = day(spoken)
    days, doubt = near(coming(SATURDAY, DAYS[weekday]), Around(that, that), SATURDAY)
    assert ([f"{d:%m-%d}" for d in days], doubt) == (meant, doubtful)


def test_with_a_day_so_near_either_side_of_it_may_be_meant() -> None:
    tuesday, spoken = dt.date(2026, 11, 24), dt.date(2026, 12, 1)
    days, doubt = near(coming(tuesday, DAYS["fri"]), Around(spoken, spoken), tuesday)
    assert (days, doubt) == ((dt.date(2026, 11, 27), dt.date(2026, 12, 4)), True)


@pytest.mark.parametrize(
    ("first", "last", "meant"),
    [
        ("12-01", "12-07", ["12-03"]),
        ("12-01", "12-31", ["12-03", "12-10", "12-17", "12-24", "12-31"]),
        ("11-23", "12-06", ["11-26"]),  # the coming one lies in it
        ("12-15", None, ["12-17"]),
        (None, "12-15", ["11-26"]),
        ("12-07", "12-09", ["12-10"]),  # none in it: beside its first day
    ],
)
def test_a_weekday_within_a_stretch(first: str | None, last: str | None, meant: list[str]) -> None:
    around = Around(first and day(first), last and day(last))
    days, doubt = near(coming(SATURDAY, DAYS["thu"]), around, SATURDAY)
    assert ([f"{d:%m-%d}" for d in days], doubt) == (meant, False)


def test_a_weekday_of_the_offer_or_after_its_beginning() -> None:
    shown = (day("12-07"), day("12-08"), day("12-10"))
    around = Around(shown[0], shown[-1], shown)
    unasked = around._replace(unasked=True)
    for number in range(7):  # who named no day means the next one, unless it is on screen
        on_screen = [one for one in shown if one.weekday() == number]
        next_one = coming(SATURDAY, number)
        assert near(next_one, unasked, SATURDAY) == ((*on_screen, next_one)[:1], False)
    assert near(coming(SATURDAY, DAYS["thu"]), around, SATURDAY) == ((day("12-10"),), False)
    assert near(coming(SATURDAY, DAYS["sat"]), around, SATURDAY) == ((day("12-12"),), False)


@given(
    today=st.dates(dt.date(2026, 1, 1), dt.date(2027, 12, 31)),
    ahead=st.integers(0, 90),
    length=st.sampled_from([0, 0, 3, 6, 30]),
    weekday=st.integers(0, 6),
    offered=st.booleans(),
)
def test_it_is_such_a_weekday_and_never_past(
    today: dt.date, ahead: int, length: int, weekday: int, offered: bool
) -> None:
    first = today + dt.timedelta(days=ahead)
    last = first + dt.timedelta(days=length)
    days, doubt = near(coming(today, weekday), Around(first, last, (first, last) if offered else ()), today)
    assert days == tuple(sorted(set(days)))
    assert all(d.weekday() == weekday and d >= today for d in days)
    assert not doubt or len(days) == 2
    if ahead >= 14 and not doubt:
        assert all(abs((d - first).days) < 7 or first <= d <= last for d in days)


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        (Anchor(days=1), When(date_from=day("12-08"), date_to=day("12-08"))),
        (Anchor(days=-2), When(date_from=day("12-05"), date_to=day("12-05"))),
        (Anchor(months=1), When(date_from=dt.date(2027, 1, 7), date_to=dt.date(2027, 1, 7))),
        (Anchor(weeks=1), When(date_from=day("12-14"), date_to=day("12-20"))),
    ],
)
def test_days_counted_on(anchor: Anchor, expected: When) -> None:
    told = beside(Reading(anchor=anchor), Around(day("12-07"), day("12-07")), SATURDAY)
    assert told is not None
    assert told.when == expected


def test_days_counted_back_into_the_past_are_a_problem() -> None:
    told = beside(Reading(anchor=Anchor(days=-30)), Around(day("12-07"), day("12-07")), SATURDAY)
    assert told == Reading(problem=Problem.PAST)


def test_any_of_several_weekdays_will_do() -> None:
    thursday, friday = (When(date_from=d, date_to=d) for d in (day("11-26"), day("11-27")))
    said = Reading(candidates=(thursday, friday), alternatives=True, anchor=Anchor(weekday=True))
    told = beside(said, Around(day("12-07"), day("12-07")), SATURDAY)
    assert told is not None
    assert told.alternatives
    assert [when.date_from for when in told.candidates] == [day("12-10"), day("12-11")]


@pytest.mark.parametrize(
    ("spoken", "number", "meant", "doubtful"),
    [
        ("12-25", 24, ["12-24"], False),
        ("12-25", 28, ["12-28"], False),
        ("12-01", 27, ["11-27"], False),
        ("11-30", 2, ["12-02"], False),
        ("12-07", 22, ["11-22", "12-22"], True),  # as far before as after
        ("12-07", 15, ["12-15"], False),
    ],
)
def test_a_day_of_the_month_beside_a_day(spoken: str, number: int, meant: list[str], doubtful: bool) -> None:
    coming = min(d for d in (dt.date(2026, 11, number), dt.date(2026, 12, number)) if d >= SATURDAY)
    days, doubt = near_monthday(coming, Around(day(spoken), day(spoken)), SATURDAY)
    assert ([f"{d:%m-%d}" for d in days], doubt) == (meant, doubtful)


def test_a_day_of_the_month_of_the_offer_or_within_a_stretch() -> None:
    twenty_fourth = dt.date(2026, 11, 24)
    shown = (day("12-23"), day("12-24"))
    assert near_monthday(twenty_fourth, Around(*shown, shown), SATURDAY) == ((day("12-24"),), False)
    assert near_monthday(twenty_fourth, Around(day("12-01"), day("12-31")), SATURDAY) == ((day("12-24"),), False)
    assert near_monthday(twenty_fourth, Around(None, None), SATURDAY) == ((twenty_fourth,), False)


@given(st.integers(1, 40), st.integers(0, 40))
def test_what_is_put_off_is_any_day_after_the_one_spoken_of(ahead: int, counted: int) -> None:
    spoken = SATURDAY + dt.timedelta(days=ahead)
    told = beside(Reading(anchor=Anchor(days=counted + 1, onward=True)), Around(spoken, spoken), SATURDAY)
    assert told is not None
    assert told.when == When(date_from=spoken + dt.timedelta(days=counted + 1))
