"""What makes a claim a question: each gate on messages of its kind, and what it lets through."""

from __future__ import annotations

import pytest

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    Confirm,
    ProvideCustomerData,
    RescheduleAppointment,
    Thank,
    Topic,
    Unknown,
)
from booking.models import Purpose, State
from nlu.shortcuts import Rules, parse
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
    (IDLE, "quiero soltar mi cita del viernes"),
    (IDLE, "quiero facturar mi cita del viernes"),
    (IDLE, "quiero una cita con tal de que me atiendan rápido"),
    (IDLE, "dame una cita el viernes a reserva de confirmar"),
    (IDLE, "mi vecina tuvo que cancelar, me pueden dar su lugar?"),
    (IDLE, "a qué hora sale la doctora hoy?"),
    (PROPOSED, "está bien, y le aviso a mi jefe"),
    (PROPOSED, "ok, ahí nos vemos el jueves"),
    (NAMED, "Dr. Salas"),
    (IDLE, "mañana les marco para agendar"),
    (IDLE, "a qué hora puedo pasar por mis análisis"),
    (IDLE, "mi doctora me mandó unos estudios, se los llevo el jueves?"),
    (IDLE, "mi vecina canceló su cita, me la puede dar a mí?"),
    (IDLE, "tengo fiebre, voy o no voy el lunes?"),
    (OFFERED, "la de las 9 pero con otro doctor"),
    (PROPOSED, "cancelar no, cambiar"),
    (PROPOSED, "mi hija quiere que la cancele pero yo no"),
    (PROPOSED, "no, cancele la otra"),
    (PROPOSED, "quiero cancelar pero no sé cómo"),
    (PROPOSED, "no muy bien"),
    (PROPOSED, "muy bien?"),
    (NAMED, "híjole"),
    (NAMED, "Chale"),
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
    (IDLE, "puedo ir el lunes por la tarde"),
    (IDLE, "les escribo para agendar mañana"),
    (IDLE, "quisiera saber qué día me toca"),
    (IDLE, "una cita que no sea lunes ni martes"),
    (OFFERED, "pues ya la de las 9"),
    (NAMED, "Zazueta"),
    (NAMED, "es para mi nieta camila, camila castro"),
]
WHAT_IT_IS = [
    (IDLE, "muchas gracias por la atención a mi mamá ayer", Thank()),
    (PROPOSED, "muy bien, gracias", Confirm()),
    (PROPOSED, "¿a poco ya quedó?", AskQuestion(query="¿a poco ya quedó?", topic=Topic.PROPOSAL)),
    (PROPOSED, "para cancelar qué hago", AskQuestion(query="para cancelar qué hago", topic=Topic.CHANGES)),
    (NAMED, "es para mi nieta camila, camila castro", ProvideCustomerData(name="Camila Castro", for_other=True)),
]


@pytest.mark.parametrize(("state", "text"), ASKED_ABOUT)
def test_is_asked_about(state: State, text: str) -> None:
    intents = Rules().understand(text, context(state)).intents
    assert any(isinstance(intent, Unknown) for intent in intents), intents


@pytest.mark.parametrize(("state", "text"), CLAIMED)
def test_is_claimed(state: State, text: str) -> None:
    intents = Rules().understand(text, context(state)).intents
    assert not any(isinstance(intent, Unknown) for intent in intents), intents


@pytest.mark.parametrize(("state", "text", "meant"), WHAT_IT_IS)
def test_is_this_and_nothing_else(state: State, text: str, meant: AnyIntent) -> None:
    assert Rules().understand(text, context(state)).intents == (meant,)


def test_very_well_cancels_nothing() -> None:
    asked = context(PROPOSED).model_copy(update={"purpose": Purpose.CANCEL})
    for text in ("muy bien", "excelente", "suena bien"):
        assert Confirm() not in Rules().understand(text, asked).intents


def test_the_one_that_is_kept_is_not_cancelled() -> None:
    """Of two days the one is cancelled that is named for it; what falls on a day is not where it is moved to."""
    (cancelled,) = Rules().understand("quiero cancelar la del jueves pero no la del viernes", context(IDLE)).intents
    assert isinstance(cancelled, CancelAppointment)
    assert "2026-11-26" in cancelled.model_dump_json()
    assert "2026-11-27" not in cancelled.model_dump_json()
    (moved,) = Rules().understand("me toca el jueves, la podemos pasar al viernes?", context(IDLE)).intents
    assert isinstance(moved, RescheduleAppointment)
    days = [one.when.date_from.weekday() for one in (moved.of, moved.when) if one and one.when and one.when.date_from]
    assert days == [3, 4]


@pytest.mark.parametrize(
    "text",
    [
        "la cita que ya tengo hecha la quiero para el 3 de diciembre en la mañana",
        "¿no habrá chance de que en lugar de a las 2 me atiendan a las 4 el mismo lunes?",
        "tengo agendada consulta mañana 12:30 con la doctora Méndez. Quiero otra fecha.",
        "estoy agendado el 5 con la doctora Ríos, póngame el 6 o el 7",
    ],
)
def test_beside_one_that_there_is_no_new_one_is_looked_for(text: str) -> None:
    said = parse(text, context(State.IDLE))
    assert said.unread or not any(intent.kind in ("start_booking", "check_availability") for intent in said.intents)


def test_one_more_beside_it_is_looked_for() -> None:
    said = parse("estoy agendado el viernes, también quiero una para mi hijo", context(State.IDLE))
    assert any(intent.kind == "check_availability" for intent in said.intents)
    assert not said.unread
