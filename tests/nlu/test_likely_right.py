"""What was learned of which claims are right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import StartBooking
from booking.models import State
from nlu.likely_kinds import Looks
from nlu.likely_right import chance, signs
from nlu.parse_lines import answer
from nlu.parsed import Parse
from nlu.shortcuts import Rules, parse
from tests.nlu.corpus_score import CLINIC, labels, wrong_with
from tests.nlu.learn_likely_right import STRANGERS
from tests.nlu.messages import context

IDLE = context(State.IDLE)


def test_what_is_doubted_is_oftener_wrong_than_what_is_not() -> None:
    wrong, claims = {True: 0, False: 0}, {True: 0, False: 0}
    for row in labels(STRANGERS)[::5]:
        whole, by_rules = answer({**CLINIC, **row}), answer({**CLINIC, **row}, Rules())
        if by_rules["intent"]["kind"] == "unknown" or by_rules["intent"].get("ambiguous"):
            continue
        doubted = whole["intent"]["kind"] == "unknown"
        claims[doubted] += 1
        wrong[doubted] += bool(wrong_with(row["expect"], by_rules))
    assert claims[True] < claims[False] / 8
    assert wrong[True] / claims[True] > 4 * wrong[False] / claims[False]


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("quiero una cita, mi doctora Ríos me conoce", "doctor unheard"),
        ("quiero una cita, mi mamá me lleva", "relative unheard"),
        ("quiero una cita, el lunes trabajo", "times and no field"),
    ],
)
def test_what_no_field_took_speaks_against_a_claim(text: str, sign: str) -> None:
    said, looks = Parse((StartBooking(),)), Looks(text, State.IDLE)
    assert signs(text, said, looks, IDLE)[sign] == 1


@given(st.text(max_size=60))
def test_whatever_is_written_has_a_chance(text: str) -> None:
    assert 0 < chance(text, parse(text, IDLE), Looks(text, State.IDLE), IDLE) < 1
