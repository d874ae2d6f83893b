"""Who is taken in a range, beside looking at every one of the ranges."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from booking.scheduling.busy import Span
from booking.scheduling.taken_times import TakenTimes
from tests.core.test_availability_model import CASES

DOCTORS = (1, 2, 3)
VISITS = ("short", "long")
instants = st.integers(0, 30)
spans = st.lists(
    st.builds(
        lambda start, lasts, visit, doctors: Span(float(start), float(start + lasts), visit, doctors),
        instants,
        st.sampled_from([0, 0, 1, 2, 5, 20]),
        st.sampled_from(VISITS),
        st.lists(st.sampled_from(DOCTORS), max_size=3),
    ),
    max_size=8,
).map(sorted)
kept_free = st.fixed_dictionaries(
    {(doctor, visit): st.tuples(st.integers(0, 12), st.integers(0, 12)) for doctor in DOCTORS for visit in VISITS}
)


@CASES
@given(spans, st.none() | kept_free | kept_free, instants, st.integers(1, 6))
def test_it_is_who_has_a_range_that_meets_it(
    busy: list[Span], around: dict[tuple[int, str], tuple[int, int]] | None, start: int, lasts: int
) -> None:
    taken = TakenTimes(busy, DOCTORS, None if around is None else lambda doctor, visit: around[doctor, visit])

    def meets(span: Span, doctor: int) -> bool:
        before, after = around[doctor, span.visit] if around else (0, 0)
        return span.start < span.end and span.start - before < start + lasts and start < span.end + after

    assert taken.within(start, start + lasts) & set(DOCTORS) == {
        doctor for span in busy for doctor in span.doctor_ids if meets(span, doctor)
    }
    assert taken.begun_in(start, start + lasts) == Counter(
        doctor
        for span in busy
        for doctor in span.doctor_ids
        if span.start < span.end and start <= span.start < start + lasts
    )
