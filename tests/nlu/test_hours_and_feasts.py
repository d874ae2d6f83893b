"""A number with its unit behind a weekday is an hour and no day; a feast, or whatever else is named, behind «pasando»
says when, and is never passed over."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, StartBooking, Unknown, When
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

DAYS = {"miércoles": 25, "jueves": 26, "viernes": 27}
UNITS = (" hrs", "hrs", " hrs.", " h", " horas", " hs")
FEASTS = {
    "reyes": dt.date(2027, 1, 6),
    "el día de reyes": dt.date(2027, 1, 6),
    "navidad": dt.date(2026, 12, 25),
    "año nuevo": dt.date(2027, 1, 1),
}


def said(text: str) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(State.IDLE)))


def when(text: str) -> When | None:
    [wish] = said(text)
    assert isinstance(wish, StartBooking)
    return wish.when.when if wish.when else None


@given(
    st.sampled_from(list(DAYS)), st.integers(9, 19), st.sampled_from(UNITS), st.sampled_from(("", "el ", "para el "))
)
def test_a_number_with_its_unit_is_an_hour(day: str, hour: int, unit: str, lead: str) -> None:
    found = when(f"quiero cita {lead}{day} {hour}{unit}")
    assert found is not None
    assert found.date_from == found.date_to == dt.date(2026, 11, DAYS[day])
    assert found.time_from == dt.time(hour)


@given(st.sampled_from(list(DAYS)), st.integers(2, 30))
def test_without_its_unit_it_may_be_a_day(day: str, number: int) -> None:
    for wish in said(f"cita {day} {number}"):
        reading = wish.when if isinstance(wish, StartBooking) else None
        times = [one for one in (reading.when, *reading.candidates) if one] if reading else []
        assert not times or any(one.date_from and one.date_from.day == number for one in times)


@pytest.mark.parametrize(
    "text", ["tengo que ayunar 9 horas", "el jueves 24 horas antes de la cita", "trabajo 12 horas"]
)
def test_so_many_hours_are_none(text: str) -> None:
    assert not any(isinstance(i, StartBooking) and i.when and i.when.when and i.when.when.time_from for i in said(text))


@given(st.sampled_from(list(FEASTS)), st.sampled_from(("pasando", "después de")))
def test_behind_a_feast(feast: str, bound: str) -> None:
    found = when(f"cita {bound} {feast}")
    assert found is not None
    assert found.date_from == FEASTS[feast] + dt.timedelta(days=1)
    assert found.date_to is None


@pytest.mark.parametrize("what", ["el puente", "la boda de mi hija", "los exámenes", "mi cumpleaños"])
def test_what_lies_behind_something_unknown_is_asked(what: str) -> None:
    [wish] = said(f"cita pasando {what}")
    assert isinstance(wish, Unknown)


@pytest.mark.parametrize(
    "text", ["necesito cita estoy pasando por un mal momento", "me está pasando algo raro, quiero cita"]
)
def test_what_happens_now_is_no_time(text: str) -> None:
    assert when(text) is None


def test_a_doctor_of_that_name_is_no_feast() -> None:
    [wish] = said("cita con la doctora Reyes")
    assert isinstance(wish, StartBooking)
    assert wish.when is None
    assert wish.doctor is not None
