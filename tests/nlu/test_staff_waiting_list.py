"""What doctors and staff say of the waiting list, read without a model."""

from __future__ import annotations

import pytest

from booking.intents import JoinWaitingList, Unknown, UnknownWhy, UseTool
from booking.models import Asked, Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "anota a Ana López en la lista de espera con la Dra. Méndez para el jueves",
            {"paciente_nombre": "Ana López", "cuando": "para el jueves", "doctor": "Méndez"},
        ),
        (
            "pon a Norma Galindo en lista de espera para antes del viernes con Salas",
            {"paciente_nombre": "Norma Galindo", "cuando": "para antes del viernes", "doctor": "Salas"},
        ),
        ("ponme a Norma Galindo en la lista de espera", {"paciente_nombre": "Norma Galindo"}),
        (
            "mete a Norma Galindo en lista de espera para seguimiento el jueves",
            {"paciente_nombre": "Norma Galindo", "cuando": "el jueves", "tipo_consulta": "seguimiento"},
        ),
    ],
)
@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
def test_somebody_is_put_on_the_waiting_list(text: str, asked: dict[str, str], role: Role) -> None:
    doctors = ("Dra. Laura Méndez", "Dr. Jorge Salas")
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=role, doctors=doctors)
    (said,) = Rules().understand(text, context).intents
    assert isinstance(said, UseTool)
    assert (said.tool, dict(said.arguments)) == ("anotar_lista_espera", asked)


@pytest.mark.parametrize("text", ["quita a Ana López de la lista de espera", "saca a Ana López de la lista"])
@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
def test_somebody_is_taken_off_the_waiting_list(text: str, role: Role) -> None:
    (said,) = Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=role)).intents
    assert said == UseTool(tool="quitar_lista_espera", arguments=(("paciente_nombre", "Ana López"),))


@pytest.mark.parametrize(
    "text",
    [
        "no pongas a Ana López en la lista de espera",
        "Ana López en lista de espera",
        "¿quitaste a Ana López de la lista de espera?",
        "pon a Ana López en la lista de espera los martes cada quince días",
    ],
)
@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
def test_of_the_waiting_list_nothing_else_is_made(text: str, role: Role) -> None:
    """It is said not to be understood, and nobody is looked for whose name is «espera»."""
    (said,) = Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=role)).intents
    assert isinstance(said, Unknown)
    assert said.left == (text,)


@pytest.mark.parametrize("text", ["¿quiénes están en la lista de espera?", "lista de espera", "ver la lista de espera"])
@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
def test_who_waits_is_looked_up(text: str, role: Role) -> None:
    (said,) = Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=role)).intents
    assert said == UseTool(tool="consultar_lista_espera")


def test_staff_may_wait_for_a_time_of_their_own() -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF)
    (said,) = Rules().understand("ponme en la lista de espera para el jueves", context).intents
    assert isinstance(said, JoinWaitingList)


@pytest.mark.parametrize("why", ["por si se abre algo antes", "por si se libera un espacio antes de su cita", ""])
@pytest.mark.parametrize("field", ["cuando", "paciente_nombre"])
def test_an_order_for_the_list_is_one_whatever_is_asked(why: str, field: str) -> None:
    asked = Asked(tool="anotar_lista_espera", field=field, given=("paciente_nombre",), time=field == "cuando")
    context = UnderstandingContext(now=NOW, state=State.CUSTOMER_DATA, role=Role.STAFF, asked=asked)
    (said,) = Rules().understand(f"pon en lista de espera a lucia marquez {why}", context).intents
    assert isinstance(said, UseTool)
    assert (dict(said.arguments), said.fills) == ({"paciente_nombre": "lucia marquez"}, None)
    (partly,) = Rules().understand(f"pon en lista de espera a lucia marquez {why} del 10 de la otra", context).intents
    assert isinstance(partly, Unknown)
    assert partly.why is UnknownWhy.ORDER_PARTLY
