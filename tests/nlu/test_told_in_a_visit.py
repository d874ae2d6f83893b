"""Who asks what they were told, given or found in a visit before is recalled it; who asks what holds now is not."""

from __future__ import annotations

import pytest

from booking.intents import Recall
from booking.models import State
from nlu.shortcuts import parse
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
