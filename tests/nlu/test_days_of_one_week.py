"""The week that is said for a list of days holds for each of them; a day listed after a date is the one after it."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from nlu.when import read_spans
from tests.nlu.messages import NOW

NAMES = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
LISTS = st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True).map(
    lambda days: sorted(days, key=NAMES.index)
)
WEEKS = st.sampled_from(["la próxima semana", "la otra semana", "la semana que viene"])
ARTICLE = st.sampled_from(["", "el "])
LAST = st.sampled_from([" o ", " y ", ", "])


def dates(text: str) -> list[dt.date | None]:
    reading = read_spans(text, NOW).reading
    return [when.date_from for when in ((reading.when,) if reading.when else reading.candidates)]


def listed(days: list[str], article: str, last: str) -> str:
    said = [f"{article}{day}" for day in days]
    return ", ".join(said[:-1]) + last + said[-1]


@given(LISTS, WEEKS, ARTICLE, LAST)
def test_behind_the_days(days: list[str], week: str, article: str, last: str) -> None:
    each = [date for day in days for date in dates(f"el {day} de {week}")]
    assert dates(f"{listed(days, article, last)} de {week}") == each


@given(LISTS, WEEKS, ARTICLE)
def test_before_the_days(days: list[str], week: str, article: str) -> None:
    each = [date for day in days for date in dates(f"el {day} de {week}")]
    assert dates(f"{week}, {listed(days, article, ' o ')}") == each


@given(st.integers(1, 40), ARTICLE)
def test_after_a_date(ahead: int, article: str) -> None:
    date = NOW.date() + dt.timedelta(days=ahead)
    if date.weekday() == 6 or date.month != NOW.month:
        return
    after = date + dt.timedelta(days=1)
    assert dates(f"el {NAMES[date.weekday()]} {date.day} o {article}{NAMES[after.weekday()]}") == [date, after]


def test_days_that_are_not_in_the_order_of_a_week_are_each_their_own() -> None:
    assert dates("viernes o lunes de la próxima semana") == [
        *dates("el viernes"),
        *dates("el lunes de la próxima semana"),
    ]
    assert dates("este viernes o el lunes de la próxima semana")[0] == dates("el viernes")[0]
