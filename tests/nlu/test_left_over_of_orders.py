"""Every word of an order of staff's is read, tells of something or is courtesy; with any other it is asked about."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import Unknown, UnknownWhy, UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW
from tools.catalog import CATALOG

DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
SAMPLES = [
    *(sample for tool in CATALOG if tool.writes for sample in tool.samples),
    "agéndame a Juan Mora el jueves a las 10",
    "pasa a la sra verdugo del jueves al viernes a las 12",
    "la sra félix de las 12 ya no va a venir, cancélala",
    "el 12 de diciembre no voy a trabajar",
    "cancela mis citas de mañana",
    "ya terminé con el de las 10",
]
WEIGHTY = [
    " cada mes", " cada quince días", " y así todos los meses", ", menos la primera",
    " excepto si es urgente", " salvo la de Ana",
    ", si no llega su esposo",
    ", pero solo si hay lugar", " aunque ya esté ocupado", " cuando me confirme", ", avísale que llegue antes",
    " y mándale la factura", " con su hermana Rosa Tirado", " para limpieza",
    " sin cobrarle", ", o mejor no", " urgentemente zurumbático",
]  # fmt: skip
PASSING = [
    " por favor",
    ", gracias",
    ", yo le hablo al paciente",
    ", no me acuerdo del apellido",
    ", es que tengo junta",
    ", es la fiesta de mi hija",
]


def read(text: str, role: Role = Role.DOCTOR) -> tuple[UseTool | Unknown, ...]:
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=role, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS
    )
    return Rules().understand(text, context).intents  # type: ignore[return-value]


@pytest.mark.parametrize("weighty", WEIGHTY)
@pytest.mark.parametrize("order", SAMPLES)
def test_nothing_weighty_is_dropped_without_a_word(order: str, weighty: str) -> None:
    """The order alone is read. With the clause it is asked about, or the clause is in one of its parameters."""
    (alone,) = read(order)
    assert isinstance(alone, UseTool), order
    (first, *_) = read(order + weighty)
    if isinstance(first, UseTool):
        told = {value for _, value in first.arguments} - {value for _, value in alone.arguments}
        if weighty == " aunque ya esté ocupado":  # which is a parameter of a booking, said by these words
            assert dict(first.arguments).get("sobrecupo") == "si"
            return
        assert any(value in weighty or weighty.strip(" ,") in value for value in told), first.arguments


@pytest.mark.parametrize("passing", PASSING)
@pytest.mark.parametrize("order", SAMPLES)
def test_what_only_tells_of_something_is_passed_over(order: str, passing: str) -> None:
    assert [intent.model_dump() for intent in read(order + passing)] == [intent.model_dump() for intent in read(order)]


def test_what_was_understood_and_what_was_not_are_told_apart() -> None:
    (asked,) = read("agéndame a Juan Mora el jueves a las 10 en lugar de Eva")
    assert isinstance(asked, Unknown)
    assert asked.why is UnknownWhy.ORDER_PARTLY
    assert asked.order == "agéndame a Juan Mora el jueves a las 10"
    assert asked.left == ("en lugar de Eva",)


@pytest.mark.parametrize("text", ["borra al paciente Juan Mora", "elimina del sistema a la paciente Ana Ruiz"])
def test_nobody_is_deleted(text: str) -> None:
    (asked,) = read(text, Role.STAFF)
    assert isinstance(asked, Unknown)
    assert asked.left


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        ("no canceles nada, solo dime quien viene mañana", "buscar_citas_por_periodo", {"cuando": "mañana"}),
        ("cancela todas las citas de Salas del jueves", "cambiar_dia_doctor", {"doctor": "Salas", "que": "cancelar"}),
        ("¿cuándo es la próxima cita de Guillermo Soto?", "buscar_citas_por_periodo", {"paciente": "Guillermo Soto"}),
        ("márcala como que no asistió", "modificar_cita_medica", {"estado": "no_asistio"}),
        (
            "agenda a Juan Mora el jueves a las 10, consulta de seguimiento",
            "agendar_cita_medica_completa",
            {"tipo_consulta": "seguimiento"},
        ),
        (
            "ponme a la sra lucha saenz en el primer hueco de la semana que entra",
            "agendar_cita_medica_completa",
            {"primero": "si", "paciente_nombre": "lucha saenz"},
        ),
    ],
)
def test_what_is_said_comes_into_the_parameters(text: str, tool: str, given: dict[str, str]) -> None:
    (asked,) = read(text, Role.STAFF)
    assert isinstance(asked, UseTool)
    assert asked.tool == tool
    assert given.items() <= dict(asked.arguments).items()
