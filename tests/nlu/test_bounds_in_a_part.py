"""A bound beside a part of the day lies in that part: "temprano antes de las 8" is in no evening."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from nlu.when import read_spans

NOW = dt.datetime(2026, 11, 24, 10, tzinfo=dt.UTC)
OPEN = dt.time(8), dt.time(20)
MORNINGS = ["temprano", "tempranito", "en la mañana", "por la mañana"]
BOUNDS = ["antes de las", "hasta las", "a más tardar a las"]


@given(st.sampled_from(MORNINGS), st.sampled_from(BOUNDS), st.integers(6, 11), st.booleans())
def test_a_bound_of_the_morning_lies_in_it(part: str, bound: str, hour: int, first: bool) -> None:
    text = f"{part} {bound} {hour}" if first else f"{bound} {hour} {part}"
    read = read_spans(text, NOW, hours=OPEN).reading
    for wish in (read.when, *read.candidates):
        assert wish is None or wish.time_to is None or wish.time_to <= dt.time(14), (text, wish)
