"""A part of a day is a wish; beside a day that two of the times shown are on, it says which of them."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import NOW

WEEKDAYS = "lunes martes miércoles jueves viernes sábado".split()
MORNING = ("temprano", "tempranito", "en la mañana", "por la mañana", "la de la mañana", "pero en la mañana")
AFTERNOON = ("en la tarde", "por la tarde", "ya en la tarde", "pero el de la tarde", "la de más tarde")
BEFORE = st.sampled_from(["", "el ", "pues el ", "mejor el ", "si, el "])
AFTER = st.sampled_from(["", " por favor", " porfa", ", gracias"])


def chosen(said: str, *offered: dt.datetime) -> int | None:
    """The option that is chosen, if that is all."""
    context = UnderstandingContext(now=NOW, state=State.SLOT_SELECTION, offered=offered)
    intents = Rules().parse(said, context).intents
    options = [intent.option for intent in intents if isinstance(intent, SelectSlot)]
    return options[0] if options else None


def at(days: int, clock: str) -> dt.datetime:
    day = NOW.date() + dt.timedelta(days)
    return dt.datetime.combine(day, dt.time.fromisoformat(clock), NOW.tzinfo)


@given(
    days=st.sampled_from([1, 2, 3, 4, 6]),
    afternoon=st.booleans(),
    data=st.data(),
    before=BEFORE,
    after=AFTER,
)
def test_of_two_of_a_day_the_part_says_which(
    days: int, afternoon: bool, data: st.DataObject, before: str, after: str
) -> None:
    part = data.draw(st.sampled_from(AFTERNOON if afternoon else MORNING))
    said = f"{before}{WEEKDAYS[at(days, '09:00').weekday()]} {part}{after}"
    other = at(days + 2, "10:00")
    assert chosen(said, at(days, "09:00"), at(days, "17:00"), other) == (2 if afternoon else 1), said


@pytest.mark.parametrize("part", ["temprano", "en la mañana", "en la tarde"])
def test_one_on_that_day_and_there_is_chosen_and_of_two_times_are_looked_for(part: str) -> None:
    clocks = ("17:00", "18:00") if part == "en la tarde" else ("09:00", "09:30")
    for said in (f"el jueves {part}", f"jueves {part} por favor"):
        assert chosen(said, at(2, clocks[0]), at(3, "12:00")) == 1, said
        assert chosen(said, at(2, clocks[0]), at(2, clocks[1]), at(3, "12:00")) is None, said


@pytest.mark.parametrize(
    "said",
    [
        "en la tarde", "el jueves en la tarde?", "el jueves en la tarde no", "el jueves en la tarde con otro doctor",
        "el jueves en la tarde para mi mamá", "otro jueves en la tarde", "el jueves de la otra semana en la tarde",
        "el jueves después de las 4", "¿y el jueves en la tarde hay más?", "el jueves no tan tarde", "jueves más tarde",
        "el jueves 10 de diciembre en la tarde", "algo el jueves en la tarde", "que no sea el jueves en la tarde",
    ],
)  # fmt: skip
def test_what_asks_for_more_than_one_of_them_chooses_none(said: str) -> None:
    assert chosen(said, at(2, "09:00"), at(2, "17:00"), at(3, "12:00")) is None
