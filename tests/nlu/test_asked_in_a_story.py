"""A question with ages, days and relatives around it is one; a wish beside a story is none."""

from __future__ import annotations

import pytest

from booking.intents import AskQuestion, Greet
from booking.models import State
from nlu.shortcuts import Shortcuts
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
    intents = Shortcuts().understand(text, context(state)).intents
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
    intents = Shortcuts().understand(text, context(State.IDLE)).intents
    assert not any(isinstance(one, AskQuestion) and one.topic is None and one.query == text for one in intents)
