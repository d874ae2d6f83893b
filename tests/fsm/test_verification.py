"""The whole conversation, in every situation, under every input and every answer of the world."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from booking.conversation.fsm.conversation_machine import CONVERSING
from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.guards import way_back_owed, yes_is_bound
from booking.conversation.fsm.holding import release_hold
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, Change
from booking.intents import Thank
from booking.models.draft_parts import hold_of, proposal_of
from booking.testing.checked import Checked, shows
from booking.verification.axes import Situation
from booking.verification.cases import Case
from booking.verification.contention import met
from booking.verification.explore import Broken, explore
from booking.verification.failure_as_test import as_test
from booking.verification.fast_machine import Firing
from booking.verification.inputs import INPUTS
from booking.verification.memo import Memo
from booking.verification.mutants import Mutant, mutants, substitutes
from booking.verification.near import Near
from booking.verification.proof import EVERY_ROW_FIRES, Proof, prove, whole
from booking.verification.properties import PROPERTIES
from booking.verification.reach import UNEXPLAINED, WHY, unreached
from booking.verification.relevance import Relevance
from booking.verification.situation import patch_of, patched, start, world_in
from booking.verification.small_world import NOW
from booking.verification.tree import Script
from booking.verification.trial import tried
from booking.verification.verdicts import judge_near
from booking.verification.view import View


@pytest.fixture(scope="module")  # gigabytes, which nobody needs afterwards
def proof() -> Proof:
    return prove()


@pytest.fixture(scope="module")
def near(proof: Proof) -> Near:
    return Near(proof.memo)


def changed(how: Callable[[Row], Row]) -> list[Row]:
    return [how(row) for row in TABLE]


def any_yes(facts: Facts) -> bool:
    """whatever the yes answers"""
    return True


UNBOUND = changed(lambda row: replace(row, guards=tuple(any_yes if g is yes_is_bound else g for g in row.guards)))
KEEPING = changed(lambda row: replace(row, writes=tuple(w for w in row.writes if w is not release_hold)))


def test_every_situation_keeps_every_property(proof: Proof) -> None:
    assert proof.explored.situations > 2_000
    assert proof.explored.turns > 200_000


def test_what_is_never_reached_has_its_reason(proof: Proof) -> None:
    assert [rule for rule in proof.unreached() if rule[2] == UNEXPLAINED] == []
    nothing = unreached(TABLE, set(), ())
    assert set(WHY) <= set(nothing), "a reason for a rule that is gone"
    assert ("write", "release_hold") in nothing


def test_a_contention_that_no_answer_tells_of_is_found(proof: Proof) -> None:
    assert all(proof.contentions().values())
    undisputed = [leaf.disputes for _, leaf in proof.leaves if "renew" not in leaf.questions]
    assert [contention.question for contention, turns in met(undisputed).items() if not turns] == ["renew"]


LAPSES: dict[str, Callable[[Any], bool]] = {
    "nothing": lambda chat: chat.updated_at == NOW and not _hold_lapsed(chat),
    "the hold": lambda chat: _hold_lapsed(chat),
    "the question": lambda chat: chat.question is None,
    "the chat": lambda chat: chat.updated_at < NOW,
}
"""What may have lapsed between a proposal and the yes to it."""


def _hold_lapsed(chat: Any) -> bool:
    hold = hold_of(chat.draft)
    return hold is not None and hold.expires_at <= NOW


def test_a_yes_comes_to_each_proposal_whatever_has_lapsed(proof: Proof) -> None:
    yes = [given for given in INPUTS if given.label in ("sí", "sí (botón)")]
    assert len(yes) == 2
    reached = set()
    for situation in proof.explored.came_from:
        world = world_in(View(situation))
        screen, chat = world.known.screen, world.conversation
        if screen is not None and proposal_of(chat.draft) is not None:
            proposed = TEXTS[ReplyKey(screen.key)].proposes
            reached |= {(proposed, lapse) for lapse, lapsed in LAPSES.items() if lapsed(chat)}
    no_time = {(change, "the hold") for change in (Change.CANCEL, Change.PERFORM)}
    assert reached == set(product(Change, LAPSES)) - no_time


def test_most_turns_are_known_by_what_they_look_at(proof: Proof) -> None:
    """The budget: what is run grows with what rows look at, not with the number of situations."""
    assert proof.tried < proof.explored.turns / 10


def test_the_machine_that_is_shipped_does_the_same(proof: Proof) -> None:
    """Of each set of rows that one turn fires a turn at least, and of all turns some."""
    said = [turn for turn in proof.leaves if INPUTS[turn[0]].waits is None]
    some = {leaf.acted: (number, leaf) for number, leaf in reversed(said)}
    for number, leaf in (*some.values(), *said[::211]):
        shipped = happened(CONVERSING, leaf.situation, number, leaf.script)
        assert shipped == happened(proof.memo.machine, leaf.situation, number, leaf.script)


def test_what_is_known_of_like_situations_is_so_in_each(proof: Proof) -> None:
    """The slow way beside the fast one: tried in the very situation, with every property held against it. In a smaller
    world every turn is (test_against_naive)."""
    tried_anew = 0
    for place, situation in enumerate([*proof.explored.came_from][::1999]):
        for number in range(place % 9, len(INPUTS), 9):
            if INPUTS[number].waits is not None:
                continue
            for leaf in proof.memo.outcome(situation, number).leaves:
                view = View(situation)
                case = tried(world_in(view), INPUTS[number], proof.memo.machine, leaf.script)
                end = patched(situation, patch_of(view, case.after))
                assert end == patched(situation, leaf.end)
                assert case.keys == [*leaf.keys]
                for holds in PROPERTIES:
                    holds(case)
                tried_anew += 1
    assert tried_anew > 1_000


def test_a_property_is_left_out_only_where_names_are_enough_for_it() -> None:
    def thanks_are_silent(case: Case) -> None:
        if isinstance(case.alone, Thank):
            assert not case.keys

    def a_draft_stays(case: Case) -> None:
        if case.before.conversation.draft is not None:
            assert case.after.conversation.draft is not None

    said = {given.label: given for given in INPUTS}
    relevance = Relevance([thanks_are_silent, a_draft_stays])
    kept = []
    for label in ("gracias", "hola"):
        kept.append(relevance.of(tried(world_in(View(start())), said[label], Firing(), ())))
    assert kept == [(thanks_are_silent, a_draft_stays), (a_draft_stays,)]


def test_a_property_that_does_not_find_what_it_looks_for_is_broken() -> None:
    """Else a change of the table that says something else would end the judging of all others."""

    def greetings_are_returned(case: Case) -> None:
        """Greetings are returned"""
        next(reply for reply in case.turn.replies if reply.key == "somewhere_else")

    with pytest.raises(Broken) as caught:
        explore(Memo(Firing(), [greetings_are_returned]), limit=1)
    assert caught.value.name == "Greetings are returned"


def happened(machine: object, situation: Situation, number: int, script: Script) -> object:
    view = View(situation)
    case = tried(world_in(view), INPUTS[number], machine, script)  # type: ignore[arg-type]
    rows = [(step.row, step.refused) for step in case.turn.steps]
    return rows, case.turn.replies, case.asked, patched(situation, patch_of(view, case.after))


@pytest.mark.parametrize("table", [UNBOUND, KEEPING], ids=["a yes without a proposal", "a hold that is kept"])
def test_what_is_printed_is_a_test_that_fails(table: list[Row]) -> None:
    with pytest.raises(Broken) as caught:
        prove(table)
    assert shows(caught.value.way, table)
    assert not shows(caught.value.way)
    names: dict[str, object] = {}
    exec(as_test(caught.value), names)
    (test,) = [value for name, value in names.items() if name.startswith("test_")]
    assert callable(test)
    test()  # on the table as it is
    names["Checked"] = lambda: Checked(table)
    with pytest.raises(AssertionError):
        test()


def test_a_row_that_never_acts_is_found(proof: Proof) -> None:
    (place,) = [n for n, row in enumerate(TABLE) if row.guards == (way_back_owed,)]
    twin = [*TABLE[: place + 1], TABLE[place], *TABLE[place + 1 :]]  # the second of them, which no turn comes to
    acted = {n if n <= place else n + 1 for n in proof.explored.acted}
    with pytest.raises(Broken) as caught:
        whole(Firing(twin), replace(proof.explored, acted=acted))
    assert caught.value.name == EVERY_ROW_FIRES
    assert as_test(caught.value) == ""


def test_every_change_has_a_name_that_is_the_same_in_every_process() -> None:
    """And of its own, so that two are never taken for one."""
    names = [f"{mutant.name} {mutant.change}" for mutant in (*mutants(), *substitutes())]
    assert not [name for name in names if re.search(r"0x[0-9a-f]+|<", name)]
    assert len(set(names)) == len(names)


SOME: list[Mutant] = [*list(mutants())[::61], *list(substitutes())[::61]]


def test_changes_of_a_table_are_caught_near_the_first_message(near: Near) -> None:
    """Four of five at least, however the table grows: what acts far from there shows later. The rest is judged by the
    whole proof, every night; that it judges as the plain way does is held in a smaller world (test_against_naive)."""
    left = [f"{mutant.name} {mutant.change}" for mutant in SOME if judge_near(mutant, near) is None]
    assert len(left) * 5 < len(SOME), left
