"""A stretch in words is read as just that stretch."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Direction
from booking.models import Slot
from booking.testing.fakes import MemoryDatabase
from tests.tools.house import CALLERS, CLINIC, DOCTORS, NOW, OPENINGS, ZONE, House, furnish
from tools.access import Access
from tools.stretches import stretch, stretch_in_words

DAY = dt.datetime(2026, 11, 24, tzinfo=ZONE)
HALVES = st.tuples(st.integers(0, 48), st.integers(0, 48)).filter(lambda edges: edges[0] != edges[1]).map(sorted)


def read_back(house: House, span: Slot) -> Slot:
    with house.begin() as uow:
        access = Access("x", uow, CLINIC, CALLERS["staff"], NOW)
        said = house.tools.read_time(stretch_in_words(access, span), NOW, CLINIC, Direction.FUTURE, True)
        return stretch(access, said)


@given(HALVES, st.integers(0, 6))
def test_it_is_read_back(halves: list[int], later: int) -> None:
    """Hours are of one day; more days are whole ones."""
    house = furnish(MemoryDatabase().seed(CLINIC, DOCTORS, OPENINGS))
    start, end = (DAY + dt.timedelta(minutes=30 * half) for half in halves)
    one = Slot(start=start, end=end)
    days = Slot(start=DAY, end=DAY + dt.timedelta(days=later + 1))
    assert (read_back(house, one), read_back(house, days)) == (one, days)
