"""What stands beside an order of staff's is not left out, and of what is only told nothing is made."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import Confirm, Unknown
from booking.models import Asked, Purpose, Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW, asked


@pytest.mark.parametrize(
    "text",
    [
        "cancela la de las 5 y avísale a Juan",
        "bloquea el viernes y manda mensaje",
        "mueve a Ana al viernes, luego háblale",
    ],
)
def test_what_is_said_besides_is_not_left_out(text: str) -> None:
    """No rule reads the second thing: it is asked about, and the first alone is not taken."""
    assert asked(text, Role.DOCTOR) == []


ORDERS = [
    "cancela la de Hilda de mañana",
    "mueve la de Hilda del lunes al jueves a las 12",
    "agenda a Karla Jiménez el jueves a las 12",
    "bloquea el jueves",
    "no voy a venir mañana",
    "citas de mañana",
]


BESIDE = [
    ", dile que traiga sus estudios", ", avísales a los de mañana", " pero no le digas la hora",
    " si no ha llegado", " excepto la de las 11", " menos la de Norma", ", mándaselas a la doctora",
]  # fmt: skip
"""What no tool does."""


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("order", ORDERS)
def test_what_stands_beside_an_order_is_not_left_out(order: str, beside: str) -> None:
    assert len(asked(order, Role.STAFF)) == 1
    assert asked(order + beside, Role.STAFF) == []


def test_two_things_are_not_read_as_the_first() -> None:
    assert asked("no voy a venir mañana, cancela todo", Role.DOCTOR) == []
    assert asked("agenda a Karla Jiménez el jueves a las 12, cancela todo", Role.STAFF) == []


def test_a_name_does_not_go_on_behind_a_comma() -> None:
    assert asked("mañana no hay consulta con la Dra. Méndez, avísales a los pacientes", Role.STAFF) == []


@pytest.mark.parametrize(
    "beside",
    [
        "pero avísale que fue por causa del doctor", "avísale que la esperamos el lunes", "nota: traer estudios",
        "motivo: congreso", "es alérgica a la penicilina", "dile al doctor que la llame", "toma insulina",
    ],
)  # fmt: skip
def test_a_yes_of_staff_s_with_something_to_tell_is_none_yet(beside: str) -> None:
    """Their orders keep no note, and nobody would be told."""
    context = UnderstandingContext(
        now=NOW,
        state=State.CONFIRM,
        purpose=Purpose.STAFF,
        role=Role.STAFF,
        asked=Asked(tool="cancelar_cita_medica"),
    )
    assert Rules().understand("sí", context).intents == (Confirm(),)
    assert Confirm() not in Rules().understand(f"sí, {beside}", context).intents


@pytest.mark.parametrize(
    "text",
    [
        "Ya le avisé a Ana de su cita", "Ana ya tiene su cita", "la paciente Ana está enferma",
        "Ana llamó para su cita", "Ana llega en 10 minutos", "ya tengo el número de Ana", "la cita de Ana estuvo bien",
        "Ana ya pagó su consulta", "tengo a Ana en la línea", "el número de Ana cambió", "la agenda está llena",
        "la agenda de mañana está llena", "Ana me dio su número", "los datos de Ana están mal", "ya le avisé a Ana",
    ],
)  # fmt: skip
def test_what_is_only_told_is_nothing_to_look_up(text: str) -> None:
    for role in (Role.STAFF, Role.DOCTOR):
        context = UnderstandingContext(now=NOW, state=State.IDLE, role=role, opens=dt.time(8), closes=dt.time(20))
        assert Rules().understand(text, context).intents == (Unknown(),)


def test_that_a_patient_confirmed_is_left_over() -> None:
    """No order keeps it, and it is said that nothing came of it."""
    text = "Ana confirmó su cita"
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20))
    (said,) = Rules().understand(text, context).intents
    assert isinstance(said, Unknown)
    assert said.left == (text,)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("¿Ana confirmó su cita?", "buscar_citas_por_periodo"),
        ("mi agenda esta semana", "buscar_citas_por_periodo"),
        ("cómo está mi agenda mañana", "buscar_citas_por_periodo"),
        ("Ana tiene cita mañana", "buscar_citas_por_periodo"),
        ("citas de José", "buscar_citas_por_periodo"),
        ("busca a Noé", "buscar_pacientes_doctor"),
        ("Ana canceló", "cancelar_cita_medica"),
        ("Ana no vino ayer", "modificar_cita_medica"),
        ("Ana no vino ayer porque estaba enferma", "modificar_cita_medica"),
    ],
)
def test_a_question_or_an_order_stays_one(text: str, tool: str) -> None:
    assert asked(text, Role.STAFF) == [tool]


@pytest.mark.parametrize("beside", [", avísale por favor", " y avísale al paciente", " pero no le avises"])
def test_whether_the_patient_is_told_belongs_to_the_order(beside: str) -> None:
    """And to no other order: nobody is told of a day that is blocked."""
    assert [len(asked(order + beside, Role.STAFF)) for order in ORDERS] == [1, 1, 1, 0, 0, 0]
