"""Years beside days, and numbers that are none."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.when import read

NOW = dt.datetime(2016, 11, 7, 16, 12, tzinfo=dt.UTC)
CLINIC = (dt.time(8), dt.time(20))


def days(text: str) -> tuple[dt.date | None, dt.date | None] | None:
    found = read(text, NOW, direction=None).when
    return (found.date_from, found.date_to) if found else None


@given(start=st.integers(1900, 2199), more=st.integers(1, 100))
def test_the_year_said_last_holds_for_both_ends(start: int, more: int) -> None:
    end = min(start + more, 2200)
    assert days(f"del 4 de marzo al 5 de mayo de {start}") == (dt.date(start, 3, 4), dt.date(start, 5, 5))
    assert days(f"del 4 de marzo al 5 de enero de {end}") == (dt.date(end - 1, 3, 4), dt.date(end, 1, 5))


@pytest.mark.parametrize("text", ["en 2027", "2027", "desde 2027", "el segundo trimestre", "los años 90", "2026-12"])
def test_where_appointments_are_made_a_number_is_no_year(text: str) -> None:
    assert read(text, NOW, hours=CLINIC).when is None
