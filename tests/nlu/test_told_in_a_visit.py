"""Who asks what they were told, given or found in a visit before is recalled it; who asks what holds now is not."""

from __future__ import annotations

import pytest

from booking.intents import HumanReason, Recall, RequestHuman
from booking.models import State
from nlu.asking.told_in_a_visit import is_asked
from nlu.shortcuts import parse
from nlu.words.message import Message
from tests.nlu.messages import context

ASKED = (
    "qué pastilla fue la que me recetó el doctor Salas",
    "a mi hijo qué vacunas le aplicaron cuando fuimos en primavera",
    "la doctora me explicó unos ejercicios pero no me acuerdo cómo eran",
    "me dijeron algo de no hacer ejercicio después de la infiltración, ¿cuántos días eran?",
    "el doctor me había dicho que volviera en tres meses, ¿o eran seis?",
    "¿usted me recetó una o dos cucharadas?",
    "a mi esposo por lo del brazo le habían dicho calor o hielo?",
    "cada cuándo me dijo el doctor que me tomara la metformina",
    "se me olvidó cómo me dijo la doctora que me pusiera la pomada",
    "¿cuánto pesó el niño en la consulta de agosto?",
    "¿yo le había comentado lo de mi alergia? no me acuerdo",
    "me dio una orden de estudios, ¿cuáles eran?",
    "las gotas que me dio el doctor, ¿cuántas eran?",
    "cómo se llamaba la crema esa blanca, la que me dieron la última consulta",
    "Disculpe la molestia, ¿el justificante que me dieron era por tres días o por cinco?",
)
NOT_ASKED = (
    "me dijeron que aceptan seguro, ¿es cierto?",
    "me recetó unas gotas, ¿las venden ahí?",
    "mi vecina me dijo que la doctora es buena, ¿cuál era su nombre?",
    "el doctor me mandó unos estudios, ¿cuánto cuestan?",
    "no me dijeron si era en ayunas",
    "ya se me acabó la pastilla que me recetó el doctor Salas, quiero ir a que me la vuelva a recetar",
    "ya le mandé lo que me pidió",
    "que Dios los bendiga por la atención que le dieron a mi viejito",
    "¿qué día me dieron?",
    "me cobraron doble y me dieron mal el recibo",
    "ya estarán los análisis que me hicieron el lunes",
    "mi hijo se cayó, le dio un golpe la puerta o la mesa, no me acuerdo",
    "ya le di tres cucharadas, no me acuerdo cuántas me dijo la doctora",
    "ya me tomé dos pastillas, no me acuerdo si me dijo una o dos",
)


@pytest.mark.parametrize("text", ASKED)
def test_what_was_told_is_recalled(text: str) -> None:
    said = parse(text, context(State.IDLE))
    assert [type(one) for one in said.intents] == [Recall], text
    assert not said.unread


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_holds_now_or_others_said_is_not(text: str) -> None:
    assert not any(isinstance(one, Recall) for one in parse(text, context(State.IDLE)).intents), text


def test_beside_an_offer_nothing_is_recalled_for_it() -> None:
    said = parse(ASKED[2], context(State.SLOT_SELECTION))
    assert not any(isinstance(one, Recall) for one in said.intents)


@pytest.mark.parametrize(
    "text",
    [
        "le di de más el jarabe que le recetó la doctora, ¿cuánto era? está muy dormido",
        "no me acuerdo si me recetó una o dos y ya me tomé cinco",
        "me tomé toda la caja de las que me recetó, no me acuerdo cuántas eran",
    ],
)
def test_who_took_too_much_is_in_danger(text: str) -> None:
    assert parse(text, context(State.IDLE)).intents == (RequestHuman(reason=HumanReason.URGENT),)


@pytest.mark.parametrize(
    "text",
    ["me tomé cinco días las pastillas que me recetó y no me alivié", "le di de más dinero a la señorita"],
)
def test_who_took_it_for_days_or_paid_too_much_is_not(text: str) -> None:
    assert not any(isinstance(one, RequestHuman) for one in parse(text, context(State.IDLE)).intents)


def test_it_is_never_sure() -> None:
    assert not parse(ASKED[2], context(State.IDLE)).sure


@pytest.mark.parametrize(
    "text",
    ["me dijeron que me iban a llamar, no me acuerdo cuándo", "dijo el doctor que me operara, ¿cuánto era?"],
)
def test_of_a_call_or_a_price_nothing_is_told(text: str) -> None:
    assert not is_asked(Message.of(text))
