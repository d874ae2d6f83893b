"""Several people who are each given an hour: each gets their own, and none another's."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import OWN, ProvideCustomerData, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.known_visits import knowing, read

WHO = {"yo": OWN, "mi esposo": "esposo", "mi hija": "hija", "para mi mamá": "mamá"}
PAIRS = [(one, other) for one, other in product(WHO, WHO) if one != other]
DAY = dt.date(2026, 12, 14)


def wish(text: str, **known: object) -> StartBooking:
    (found,) = (one for one in read(text, **known) if isinstance(one, StartBooking))
    return found


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_each_has_their_own_hour(one: str, other: str) -> None:
    for text in (
        f"{one} a las 10 y {other} a las 10 y media el lunes 14",
        f"quiero dos citas el lunes 14, {one} a las 10 y {other} a las 10:30",
        f"el lunes 14 {one} a las 10, {other} a las 10:30",
    ):
        said = wish(text)
        assert said.several, text
        assert said.other == WHO[other], text
        for reading, hour in ((said.when, dt.time(10)), (said.other_when, dt.time(10, 30))):
            assert reading is not None, text
            assert reading.when is not None, text
            assert (reading.when.date_from, reading.when.time_from) == (DAY, hour), text
        first = [i for i in read(text) if isinstance(i, ProvideCustomerData) and i.for_other]
        assert bool(first) == (WHO[one] != OWN), text


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("joint", [" y ", ", "])
@pytest.mark.parametrize(("before", "behind"), [("", ""), ("quiero cita, ", ""), ("", " con el doctor Salas")])
def test_each_has_their_own_day_and_hour(one: str, other: str, joint: str, before: str, behind: str) -> None:
    said = wish(f"{before}{one} el jueves a las 9{joint}{other} el viernes a las 10{behind}")
    assert said.several
    assert said.other == WHO[other]
    assert (said.doctor is not None) == bool(behind)
    for reading, then in ((said.when, (10, 9)), (said.other_when, (11, 10))):
        assert reading is not None
        assert reading.when is not None
        told = reading.when
        assert (told.date_from, told.time_from) == (DAY.replace(day=then[0]), dt.time(then[1]))


@pytest.mark.parametrize(
    ("whom", "each", "others"),
    [
        ("para mí y mi hija", "yo a las 10 y ella a las 10 y media", ["hija"]),
        ("para mi hijo y para mi hija", "él a las 10 y ella a las 11", ["hija"]),
        ("para los tres", "yo a las 10, mi esposo a las 10:30 y mi hija a las 11", ["esposo", "hija"]),
    ],
)
def test_whom_they_are_called(whom: str, each: str, others: list[str]) -> None:
    said = wish(f"quiero cita {whom} el lunes 14, {each}")
    assert [said.other, *(one.other for one in said.following)] == others


def test_at_a_list_too() -> None:
    said = wish("yo a las 10 y ella a las 10 y media", state=State.SLOT_SELECTION)
    assert said.other_when is not None
    assert said.other_when.when is not None
    assert said.other_when.when.time_from == dt.time(10, 30)


@pytest.mark.parametrize("text", ["mi hijo sale a las 2, quiero cita a las 4", "yo a las 10 o a las 11 el lunes"])
def test_hours_of_one_are_no_more(text: str) -> None:
    assert not any(isinstance(one, StartBooking) and one.several for one in read(text))


def test_the_same_doctor_for_both_is_left_over_and_none_of_before() -> None:
    said = parse("mi esposo el jueves a las 9 y yo el viernes a las 10 con el mismo doctor", knowing())
    (begun,) = (one for one in said.intents if isinstance(one, StartBooking))
    assert begun.several
    assert begun.like is None
    assert begun.when is not None
    assert said.unread == ("con el mismo doctor",)
