"""A line of `nlu parse` whose proposal is known prints the time that it tells by it."""

from __future__ import annotations

from typing import Any

import pytest

from nlu.parse_lines import answer

PROPOSED = "2026-11-26T11:00:00-08:00"
LINE: dict[str, Any] = {"id": 1, "state": "CONFIRM", "now": "2026-11-24T10:00:00-08:00", "offered": [PROPOSED]}


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("¿puede ser media hora después?", ("11:30", None)),
        ("mejor en la tarde el mismo día", ("14:00", "20:00")),
        ("a las 11 no alcanzo, ese día pero ya en la tardecita", ("14:00", "20:00")),
    ],
)
def test_it_is_of_that_day(text: str, time: tuple[str, str | None]) -> None:
    when = answer({**LINE, "text": text})["intent"]["when"]
    assert (when["date_from"], when["time_from"], when["time_to"]) == ("2026-11-26", *time)


@pytest.mark.parametrize("text", ["¿tiene ese mismo día a las 4?", "¿ese día a las 4?"])
def test_of_several_times_of_one_day_it_is_that_day(text: str) -> None:
    several = {"state": "SLOT_SELECTION", "offered": [PROPOSED, PROPOSED.replace("11:00", "12:00", 1)]}
    when = answer({**LINE, **several, "text": text})["intent"]["when"]
    assert (when["date_from"], when["time_from"]) == ("2026-11-26", "16:00")


@pytest.mark.parametrize(
    "text",
    ["ese día no puedo, en la tarde otro día", "ese día trabajo en la mañana", "no puedo ese día, ¿hay en la tarde?"],
)
def test_a_day_that_will_not_do_is_none(text: str) -> None:
    when = answer({**LINE, "text": text})["intent"]["when"]
    assert when["date_from"] is None


@pytest.mark.parametrize(
    "text",
    [
        "cambie mi cita del viernes a las 10 para las 12, el mismo día",
        "La cita de mi esposo es a las 10 el viernes, ¿se puede cambiar a las 12 ese mismo día?",
    ],
)
def test_what_is_moved_within_its_day_keeps_it(text: str) -> None:
    moved = answer({**LINE, "state": "IDLE", "offered": [], "text": text})["intent"]
    assert (moved["of"]["date_from"], moved["of"]["time_from"]) == ("2026-11-27", "10:00")
    assert (moved["when"]["date_from"], moved["when"]["time_from"]) == ("2026-11-27", "12:00")


def test_two_hours_of_which_the_second_is_new_are_no_minutes_to_the_hour() -> None:
    moved = answer({**LINE, "state": "IDLE", "offered": [], "text": "cámbieme la de las 10 para las 12 porfa"})[
        "intent"
    ]
    assert (moved["of"]["time_from"], moved["when"]["time_from"]) == ("10:00", "12:00")


@pytest.mark.parametrize("text", ["no puedo el jueves, cámbiala a las 5", "el jueves me es imposible, pásela a las 5"])
def test_nothing_is_moved_within_a_day_that_will_not_do(text: str) -> None:
    moved = answer({**LINE, "state": "IDLE", "offered": [], "text": text})["intent"]
    assert (moved.get("when") or {}).get("date_from") is None
