"""What makes a claim a question: each gate on messages of its kind, and what it lets through."""

from __future__ import annotations

import pytest

from booking.intents import Unknown
from booking.models import State
from nlu.shortcuts import Shortcuts
from tests.nlu.messages import context

IDLE, OFFERED, PROPOSED, NAMED = State.IDLE, State.SLOT_SELECTION, State.CONFIRM, State.CUSTOMER_DATA
ASKED_ABOUT = [
    (OFFERED, "cuesta lo mismo la de las 3?"),
    (OFFERED, "no me da tiempo a las 9"),
    (OFFERED, "la de las 3 me gustaría pero no alcanzo"),
    (OFFERED, "yo pensé que era el lunes"),
    (OFFERED, "ayer me habían dicho que a las 11"),
    (IDLE, "con Salas no me fue bien la vez pasada"),
    (IDLE, "después les marco para hacer cita"),
    (IDLE, "el mes que entra les hablo para agendar"),
    (IDLE, "nada más para confirmar que sí voy mañana"),
    (IDLE, "quiero soltar mi cita del viernes"),
    (IDLE, "quiero facturar mi cita del viernes"),
    (IDLE, "ya no se va a hacer la cita de mañana"),
    (IDLE, "quiero una cita con tal de que me atiendan rápido"),
    (IDLE, "dame una cita el viernes a reserva de confirmar"),
    (IDLE, "mi vecina tuvo que cancelar, me pueden dar su lugar?"),
    (IDLE, "a qué hora sale la doctora hoy?"),
    (PROPOSED, "está bien, y le aviso a mi jefe"),
    (PROPOSED, "ok, ahí nos vemos el jueves"),
    (NAMED, "Dr. Salas"),
]
CLAIMED = [
    (OFFERED, "me da la de las 4 porfa?"),
    (OFFERED, "a las 9 porque no alcanzo antes"),
    (OFFERED, "no, mejor el lunes"),
    (IDLE, "les hablo para agendar una cita el viernes"),
    (IDLE, "quiero sacar cita para el viernes"),
    (IDLE, "¿no tendrá lugar el viernes?"),
    (IDLE, "el viernes en la tarde por favor"),
    (IDLE, "me mueven mi cita del jueves al viernes por favor"),
]


@pytest.mark.parametrize(("state", "text"), ASKED_ABOUT)
def test_is_asked_about(state: State, text: str) -> None:
    intents = Shortcuts().understand(text, context(state)).intents
    assert any(isinstance(intent, Unknown) for intent in intents), intents


@pytest.mark.parametrize(("state", "text"), CLAIMED)
def test_is_claimed(state: State, text: str) -> None:
    intents = Shortcuts().understand(text, context(state)).intents
    assert not any(isinstance(intent, Unknown) for intent in intents), intents
