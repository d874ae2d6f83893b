"""A time that is told by the one before or after it is that one, and never the one it is told by."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot, Unknown
from booking.models import State, UnderstandingContext
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

HOURS = ("10:00", "11:30", "16:00", "17:30")
AFTER = ("la que le sigue a", "la siguiente a", "la que va después de", "la de después de", "quiero la que sigue de")
BEFORE = ("la anterior a", "la de antes de", "la que está antes de", "mejor la que va antes de")


def shown() -> UnderstandingContext:
    where = context(State.SLOT_SELECTION)
    day = where.now.date() + dt.timedelta(days=2)
    times = [dt.datetime.combine(day, dt.time.fromisoformat(hour), where.now.tzinfo) for hour in HOURS]
    return where.model_copy(update={"offered": tuple(times)})


@given(st.integers(1, len(HOURS)), st.sampled_from(AFTER + BEFORE), st.booleans())
def test_the_one_beside_is_chosen_or_nothing(number: int, led: str, by_hour: bool) -> None:
    told_by = f"la de las {HOURS[number - 1]}" if by_hour else f"la {number}"
    said = meant(parse(f"{led} {told_by}", shown()))
    option = number + (1 if led in AFTER else -1)
    if 1 <= option <= len(HOURS):
        assert said == (SelectSlot(option=option),)
    else:
        assert all(isinstance(intent, Unknown) for intent in said)


def test_the_one_beside_a_time_that_is_not_shown_is_asked() -> None:
    assert all(isinstance(intent, Unknown) for intent in meant(parse("la que le sigue a la de las 2", shown())))
