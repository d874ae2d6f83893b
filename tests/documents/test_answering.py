"""A passage that speaks of a thing answers what is asked of it, or is not told."""

from __future__ import annotations

import pytest

from booking.documents.library import Library, told
from booking.ports import UnitOfWorkFactory
from nlu.words.spelling import is_spanish
from tests.documents.library import load, questions
from tests.documents.score import LONG, figures

ANSWERED = {  # each beside one that is asked otherwise of the same, and is not
    "¿quién me ve los barros?": "¿quién me ve la fiebre amarilla?",
    "¿qué papeles me dan para el reembolso?": "¿qué papeles me piden para la vacuna de influenza?",
    "¿puedo comer en la curva de glucosa?": "tomo antibiótico, ¿así me puedo hacer el cultivo?",
    "¿me quitan una verruga?": "¿me puede quitar un lunar la doctora?",
    "¿se puede pagar con transferencia?": "¿a qué cuenta hago la transferencia?",
    "¿me mandan los resultados?": "¿me explican los resultados?",
    "¿hay estacionamiento?": "una van alta, ¿cabe en el estacionamiento?",
    "¿los empleados de Maquiladora Delta tienen convenio?": "¿con quién hablo de firmar un convenio?",
    "¿cuánto pagan los de Maquiladora Delta?": "¿cuánto me regresa AXA?",
    "¿tienen la vacuna del tétanos?": "¿la vacuna del tétanos se la ponen a una embarazada?",
    "¿cuánto se hace desde la garita?": "desde la garita ¿se puede llegar caminando?",
    "¿se da consulta por video?": "¿la consulta por video se puede grabar?",
    "¿dónde están?": "¿dónde está el laboratorio?",
    "¿el papanicolaou con la regla?": "¿cada cuándo debo hacerme el papanicolaou?",
    "¿quitan verrugas con crioterapia?": "¿cómo se hace la crioterapia?",
    "¿me dan otra receta sin costo?": "¿los menores entran gratis?",
    "¿puedo asolearme sin puntos?": "¿por qué no puedo asolearme?",
    "¿necesito carta poder?": "¿qué pasa si pierdo la carta poder?",
    "¿puedo comer antes del análisis de sangre?": "¿puedo comer antes del análisis de sangre si no aguanto?",
    "¿tienen convenio con el Colegio Frontera?": "¿el convenio del Colegio Frontera también cubre a mi esposa?",
    "¿puedo pagar con tarjeta?": "¿puedo pagar con dos tarjetas?",
    "¿me dan el pase médico?": "¿me dan el pase médico aunque no haya ido a consulta?",
    "¿tengo que llevar carta poder?": "¿la carta poder la dan ustedes?",
    "¿hay descuento del INAPAM?": "¿hay algún descuento del INAPAM en el mes de las madres?",
    "¿sin puntos puedo bañarme?": "¿qué tan segura es la zona?",
    "¿puedo pagar con tarjeta de crédito?": "¿me dan crédito si no traigo dinero?",
    "¿desde qué edad atiende la psicóloga?": "¿la vacuna de influenza desde qué edad se puede?",
    "¿me dan pase para no hacer tanta fila?": "¿cuántas personas caben en el carro con el pase?",
    "¿cuánto es de estacionamiento si me tardo tres horas?": "¿cuánto se tarda uno en salir del estacionamiento?",
    "¿cuánto dura la sesión de psicología?": "¿cuántas sesiones de psicología necesito?",
}


@pytest.mark.parametrize(("answered", "not_answered"), ANSWERED.items())
def test_of_the_same_thing_one_is_answered_and_another_is_not(
    begin: UnitOfWorkFactory, answered: str, not_answered: str
) -> None:
    load(begin)
    library = Library(begin, None, is_spanish)
    assert told(library.look(answered, LONG)) is not None
    assert told(library.look(not_answered, LONG)) is None


@pytest.mark.parametrize(
    ("question", "says"),
    {
        "¿cómo recojo mis resultados?": "identificación",
        "¿mi esposa puede recoger mis resultados?": "carta poder",
        "¿puede otra persona recoger mis resultados?": "carta poder",
        "¿con cuánto paso a consulta con el médico general?": "$",
        "¿me hacen descuento de todas formas con el INAPAM?": "INAPAM",
    }.items(),
)
def test_a_case_is_told_to_whom_it_is_of_and_set_phrases_say_nothing(
    begin: UnitOfWorkFactory, question: str, says: str
) -> None:
    load(begin)
    found = told(Library(begin, None, is_spanish).look(question, LONG))
    assert found is not None
    assert says in found.text


def test_what_speaks_of_a_thing_and_does_not_answer_is_seldom_told(begin: UnitOfWorkFactory) -> None:
    """Of things that stand in the texts something is asked that does not: 38 of 174 were told as they came."""
    asked = questions("attributes")
    load(begin)
    found = figures(begin, None, asked)
    print(f"\nattributes: told wrongly {found.made_up} of {len(asked) - found.answerable}")
    assert found.made_up <= 0.1 * (len(asked) - found.answerable)
    assert found.answered >= 0.6 * found.answerable
