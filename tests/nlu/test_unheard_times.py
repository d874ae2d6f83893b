"""No time that a wish says is dropped: where no field of the reading has it, it is asked about."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, Reading, StartBooking, When
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse
from nlu.shortcuts import parse
from nlu.wishes.unheard_times import count, unheard
from tests.nlu.messages import context

HERE = context(State.IDLE)


def _on(day: int, hour: int | None = None) -> Reading:
    """That day of December, at that hour."""
    date = dt.date(2026, 12, day)
    at = dt.time(hour) if hour else None
    return Reading(when=When(date_from=date, date_to=date, time_from=at, exact=at is not None))


@pytest.mark.parametrize(
    ("text", "read", "dropped"),
    [
        ("quiero cita el 3 de diciembre a las 5", _on(3), ("a las 5",)),
        ("quiero cita el 3 de diciembre a las 5", _on(3, 17), ()),
        ("quiero cita el 3 de diciembre y otra el 8 de diciembre", _on(8), ("el 3 de diciembre",)),
    ],
)
def test_a_time_that_no_field_has_is_told(text: str, read: Reading, dropped: tuple[str, ...]) -> None:
    left = unheard(text, Parse((StartBooking(when=read),)), HERE)
    assert {one.removeprefix("y ").removeprefix("otra ") for one in left} >= {*dropped}
    assert bool(left) is bool(dropped)


@pytest.mark.parametrize(
    "text",
    [
        "el jueves no, mejor el 4 de diciembre",
        "el 4 de diciembre, a las 9 entro a trabajar",
        "no es muy tarde el 4 de diciembre a las 5?",
    ],
)
def test_a_time_beside_the_wish_is_passed_over_but_counted(text: str) -> None:
    wish = CheckAvailability(when=_on(4))
    assert unheard(text, Parse((wish,)), HERE) == ()
    assert count(text, (wish,), HERE) <= 1


def test_the_only_time_of_a_wish_is_never_missed() -> None:
    assert count("quiero cita el 3 de diciembre", (StartBooking(when=_on(3)),), HERE) == 0


@pytest.mark.parametrize("told", ["tengo permiso de 10 a 12", "mi jefa me da permiso de 9 a 11"])
def test_hours_that_are_told_bound_the_wish_or_are_asked_about(told: str) -> None:
    said = parse(f"{told}, quiero cita el jueves", HERE)
    (wish,) = (one for one in said.intents if isinstance(one, StartBooking | CheckAvailability))
    bounded = wish.when is not None and wish.when.when is not None and wish.when.when.time_to is not None
    assert bounded or said.unread


def test_staff_are_not_asked() -> None:
    staff = UnderstandingContext(**{**HERE.model_dump(), "role": "doctor"})
    assert unheard("quiero cita el 3 de diciembre a las 5", Parse((StartBooking(when=_on(8)),)), staff) == ()


def test_a_bound_is_never_what_somebody_does() -> None:
    wish = CheckAvailability(when=_on(4))
    text = "el 4 de diciembre, de preferencia después de las 4 que es cuando salgo"
    assert unheard(text, Parse((wish,)), HERE)


@pytest.mark.parametrize("text", ["cita para este viernes no el otro", "quiero cita, este martes no el que sigue"])
def test_of_two_days_of_which_one_is_not_meant_nobody_can_tell_which(text: str) -> None:
    assert parse(text, HERE).unread


def test_the_day_of_the_one_they_have_is_not_wished_for() -> None:
    said = parse("a mi papá le dieron cita para el 2 de diciembre y quería ver si hay algo antes", HERE)
    assert said.unread == ("algo antes",)
