"""The verification shares what is alike and judges a changed table by what the change touches. Here it is held against
the same done plainly, in a world of a few inputs: it finds the same situations, the same rows and the same faults."""

from __future__ import annotations

import pytest

from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.verification.explore import explore
from booking.verification.fast_machine import Firing
from booking.verification.goals import GOALS, distances
from booking.verification.inputs import INPUTS, Input
from booking.verification.memo import Memo
from booking.verification.mutants import Mutant, mutants, substitutes
from booking.verification.near import Near
from booking.verification.proof import EVERY_ROW_FIRES, Proof
from booking.verification.proof_by_input import Places
from booking.verification.properties import PROPERTIES
from booking.verification.verdicts import Fate, judge
from tests.fsm.naive import Naive, explored

SAID = "¿qué horarios hay?|ese día a esa hora|soy Ana Ruiz|sí|no|ya no|una persona, por favor|pasan 13 horas".split("|")
SOME = [given for given in INPUTS if given.label in SAID]
SILENT = "hola|ese día a esa hora|es para mi hijo (de pila)|sí|una persona, por favor|pasa un día".split("|")
AFTER_SILENCE = [given for given in INPUTS if given.label in SILENT]
"""What comes after what silence ended, which is shared by what it left (test_silence)."""


@pytest.fixture(scope="module")
def proof() -> Proof:
    return proof_of(SOME)


def proof_of(inputs: list[Input]) -> Proof:
    memo = Memo(Firing(), PROPERTIES, inputs)
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


@pytest.mark.parametrize("inputs", [SOME, AFTER_SILENCE], ids=["said", "after silence"])
def test_properties_make_hardly_any_further_turns(inputs: list[Input]) -> None:
    """A turn is tried once more for each value of what a property looks at and the turn did not: a property that reads
    the question first, and then whether it has anything to say, makes two turns of one."""
    tried = []
    for properties in (PROPERTIES, ()):
        explore(memo := Memo(Firing(), properties, inputs))
        tried.append(len(memo.tried))
    with_properties, without = tried
    assert with_properties < without * 1.1


def changes_of(proof: Proof) -> list[Mutant]:
    """Those of rows that act there, and of facts."""
    acted = proof.explored.acted
    return [one for one in (*mutants(), *substitutes()) if one.fact or any(place in acted for place, _ in one.rows)]


def test_a_change_comes_to_the_same(places: Places, plainly: Naive) -> None:
    fates, shown = come_to_the_same(changes_of(places.proof)[5::97], places, plainly, SOME)
    assert fates >= {Fate.CAUGHT, Fate.EQUAL}
    assert shown > 3


def test_a_change_comes_to_the_same_after_silence() -> None:
    proof = proof_of(AFTER_SILENCE)
    assert len(AFTER_SILENCE) == len(SILENT)
    changes = changes_of(proof)
    ends = {place for place, row in enumerate(TABLE) if {Trigger.TIMEOUT, Trigger.BOT_RETURNS} & {*row.on}}
    of_ends = [one for one in changes if any(place in ends for place, _ in one.rows)]
    plainly = explored(TABLE, AFTER_SILENCE, {})
    fates, _ = come_to_the_same([*of_ends[::11], *changes[7::499]], Places(proof), plainly, AFTER_SILENCE)
    assert Fate.CAUGHT in fates


def come_to_the_same(
    changes: list[Mutant], places: Places, plainly: Naive, inputs: list[Input]
) -> tuple[set[Fate], int]:
    """Each is judged as it is plainly: how, and how many of them show near the first message."""
    acted = places.proof.explored.acted
    fates, near, shown = set[Fate](), Near(Memo(Firing(), PROPERTIES, inputs), 40), 0
    for mutant in changes:
        verdict = judge(mutant, places)
        if verdict.why.startswith("The table's own rules"):
            continue
        machine = mutant.machine()
        now = explored(machine.table, inputs, dict(machine.given))
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
    return fates, shown


def test_a_change_that_leads_to_ever_more_is_followed_up_to_a_bound(places: Places) -> None:
    selects_what_is_taken = next(
        one for one in changes_of(places.proof) if one.change == "without the guard exact_time_free"
    )
    assert judge(selects_what_is_taken, places, most_new=0).fate is Fate.UNDECIDED
    assert judge(selects_what_is_taken, places).fate is Fate.SURVIVED  # in this world of few inputs


def same(now: Naive, before: Naive) -> bool:
    """The same conversation."""
    said = sorted(map(repr, now.told)) == sorted(map(repr, before.told))
    return said and all(
        [set(ends) for ends in now.leads[situation]] == [set(ends) for ends in before.leads[situation]]
        for situation in before.leads
    )
