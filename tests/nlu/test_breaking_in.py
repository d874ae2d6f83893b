"""Who breaks in ("no, espera", "ahorita te digo") and says what they want is heard; of two kinds each is refused."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, Manner, Smalltalk
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from nlu.when import read_spans
from tests.nlu.messages import NOW, context

HOURS = (dt.time(8), dt.time(20))
TUESDAY, FRIDAY = dt.date(2026, 12, 1), dt.date(2026, 11, 27)


def day(text: str) -> dt.date | None:
    """The one day that is looked for while a proposal is on screen."""
    (wish,) = meant(parse(text, context(State.CONFIRM)))
    assert isinstance(wish, CheckAvailability), wish
    return wish.when.when.date_from if wish.when and wish.when.when else None


@pytest.mark.parametrize(
    ("text", "wished"),
    [
        ("no espera el lunes tengo junta mejor el martes", TUESDAY),
        ("no, espera, el lunes tengo junta, mejor el martes", TUESDAY),
        ("espéreme no mejor el viernes", FRIDAY),
        ("ahorita te digo pero mejor el viernes", FRIDAY),
    ],
)
def test_what_is_wished_for_rather_is_heard(text: str, wished: dt.date) -> None:
    assert day(text) == wished


def test_the_day_on_which_they_are_busy_is_not_looked_for() -> None:
    assert day("no espera el lunes tengo junta") is None


@pytest.mark.parametrize("text", ["espérame tantito", "espérame mejor le hablo mañana", "ahorita te digo"])
def test_who_only_asks_to_wait_is_waited_for(text: str) -> None:
    assert meant(parse(text, context(State.CONFIRM))) == (Smalltalk(manner=Manner.WAIT),)


def refused(text: str) -> set[tuple[dt.date | None, dt.time | None]]:
    return {(when.date_from, when.time_from) for when in read_spans(text, NOW, hours=HOURS).refused}


@pytest.mark.parametrize(
    "text", ["ni el lunes ni en la mañana", "lunes no ni en la mañana", "ni en la mañana ni el lunes"]
)
def test_a_day_and_a_part_of_any_day_are_refused_each(text: str) -> None:
    assert {(dt.date(2026, 11, 30), None), (None, dt.time(8))} <= refused(text)


def test_the_other_way_round_too() -> None:
    assert {(dt.date(2026, 11, 30), None), (None, dt.time(8))} <= refused("ni en la mañana ni el lunes")


def test_parts_of_a_day_that_is_refused_are_that_days() -> None:
    said = refused("el lunes no puedo ni en la mañana ni en la tarde")
    assert said == {(dt.date(2026, 11, 30), dt.time(8)), (dt.date(2026, 11, 30), dt.time(14))}
