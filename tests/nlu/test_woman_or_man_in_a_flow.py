"""Who asks for "la doctora" or "el doctor" wishes for an appointment with one of them: where several are, whichever it
will be, where one is, that one; a refusal leaves them out. It is no question who consults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CheckAvailability, RescheduleAppointment, StartBooking, Topic
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

SHE = ("Dra. Laura Méndez", "Dra. Paula Ríos")
HE = "Dr. Jorge Salas"
IN_FLOW = st.sampled_from([State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM])


def read(text: str, state: State) -> tuple[object, ...]:
    here = context(state, "").model_copy(update={"doctors": (SHE[0], HE, SHE[1])})
    return parse(text, here).intents


@given(st.sampled_from(["", "mejor ", "a la hora que haya ", "sí pero ", "mañana "]), IN_FLOW)
def test_of_several_whichever_it_will_be(lead: str, state: State) -> None:
    (wish,) = read(f"{lead}con la doctora", state)
    assert isinstance(wish, CheckAvailability)
    assert wish.not_with == (HE,)
    (wish,) = read(f"{lead}con el doctor", state)
    assert isinstance(wish, CheckAvailability)
    assert wish.doctor == HE


@given(st.sampled_from(["no ", "que no sea ", "ya no quiero "]), IN_FLOW)
def test_a_refusal_leaves_them_out(refused: str, state: State) -> None:
    (wish,) = read(f"{refused}con la doctora", state)
    assert isinstance(wish, CheckAvailability)
    assert wish.doctor == HE or wish.not_with == SHE


@pytest.mark.parametrize(
    "text", ["quiero cita con el otro doctor", "agéndame con la doctora mañana", "una cita con la doctora"]
)
def test_beside_a_booking_verb_the_wish_is_heard(text: str) -> None:
    assert any(isinstance(one, StartBooking) for one in read(text, State.IDLE))


@pytest.mark.parametrize(
    "text", ["cámbiame con el otro doctor", "cámbiame con el otro doctor a la misma hora", "pásame con la otra doctora"]
)
def test_another_one_for_what_there_is_is_a_change(text: str) -> None:
    (change,) = read(text, State.IDLE)
    assert isinstance(change, RescheduleAppointment)
    assert change.another


@pytest.mark.parametrize("text", ["¿con la doctora o con el doctor?", "¿quién es la doctora?", "¿está la doctora?"])
def test_what_asks_is_no_wish(text: str) -> None:
    said = read(text, State.SLOT_SELECTION)
    assert not any(isinstance(one, CheckAvailability) and (one.doctor or one.not_with) for one in said)


def test_who_consults_is_still_a_question() -> None:
    assert any(
        isinstance(one, AskQuestion) and one.topic is Topic.DOCTORS for one in read("¿qué doctores hay?", State.IDLE)
    )
