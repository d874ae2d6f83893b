"""Two wishes, one after the other: what the later one leaves of several times is as it was."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.conversation.meaning.merged_wishes import merge
from booking.intents import Reading, When

MONDAY = dt.date(2026, 12, 7)
NINE, NOON = dt.time(9), dt.time(12)


def day(number: int, **hours: object) -> When:
    at = MONDAY + dt.timedelta(days=number)
    return When.model_validate({"date_from": at, "date_to": at, **hours})


def any_of(*whens: When) -> Reading:
    return Reading(candidates=whens, alternatives=True)


def but(number: int) -> Reading:
    """Any day but this one."""
    gone = MONDAY + dt.timedelta(days=number)
    one = dt.timedelta(days=1)
    return any_of(When(date_to=gone - one), When(date_from=gone + one))


def test_of_two_days_the_one_that_will_not_do_is_left_out() -> None:
    before = any_of(day(3, time_to=NOON), day(4, time_to=NOON))
    assert merge(before, but(3)) == Reading(when=day(4, time_to=NOON))
    assert merge(before, but(4)) == Reading(when=day(3, time_to=NOON))


def test_one_of_the_days_keeps_each_of_its_hours() -> None:
    at = [{"time_from": hour, "exact": True} for hour in (NINE, NOON)]
    before = any_of(*(day(number, **hours) for number in (3, 4) for hours in at))
    assert merge(before, Reading(when=day(4))) == any_of(*(day(4, **hours) for hours in at))


def test_another_day_is_that_day() -> None:
    before = any_of(day(3, time_from=NINE, exact=True), day(4, time_from=NOON, exact=True))
    assert merge(before, Reading(when=day(6))) == Reading(when=day(6))


@given(st.lists(st.integers(0, 6), min_size=2, max_size=4, unique=True), st.data())
def test_what_is_left_was_wished_for_and_is_none_that_will_not_do(days: list[int], data: st.DataObject) -> None:
    before = any_of(*(day(number, time_from=NINE) for number in sorted(days)))
    gone = data.draw(st.sampled_from(days))
    left = merge(before, but(gone))
    assert left is not None
    whens = (left.when,) if left.when else left.candidates
    assert {*whens} == {*before.candidates} - {day(gone, time_from=NINE)}
