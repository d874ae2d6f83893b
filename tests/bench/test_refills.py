"""Two weeks of the synthetic clinic: nothing in them that never should be, and some days the same twice."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from tests.bench.refills.behaviour import USUAL
from tests.bench.refills.figures import measure
from tests.bench.refills.people import Want, Wish
from tests.bench.refills.season import BEGINS, Arm, Season

EAGER = Arm("all", behaviour=replace(USUAL, tells=0.4, hindered_hours=60, accepting=0.8, sooner=1.0))
"""So much happens that little of it is enough."""


def _figures(days: int) -> dict[str, Any]:
    """Of so many days of the doctor with the fewest hours."""
    season = Season(EAGER, seed=3, days=days, waiting=12, doctors=(3,))
    season.run()
    return measure(season)


def test_nothing_is_wrong_in_two_weeks() -> None:
    figures = _figures(14)
    assert not any(figures["zeros"].values()), figures["examples"]
    assert figures["appointments"] > 20


def test_days_are_the_same_twice() -> None:
    first, again = _figures(3), _figures(3)
    assert first == again
    assert first["appointments"] > 3


def test_who_asks_while_theirs_has_just_begun_is_no_patient_of_two() -> None:
    """Once two appointments were stored of which they knew of the later one alone: they had asked for it six minutes
    into the first, before the desk had noted who was there."""
    season = Season(EAGER, seed=3, days=1, doctors=(3,))
    somebody, begins = season.people[0], BEGINS + dt.timedelta(hours=10)
    somebody.is_booked(begins, Wish())
    season.house.clock.set(begins + dt.timedelta(minutes=6))
    asks = Want(season.house.now, somebody.who, Wish())
    somebody.wants(asks)
    assert somebody.goal is None
    somebody.was_there()
    somebody.wants(asks)
    assert somebody.goal == "book"
