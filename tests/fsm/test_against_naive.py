"""The verification shares what is alike and judges a changed table by what the change touches. Here it is held against
the same done plainly, in a world of a few inputs: it finds the same situations, the same rows and the same faults."""

from __future__ import annotations

import pytest

from booking.conversation.fsm.table import TABLE
from booking.verification.explore import explore
from booking.verification.fast_machine import Firing
from booking.verification.goals import GOALS, distances
from booking.verification.inputs import INPUTS
from booking.verification.memo import Memo
from booking.verification.mutants import mutants, substitutes
from booking.verification.near import Near
from booking.verification.proof import EVERY_ROW_FIRES, Proof
from booking.verification.proof_by_input import Places
from booking.verification.properties import PROPERTIES
from booking.verification.verdicts import Fate, judge
from tests.fsm.naive import Naive, explored

SAID = "¿qué horarios hay?|ese día a esa hora|soy Ana Ruiz|sí|no|ya no|una persona, por favor|pasan 13 horas".split("|")
SOME = [given for given in INPUTS if given.label in SAID]


@pytest.fixture(scope="module")
def proof() -> Proof:
    memo = Memo(Firing(), PROPERTIES, SOME)
    found = explore(memo)
    near = [(goal.name, *distances(goal, found.came_from, memo, {})) for goal in GOALS]
    assert not any(far for _, _, far in near)
    return Proof(memo, tuple(memo.tried), found, {name: known for name, known, _ in near})


@pytest.fixture(scope="module")
def places(proof: Proof) -> Places:
    return Places(proof)


@pytest.fixture(scope="module")
def plainly() -> Naive:
    return explored(TABLE, SOME, {})


def test_the_same_is_found(proof: Proof, plainly: Naive) -> None:
    assert len(SOME) == len(SAID)
    assert plainly.leads.keys() == proof.explored.came_from.keys()
    assert plainly.turns == proof.explored.turns
    assert plainly.acted == proof.explored.acted
    assert not plainly.broken


def test_a_change_comes_to_the_same(places: Places, plainly: Naive) -> None:
    acted = places.proof.explored.acted
    changes = [one for one in (*mutants(), *substitutes()) if one.fact or any(place in acted for place, _ in one.rows)]
    fates, near, shown = set(), Near(Memo(Firing(), PROPERTIES, SOME), 40), 0
    for mutant in changes[5::83]:
        verdict = judge(mutant, places)
        if verdict.why.startswith("The table's own rules"):
            continue
        machine = mutant.machine()
        now = explored(machine.table, SOME, dict(machine.given))
        idle = any(mutant.moved.get(place, place) not in now.acted for place in acted)
        assert (verdict.fate is Fate.CAUGHT) == (bool(now.broken) or idle), f"{mutant.name} {mutant.change}"
        if (broken := near.broken(mutant, machine)) is not None:
            assert broken in now.broken, f"{mutant.name} {mutant.change}"
            shown += 1
        if verdict.fate is Fate.CAUGHT:
            assert verdict.why in now.broken or (verdict.why == EVERY_ROW_FIRES and idle)
        else:
            assert (verdict.fate is Fate.EQUAL) == same(now, plainly), f"{mutant.name} {mutant.change}"
        fates.add(verdict.fate)
    assert fates >= {Fate.CAUGHT, Fate.EQUAL}
    assert shown > 5


def same(now: Naive, before: Naive) -> bool:
    """The same conversation."""
    said = sorted(map(repr, now.told)) == sorted(map(repr, before.told))
    return said and all(
        [set(ends) for ends in now.leads[situation]] == [set(ends) for ends in before.leads[situation]]
        for situation in before.leads
    )
