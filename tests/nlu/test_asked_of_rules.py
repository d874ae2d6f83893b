"""What changing or missing an appointment would come to is asked, and orders nothing; an order beside it stays one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CancelAppointment, RescheduleAppointment, Topic, Unknown
from booking.models import State
from booking.testing.invariants import check_all
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.engine.test_own_visits import TUESDAY, clinic_with, live
from tests.nlu.messages import context

COMES_TO = (
    "me cobran",
    "tengo que pagar",
    "hay multa",
    "hay algún cargo",
    "pierdo mi anticipo",
    "me devuelven el dinero",
)
IF = ("si no voy", "si cancelo", "si cambio la cita", "si falto", "si no puedo ir", "si la cancelo hoy", "por cancelar")
MISSED = ("no puedo ir", "no voy mañana", "si no puedo llegar", "no puedo ir el viernes")
FIRM = ("ya no puedo ir", "ya no voy a poder ir mañana", "no voy a poder ir", "ya no voy")
MAY = ("se puede", "puedo", "podría", "se vale", "es posible")
CHANGE = ("cancelar", "cambiar la cita", "cancelar mi cita", "reagendar", "mover la cita")
HOW = ("el mismo día", "por teléfono", "sin costo", "a última hora", "dos veces", "gratis", "sin penalización")
HELLO = ("", "oiga, ", "buenas tardes, ")


def read(text: str) -> AskQuestion:
    said = [one for one in meant(parse(text, context(State.IDLE))) if one.kind != "greet"]
    assert len(said) == 1, said
    assert isinstance(said[0], AskQuestion), said
    return said[0]


@given(st.sampled_from(HELLO), st.sampled_from(COMES_TO), st.sampled_from(IF), st.booleans())
def test_what_it_comes_to_is_asked(hello: str, comes_to: str, condition: str, last: bool) -> None:
    asked = read(f"{hello}¿{comes_to} {condition}?" if last else f"{hello}{condition}, ¿{comes_to}?")
    assert asked.topic is None  # the clinic's own words may say, the rule of how late is no answer


@given(st.sampled_from(MISSED), st.sampled_from(COMES_TO))
def test_who_cannot_come_and_asks_for_it_gives_nothing_up_yet(missed: str, comes_to: str) -> None:
    read(f"{missed}, ¿{comes_to}?")


@given(st.sampled_from(FIRM), st.sampled_from(COMES_TO))
def test_who_will_not_come_is_answered_first(firm: str, comes_to: str) -> None:
    asked, cancels = meant(parse(f"{firm}, ¿{comes_to}?", context(State.IDLE)))
    assert isinstance(asked, AskQuestion)
    assert comes_to in asked.query
    assert isinstance(cancels, CancelAppointment)
    assert ("mañana" in firm) == bool(cancels.when)


@given(st.sampled_from(HELLO), st.sampled_from(MAY), st.sampled_from(CHANGE), st.sampled_from(HOW))
def test_how_it_may_be_changed_is_asked(hello: str, may: str, change: str, how: str) -> None:
    assert read(f"{hello}{may} {change} {how}?").topic is Topic.CHANGES


@pytest.mark.parametrize(
    "text",
    [
        "quiero cancelar mi cita, ¿me cobran?",
        "cancela mi cita, me cobran?",
        "ya no voy a ir, cancélenla, ¿me van a cobrar?",
        "¿puedo cancelar mi cita?",
        "¿puedo cambiar mi cita al jueves?",
        "¿puedo cambiar mi cita para el mismo día a otra hora?",
        "si no puedo ir el jueves, ¿me la cambian al viernes?",
        "¿me cambias la cita al viernes sin costo?",
    ],
)
def test_an_order_is_heard(text: str) -> None:
    said = meant(parse(text, context(State.IDLE)))
    asked = [*said, *(one for intent in said if isinstance(intent, Unknown) for one in intent.understood)]
    assert any(isinstance(one, CancelAppointment | RescheduleAppointment) for one in asked)


@pytest.mark.parametrize("text", ["no puedo ir, ¿tengo que pagar?", "se puede cancelar el mismo día?"])
def test_a_yes_behind_it_cancels_nothing(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text)
    clinic.say("Ana", "sí")
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
    check_all(clinic)
