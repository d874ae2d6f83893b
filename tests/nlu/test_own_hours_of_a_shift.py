"""Other times than those on screen, bounded by the hours of whoever comes: "¿no tendrá más tarde? Salgo a las 5"."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context


def times(text: str) -> list[tuple[int | None, int | None]] | None:
    """From which hour to which is looked for; None where that is not said for sure."""
    said = meant(parse(text, context(State.SLOT_SELECTION)))
    wish = next((intent for intent in said if isinstance(intent, CheckAvailability)), None)
    if wish is None or wish.when is None:
        return None
    whens = [wish.when.when] if wish.when.when else [*wish.when.candidates]
    return [(_hour(when.time_from), _hour(when.time_to)) for when in whens]


def _hour(time: dt.time | None) -> int | None:
    return time.hour if time else None


@pytest.mark.parametrize("others", ["¿no tendrá más tarde?", "ninguna me queda", "otra hora por favor", "no alcanzo"])
@pytest.mark.parametrize("leaves", ["salgo a las 5", "salgo hasta las 5", "salgo del trabajo a las 5"])
def test_who_leaves_then_can_come_from_then_on(others: str, leaves: str) -> None:
    assert times(f"{others}, {leaves}") == [(17, None)]
    assert times(f"{leaves}, {others}") == [(17, None)]


@pytest.mark.parametrize("others", ["¿tienes más temprano?", "ninguna me acomoda", "¿otra hora?"])
def test_who_begins_then_can_come_until_then(others: str) -> None:
    assert times(f"{others}, entro a trabajar a las 10") == [(None, 10)]


@pytest.mark.parametrize("words", ["de 8 a 5", "de las 8 a las 5", "de 8:00 a 5:00"])
def test_a_working_day_is_left_out(words: str) -> None:
    assert times(f"ninguna de esas puedo, trabajo {words}") == [(17, None)]


@pytest.mark.parametrize(
    "text",
    ["¿tienes más temprano? salgo a las 5", "¿tienes más tarde? entro a las 10", "salgo a las 5", "me duele de 8 a 5"],
)
def test_what_does_not_fit_or_asks_for_nothing_bounds_nothing(text: str) -> None:
    assert not times(text)
