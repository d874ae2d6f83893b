"""Good wishes that name a feast wish for no appointment on it, alone or beside a request."""

from __future__ import annotations

import pytest

from booking.intents import CheckAvailability, StartBooking
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

WISHES = (
    "feliz navidad a todos",
    "q pase bonita noche buena",
    "felices fiestas",
    "que tengan una bonita navidad y próspero año nuevo",
    "les deseo un feliz año nuevo",
)


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
def test_nothing_is_looked_for(wish: str, state: State) -> None:
    said = meant(parse(wish, context(state)))
    assert not any(isinstance(intent, StartBooking | CheckAvailability) for intent in said)


@pytest.mark.parametrize("wish", WISHES)
def test_the_day_beside_them_is_the_one(wish: str) -> None:
    alone = [i.when for i in meant(parse("quiero cita el lunes", context(State.IDLE))) if isinstance(i, StartBooking)]
    beside = meant(parse(f"{wish}, quiero cita el lunes", context(State.IDLE)))
    assert [i.when for i in beside if isinstance(i, StartBooking)] == alone


def test_consultation_on_a_feast_is_asked_of_that_day() -> None:
    said = meant(parse("quiero cita antes de navidad", context(State.IDLE)))
    assert any(isinstance(i, StartBooking) and i.when is not None and i.when.when is not None for i in said)
