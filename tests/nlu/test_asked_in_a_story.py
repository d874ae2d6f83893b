"""A question with ages, days and relatives around it is one; a wish beside a story is none."""

from __future__ import annotations

import pytest

from booking.intents import AskQuestion, Greet, RequestHuman
from booking.models import State
from nlu.shortcuts import Rules, parse
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "text",
    [
        "mi esposo trabaja y no puede ir por sus analisis, puedo pasar yo? que ocupo llevar",
        "mi hijo de 10 años no se concentra, lo ve la psicóloga?",
        "ya me quitaron las puntadas hoy en la mañana, cuando me puedo meter a la regadera?",
        "mañana me toca sacarme sangre temprano, puedo tomarme un vaso de agua o ni eso",
        "hola, voy a hacerme lo de triglicéridos, es cierto que son doce horas sin comer?",
    ],
)
@pytest.mark.parametrize("state", [State.IDLE, State.SLOT_SELECTION])
def test_it_is_asked(text: str, state: State) -> None:
    intents = Rules().understand(text, context(state)).intents
    assert any(isinstance(one, AskQuestion) for one in intents)
    assert all(isinstance(one, AskQuestion | Greet) for one in intents)


@pytest.mark.parametrize(
    "text",
    [
        "mi hija tiene 4 años y trae calentura, tienen lugar hoy en la tarde?",
        "mi mamá se cayó el lunes y le duele la rodilla, me la pueden ver mañana a las 10?",
        "trabajo hasta las 5 y no alcanzo a llegar, puedo ir más tarde?",
        "ya no voy a poder el viernes porque mi hijo se enfermó, me cancelan la cita?",
        "aceptan tarjeta? si no, mejor no agendes nada",
    ],
)
def test_a_wish_is_none(text: str) -> None:
    intents = Rules().understand(text, context(State.IDLE)).intents
    assert not any(isinstance(one, AskQuestion) and one.topic is None and one.query == text for one in intents)


@pytest.mark.parametrize(
    "text",
    [
        "mi chamaco necesita un certificado médico para la escuela, qué día podemos caer",
        "el niño no quiere comer y ya bajó de peso. ¿Cuándo me lo checan?",
        "tuve que viajar de imprevisto, regreso el 17. ¿Me la acomodan después de esa fecha?",
        "se me hizo bolas la semana, aviéntamela para la próxima, ¿no?",
        "se me olvidó la cita de ayer, ¿me la pueden reponer?",
    ],
)
def test_an_appointment_is_no_question_of_the_clinic(text: str) -> None:
    said = parse(text, context(State.IDLE))
    assert said.unread or not any(isinstance(one, AskQuestion) for one in said.intents), text


@pytest.mark.parametrize("text", ["¿qué día puedo pasar por mis resultados?", "¿cuándo me revisan la factura?"])
def test_what_is_fetched_is_one(text: str) -> None:
    assert any(isinstance(one, AskQuestion) for one in parse(text, context(State.IDLE)).intents), text


def test_who_has_a_complaint_hears_from_somebody() -> None:
    for text in (
        "la recepcionista le contestó feo a mi mamá, con quién me quejo",
        "les transferí y no aparece, quién me lo resuelve",
    ):
        assert [type(one) for one in parse(text, context(State.IDLE)).intents] == [RequestHuman], text
