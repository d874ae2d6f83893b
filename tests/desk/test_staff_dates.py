"""What the desk may write for a day and an hour."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from booking.desk import staff_dates
from booking.desk.desk_errors import BadValue, Field

NOW = dt.datetime(2026, 11, 21, 10, tzinfo=ZoneInfo("America/Tijuana"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2026-12-17 9:00", "2026-12-17T09:00"),
        ("2026-12-17T9:30", "2026-12-17T09:30"),
        ("hoy 9:00", "2026-11-21T09:00"),
        ("mañana 16:00", "2026-11-22T16:00"),
        ("2026-12-17 09:00", "2026-12-17T09:00"),
        ("mañana a las 4", "2026-11-22T16:00"),
        ("el lunes 10:30", "2026-11-23T10:30"),
        ("hoy 5 pm", "2026-11-21T17:00"),
        ("24/11 9:00", "2026-11-24T09:00"),
        ("pasado mañana a mediodía", "2026-11-23T12:00"),
        ("el 2 de diciembre a las 10 y media", "2026-12-02T10:30"),
        ("viernes 27 16 hrs", "2026-11-27T16:00"),
        ("el 16 de noviembre 9:00", "2026-11-16T09:00"),
    ],
)
def test_a_moment_is_read_as_staff_write_it(said: str, meant: str) -> None:
    hours = (dt.time(8), dt.time(20))
    assert staff_dates.moment(said, NOW, Field.START, hours) == dt.datetime.fromisoformat(meant).replace(
        tzinfo=NOW.tzinfo
    )


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("mañana", "falta la hora"),
        ("a las 4", "falta el día"),
        ("mañana por la tarde", "falta la hora"),
        ("mañana a las 4 o a las 5", "22/11/2026 16:00 o 22/11/2026 17:00"),
        ("cuando se pueda", "no entendí"),
    ],
)
def test_what_names_no_one_moment_is_refused_and_says_why(said: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        staff_dates.moment(said, NOW, Field.START, (dt.time(8), dt.time(20)))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("16 de noviembre", dt.date(2026, 11, 16)),
        ("2 de junio", dt.date(2027, 6, 2)),
        ("5 de enero", dt.date(2027, 1, 5)),
    ],
)
def test_a_date_that_is_just_over_is_not_that_of_next_year(said: str, meant: dt.date) -> None:
    assert staff_dates.day(said, NOW, Field.DATE) == meant


def test_ranges_may_too() -> None:
    assert staff_dates.clock_ranges(["9:00-14:00"], Field.HOURS) == [(dt.time(9), dt.time(14))]


@given(st.text("0123459:-+Z. ", max_size=14))
@example("2000-01-01")
def test_hours_of_another_clock_are_none(text: str) -> None:
    try:
        found = staff_dates.clock_ranges([text], Field.HOURS)
    except BadValue:
        return
    assert all(end.tzinfo is None and (start < end or end == dt.time()) for start, end in found)


def test_an_instant_with_an_offset_is_given_on_the_clinics_clock() -> None:
    found = staff_dates.moment("2026-11-25T02:00+00:00", NOW, Field.START)
    assert (found.date(), found.hour) == (dt.date(2026, 11, 24), 18)
