"""A choice or a name with a question behind it, and several questions beside a wish: each of them is heard."""

from __future__ import annotations

import pytest

from booking.intents import (
    AskQuestion,
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    SelectSlot,
    StartBooking,
    Topic,
)
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context, in_short


def said(text: str, state: State) -> tuple[object, ...]:
    return Rules().understand(text, context(state)).intents


@pytest.mark.parametrize(
    ("text", "option", "topics"),
    [
        ("la 2, oiga y ella ve lo de la tiroides? y cuánto me cobra", 2, [None, Topic.PRICES]),
        ("la 2, y ella ve lo de la tiroides?", 2, [None]),
        ("la 2 y hay elevador?", 2, [None]),
        ("la segunda, oiga y hay elevador?", 2, [None]),
        ("a las 9, y puedo llevar a mi niño?", 5, [None]),
        ("la 3 y cómo llego?", 3, [Topic.ADDRESS]),
        ("la primera, hay que ir en ayunas?", 1, [Topic.FASTING]),
        ("la 1? y cuánto cuesta?", 1, [Topic.PRICES]),
        ("la del jueves, ¿aceptan tarjeta y tienen estacionamiento?", 5, [Topic.CARDS, Topic.PARKING]),
        ("la 2 si se puede, hay estacionamiento?", 2, [Topic.PARKING]),
        ("el miércoles a las 4, y tengo que ir en ayunas?", 4, [Topic.FASTING]),
        ("la 2, ¿a nombre de quién queda?", 2, [None]),
    ],
)
def test_a_choice_stays_beside_a_question(text: str, option: int, topics: list[Topic | None]) -> None:
    *asked, chosen = said(text, State.SLOT_SELECTION)
    assert chosen == SelectSlot(option=option)
    assert [one.topic for one in asked if isinstance(one, AskQuestion)] == topics
    assert len(asked) == len(topics)


@pytest.mark.parametrize(
    "text",
    [
        "la 2, ¿o mejor la 3?",
        "la 2, ¿sí hay a las 5?",
        "la 2, ¿o hay más tarde?",
        "la 2 y si no?",
        "la 2, ¿o no?",
    ],
)
def test_what_may_take_its_place_is_no_choice(text: str) -> None:
    assert not any(isinstance(one, SelectSlot) for one in said(text, State.SLOT_SELECTION))


@pytest.mark.parametrize(
    ("text", "name", "questions"),
    [
        ("Gildardo Rubio, y oiga: llevo a mi perro guía, se puede?", "Gildardo Rubio", 1),
        ("Rosa Peña Luna y puedo llevar a mi niño?", "Rosa Peña Luna", 1),
        ("Rosa Peña Luna, ¿y si llego tarde?", "Rosa Peña Luna", 1),
        ("Rosa Peña Luna, ¿ocupo llevar algo?", "Rosa Peña Luna", 1),
        ("Rosa Peña Luna. Una pregunta, ¿dan factura?", "Rosa Peña Luna", 1),
        ("me llamo Rosa Peña Luna y voy con mi mamá, hay problema?", "Rosa Peña Luna", 1),
        ("a nombre de Rosa Peña Luna, ¿me mandan recordatorio?", "Rosa Peña Luna", 1),
        ("Rosa Peña Luna, y cuánto cuesta y dónde están?", "Rosa Peña Luna", 2),
        ("Soy Rosa Peña Luna. Hay elevador?", "Rosa Peña Luna", 1),
        ("Rosa Peña Luna, ¿y también puede ir mi hermana?", "Rosa Peña Luna", 1),
    ],
)
def test_a_name_stays_beside_a_question(text: str, name: str, questions: int) -> None:
    intents = said(text, State.CUSTOMER_DATA)
    assert [one.name for one in intents if isinstance(one, ProvideCustomerData)] == [name]
    assert sum(isinstance(one, AskQuestion) for one in intents) == questions


def test_for_whom_it_is_is_not_left_out_of_a_name() -> None:
    said_of_it = said("Rosa Peña Luna, es para mi hija, ¿puede ir sola?", State.CUSTOMER_DATA)
    assert not any(isinstance(one, ProvideCustomerData) and not one.for_other for one in said_of_it)


@pytest.mark.parametrize("text", ["Rosa Peña Luna y es a las 4 verdad?", "Rosa Peña Luna? no, Rosa Peña Lara"])
def test_a_name_with_what_may_change_something_is_asked_about(text: str) -> None:
    assert in_short(Rules().understand(text, context(State.CUSTOMER_DATA)).intents).startswith("partly")


@pytest.mark.parametrize(
    "text",
    [
        "sí, para mañana lunes verdad?",
        "sí, es a las 3 verdad?",
        "sí, entonces es el martes?",
        "sí, ¿es el jueves a las 5?",
    ],
)
def test_a_yes_that_asks_what_is_shown_is_shown_it_again(text: str) -> None:
    (asked,) = said(text, State.CONFIRM)
    assert isinstance(asked, AskQuestion)
    assert asked.topic is Topic.PROPOSAL
    assert not isinstance(asked, Confirm)


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("cuánto cuesta la consulta y dónde están, y si tienen algo el viernes temprano me apuntas", "prices address"),
        ("me da precio, ubicación y si hay cita el lunes", "prices address"),
        (
            "hola, precio de la consulta, horarios y ubicación, y si hay para el viernes me apuntas",
            "prices hours address",
        ),
        ("a qué hora abren y cuánto cobran y tienen para el lunes?", "hours prices"),
        ("quiero cita el viernes, cuánto cuesta y aceptan tarjeta?", "prices cards"),
        ("dónde están y cuánto cobran? y quiero cita para el lunes", "address prices"),
        (
            "cita el jueves con Salas y de paso cuánto cuesta, aceptan tarjeta y dónde me estaciono",
            "prices cards parking",
        ),
    ],
)
def test_each_question_beside_a_wish_is_heard(text: str, topics: str) -> None:
    intents = said(text, State.IDLE)
    assert [one.topic for one in intents if isinstance(one, AskQuestion)] == topics.split()
    assert isinstance(intents[-1], StartBooking | CheckAvailability)
    assert intents[-1].when
