"""The clinic of `house` in memory and on PostgreSQL."""

from __future__ import annotations

import pytest

from booking.ports import UnitOfWorkFactory
from booking.testing.fakes import MemoryDatabase
from tests.tools.house import CLINIC, DOCTORS, OPENINGS, House, furnish


@pytest.fixture
def postgres_house(request: pytest.FixtureRequest) -> House:
    from storage.seed import seed

    begin: UnitOfWorkFactory = request.getfixturevalue("begin")
    seed(request.getfixturevalue("engine"), CLINIC, DOCTORS, OPENINGS)
    return furnish(begin)


@pytest.fixture
def house() -> House:
    return furnish(MemoryDatabase().seed(CLINIC, DOCTORS, OPENINGS))
