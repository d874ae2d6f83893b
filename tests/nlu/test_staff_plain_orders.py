"""Orders and questions of staff's in other words: whom nobody sees, all of a day, vacations, whoever is asked about by
surname or by what she treats, two at once. What would be done once is not ordered of every day."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, Unknown, UnknownWhy, UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import AGENDA, BOOK, CHANGE, DAY, FIND, FREE

RIOS = "Dra. Paula Ríos"
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", RIOS)
CONTEXT = UnderstandingContext(
    now=dt.datetime(2026, 12, 8, 10, tzinfo=dt.timezone(dt.timedelta(hours=-8))),
    state=State.IDLE,
    role=Role.DOCTOR,
    opens=dt.time(8),
    closes=dt.time(20),
    doctors=DOCTORS,
    specialties=((RIOS, "Dermatología"), ("Dra. Laura Méndez", "Medicina general")),
)
RECEPTION = CONTEXT.model_copy(update={"role": Role.STAFF})


def read(text: str, context: UnderstandingContext = CONTEXT) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, context).intents


def order(text: str, context: UnderstandingContext = CONTEXT) -> tuple[str, dict[str, str]]:
    (said,) = read(text, context)
    assert isinstance(said, UseTool), (text, said)
    return said.tool, dict(said.arguments)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("hoy ya no voy a poder ver a nadie, me siento mal", "hoy"),
        ("hoy no veo a nadie", "hoy"),
        ("mañana no voy a atender a nadie", "mañana"),
        ("hoy ya no puedo recibir a nadie", "hoy"),
        ("el jueves no puedo ver pacientes", "el jueves"),
        ("vacaciones del 20 al 6", "del 20 al 6"),
        ("mis vacaciones del 20 al 31 de diciembre", "del 20 al 31 de diciembre"),
        ("mañana a las 10 estoy en junta", "mañana a las 10"),
        ("el lunes de 9 a 11 voy a estar en una cirugía", "el lunes de 9 a 11"),
    ],
)
def test_whoever_sees_nobody_then_is_not_there(text: str, when: str) -> None:
    assert order(text) == (AGENDA, {"cuando": when})


@pytest.mark.parametrize(
    "text",
    [
        "no puedo atender a ana el jueves",
        "ahorita estoy en junta",
        "mañana no veo nada en mi agenda",
        "¿cuándo son mis vacaciones?",
    ],
)
def test_whoever_does_not_see_one_or_is_busy_now_closes_no_day(text: str) -> None:
    assert not any(isinstance(one, UseTool) and one.tool == AGENDA for one in read(text))


@pytest.mark.parametrize(
    "text", ["recorre lo de hoy 15 minutos", "atrasa lo de mañana 15 minutos", "recorre lo del jueves 15 minutos"]
)
def test_what_there_is_of_a_day_is_all_of_it(text: str) -> None:
    tool, given = order(text)
    assert (tool, given["que"], given["recorrer"]) == (DAY, "recorrer", "15 minutos")


@pytest.mark.parametrize("text", ["recorre lo de Ana 15 minutos", "recorre lo de las 5 media hora"])
def test_what_there_is_of_somebody_is_one(text: str) -> None:
    assert order(text)[0] == CHANGE


@pytest.mark.parametrize("role", [Role.STAFF, Role.DOCTOR])
@pytest.mark.parametrize("text", ["bloquea todos los días de 1 a 3", "bloquea de 1 a 3 todos los días"])
def test_what_is_done_once_is_not_ordered_of_every_day(text: str, role: Role) -> None:
    (said,) = read(text, CONTEXT.model_copy(update={"role": role}))
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.ORDER_PARTLY


@pytest.mark.parametrize(
    ("text", "doctor"),
    [
        ("qué tiene libre Ríos el jueves", "Ríos"),
        ("qué horarios libres tiene Salas el jueves", "Salas"),
        ("qué le queda libre a Méndez el jueves", "Méndez"),
        ("qué hay libre con la dermatóloga el jueves", "Paula Ríos"),
    ],
)
def test_a_doctor_is_asked_about_by_surname_or_by_what_she_treats(text: str, doctor: str) -> None:
    assert order(text, RECEPTION) == (FREE, {"date": "el jueves", "doctor": doctor})


def test_whom_a_specialty_means_is_booked_with_where_there_is_one() -> None:
    tool, given = order("ponle a caro robles el jueves 6 pm con la dermatóloga, es primera vez", RECEPTION)
    assert (tool, given["doctor"], given["paciente_nombre"]) == (BOOK, "Paula Ríos", "caro robles")
    both = RECEPTION.model_copy(update={"specialties": tuple((name, "Dermatología") for name in DOCTORS)})
    assert not any(
        isinstance(one, UseTool) for one in read("ponle a caro robles el jueves 6 pm con la dermatóloga", both)
    )


@pytest.mark.parametrize("joint", ["o con", "y con", "o", "y", "o con la doctora", ", o con"])
@pytest.mark.parametrize("asks", ["qué hay libre mañana en la tarde", "hay espacios mañana"])
def test_of_two_doctors_each_is_asked_about(asks: str, joint: str) -> None:
    both = read(f"{asks} con Méndez {joint} Ríos".replace(" ,", ","), RECEPTION)
    assert [(one.tool, dict(one.arguments)["doctor"]) for one in both if isinstance(one, UseTool)] == [
        (FREE, "Méndez"),
        (FREE, "Ríos"),
    ]


def test_that_somebody_confirmed_looks_for_nobody_of_that_name() -> None:
    (said,) = read("beto confirmó por teléfono", RECEPTION)
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.ORDER_PARTLY


def test_when_somebody_comes_again_is_looked_up() -> None:
    assert order("¿cuándo vuelve a venir Ana?", RECEPTION) == (FIND, {"paciente": "Ana"})
    assert not any(isinstance(one, UseTool) for one in read("¿cuándo regresa la doctora Ríos?", RECEPTION))
