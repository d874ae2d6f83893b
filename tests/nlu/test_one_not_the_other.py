"""Of two times of which one is said not to be meant, the other is; a week that was named holds behind a day of it that
will not do."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Reading
from nlu.when import read_spans

NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZoneInfo("America/Tijuana"))
HOURS = dt.time(8), dt.time(20)
NAMES = "lunes martes miércoles jueves viernes sábado domingo".split()


def reading(text: str) -> Reading:
    return read_spans(text, NOW, hours=HOURS).reading


def day_of(number: int) -> dt.date:
    return dt.date(2026, 12, number)


def written(number: int, *, weekday: bool) -> str:
    return f"{NAMES[day_of(number).weekday()]} {number}" if weekday else f"{number}"


PAIRS = st.lists(st.integers(9, 30), min_size=2, max_size=2, unique=True)
WAYS = [
    "es el {meant} no el {other}",
    "es el {meant} no es el {other}",
    "era el {meant}, no el {other}",
    "para el {meant} no el {other}",
    "el {meant} y no el {other}",
    "mejor el {meant} no el {other}",
    "cambia mi cita al {meant} no al {other}",
    "no el {other}, el {meant}",
    "no el {other} sino el {meant}",
    "no es el {other}, es el {meant}",
]


@given(PAIRS, st.sampled_from(WAYS), st.booleans(), st.booleans())
def test_the_day_that_is_not_meant_is_never_the_one(pair: list[int], way: str, named: bool, other_named: bool) -> None:
    meant, other = pair
    text = way.format(meant=written(meant, weekday=named), other=written(other, weekday=other_named))
    said = reading(text)
    assert said.when is not None, text
    assert said.when.date_from == said.when.date_to == day_of(meant), text


@given(st.lists(st.integers(9, 12), min_size=2, max_size=2, unique=True))
def test_so_with_hours(pair: list[int]) -> None:
    meant, other = pair
    for text in (f"es a las {meant} no a las {other}", f"a las {meant} y no a las {other}"):
        said = reading(text).when
        assert said is not None, text
        assert said.time_from == dt.time(meant), text


@pytest.mark.parametrize("text", ["el lunes 21 no el lunes 14", "el lunes no el martes", "a las 5 no a las 4"])
def test_where_nothing_says_which_is_meant_neither_is(text: str) -> None:
    said = read_spans(text, NOW, hours=HOURS)
    assert said.reading == Reading()
    assert said.unread


@pytest.mark.parametrize("text", ["no puedo el lunes y no el martes", "no puedo el 14 ni el 15"])
def test_two_that_are_refused_are_both(text: str) -> None:
    assert reading(text) == Reading()


@given(st.integers(0, 4), st.integers(0, 4), st.sampled_from(["no puedo", "no", "me es imposible"]))
def test_a_day_instead_of_another_of_a_week_is_of_that_week(cannot: int, rather: int, no: str) -> None:
    for week, monday in (("la otra semana", 14), ("la semana del 21", 21)):
        text = f"{week}, el {NAMES[cannot]} {no}, mejor el {NAMES[rather]}"
        said = reading(text).when
        if cannot != rather:
            assert said is not None, text
            assert said.date_from == day_of(monday + rather), text


def test_a_week_that_is_taken_back_does_not_hold() -> None:
    said = reading("la próxima semana, no, mejor el jueves").when
    assert said is not None
    assert said.date_from == day_of(10)
