"""One of the times on screen, told by those that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Deny, Shift, Unknown
from booking.models import Purpose, State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import OFFERED, ZONE, context
from tests.nlu.test_day_named import ONE_EACH, offering, option

DAYS = {1: "miércoles", 2: "jueves", 3: "viernes"}


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("la del jueves no, la del viernes sí", 3), ("el miércoles no puedo, el jueves sí", 2),
        ("el miércoles no, el jueves sí", 2),
        ("descartando la del miércoles y la del jueves, pues me queda la otra", 3),
        ("la del miércoles y la del jueves no, la otra", 3), ("ni la del miércoles ni la del jueves, la otra", 3),
        ("descartando el miércoles y el jueves, la otra", 3), ("descartando el miércoles y jueves, la otra", 3),
        ("el miércoles y el jueves no, la otra", 3), ("el miércoles y el jueves no puedo, la otra", 3),
        ("ni el miércoles ni el jueves, la otra", 3),
        ("la de las 11 no, la de las 4 sí", 2), ("la del 2 no, la del 3 sí", 2),
    ],
)  # fmt: skip
def test_the_one_that_is_named_or_left_is_chosen(text: str, chosen: int) -> None:
    assert option(text) == chosen


@given(st.sampled_from(sorted(DAYS)), st.sampled_from(["la que sea menos la del {}", "cualquiera menos el {}"]))
def test_of_two_the_other_one_is_left(gone: int, said: str) -> None:
    two = [start for n, start in enumerate(ONE_EACH, start=1) if n == gone or n == gone % 3 + 1]
    left = 3 - two.index(ONE_EACH[gone - 1]) - 1
    assert option(said.format(DAYS[gone]), *two) == left


@pytest.mark.parametrize(
    "text", ["la que sea menos la del jueves", "cualquiera menos el jueves", "el miércoles no puedo, mejor la otra"]
)
def test_where_several_are_left_none_is_chosen(text: str) -> None:
    assert option(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "el miércoles no puedo, la otra", "el miércoles no, mejor la otra", "el lunes no puedo, la otra",
        "el miércoles no puedo, la que queda",
    ],
)  # fmt: skip
def test_which_other_is_asked_and_no_other_week_looked_for(text: str) -> None:
    read = parse(text, offering(*ONE_EACH))
    assert not read.sure
    assert read.intents == (Unknown(),)


@pytest.mark.parametrize(
    "text",
    [
        "el jueves no, el viernes tampoco", "el miércoles no puedo, el jueves sí pero más tarde", "el jueves no",
        "la del lunes no, la del martes sí", "¿el jueves no, el viernes sí?", "el jueves no, el jueves sí",
    ],
)  # fmt: skip
def test_nothing_else_is_a_choice(text: str) -> None:
    assert option(text) is None


def test_two_on_the_day_that_is_taken_are_not_told_apart() -> None:
    assert option("el miércoles no, el martes sí", *OFFERED) is None


PROPOSED = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK, "proposed": OFFERED[1].astimezone(ZONE)})


@pytest.mark.parametrize(
    "text",
    ["no, esa no puedo", "no, esa hora no me queda", "así no me conviene", "no, esa ya no me sirve, gracias"],
)
def test_a_no_with_why_is_a_no_to_what_is_proposed(text: str) -> None:
    assert meant(parse(text, PROPOSED)) == (Deny(),)


@pytest.mark.parametrize("text", ["no, otra hora", "no, esa hora no puedo, otro horario", "no me queda"])
def test_where_others_are_asked_for_they_are_looked_for(text: str) -> None:
    assert [getattr(one, "shift", None) for one in meant(parse(text, PROPOSED))] == [Shift.MORE]
