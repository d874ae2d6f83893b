"""When somebody is free bounds what they wish for; an hour that they do name is not touched by it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot, When
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context

FREE = (
    "salgo de trabajar a las {}",
    "salgo a las {}",
    "es que salgo de la escuela a las {}",
    "a las {} voy saliendo del jale",
)
BOUND = ("entro a trabajar a las {}", "entro a las {}", "es que entro a la escuela a las {}", "me voy a las {}")
DAY = ("quiero cita el jueves", "una cita para el jueves por favor", "tendrán lugar el jueves")


def wished(said: str, state: State = State.IDLE) -> list[When]:
    """The stretches that are wished for."""
    intents = Rules().parse(said, context(state)).intents
    readings = [reading for intent in intents if (reading := getattr(intent, "when", None))]
    return [when for reading in readings for when in ((reading.when,) if reading.when else reading.candidates)]


@given(day=st.sampled_from(DAY), free=st.sampled_from(FREE), hour=st.integers(1, 6), first=st.booleans())
def test_who_leaves_at_an_hour_comes_from_then_on(day: str, free: str, hour: int, first: bool) -> None:
    told = free.format(hour if hour > 1 else "1").replace("las 1", "la 1")
    (when,) = wished(f"{told}, {day}" if first else f"{day}, {told}")
    assert (when.time_from, when.time_to, when.exact) == (dt.time(hour + 12), None, False), told


@given(day=st.sampled_from(DAY), bound=st.sampled_from(BOUND), hour=st.integers(9, 12), first=st.booleans())
def test_who_begins_at_an_hour_comes_before(day: str, bound: str, hour: int, first: bool) -> None:
    told = bound.format(hour)
    (when,) = wished(f"{told}, {day}" if first else f"{day}, {told}")
    assert (when.time_from, when.time_to, when.exact) == (None, dt.time(hour), False), told


def test_who_leaves_and_begins_comes_between_and_who_begins_and_leaves_on_either_side() -> None:
    (between,) = wished("cita el jueves, salgo de la escuela a las 2 y entro a trabajar a las 6")
    assert (between.time_from, between.time_to) == (dt.time(14), dt.time(18))
    before, after = wished("cita el jueves, entro a las 10 y salgo a las 5")
    assert (before.time_to, after.time_from) == (dt.time(10), dt.time(17))


def test_it_lies_in_the_part_of_the_day_that_is_said() -> None:
    (when,) = wished("quiero cita el jueves en la tarde, salgo a las 5")
    assert (when.time_from, when.time_to) == (dt.time(17), dt.time(20))


@pytest.mark.parametrize(
    "said", ["salgo a las 5, ¿tiene algo después?", "salgo de trabajar a las 5, tendrá algo después?"]
)
def test_it_is_what_after_is_counted_from(said: str) -> None:
    (when,) = wished(said)
    assert when.time_from == dt.time(17)


@pytest.mark.parametrize(
    "said", ["el jueves a las 10, entro a trabajar a las 12", "salgo a las 4 pero quiero el jueves a las 10"]
)
def test_an_hour_that_is_named_stays(said: str) -> None:
    (when,) = wished(said)
    assert (when.time_from, when.exact) == (dt.time(10), True)


def test_a_week_that_begins_is_no_shift() -> None:
    (when,) = wished("necesito cita el martes que entra a las 4 y media")
    assert (when.time_from, when.exact) == (dt.time(16, 30), True)


def test_a_time_that_is_shown_is_chosen_all_the_same() -> None:
    offered = context(State.SLOT_SELECTION).offered[-1].astimezone(context(State.IDLE).now.tzinfo)
    said = f"salgo de trabajar a las 9, la de las {offered:%H:%M}"
    intents = Rules().parse(said, context(State.SLOT_SELECTION)).intents
    assert any(isinstance(intent, SelectSlot) for intent in intents)


@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
@pytest.mark.parametrize(
    ("said", "bound"),
    [
        ("antes de irme a trabajar, entro a las 9", When(time_to=dt.time(9))),
        ("antes de entrar a la escuela que entro a las 9", When(time_to=dt.time(9))),
        ("después de salir del trabajo, salgo a las 5", When(time_from=dt.time(17))),
        ("después de que salga de la chamba, yo salgo a las 5", When(time_from=dt.time(17))),
    ],
)
def test_the_hour_at_which_they_begin_or_end_bounds_what_is_before_or_after_it(
    said: str, bound: When, state: State
) -> None:
    (when,) = wished(f"quiero cita el jueves {said}" if state is State.IDLE else f"bueno {said}", state)
    assert (when.time_from, when.time_to, when.exact) == (bound.time_from, bound.time_to, False)
