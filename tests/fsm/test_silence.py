"""What follows a flow that silence ended is known by what that left (`silence`). Here it is held against the same done
plainly, in worlds of a few inputs."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace

import pytest

from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.intents import Source
from booking.verification.explore import Explored, explore
from booking.verification.fast_machine import Firing
from booking.verification.inputs import INPUTS
from booking.verification.memo import Memo
from booking.verification.silence import Silence
from booking.verification.view import MOST
from tests.fsm.naive import explored

WORLDS = (
    "hola|ese día a esa hora|soy Ana (de pila)|sí|pasa un día",
    "hola|es para mi hijo Luis|¿qué horarios hay?|sí|no|(una herramienta)|pasa un día",
    "una persona, por favor|a una de dos horas|sí|la 1|pasa un día|pasa un día, y una persona sigue",
    "ese día a esa hora|sí, y mis citas|cambia mi cita|pasa un día",
)


def world(said: str, table: list[Row] | None = None) -> Memo:
    inputs = [given for given in INPUTS if given.label in said.split("|")]
    assert len(inputs) == len(said.split("|"))
    return Memo(Firing(table or TABLE), (), inputs)


def ended(found: Explored, memo: Memo) -> Counter[bool]:
    """Of how many situations it is known what silence left there, and of how many it is not."""
    silence = Silence(Firing(memo.machine.table))
    left = (silence.ended(situation) for situation in found.came_from)
    return Counter(one.left.kind != MOST for one in left if one is not None)


def as_plainly(memo: Memo, found: Explored) -> None:
    """The same situations, turns and rows, and each input leads to the same."""
    plainly = explored(memo.machine.table, memo.inputs, {})
    assert plainly.leads.keys() == found.came_from.keys()
    assert (plainly.turns, plainly.acted) == (found.turns, found.acted)
    for situation, leads in plainly.leads.items():
        outcomes = memo.outcomes(situation)
        ends = [{situation & left | put for left, put in outcome.ends} for outcome in outcomes]
        assert ends == [set(of) for of in leads]


@pytest.mark.parametrize("said", WORLDS)
def test_it_comes_to_the_same(said: str) -> None:
    memo = world(said)
    found = explore(memo)
    as_plainly(memo, found)
    known = ended(found, memo)
    assert known[True] > 2
    assert not known[False]


def read_by_rules(facts: Facts) -> bool:
    """whatever is read"""
    return True


def look_who_read_it(turn: Turn) -> Outcome:
    """look who read what was said"""
    if turn.source is Source.MODEL:
        turn.change(misses=2)
    return DONE


def keep_the_draft(turn: Turn) -> Outcome:
    """keep what is under way, and count it as not understood"""
    turn.change(misses=3)
    return DONE


@pytest.mark.parametrize("write", [look_who_read_it, keep_the_draft])
def test_what_silence_leaves_in_no_known_way_is_tried_as_any_other_turn(write: object) -> None:
    """What looks at the message, as no row does, or leaves another thing in a row's place."""
    table = [
        replace(row, writes=(write, *row.writes)) if Trigger.TIMEOUT in row.on and row.writes else row for row in TABLE
    ]
    memo = world("hola|ese día a esa hora|(deny, leído por un modelo)|pasa un día", table)
    found = explore(memo)
    as_plainly(memo, found)
    assert bool(ended(found, memo)[False]) == (write is look_who_read_it)


def test_nothing_that_a_turn_changes_is_left_where_it_was() -> None:
    """A new field of a turn is either the same for all of its scripts, or kept and given back (`resumed`)."""
    of_all = {"now", "clinic", "services", "message", "source", "looked_up", "unanswered", "alone", "began"}
    of_the_trigger = {"intent", "last", "journal"}  # set anew, or written to by what is given back
    given_back = {"conversation", "found", "orders", "searched", "replies", "steps"}
    assert {one.name for one in fields(Turn)} == of_all | of_the_trigger | given_back
