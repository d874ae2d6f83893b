"""Every repair in every place comes to what is stated of it."""

from __future__ import annotations

import pytest

from booking.testing.repair_rules import RULES, check
from booking.testing.repairs import PLACES, REPAIRS, Place, cell


@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_a_repair_comes_to_what_is_stated_of_it(place: Place, repair: str) -> None:
    check(cell(place, repair))


def test_every_repair_has_its_statements() -> None:
    assert list(RULES) == list(REPAIRS)
