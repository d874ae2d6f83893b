"""An appointment that exists stays as it is: however that is said, at the question whether to change or cancel it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelBooking, Confirm, Deny
from booking.models import Purpose, State
from nlu.shortcuts import parse
from tests.nlu.messages import context

LEAVE = st.sampled_from(["déjala", "déjela", "mejor déjela", "déjemela", "que se quede"])
AS_IT_WAS = st.sampled_from(["como está", "como estaba", "igual", "tal cual", "así como estaba"])
REFUSED = st.sampled_from(["no, ", "no ", "no gracias, ", "mejor no, "])
POLITE = st.sampled_from(["", " por favor", " gracias"])


def intents(text: str, purpose: Purpose) -> tuple[object, ...]:
    asked = context(State.CONFIRM, "").model_copy(update={"purpose": purpose})
    return parse(text, asked).intents


@given(REFUSED | st.just(""), LEAVE, AS_IT_WAS, POLITE)
def test_left_as_it_was_gives_up_the_change(refused: str, leave: str, how: str, polite: str) -> None:
    said = f"{refused}{leave} {how}{polite}"
    assert intents(said, Purpose.CANCEL) == (Deny(),)
    assert intents(said, Purpose.MOVE) == (CancelBooking(),)


@given(REFUSED, LEAVE, POLITE)
def test_a_no_with_left_so_gives_up_the_change(refused: str, leave: str, polite: str) -> None:
    said = f"{refused}{leave} así{polite}"
    assert intents(said, Purpose.CANCEL) == (Deny(),)
    kept = intents(said, Purpose.MOVE)
    assert Confirm() not in kept
    if refused.startswith("no"):
        assert kept == (CancelBooking(),)
