"""What a doctor asks of what is written down is a search of their own records, and never an order; what asks who comes
is none, nor is what anybody else says."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.intents import UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import CONTEXT, WRITES

NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZoneInfo("America/Tijuana"))
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
OF_SOMEBODY = {
    "qué apunté de {}": "Iván Ochoa",
    "que le anote a {} la vez pasada": "Iván",
    "qué le pasa a {}": "Carlos Núñez",
    "oye y qué le dolía a {}?": "Ana",
    "qué tuvo {}": "Iván",
    "qué tenía {} la última vez": "ana",
    "notas de {}": "Iván Ochoa",
    "dame las notas de {}": "Ana",
    "historial de {}": "Ana",
    "el expediente de {} por favor": "Ana Torres",
    "qué traía {} la vez pasada": "Elena",
    "qué motivo traía {} la última vez": "Elena",
    "el señor {} qué trae": "núñez",
    "de qué se quejaba doña {}": "Lupe",
    "por qué vino {}": "Iván",
    "qué tengo de {}": "Carlos",
    "qué le receté a {}": "Ana",
    "qué diagnóstico le puse a {}": "Iván",
    "historia clínica de {}": "Juan Pérez",
    "qué hay apuntado de {}?": "Iván",
    "qué le dijo el doctor Salas a {}": "Teresa",
}
OF_AN_AILMENT = {
    "quién era el de la {}": "espalda",
    "quién era la señora de la {}?": "migraña",
    "a quién vi por {}": "presión alta",
    "a quiénes he visto con {}": "migraña",
    "busca en las notas quién tenía {}": "alergia",
    "busca pacientes con {}": "dolor de espalda",
    "quiénes de mis pacientes tienen {}": "presión alta",
    "quién ha venido por la {}": "presión",
    "cuántos de mis pacientes son {}": "diabéticos",
    "quién es {}": "alérgico a la penicilina",
    "pacientes parecidos a {}": "dolor de cabeza",
    "mis pacientes con {}": "diabetes",
}
NONE_OF_THEM = (
    "qué tengo hoy",
    "qué tiene Iván el martes",
    "quién tiene cita mañana",
    "quién era el de las 5",
    "quiénes son las de la tarde",
    "a quién vi por la mañana",
    "a quién vi ayer",
    "quién viene con Salas",
    "quiénes vinieron ayer",
    "qué tuvo la doctora Ríos ayer",
    "qué tenía la semana pasada",
    "pacientes de hoy",
    "pacientes con cita mañana",
    "busca pacientes de apellido Ruiz",
    "busca a Iván",
    "quién tiene lugar",
    "qué pacientes faltaron",
    "qué le pasa a mi agenda",
    "teléfono de Ana",
    "quién es Ana Torres",
    "dame las citas de Iván",
    "agenda a Iván el martes a las 4",
    "historial de citas de Ana",
)
SAID = [*OF_SOMEBODY.items(), *OF_AN_AILMENT.items()]


def meant(text: str, role: Role = Role.DOCTOR) -> list[UseTool]:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=role, doctors=DOCTORS)
    return [one for one in Rules().understand(text, context).intents if isinstance(one, UseTool)]


@pytest.mark.parametrize(("text", "of"), SAID)
def test_it_is_looked_for_among_their_own(text: str, of: str) -> None:
    (asked,) = meant(text.format(of))
    assert asked == UseTool(tool=CONTEXT, arguments=(("busqueda", of), ("que", "historiales")))


@pytest.mark.parametrize("text", NONE_OF_THEM)
def test_who_comes_and_whom_to_call_is_no_search_of_records(text: str) -> None:
    assert CONTEXT not in {one.tool for one in meant(text)}


@pytest.mark.parametrize("text", [text.format(of) for text, of in OF_SOMEBODY.items() if text.startswith("qué")])
def test_of_the_desk_it_is_no_order_either(text: str) -> None:
    assert not {one.tool for one in meant(text, Role.STAFF)} & WRITES


def test_a_note_for_an_appointment_books_nothing() -> None:
    for text in ("anota en la cita de Carlos que trae tos seca", "apunta en el expediente de Ana que es alérgica"):
        assert meant(text) == []
    assert meant("anota a Ana a las 5")
