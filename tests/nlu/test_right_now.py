""" "Ahorita" is today where an appointment is wished for, and no time elsewhere."""

from __future__ import annotations

import pytest

from booking.intents import CheckAvailability, StartBooking
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, context

HERE = context(State.IDLE)


@pytest.mark.parametrize("now", ["ahorita", "orita", "ahorita mismo"])
@pytest.mark.parametrize(
    "wish",
    [
        "quiero una cita para {}",
        "¿tienen lugar {}?",
        "¿hay {} lugar?",
        "¿me pueden atender {}?",
        "¿habrá chance de que me vean {}?",
    ],
)
def test_it_is_today(wish: str, now: str) -> None:
    (found,) = (
        one for one in parse(wish.format(now), HERE).intents if isinstance(one, StartBooking | CheckAvailability)
    )
    assert found.when is not None
    assert found.when.when is not None
    assert (found.when.when.date_from, found.when.when.date_to) == (NOW.date(), NOW.date())


@pytest.mark.parametrize(
    "text", ["ahorita le digo", "ahorita no puedo", "ahorita voy llegando", "¿qué promociones tienen ahorita?"]
)
def test_elsewhere_it_is_no_time(text: str) -> None:
    assert not any(getattr(one, "when", None) for one in parse(text, HERE).intents)
