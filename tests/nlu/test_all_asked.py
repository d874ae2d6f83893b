"""A question is sure only where it is all that is said; where it is not, a model is asked, whose word for what the same
words are goes before that of rules, but for what is put as a question. "¿…, no?" denies nothing."""

from __future__ import annotations

import pytest

from booking.intents import AnyIntent, AskQuestion, CheckAvailability, RequestHuman, SelectSlot
from booking.models import State
from nlu.model.gaps import filled_in
from nlu.model.model_answer import Answer, Item
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

QUESTIONS = (
    "cuánto cuesta la consulta",
    "dónde están",
    "aceptan tarjeta",
    "tienen estacionamiento",
    "a qué hora abren",
)
MORE = ("quiero una secretaria", "soy persona moral", "nadie me contesta")


@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION, State.CONFIRM])
@pytest.mark.parametrize("mark", ["", "?"])
@pytest.mark.parametrize("asked", QUESTIONS)
@pytest.mark.parametrize("before", ["", "hola, ", "oiga y "])
def test_a_question_alone_is_sure(before: str, asked: str, mark: str, state: State) -> None:
    said = parse(f"{before}{asked}{mark}", context(state))
    assert any(isinstance(intent, AskQuestion) for intent in said.intents)
    assert said.sure


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_question_beside_more_needs_a_second_opinion(asked: str, more: str) -> None:
    said = parse(f"{asked}? {more}", context(State.IDLE))
    only = all(isinstance(intent, AskQuestion) for intent in said.intents)
    assert not (only and said.sure), said


@pytest.mark.parametrize("text", ["no tengo cómo llegar a esa hora", "va pero cuánto es", "no encuentro la clínica"])
def test_what_turns_around_and_has_no_mark_needs_a_second_opinion(text: str) -> None:
    said = parse(text, context(State.SLOT_SELECTION))
    assert not said.sure, said


def test_what_a_model_quotes_for_something_else_is_no_question() -> None:
    assert [type(i) for i in _read("no tengo cómo llegar a esa hora", "check_availability")] == [CheckAvailability]


def test_what_is_put_as_a_question_is_answered_all_the_same() -> None:
    read_ = _read("¿cuánto cuesta la consulta? soy persona moral", "request_human")
    assert {type(i) for i in read_} == {AskQuestion, RequestHuman}


def _read(text: str, kind: str) -> tuple[AnyIntent, ...]:
    where = context(State.SLOT_SELECTION)
    said = parse(text, where)
    return filled_in(Answer(items=[Item(intent=kind, asks=text)], aside=[]), text, said, where).intents or said.intents


@pytest.mark.parametrize("tag", [" no?", ", no?", " o no?"])
@pytest.mark.parametrize(
    "wish", ["tienen algo el viernes", "me pasa la cita del jueves al viernes", "hay lugar mañana"]
)
def test_a_no_that_only_asks_for_agreement_takes_nothing_back(wish: str, tag: str) -> None:
    assert parse(f"{wish}{tag}", context(State.IDLE)).intents == parse(f"{wish}?", context(State.IDLE)).intents


@pytest.mark.parametrize("text", ["la de las 10 no?", "la 2 o no?", "el martes a las 9 no?"])
def test_nothing_is_chosen_by_what_asks_for_agreement(text: str) -> None:
    assert not any(isinstance(i, SelectSlot) for i in meant(parse(text, context(State.SLOT_SELECTION))))


def test_a_time_beside_a_question_that_nobody_knows_is_asked_about() -> None:
    said = parse("ya vi que me pusieron el lunes a las 8, algo como a la 1 o 2 ese mismo día?", context(State.IDLE))
    assert not any(isinstance(intent, AskQuestion) for intent in meant(said))


@pytest.mark.parametrize(
    "text", ["¿quién ganó el partido ayer?", "¿abren el domingo?", "ya están mis estudios del lunes pasado?"]
)
def test_a_question_of_the_past_or_of_what_is_known_is_answered(text: str) -> None:
    assert any(isinstance(intent, AskQuestion) for intent in meant(parse(text, context(State.IDLE))))
