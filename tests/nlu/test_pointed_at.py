"""An offered time that is pointed at: the one after what is refused, the only one of a day, the one just spoken of."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import SelectSlot
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules

ZONE = dt.timezone(dt.timedelta(hours=-8))
OFFERED = tuple(
    dt.datetime(2026, *at, tzinfo=ZONE)
    for at in ((11, 26, 9), (11, 26, 12), (11, 26, 16, 30), (11, 30, 10), (12, 1, 18))
)
SHOWN = UnderstandingContext(
    now=dt.datetime(2026, 11, 24, 10, tzinfo=ZONE), state=State.SLOT_SELECTION, offered=OFFERED
)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("la 1 no puedo, la siguiente", 2),
        ("a las 9 no, la que sigue", 2),
        ("la única del lunes", 4),
        ("mi hija dice que a las doce me puede llevar, esa deme", 2),
        ("apúntame a la penúltima", 4),
    ],
)
def test_it_is_chosen(text: str, option: int) -> None:
    assert Rules().understand(text, SHOWN).intents == (SelectSlot(option=option),)


@pytest.mark.parametrize(
    "text", ["la última no, la que sigue", "la única del jueves", "a las 12 no puedo, esa no", "el jueves, esa"]
)
def test_what_points_at_none_or_at_several_chooses_nothing(text: str) -> None:
    assert not any(isinstance(intent, SelectSlot) for intent in Rules().understand(text, SHOWN).intents)
