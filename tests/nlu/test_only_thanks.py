"""Thanks in one's own sentences are thanks; what is asked for, to come or an ailment is more."""

from __future__ import annotations

import pytest

from booking.intents import Smalltalk, Thank
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context


def kinds(text: str) -> list[type]:
    return [type(one) for one in Rules().understand(text, context(State.IDLE)).intents]


@pytest.mark.parametrize(
    "text",
    [
        "Que Dios la bendiga señorita, muchas gracias por atender tan bonito a mi nieto",
        "Dios me la bendiga, muchas gracias por todas sus atenciones, me trataron muy bien la vez pasada",
        "gracias por todo, la doctora fue muy amable con mi papá",
        "gracias señorita, que Dios la bendiga, todo muy bien con la doctora",
        "mil gracias doctora, la medicina le hizo muy bien a mi mamá",
        "muchas gracias, mi hijo ya está mejor",
        "mil grax!! todo super bn",
        "muchas gracias, la crema funcionó",
    ],
)
def test_thanks(text: str) -> None:
    assert kinds(text) == [Thank]


@pytest.mark.parametrize(
    "text",
    [
        "que esté usted muy bien, saludos a la doctora de parte de don Chema",
        "Adiós doctorcita linda, felices fiestas adelantadas a todo el personal",
    ],
)
def test_good_wishes(text: str) -> None:
    assert kinds(text) == [Smalltalk]


@pytest.mark.parametrize(
    "more",
    [
        "ya encontré otro doctor",
        "me siento peor",
        "se me olvidó la receta",
        "quedo pendiente del viernes",
        "le mando los estudios",
        "mi mamá también quiere ir",
        "mi nombre es Ana Luna",
        "mi hijo trae un grano en la espalda",
        "me atiende el doctor Salas",
        "prefiero el lunes",
        "mándeme la ubicación",
        "ya no voy",
    ],
)
def test_what_is_more_than_thanks(more: str) -> None:
    assert kinds(f"muchas gracias por todo, {more}") not in ([Thank], [Smalltalk])


@pytest.mark.parametrize(
    "text",
    [
        "Ay perdón, ese mensaje era para mi comadre Chayo, no me haga caso",
        "perdón, mensaje equivocado",
        "no me hagas caso",
    ],
)
def test_a_message_for_somebody_else_asks_for_nothing(text: str) -> None:
    assert kinds(text) == [Smalltalk]


@pytest.mark.parametrize("text", ["este mensaje es para cancelar mi cita", "ese mensaje era para el viernes"])
def test_what_a_message_is_for_is_not_passed_over(text: str) -> None:
    assert kinds(text) != [Smalltalk]
