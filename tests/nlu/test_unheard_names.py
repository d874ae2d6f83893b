"""A name that no list has, at a list of times; who else it is for; and the doctor asked for at the hour there is."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, ProvideCustomerData, RescheduleAppointment, SelectSlot
from booking.models import Purpose, State
from nlu.shortcuts import Rules
from tests.nlu.known_visits import FIRST, read
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "name",
    [
        "Práxedes Gastélum",
        "Abundio Paz",
        "Eleuterio Bojórquez",
        "Yesenia Verdugo Payán",
        "Cástulo Armenta",
        "Rosa Peña",
    ],
)
def test_a_name_at_a_list_of_times_is_one(name: str) -> None:
    (said,) = Rules().understand(name, context(State.SLOT_SELECTION)).intents
    assert isinstance(said, ProvideCustomerData)
    assert said.name == name


@pytest.mark.parametrize(
    "text", ["La Primera", "El Martes", "Buenas Tardes", "Muy Temprano", "Está Bien", "Doctor Salas", "Mi Mamá"]
)
def test_words_with_capitals_are_no_name(text: str) -> None:
    said = Rules().understand(text, context(State.SLOT_SELECTION)).intents
    assert not any(isinstance(one, ProvideCustomerData) and one.name for one in said)
    assert text != "La Primera" or said == (SelectSlot(option=1),)


@pytest.mark.parametrize("text", ["híjole no, mejor pa mi carnal Óscar", "no, es para mi carnal Óscar"])
def test_a_friend_is_somebody_else_by_their_name(text: str) -> None:
    here = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK})
    (said,) = Rules().understand(text, here).intents
    assert isinstance(said, ProvideCustomerData)
    assert (said.name, said.for_other) == ("Óscar", True)


@pytest.mark.parametrize(
    "text",
    [
        "mejor con la doctora Méndez el mismo día a la misma hora",
        "que lo vea la doctora Méndez el mismo martes a la misma hora",
        "no me sirve ninguno, mejor que lo vea la doctora Méndez el martes mismo a la misma hora",
    ],
)
def test_the_doctor_asked_for_at_the_same_hour_is_not_left_out(text: str) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, RescheduleAppointment)
    assert said.doctor == "Dra. Laura Méndez"
    assert said.when
    assert said.when.anchor
    assert said.when.anchor.same_time


@pytest.mark.parametrize(
    "text", ["ya mejor quítela, me voy a operar en otro lado", "mejor cancélela, me voy a operar en otro lado"]
)
def test_what_is_given_up_for_another_place_is_to_be_cancelled(text: str) -> None:
    (said,) = read(text, FIRST, state=State.CONFIRM, purpose=Purpose.MOVE)
    assert isinstance(said, CancelAppointment)
