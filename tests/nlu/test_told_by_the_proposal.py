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
    ],
)
def test_it_is_of_that_day(text: str, time: tuple[str, str | None]) -> None:
    when = answer({**LINE, "text": text})["intent"]["when"]
    assert (when["date_from"], when["time_from"], when["time_to"]) == ("2026-11-26", *time)
