"""What is offered is what a search of all days to come finds, however few of them were read; on the fakes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.errors import NotCovered
from booking.scheduling.availability import free_slots
from booking.scheduling.search import search
from tests.core.crowded import (
    CLINIC,
    DOCTORS,
    FIRST,
    OCCUPANCIES,
    Asked,
    appointments,
    in_memory,
    offer_is_that_of_a_search_of_everything,
    questions,
)
from tests.core.test_availability_search import DAY

CASES = settings(settings(), max_examples=8 * settings().max_examples)


@CASES
@given(st.sampled_from(OCCUPANCIES), questions)
def test_an_offer_is_that_of_a_search_of_everything(occupancy: int, asked: Asked) -> None:
    with in_memory(occupancy)() as uow:
        offer_is_that_of_a_search_of_everything(uow, appointments(occupancy), asked)


def test_a_calendar_of_a_day_says_nothing_about_the_next() -> None:
    """Not even that it is free: whoever asks is told that it was not read."""
    with in_memory(100)() as uow:
        monday = uow.schedules.calendar(FIRST, FIRST + DAY, FIRST)
    assert free_slots(monday, CLINIC, FIRST, FIRST + DAY, FIRST) == []
    with pytest.raises(NotCovered):
        free_slots(monday, CLINIC, FIRST, FIRST + 2 * DAY, FIRST)
    with pytest.raises(NotCovered):
        search(monday, CLINIC, None, FIRST, doctor_id=DOCTORS[0].id)
