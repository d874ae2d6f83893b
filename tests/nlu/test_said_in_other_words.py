"""Sentences whose words look like another thing's: to be told of something, an appointment not needed any more, "en
adelante", a name spelt out, a wish on a condition, a proposal that is to be left as it is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    StartBooking,
)
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context


def read(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(state)))


@pytest.mark.parametrize(
    "text",
    [
        "me da informes del costo de la consulta general porfa",
        "me puede dar informacion de precios",
    ],
)
def test_who_wants_to_be_told_of_it_wants_no_appointment(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [AskQuestion]


def test_who_wants_one_and_its_price_wants_both() -> None:
    assert {type(intent) for intent in read("quiero una cita y saber el precio")} == {AskQuestion, StartBooking}


@pytest.mark.parametrize(
    "text", ["la del jueves ya no la ocupo", "ya no ocupo la del jueves", "mi cita ya no la necesito"]
)
def test_what_is_not_needed_any_more_is_given_up(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [CancelAppointment]


def test_a_time_on_offer_that_is_not_needed_gives_up_nothing() -> None:
    said = read("la de las 10 no la ocupo, la de las 11 si", State.SLOT_SELECTION)
    assert not any(isinstance(intent, CancelAppointment | CancelBooking) for intent in said)


def test_from_a_day_on_tells_of_no_change() -> None:
    (wish,) = read("Lunes no, martes tampoco, ya del miércoles 16 en adelante cuando guste")
    assert isinstance(wish, CheckAvailability)
    assert wish.when
    assert wish.when.when
    assert wish.when.when.date_from == dt.date(2026, 12, 16)


def test_why_a_day_will_not_do_is_no_question() -> None:
    said = read("lunes no, martes tampoco que hay junta en la escuela, ya del miércoles 16 en adelante")
    assert not any(isinstance(intent, AskQuestion) for intent in said)


@pytest.mark.parametrize(
    "text", ["a las 5 no alcanzo, si me la pone 5:30 sí", "a las 5 no puedo, si me la da a las 5:30 voy"]
)
def test_what_is_asked_of_us_on_a_condition_is_wished_for(text: str) -> None:
    (wish,) = read(text, State.CONFIRM)
    assert isinstance(wish, CheckAvailability)
    assert wish.when
    assert wish.when.when
    assert (wish.when.when.time_from, wish.when.when.exact) == (dt.time(17, 30), True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Karen Johnson Ruiz, johnson con h", "Karen Johnson Ruiz"),
        ("Saul Vega con v chica", "Saul Vega"),
        ("Martha Lopez, martha con h", "Martha Lopez"),
    ],
)
def test_how_a_name_is_spelt_is_no_part_of_it(text: str, name: str) -> None:
    (said,) = read(text, State.CUSTOMER_DATA)
    assert isinstance(said, ProvideCustomerData)
    assert said.name == name


@pytest.mark.parametrize(
    "text", ["si si asi dejela ya no le mueva", "ya no le mueva, asi esta bien", "si, ya no le muevas"]
)
def test_a_proposal_that_is_to_be_left_so_is_agreed_to(text: str) -> None:
    assert read(text, State.CONFIRM) == (Confirm(),)


def test_what_is_to_be_left_untouched_in_part_is_no_yes() -> None:
    assert Confirm() not in read("no le mueva a las 5", State.CONFIRM)


@pytest.mark.parametrize("order", ["favor de dar de baja", "dele de baja a", "denle de baja a"])
def test_the_one_of_a_day_is_taken_off_the_books_and_not_moved(order: str) -> None:
    (one,) = parse(f"{order} la del 28, 9:30", context(State.IDLE)).intents
    assert isinstance(one, CancelAppointment)
