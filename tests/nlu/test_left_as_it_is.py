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


KEPT = st.sampled_from(
    ["no la cancele", "no me la quites", "ya no la borren", "quiero conservarla", "la conservo", "me la quedo",
     "siempre sí voy", "mejor sí quiero conservar mi cita", "que se quede", "mantenla"]
)  # fmt: skip
AGAIN = st.sampled_from(["", "mmm no, ", "equis, ", "me arrepentí, ", "no no, ", "nel, "])
SLANG = ["a huevo", "de una", "ni modo, está bien", "va que va", "simón", "sobres", "jalo", "ándale pues", "órale",
         "arre", "me late", "va", "a webo que sí", "está bueno", "ya vas"]  # fmt: skip


@given(AGAIN, KEPT, POLITE)
def test_what_is_kept_is_not_cancelled(again: str, kept: str, polite: str) -> None:
    assert intents(f"{again}{kept}{polite}", Purpose.CANCEL) == (Deny(),)


@given(st.sampled_from(SLANG), POLITE)
def test_a_yes_in_slang_agrees_to_a_booking_and_cancels_nothing(yes: str, polite: str) -> None:
    assert intents(yes + polite, Purpose.BOOK) == (Confirm(),)
    assert Confirm() not in intents(yes + polite, Purpose.CANCEL)
