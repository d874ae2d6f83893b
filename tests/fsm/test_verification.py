"""The nearest situations of the conversation, under every input and every answer of the world."""

from __future__ import annotations

from dataclasses import replace

import pytest

from booking.fsm.guards import yes_is_bound
from booking.fsm.machine import CONVERSING, Conversing
from booking.fsm.table import TABLE
from booking.fsm.writes import release_hold
from booking.verification.explore import Broken, explore
from booking.verification.properties import PROPERTIES


def test_the_nearest_situations_keep_every_property() -> None:
    explored = explore(CONVERSING, PROPERTIES, limit=4_000)
    assert explored.turns >= 4_000


def test_a_table_whose_yes_needs_no_proposal_is_caught() -> None:
    mutant = [replace(row, guards=tuple(g for g in row.guards if g is not yes_is_bound)) for row in TABLE]
    with pytest.raises(Broken, match="without a yes"):
        explore(Conversing(mutant), PROPERTIES, limit=60_000)


def test_a_table_that_forgets_to_release_is_caught() -> None:
    mutant = [replace(row, writes=tuple(w for w in row.writes if w is not release_hold)) for row in TABLE]
    with pytest.raises(Broken, match="hold"):
        explore(Conversing(mutant), PROPERTIES, limit=60_000)
