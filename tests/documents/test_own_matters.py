"""What no document answers: one's own appointments, wishes and orders; what is asked of the clinic beside them is
looked for all the same."""

from __future__ import annotations

import pytest

from booking.documents.asking_clauses import clauses
from booking.documents.library import Library, told
from booking.documents.own_matters import is_ones_own
from booking.documents.word_forms import in_passing, really
from booking.ports import UnitOfWorkFactory
from nlu.words.spelling import is_spanish
from tests.documents.library import load, questions
from tests.documents.score import LONG
from tests.documents.test_in_conversation import clinic_with, heard

OWN = (
    "tengo dos citas verdad? quíteme la segunda",
    "¿tengo cita hoy?",
    "¿cuántas citas tengo?",
    "puedo mandar a mi esposa en mi lugar a mi cita?",
    "¿puede ir mi mamá en mi lugar a la cita del martes?",
    "¿mi cita es el martes?",
    "¿a qué hora es mi cita?",
    "la cita es con el doctor o con la doctora?",
    "me apunto para el martes a la colposcopía",
    "quíteme la segunda",
    "mañana no puedo ni pasado, hasta el lunes a las 9",
    "quiero una cita para el ultrasonido",
)
OF_THE_CLINIC = (
    "¿puedo mandar a mi esposa por mis resultados?",
    "¿qué debo llevar a mi cita?",
    "¿con cuánta anticipación puedo cancelar mi cita?",
    "quiero una cita, ¿cuánto cuesta el ultrasonido?",
    "no puedo subir escaleras, ¿hay elevador?",
    "¿mi cita de laboratorio necesita ayuno?",
    "¿la cita es gratis con el INAPAM?",
    "no puedo comer hasta las 12, ¿es por el ultrasonido?",
)


@pytest.mark.parametrize("message", OWN)
def test_ones_own_appointments_are_in_no_document(message: str) -> None:
    assert is_ones_own(clauses(message))


@pytest.mark.parametrize("message", OF_THE_CLINIC)
def test_what_is_asked_of_the_clinic_is_none_of_them(message: str) -> None:
    assert not is_ones_own(clauses(message))


def test_no_question_that_has_an_answer_is_taken_for_one() -> None:
    answered = [one.question for one in questions() if one.says is not None]
    assert [question for question in answered if is_ones_own(clauses(question))] == []


def test_nothing_is_told_or_shown_of_them(begin: UnitOfWorkFactory) -> None:
    load(begin)
    library = Library(begin, None, is_spanish)
    found = [library.look(question, LONG) for question in OWN]
    assert [one for one in found if told(one) or one.nearest] == []


@pytest.mark.parametrize(
    ("message", "keys", "says"),
    [
        ("tengo dos citas verdad? quíteme la segunda", ["none_here"], ""),
        ("puedo mandar a mi esposa en mi lugar a mi cita?", ["no_answer"], ""),
        ("la del 24 es nochebuena, sí van a abrir?", ["answer_record"], "24 de diciembre"),
        ("ya no tengo seguro, cuanto me van a cobrar por la del 19?", ["no_answer"], "precio"),
        ("quién es? yo no hice ninguna cita", ["answer_record", "no_appointments"], "asistente automático"),
        (
            "me dijeron que atienden gratis a los de la tercera edad, quiero cita para mi papá el lunes a las 10",
            ["answer_document", "ask_name"],
            "10 % de descuento",
        ),
        ("mañana me van a hacer el de la panza, no sé si desayunar o no", ["answer_document"], "Seis horas de ayuno"),
    ],
)
def test_what_was_answered_with_something_else(message: str, keys: list[str], says: str) -> None:
    clinic = clinic_with()
    heard(clinic, ())
    came = clinic.say("Ana", message)
    assert list(dict.fromkeys(came.keys)) == keys
    assert says in came.text


def test_of_a_proposal_it_is_asked_what_it_costs() -> None:
    clinic = clinic_with()
    heard(clinic, ("quiero una cita el viernes", "la A", "Rosa Medina"))
    came = clinic.say("Ana", "cuánto es? si es menos de 700 sí")
    assert "precio" in came.text.lower()
    assert came.keys[-1] == "proposal"


@pytest.mark.parametrize(
    ("text", "passing"),
    [
        ("lleva el embarazo hasta el parto", True),
        ("atiende partos y lleva el embarazo hasta el parto", False),
        ("se paga en efectivo", False),
        ("sin parto", False),
    ],
)
def test_what_is_named_in_passing_is_not_what_there_is(text: str, passing: bool) -> None:
    assert in_passing(("parto", "efectivo"), text.split()) == passing


def test_words_of_another_end_are_others() -> None:
    assert not really(("partos",), ["partes"])
    assert really(("doctores",), ["doctoras"])
    assert really(("partos",), ["parto"])
