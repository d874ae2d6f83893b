"""What fills or changes an order of staff's, and what is about something else."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.intents import Fills, UseTool
from booking.models import Asked, Role, State, UnderstandingContext
from booking.models.tool_answers import TIMES
from nlu.shortcuts import Rules
from nlu.staff import filling
from tools.catalog import CATALOG

NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas")
BOOKING = Asked(tool="agendar_cita_medica_completa", given=("paciente_nombre", "fecha_hora_inicio"))
MOVING = Asked(tool="modificar_cita_medica", given=("paciente", "nueva_fecha_hora"))
MARKING = Asked(tool="modificar_cita_medica", given=("paciente", "estado"))
CANCELLING = Asked(tool="cancelar_cita_medica", given=("paciente", "cuando"))
BLOCKING = Asked(tool="actualizar_disponibilidad_doctor", given=("cuando",))


def said_of(text: str, asked: Asked, state: State = State.CONFIRM) -> UseTool | None:
    context = UnderstandingContext(
        now=NOW, state=state, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS, asked=asked
    )
    (intent,) = Rules().understand(text, context).intents
    return intent if isinstance(intent, UseTool) and intent.fills else None


@pytest.mark.parametrize(
    ("text", "asked", "given"),
    [
        ("a las 12", BOOKING, {"fecha_hora_inicio": "a las 12"}),
        ("sí pero mejor a las 12:30", BOOKING, {"fecha_hora_inicio": "a las 12:30"}),
        ("el martes", BOOKING, {"fecha_hora_inicio": "el martes"}),
        ("mejor el jueves", BOOKING, {"fecha_hora_inicio": "el jueves"}),
        ("no, a las 5", BOOKING, {"fecha_hora_inicio": "a las 5"}),
        ("no perdón el miércoles a las 10", BOOKING, {"fecha_hora_inicio": "el miércoles a las 10"}),
        ("pasado mañana", BOOKING, {"fecha_hora_inicio": "pasado mañana"}),
        ("cámbiala al viernes", BOOKING, {"fecha_hora_inicio": "al viernes"}),
        ("con Salas", BOOKING, {"doctor": "Salas"}),
        ("no, con la doctora Méndez", BOOKING, {"doctor": "Méndez"}),
        ("mejor con mendez el jueves a las 9", BOOKING, {"fecha_hora_inicio": "el jueves a las 9", "doctor": "mendez"}),
        ("es para Luis Herrera", BOOKING, {"paciente_nombre": "Luis Herrera"}),
        ("sí, pero el viernes", MOVING, {"nueva_fecha_hora": "el viernes"}),
        ("no, la del miércoles", MARKING, {"cuando": "la del miércoles"}),
        ("la de las 5", CANCELLING, {"cuando": "la de las 5"}),
        ("de 4 a 6", BLOCKING, {"cuando": "de 4 a 6"}),
        ("mejor todo el lunes", BLOCKING, {"cuando": "el lunes"}),
    ],
)
def test_what_changes_the_order_that_is_proposed(text: str, asked: Asked, given: dict[str, str]) -> None:
    said = said_of(text, asked)
    assert said is not None
    assert (said.tool, dict(said.arguments)) == (asked.tool, given)


@pytest.mark.parametrize("text", ["sí", "no", "ya no", "hola", "¿quién sigue?", "gracias", "quiero una cita el jueves"])
def test_what_is_about_something_else(text: str) -> None:
    assert said_of(text, BOOKING) is None


@pytest.mark.parametrize("text", ["bloquea el viernes por la tarde", "agenda a Luis Herrera el jueves a las 9"])
def test_a_whole_order_is_another_one(text: str) -> None:
    assert said_of(text, BOOKING) is None


@pytest.mark.parametrize(("text", "fills"), [("la del jueves", Fills.CHANGES), ("la de las 5", Fills.ADDS)])
def test_another_day_is_another_appointment(text: str, fills: Fills) -> None:
    said = said_of(text, CANCELLING)
    assert said is not None
    assert said.fills is fills


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("a las 12", {"fecha_hora_inicio": "a las 12"}),
        ("12", {"fecha_hora_inicio": "a las 12"}),
        ("a las 12 con Salas", {"fecha_hora_inicio": "a las 12", "doctor": "Salas"}),
        ("con Salas", {"doctor": "Salas"}),
    ],
)
def test_the_answer_may_bring_more_or_something_else(text: str, given: dict[str, str]) -> None:
    asked = Asked(
        tool="agendar_cita_medica_completa",
        field="fecha_hora_inicio",
        time=True,
        part="time",
        given=("paciente_nombre",),
    )
    said = said_of(text, asked, State.CUSTOMER_DATA)
    assert said is not None
    assert dict(said.arguments) == given


def test_the_parameters_are_those_of_the_catalogue() -> None:
    tools = {tool.name: tool for tool in CATALOG}
    assert frozenset().union(*(tool.times() for tool in CATALOG)) == TIMES
    for name, fields in filling.TIME_OF.items():
        assert set(fields) <= tools[name].times(), name
    for name, field in filling.PERSON_OF.items():
        assert field in tools[name].fields, name
