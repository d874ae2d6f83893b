"""Who asks what is normal, likely, good or allowed of a body wants a doctor's word, by the form of the question; who
asks what a clinic does for it does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.documents.asking_clauses import clauses
from booking.documents.library import Library, told
from booking.documents.medical_questions import circumstances, wants_advice
from booking.ports import UnitOfWorkFactory
from nlu.words.spelling import is_spanish
from tests.documents.library import TEXTS, load
from tests.documents.score import LONG
from tests.documents.test_in_conversation import clinic_with, heard

AILS = st.sampled_from(
    "gastritis diabetes asma ansiedad migraña colitis hipertensión anemia artritis reflujo lupus".split()
)
TAKEN = st.sampled_from(
    ("amoxicilina", "losartán", "mis pastillas", "el antibiótico", "omeprazol", "un jarabe", "insulina")
)
EATEN = st.sampled_from("azúcar café leche huevo alcohol pan sal".split())
FORMS = (
    "¿será {ails}?",
    "se me duermen las manos, será por la {ails}?",
    "¿cuánta {eaten} puede comer alguien con {ails}?",
    "que puede cenar una persona con {ails}",
    "¿es malo el {eaten} para la {ails}?",
    "la {ails} se cura?",
    "es contagiosa la {ails}?",
    "¿me puedo tomar {taken} con {eaten}?",
    "puedo dejar de tomar {taken}?",
    "cada cuánto me tomo {taken}",
    "¿qué es mejor para la {ails}?",
    "el {eaten} hace daño si tengo {ails}?",
    "¿qué ejercicio debo hacer con {ails}?",
    "que estudios me tengo que hacer si tengo {ails}",
    "me salió una bolita en el cuello, ¿es normal?",
    "la cortada me está supurando, le pongo algo?",
    "con que me quito las manchas en casa",
    "veo borroso de un ojo, se me va a caer la retina?",
)
OF_THE_CLINIC = (
    "¿atienden {ails}?",
    "¿qué doctor ve la {ails}?",
    "¿cuánto cuesta la consulta si tengo {ails}?",
    "¿hay especialista en {ails}?",
    "mi mamá tiene {ails}, ¿hay rampa para silla de ruedas?",
)


@pytest.mark.parametrize("form", FORMS)
@given(ails=AILS, taken=TAKEN, eaten=EATEN)
def test_what_is_asked_of_a_body_is_a_doctors(form: str, ails: str, taken: str, eaten: str) -> None:
    assert wants_advice(form.format(ails=ails, taken=taken, eaten=eaten))


@pytest.mark.parametrize("form", OF_THE_CLINIC)
@given(ails=AILS)
def test_what_is_asked_of_the_clinic_is_not(form: str, ails: str) -> None:
    assert not wants_advice(form.format(ails=ails))


@given(ails=AILS)
def test_who_asks_whether_it_may_be_done_tells_what_ails_them(ails: str) -> None:
    assert circumstances(clauses(f"tengo {ails}, ¿puedo hacer ejercicio antes del estudio?"))
    assert circumstances(clauses(f"tengo {ails}, ¿dónde están?")) == ()


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        ("demo", "soy alérgica, ¿puedo comer algo antes de los análisis de sangre?"),
        ("elders", "un marcapasos afecta si me hago el estudio del sueño?"),
        ("another", "tengo asma, ¿puedo usar la alberca?"),
    ],
)
def test_what_is_allowed_is_not_told_to_whom_it_does_not_speak_of(
    begin: UnitOfWorkFactory, texts: str, question: str
) -> None:
    load(begin, texts=TEXTS[texts])
    found = Library(begin, None, is_spanish).look(question, LONG)
    assert told(found) is None
    assert found.advice
    assert found.nearest is None


@pytest.mark.parametrize(
    "question", ["se me salta el corazón en las noches, ¿será ansiedad?", "¿cuánta azúcar puede comer un diabético?"]
)
def test_who_asks_by_chat_is_told_that_it_is_a_doctors_and_may_talk_to_somebody(question: str) -> None:
    clinic = clinic_with()
    heard(clinic, ())
    came = clinic.say("Ana", question)
    assert came.keys == ["no_answer"]
    assert "un médico" in came.text
    assert "recepción" in came.text
