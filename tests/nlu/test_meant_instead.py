"""A time that was not meant is never the one that is wished for: "dije jueves pero quise decir viernes"."""

from __future__ import annotations

from itertools import permutations

import pytest

from booking.intents import AnyIntent, CheckAvailability, Reading
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context

PAIRS = [*permutations(("lunes", "miércoles", "viernes"), 2), *permutations(("a las 9", "a las 11"), 2)]
WORDS = [
    "cómo que {not_meant} yo dije {meant}",
    "¿cómo que {not_meant}? yo pedí {meant}",
    "{not_meant}? yo pedí {meant}",
    "{not_meant} no, yo dije {meant}",
    "perdón, dije {not_meant} pero quise decir {meant}",
    "dije {not_meant}, quise decir {meant}",
]


def wish(text: str) -> Reading:
    said: tuple[AnyIntent, ...] = Rules().understand(text, context(State.CONFIRM)).intents
    (asked,) = (one for one in said if isinstance(one, CheckAvailability))
    assert asked.when is not None
    return asked.when


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(("not_meant", "meant"), PAIRS)
def test_the_other_one_is_wished_for(words: str, not_meant: str, meant: str) -> None:
    assert wish(words.format(not_meant=not_meant, meant=meant)) == wish(f"mejor {meant}")


@pytest.mark.parametrize("text", ["cancela la del jueves, yo pedí el viernes", "cancela la de las 11, yo pedí a las 4"])
def test_what_is_cancelled_is_not_the_one_that_was_asked_for(text: str) -> None:
    named = text.split(",")[0]
    both = [Rules().understand(one, context(State.IDLE)).intents for one in (text, named)]
    assert both[0] == both[1]
