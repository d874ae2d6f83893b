"""The whole conversation, in every situation, under every input and every answer of the world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from booking.fsm.guards import yes_is_bound
from booking.fsm.row import Row
from booking.fsm.table import TABLE
from booking.fsm.writes import release_hold
from booking.verification.explore import Broken
from booking.verification.proof import Proof, prove


@pytest.fixture(scope="module")
def proof() -> Proof:
    return prove()


def changed(how: Callable[[Row], Row]) -> list[Row]:
    return [how(row) for row in TABLE]


def test_every_situation_keeps_every_property(proof: Proof) -> None:
    assert proof.explored.situations > 2_000
    assert proof.explored.turns > 200_000


def test_a_table_whose_yes_needs_no_proposal_is_caught() -> None:
    with pytest.raises(Broken, match="without a yes"):
        prove(changed(lambda row: replace(row, guards=tuple(g for g in row.guards if g is not yes_is_bound))))


def test_a_table_that_forgets_to_release_is_caught() -> None:
    with pytest.raises(Broken, match="hold"):
        prove(changed(lambda row: replace(row, writes=tuple(w for w in row.writes if w is not release_hold))))
