"""Who cancels what: the verb's person, tense and mood, its subject and its object, put together at random."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    Confirm,
    ListAppointments,
    RescheduleAppointment,
    Topic,
)
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

WHO = [
    "la doctora",
    "Dra. Laura",
    "el doctor Salas",
    "la clínica",
    "mi esposo",
    "mi jefe",
    "ella",
    "la secretaria",
    "alguien",
]
OTHER_THINGS = ["mi vuelo", "la junta", "mi clase", "su viaje", "mi suscripción", "el evento", "la fiesta", "mi seguro"]
OURS = ["mi cita", "la cita", "mi consulta", "la cita del martes", "mi turno"]
PLACES = [(State.IDLE, ""), (State.CONFIRM, ""), (State.CONFIRM, "moving"), (State.SLOT_SELECTION, "")]
_ENDS = (CancelAppointment, CancelBooking, RescheduleAppointment, Confirm)

places, plain = st.sampled_from(PLACES), str.maketrans("áéíóú", "aeiou")


def read(text: str, place: tuple[State, str] = (State.IDLE, "")) -> tuple[object, ...]:
    return parse(text, context(*place)).intents


def ends(text: str, place: tuple[State, str]) -> bool:
    return any(isinstance(intent, _ENDS) for intent in read(text, place))


@given(
    st.sampled_from(WHO),
    st.sampled_from(["canceló", "cancelo", "me canceló", "nos cancelo"]),
    st.sampled_from(["", *OURS]),
    places,
)
def test_what_somebody_else_did_orders_nothing(who: str, verb: str, thing: str, place: tuple[State, str]) -> None:
    said = f"{who} {verb} {thing}".strip()
    assert not ends(said, place), said
    assert ListAppointments() in read(said, place), "what stands is not said"


@given(
    st.sampled_from(
        [
            "se canceló",
            "me cancelaron",
            "cancelaron",
            "nos cancelaron",
            "cancelé",
            "tuve que cancelar",
            "mi jefe canceló",
        ]
    ),
    st.sampled_from(OTHER_THINGS),
    st.booleans(),
    places,
)
def test_another_thing_is_no_appointment(verb: str, thing: str, bare: bool, place: tuple[State, str]) -> None:
    said = f"{verb} {thing}"
    assert not ends(said, place), said
    if bare and verb not in ("cancelé",):  # "cancele": without its accent the polite order, too
        assert not ends(said.translate(plain), place), said


@given(
    st.sampled_from(["quiero cancelar", "cancela", "necesito cancelar", "cancelo"]),
    st.sampled_from(OTHER_THINGS),
    places,
)
def test_nor_is_it_by_order(verb: str, thing: str, place: tuple[State, str]) -> None:
    assert not ends(f"{verb} {thing}", place)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "condition",
    ["¿si cancelo me cobran?", "si no puedo la cancelo", "si no puedo ir les aviso", "¿y si luego tengo que cancelar?"],
)
def test_a_condition_is_answered(condition: str, place: tuple[State, str]) -> None:
    topics = {i.topic for i in read(condition, place) if isinstance(i, AskQuestion)}
    assert topics == ({None} if "cobran" in condition else {Topic.CHANGES})  # what it costs is no rule of how late
    assert not ends(condition, place)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "text",
    ["no canceles", "no la canceles", "no la vayan a cancelar", "ojalá no me cancelen", "por favor no me cancelen"],
)
def test_what_shall_not_be_is_not_done(text: str, place: tuple[State, str]) -> None:
    assert not ends(text, place)


@pytest.mark.parametrize(
    "text", ["¿puedo cancelar?", "¿se puede cancelar?", "¿me la pueden cancelar ustedes?", "¿puedo cancelar después?"]
)
def test_what_is_asked_in_the_middle_of_something_is_answered(text: str) -> None:
    assert not ends(text, (State.CONFIRM, ""))


@given(
    st.sampled_from(
        ["me cambiaron", "me movieron", "nos recorrieron", "la doctora cambió", "el doctor movió", "me reagendaron"]
    ),
    st.sampled_from(OURS),
)
def test_what_was_moved_for_them_moves_nothing(verb: str, thing: str) -> None:
    assert not ends(f"{verb} {thing}", (State.IDLE, ""))
    assert ListAppointments() in read(f"{verb} {thing}")


@given(
    st.sampled_from(
        ["cancela", "cancele", "cancelen", "cancelo", "quiero cancelar", "me cancelas", "¿me puedes cancelar",
         "voy a cancelar", "favor de cancelar", "quiero que cancelen", "tengo que cancelar", "buenas, podrían cancelar"]
    ),
    st.sampled_from(OURS),
)  # fmt: skip
def test_an_order_is_one(verb: str, thing: str) -> None:
    assert any(isinstance(intent, CancelAppointment) for intent in read(f"{verb} {thing}"))


def test_what_is_told_beside_an_order_does_not_undo_it() -> None:
    said = read("se canceló mi vuelo, ya no voy a poder ir a la cita")
    assert any(isinstance(intent, CancelAppointment) for intent in said)
    assert any(isinstance(intent, CancelAppointment) for intent in read("no voy a poder ir, cancélala"))
