"""Two of the offered times in one message: none is chosen where it hangs on something which; where both are wanted the
first is taken, and the other comes after it."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import SelectSlot, StartBooking, Unknown
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import OFFERED, context

HERE = context(State.SLOT_SELECTION).model_copy(update={"offered": OFFERED})
NAMES = {1: "la 1", 2: "la 2", 3: "la tercera", 5: "la última"}


def read(text: str) -> tuple[object, ...]:
    return Rules().understand(text, HERE).intents


@pytest.mark.parametrize(("one", "other"), [(a, b) for a, b in product((1, 2, 3), (1, 2, 3)) if a != b])
def test_where_it_hangs_on_something_none_is_chosen(one: int, other: int) -> None:
    for way in (
        "{} si se puede, si no {}",
        "{} si no es muy tarde, si no {}",
        "{}, ¿y {} sigue libre?",
    ):
        said = read(way.format(NAMES[one], NAMES[other]))
        assert not any(isinstance(i, SelectSlot) for i in said), way
        assert any(isinstance(i, Unknown) for i in said), way


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (3, 1)])
def test_of_two_in_their_order_the_first_is_taken(one: int, other: int) -> None:
    clocks = [f"a las {start:%H:%M}" for start in OFFERED]
    for way in ("{}, o si no hay {}", "{} o si no {}", "{}, si no {}", "{} y si no se puede, {}"):
        for names in (NAMES, dict(enumerate(clocks, start=1))):
            said = read(way.format(names[one], names[other]))
            chosen = {intent.option for intent in said if isinstance(intent, SelectSlot)}
            assert chosen <= {one}, (way, names[one])
    assert read(f"la {one} o si no la {other}") == (SelectSlot(option=one),)


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (3, 1)])
def test_both_are_taken_one_after_the_other(one: int, other: int) -> None:
    for way in ("{}, ¿me puede apartar {} también?", "{}, ¿me aparta también {} para mi hija?"):
        first, more = read(way.format(NAMES[one], NAMES[other]))
        assert first == SelectSlot(option=one)
        assert isinstance(more, StartBooking)
        assert more.several
        assert more.other_when is not None
        assert more.other_when.when is not None
        start = OFFERED[other - 1]
        assert (more.other_when.when.date_from, more.other_when.when.time_from) == (start.date(), start.time())


@pytest.mark.parametrize(
    "text", ["la 2", "la 1 no, la 2", "si no hay problema la 2", "la 2, ¿hay elevador?", "sí, la 2"]
)
def test_one_is_still_chosen(text: str) -> None:
    assert SelectSlot(option=2) in read(text)
