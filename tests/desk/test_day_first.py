"""Dates and hours as files have them."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.desk import day_first

ZONE = ZoneInfo("America/Tijuana")
TEN = dt.datetime(2026, 11, 24, 10, tzinfo=ZONE)


@pytest.mark.parametrize(
    "text",
    [
        *("24/11/2026 10:00", "24-11-26 10:00:00", "24.11.2026, 10:00 a. m.", "2026-11-24 10:00", "2026-11-24T10:00"),
        *("2026-11-24T18:00:00Z", "24 de noviembre de 2026 10 am", "martes 24 nov 2026 10:00 hrs", "24-nov-26 10h"),
        *("24/11/2026 10:00:00 a. m.", "2026-11-24 10:00:00.000"),
    ],
)
def test_one_instant_in_many_spellings(text: str) -> None:
    assert day_first.moment(text, ZONE) == TEN


@pytest.mark.parametrize(
    ("text", "hour"), [("4 pm", 16), ("12:00 p.m.", 12), ("12 am", 0), ("16:00", 16), ("9 hrs", 9)]
)
def test_hours(text: str, hour: int) -> None:
    assert day_first.hour(text) == dt.time(hour)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("11/24/2026 10:00", "el día va primero"),
        ("31/02/2026 10:00", "no existe"),
        ("mañana 10:00", "no se entiende la fecha"),
        ("24/11/2026", "falta la hora"),
        ("24/11/2026 10", "no se entiende la hora"),
        ("24/11/2026 25:00", "no se entiende la hora"),
        ("08/03/2026 02:30", "cambia la hora"),
    ],
)
def test_what_is_no_instant_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        day_first.moment(text, ZONE)
