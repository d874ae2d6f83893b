"""Sentences made from meanings: the reader is right about them as often as it was, and keeps what needs no labels.

Floors are what was measured; they may be raised, never lowered. A property without one holds of every sentence.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from booking.testing.profiles import a_share
from tests.nlu.made.days import Window
from tests.nlu.made.expected import KINDS, Outcome, judge
from tests.nlu.made.lexicon import Half, listed, table, tokens
from tests.nlu.made.meanings import CHANGING, DOCTORS, REQUESTS, Act, Meaning, draw
from tests.nlu.made.properties import ALL, share_kept
from tests.nlu.made.score import tallied, times
from tests.nlu.made.sentences import sentences
from tests.nlu.made.typos import Typo, misspelt
from tests.nlu.made.wording import request, worded

SEEDS = st.integers(0, 10**9)
SENTENCES = 200
"""Of each half."""
TRIED = 40
"""Sentences that a property with a floor is tried on."""

PRECISION = {Half.SHOWN: 0.95, Half.HIDDEN: 0.91}
"""Of what is claimed, the share that is right."""
RIGHT = {Half.SHOWN: 0.9, Half.HIDDEN: 0.6}
"""Of what can be claimed, the share that is, rightly."""
EXACT = {Half.SHOWN: 0.95, Half.HIDDEN: 0.9}
"""Of the wishes about time, the share read as meant."""

KEPT = {
    "day_changes_the_day": 0.97,
    "doctor_changes_the_doctor": 0.97,
    "relative_changes_nothing": 0.97,
    "story_changes_nothing": 0.87,
    "courtesy_changes_nothing": 0.97,
    "unknown_words_claim_nothing": 0.97,
    "denied_is_not_taken": 0.97,
    "excepted_is_not_taken": 0.97,
    "order_changes_nothing": 0.97,
    "typo_changes_nothing": 0.92,
}
"""Properties that some sentences break, and the share that keeps them."""


# --- the reader --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", Half)
def test_the_reader_is_right_as_often_as_it_was(half: Half) -> None:
    whole, _, _ = tallied(sentences(1, SENTENCES, half))
    made, exact, _ = times(whole.made)["all"]
    assert whole.precision >= PRECISION[half]
    assert whole.right >= RIGHT[half]
    assert exact / made >= EXACT[half]


@pytest.mark.parametrize("name", KEPT)
def test_a_property_is_kept_as_often_as_it_was(name: str) -> None:
    assert share_kept(ALL[name], TRIED) >= KEPT[name], ALL[name].__doc__


@pytest.mark.parametrize("name", [name for name in ALL if name not in KEPT])
@a_share(2)
@given(seed=SEEDS)
def test_a_property_is_kept(name: str, seed: int) -> None:
    assert ALL[name](seed) is not False, ALL[name].__doc__


# --- what is made ------------------------------------------------------------------------------------------


@given(seed=SEEDS)
def test_a_seed_makes_the_same_sentences(seed: int) -> None:
    assert [m.request for m in sentences(seed, 3)] == [m.request for m in sentences(seed, 3)]


def test_the_halves_share_no_phrase() -> None:
    def phrases(found: Any) -> set[str]:
        if isinstance(found, str):
            return {found}
        inner = found.values() if isinstance(found, dict) else found
        return set().union(*(phrases(value) for value in inner))

    shown, hidden = (table(half) for half in Half)
    both = phrases(shown) & phrases(hidden)
    assert both <= {"{name}"}, both


@given(seed=SEEDS)
def test_the_order_of_its_parts_leaves_the_words_of_a_request(seed: int) -> None:
    meaning = draw(Random(seed), Half.SHOWN, Act.NEW)
    first, second = (request(meaning, Random(seed), Random(order)) for order in (1, 2))
    assert sorted(set(tokens(first)) - {"para"}) == sorted(set(tokens(second)) - {"para"})


@given(seed=SEEDS, doctors=st.permutations(DOCTORS))
def test_two_doctors_are_worded_alike(seed: int, doctors: list[str]) -> None:
    meaning = replace(draw(Random(seed), Half.SHOWN, Act.ASK), but_doctor=None)
    first, second = (worded(replace(meaning, doctor=doctor), Random(seed)) for doctor in doctors[:2])
    names = {token for called in table("lexicon")["doctors"].values() for form in called for token in tokens(form)}
    assert [t for t in tokens(first) if t not in names] == [t for t in tokens(second) if t not in names]


@given(seed=SEEDS, typo=st.sampled_from([Typo.SOUND, Typo.LETTER]))
def test_a_typo_spoils_one_word_and_makes_no_other(seed: int, typo: Typo) -> None:
    text = worded(draw(Random(seed), Half.SHOWN), Random(seed))
    wrong = misspelt(text, typo, Random(seed))
    assume(wrong != text)
    before, after = tokens(text), tokens(wrong)
    spoilt = [word for word in after if word not in before]
    assert len(spoilt) <= 1
    assert not set(spoilt) & listed()


# --- the verdict -------------------------------------------------------------------------------------------


@given(seed=SEEDS, act=st.sampled_from(sorted(KINDS)))
def test_whoever_reads_the_meaning_is_right(seed: int, act: Act) -> None:
    meaning = _without_exceptions(seed, act)
    assert judge(meaning, "", _ideal(meaning)).outcome is Outcome.RIGHT


@given(seed=SEEDS, act=st.sampled_from(sorted(KINDS)))
def test_any_other_claim_is_wrong(seed: int, act: Act) -> None:
    meaning, rng = _without_exceptions(seed, act), Random(seed)
    wrong = _ideal(meaning)
    fields = [key for key in ("option", "name", "doctor") if wrong["intent"].get(key)]
    spoilt = rng.choice([*fields, "kind", "more"])
    if spoilt == "more":
        wrong["more"].append({"kind": "opt_out"})
    else:
        wrong["intent"][spoilt] = {"option": 99, "kind": "recall"}.get(spoilt, "Nadie")
    assert judge(meaning, "", wrong).outcome is Outcome.WRONG


@given(seed=SEEDS)
def test_another_time_is_wrong(seed: int) -> None:
    meaning = _without_exceptions(seed, Act.NEW)
    other = _ideal(replace(meaning, wish=replace(meaning.wish, day=None, part=None, clock=None)))
    assume(meaning.wish.windows)
    assert judge(meaning, "", other).outcome is Outcome.WRONG


@given(seed=SEEDS, act=st.sampled_from(Act))
def test_who_claims_nothing_is_unsure(seed: int, act: Act) -> None:
    nothing = {"intent": {"kind": "unknown"}, "more": []}
    assert judge(draw(Random(seed), Half.SHOWN, act), "", nothing).outcome is Outcome.UNSURE


@given(seed=SEEDS)
def test_to_act_upon_a_story_is_wrong(seed: int) -> None:
    acted = {"intent": {"kind": "start_booking"}, "more": []}
    assert judge(draw(Random(seed), Half.SHOWN, Act.STORY), "", acted).outcome is Outcome.WRONG


def _without_exceptions(seed: int, act: Act) -> Meaning:
    meaning = draw(Random(seed), Half.SHOWN, act)
    return replace(meaning, wish=replace(meaning.wish, but_day=None, but_part=None))


def _ideal(meaning: Meaning) -> dict[str, Any]:
    """The answer of a reader that makes no mistake."""
    kind = {Act.NEW: "start_booking", Act.ASK: "check_availability", Act.GIVE_UP: "cancel_booking"}.get(meaning.act)
    intent: dict[str, Any] = {"kind": kind or next(iter(KINDS[meaning.act]))}
    wished = meaning.of.windows if meaning.act is Act.CANCEL and meaning.of else meaning.wish.windows
    if len(wished) == 1:
        intent["when"] = _written(wished[0])
    else:
        intent["candidates"] = [_written(window) for window in wished]
    if meaning.act is Act.MOVE and meaning.of:
        intent["of"] = _written(meaning.of.windows[0])
    intent |= {"doctor": meaning.doctor, "name": meaning.name, "option": meaning.other or meaning.option}
    intent["not_with"] = [meaning.but_doctor] if meaning.but_doctor else []
    more: list[dict[str, Any]] = []
    if meaning.relative and meaning.act in CHANGING:
        intent["whose"] = {"own": False}
    elif meaning.relative and meaning.act in REQUESTS:
        more.append({"kind": "provide_customer_data", "for_other": True})
    elif meaning.relative:
        intent["for_other"] = True
    return {"intent": intent, "more": more}


def _written(window: Window) -> dict[str, Any]:
    plain: dict[str, dt.date | dt.time | None] = {"date_from": window.date_from, "date_to": window.date_to}
    plain |= {"time_from": window.time_from, "time_to": window.time_to}
    return {key: value.isoformat() if value else None for key, value in plain.items()} | {"exact": window.exact}
