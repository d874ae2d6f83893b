"""What a message says beside its request: passed over where it asks for nothing, asked about where it might."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CheckAvailability, Confirm, SelectSlot, StartBooking, Unknown, UnknownWhy
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context

_REQUESTS = (
    "quiero una cita el jueves en la tarde",
    "necesito cita con la doctora Ríos el lunes",
    "me puede agendar mañana a las 10",
    "quiero mover mi cita al viernes",
    "quiero cancelar mi cita del jueves",
)
_WEIGHTY = (
    "cada que se pueda", "a domicilio", "por videollamada", "con factura", "sin pagar", "excepto si llueve",
    "con un zorgo", "y me mandan un zorgo", "menos que haya fila", "siempre y cuando no cobren",
    "requiero intérprete", "exijo un zorgo", "se ocupa intérprete", "facturo a la empresa", "y que se acerque un taxi",
)  # fmt: skip
_STORIES = (
    "me duele mucho la espalda", "desde hace tres días no puedo dormir", "a mi hijo le salieron ronchas ayer",
    "se me quebró una muela", "porque anda con diarrea y vómito", "es que me caí de la escalera anoche",
    "mi papá tiene la presión alta", "no se me quita la tos",
)  # fmt: skip
_QUESTIONS = ("aceptan tarjeta", "cuánto cuesta la consulta", "hay estacionamiento", "dónde están ubicados")
_DEPENDING = (
    "si no, mejor no agendes nada", "si no, mejor el jueves", "si sí me aparta el jueves a las 10",
    "ya después me aparta el jueves a las 10 si no está muy caro",
    "es que si sale en más de 500 mejor no", "ocupo factura",
)  # fmt: skip
_COURTESIES = ("por favor", "gracias", "disculpe la molestia", "buenas tardes", "si es tan amable", "oiga joven")


def read(text: str, state: State = State.IDLE) -> tuple[object, ...]:
    return Rules().understand(text, context(state)).intents


def is_asked(intents: tuple[object, ...]) -> bool:
    return len(intents) == 1 and isinstance(intents[0], Unknown)


@given(st.sampled_from(_REQUESTS), st.sampled_from(_WEIGHTY), st.booleans())
def test_a_word_that_may_weigh_is_never_passed_over(request: str, weighty: str, behind: bool) -> None:
    said = f"{request} {weighty}" if behind else f"{weighty}, {request}"
    assert is_asked(read(said)), said


@given(st.sampled_from(_QUESTIONS), st.sampled_from(_DEPENDING), st.sampled_from(list(State)))
def test_what_depends_on_a_question_is_asked_about_with_it(question: str, rest: str, state: State) -> None:
    assert is_asked(read(f"{question}? {rest}", state)), (question, rest)


@given(st.sampled_from(_QUESTIONS), st.sampled_from(_STORIES))
def test_a_story_beside_a_question_leaves_it_one(question: str, story: str) -> None:
    assert [type(intent) for intent in read(f"{question}? {story}")] == [AskQuestion]


@pytest.mark.parametrize(("beside", "asked"), [("la segunda", SelectSlot), ("mejor el viernes", CheckAvailability)])
@pytest.mark.parametrize("question", ["me pasa la ubicación", "cuánto cuesta la consulta"])
def test_what_stands_beside_a_question_is_read_by_itself(question: str, beside: str, asked: type) -> None:
    for said in (f"{beside}, y {question}", f"{question}? {beside}"):
        assert {type(intent) for intent in read(said, State.SLOT_SELECTION)} == {AskQuestion, asked}, said


@given(st.sampled_from(_REQUESTS), st.sampled_from(_STORIES), st.booleans())
def test_a_story_beside_a_request_changes_nothing_or_is_asked_about(request: str, story: str, behind: bool) -> None:
    said = f"{request}, {story}" if behind else f"{story}, {request}"
    alone, both = read(request), read(said)
    kinds = [intent.kind for intent in both if intent.kind != "provide_customer_data"]
    assert is_asked(both) or kinds == [intent.kind for intent in alone], said
    assert is_asked(both) or {getattr(i, "when", None) for i in both} >= {getattr(i, "when", None) for i in alone}, said


@pytest.mark.parametrize("story", _STORIES[:6])
def test_a_story_is_no_reason_to_ask(story: str) -> None:
    assert not is_asked(read(f"quiero una cita el jueves en la tarde, {story}"))


@given(st.sampled_from(_REQUESTS), st.sampled_from(_COURTESIES), st.booleans())
def test_courtesy_changes_nothing(request: str, courtesy: str, behind: bool) -> None:
    said = f"{request} {courtesy}" if behind else f"{courtesy}, {request}"
    kinds = [intent.kind for intent in read(said) if intent.kind != "greet"]
    assert kinds == [intent.kind for intent in read(request)], said


def test_what_is_asked_about_keeps_what_was_understood() -> None:
    (asked,) = read("quiero una cita a domicilio el jueves en la tarde")
    assert isinstance(asked, Unknown)
    assert asked.why is UnknownWhy.PARTLY
    assert asked.left == ("a domicilio",)
    assert asked.understood == read("quiero una cita el jueves en la tarde")


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("weighty", _WEIGHTY)
def test_a_yes_is_never_part_of_what_was_understood(state: State, weighty: str) -> None:
    for said in (f"sí, {weighty}", f"sí {weighty}, mejor el viernes"):
        for intent in read(said, state):
            assert not (isinstance(intent, Unknown) and any(isinstance(one, Confirm) for one in intent.understood))


@pytest.mark.parametrize(
    ("offered", "said"),
    [(5, "la del jueves"), (5, "el jueves está bien"), (5, "la del día 3"), (3, "la del miércoles 2 a las 10:30")],
)
def test_the_one_offered_on_a_day_is_chosen_by_it(offered: int, said: str) -> None:
    (chosen,) = read(said, State.SLOT_SELECTION)
    assert chosen.kind == "select_slot"
    assert getattr(chosen, "option", None) == offered


def test_a_refused_day_is_never_chosen() -> None:
    assert "select_slot" not in [i.kind for i in read("a las 9 pero no del jueves", State.SLOT_SELECTION)]


@pytest.mark.parametrize(
    "stays", ["la del viernes déjala", "la del viernes se queda", "la del viernes que se quede igual"]
)
def test_an_appointment_that_stays_is_not_the_one_to_cancel(stays: str) -> None:
    alone, beside = read("cancela la del jueves"), read(f"cancela la del jueves, {stays}")
    assert alone == beside


def test_who_would_rather_have_another_chooses_none() -> None:
    for said in ("la de las 3, salgo a las 5 pero mejor otra", "la 2, no, mejor otra"):
        assert not any(isinstance(intent, SelectSlot) for intent in read(said, State.SLOT_SELECTION)), said


@pytest.mark.parametrize("fails", ["no ve bien", "ya no ve", "no quiere comer", "ya no quiere dormir", "no mastica"])
@pytest.mark.parametrize("text", ["cita el viernes para mi hija que {}", "para mi papá que {}, el viernes"])
def test_what_the_body_fails_at_is_told_and_turns_nothing(text: str, fails: str) -> None:
    assert any(isinstance(one, StartBooking | CheckAvailability) and one.when for one in read(text.format(fails)))


@pytest.mark.parametrize("refused", ["no quiere ver a nadie", "no quiere hablar con Salas", "no quiere el viernes"])
def test_what_somebody_does_not_want_is_no_ailment(refused: str) -> None:
    wishes = [one for one in read(f"cita para mi mamá, {refused}") if isinstance(one, StartBooking | CheckAvailability)]
    assert all(one.when or one.not_with for one in wishes)
