"""A model quotes the words that ask for what it names; what quotes none, or words of another meaning, is refused."""

from __future__ import annotations

import pytest

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    SelectSlot,
    Thank,
    Unknown,
)
from booking.models import State
from nlu.model.gaps import filled_in
from nlu.model.model_answer import Answer, Item, Value
from nlu.shortcuts import parse
from tests.nlu.messages import context


def read(
    text: str, *items: Item, aside: tuple[str, ...] = (), state: State = State.IDLE, doubted: bool = False
) -> tuple[AnyIntent, ...]:
    where = context(state)
    said = parse(text, where)._replace(doubted=doubted)
    return filled_in(Answer(items=list(items), aside=list(aside)), text, said, where).intents or said.intents


@pytest.mark.parametrize("asks", ["", "quiero una cita", "el viernes"])
def test_what_quotes_words_that_do_not_stand_there_is_refused(asks: str) -> None:
    wish = Item(intent="check_availability", asks=asks, values=[Value(field="when", text="mañana")])
    read_ = read("qué rollo con lo de mañana oiga", wish)
    assert not any(isinstance(i, CheckAvailability) for i in read_), read_


def test_what_quotes_words_that_ask_for_something_else_is_refused() -> None:
    text = "cancele mi cita del jueves, me salió un pendientazo"
    answer = Item(intent="check_availability", asks="cancele mi cita", values=[Value(field="when", text="jueves")])
    assert not any(isinstance(i, CheckAvailability) for i in read(text, answer))


def test_a_question_is_accounted_for_by_its_quote() -> None:
    text = "cómo le hago para que me den factura"
    asked = read(text, Item(intent="ask_question", asks=text, values=[Value(field="query", text=text)]))
    assert [type(i) for i in asked] == [AskQuestion]


def test_a_wish_read_off_a_time_gives_way_to_thanks_that_quote_it() -> None:
    text = "gracias por atender a mi viejo ayer"
    thanked = read(text, Item(intent="thank", asks=text))
    assert not any(isinstance(i, CheckAvailability) for i in thanked)
    assert any(isinstance(i, Thank | Unknown) for i in thanked)


def test_an_item_without_the_key_is_weighed_by_its_values() -> None:
    text = "ocupo que me chequen un lunarsote pasado mañana"
    wished = read(
        text, Item(intent="start_booking", values=[Value(field="when", text="pasado mañana")]), aside=("un lunarsote",)
    )
    assert any(i.kind == "start_booking" for i in wished)


@pytest.mark.parametrize(("more", "sure"), [("", True), (" sin pagar", False), (" con Salas no", False)])
def test_words_that_ask_are_accounted_for_but_for_what_weighs(more: str, sure: bool) -> None:
    asks = f"ocupo que me chequen un lunarsote{more}"
    when = [Value(field="when", text="pasado mañana")]
    wished = read(f"{asks} pasado mañana", Item(intent="start_booking", asks=asks, values=when))
    assert any(isinstance(i, Unknown) for i in wished) is not sure, wished


@pytest.mark.parametrize("doubted", [False, True])
def test_who_reads_the_same_loses_no_cancellation(doubted: bool) -> None:
    text = "la del 8 de diciembre quítemela y la otra déjela como está"
    answer = Item(intent="cancel_appointment", asks=text, values=[Value(field="of", text="del 8")])
    assert [type(i) for i in read(text, answer, doubted=doubted)] == [CancelAppointment]


def test_a_cancellation_that_is_doubted_and_that_nobody_else_reads_is_asked_about() -> None:
    text = "la del 8 de diciembre quítemela y la otra déjela como está"
    said = read(text, Item(intent="thank", asks="la otra déjela como está"), doubted=True)
    assert not any(isinstance(i, CancelAppointment) for i in said)


def test_of_a_choice_beside_a_question_a_model_has_no_opinion() -> None:
    text = "la 2 y me manda la ubicación porfa"
    answer = Item(intent="ask_question", asks="me manda la ubicación")
    assert {type(i) for i in read(text, answer, state=State.SLOT_SELECTION)} == {SelectSlot, AskQuestion}
