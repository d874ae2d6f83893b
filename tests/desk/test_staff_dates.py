"""What the desk may write for a day and an hour."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.desk import staff_dates
from booking.desk.desk_errors import Field

NOW = dt.datetime(2026, 11, 21, 10, tzinfo=ZoneInfo("America/Tijuana"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2026-12-17 9:00", "2026-12-17T09:00"),
        ("2026-12-17T9:30", "2026-12-17T09:30"),
        ("hoy 9:00", "2026-11-21T09:00"),
        ("mañana 16:00", "2026-11-22T16:00"),
        ("2026-12-17 09:00", "2026-12-17T09:00"),
    ],
)
def test_an_hour_may_have_one_digit(said: str, meant: str) -> None:
    assert staff_dates.moment(said, NOW, Field.START) == dt.datetime.fromisoformat(meant).replace(tzinfo=NOW.tzinfo)


def test_ranges_may_too() -> None:
    assert staff_dates.clock_ranges(["9:00-14:00"], Field.HOURS) == [(dt.time(9), dt.time(14))]
