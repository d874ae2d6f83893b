"""Days that open or close, hours from a day on, no-shows, a doctor who is late for one: each verb with each when."""

from __future__ import annotations

import datetime as dt
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from booking.intents import UnknownWhy
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules

AGENDA, CHANGE, MISSED = "actualizar_disponibilidad_doctor", "modificar_cita_medica", "contar_inasistencias"
DAYS = ("el 24", "el lunes", "mañana", "el jueves y el viernes", "del 24 al 26 de diciembre")
OPENS = (
    "sí abrimos {}",
    "{} siempre sí abrimos",
    "reabre {}",
    "reabrimos {}",
    "abre la clínica {}",
    "{} sí trabajamos",
)
CLOSES = ("no abrimos {}", "{} no abrimos", "cierra la clínica {}", "{} estará cerrado", "{} no hay servicio")
FROM = ("desde diciembre", "a partir del lunes", "desde el 1 de diciembre", "a partir del 5 de enero", "desde mañana")
WEEKLY = (
    ("los martes atiendo de 9 a 2", {"dias_semana": "los martes", "horario": "de 9 a 2"}),
    ("ya no doy consulta los sábados", {"dias_semana": "los sábados", "sin_horario": "si"}),
    ("los lunes y jueves trabajo de 8 a 1", {"dias_semana": "los lunes y jueves", "horario": "de 8 a 1"}),
)
LATE = (
    "no llego {}con la de las 5",
    "ya no alcanzo a llegar {}con la cita de las 5",
    "no voy a llegar {}con la de las 5",
)
COUNTED = (
    "cuántos me han faltado {}",
    "¿cuántos pacientes me han faltado {}?",
    "cuántas faltas tuve {}",
    "{} cuántos me faltaron",
)


def meant(text: str, role: Role = Role.STAFF) -> tuple[str, dict[str, str]]:
    context = UnderstandingContext(
        now=dt.datetime(2026, 11, 23, 8, tzinfo=ZoneInfo("America/Tijuana")),
        state=State.IDLE,
        role=role,
        doctors=("Dra. Laura Méndez", "Dr. Pablo Salas"),
        opens=dt.time(9),
        closes=dt.time(19),
    )
    (intent,) = Rules().understand(text, context).intents
    if intent.kind == "use_tool":
        return intent.tool, dict(intent.arguments)
    return str(getattr(intent, "why", None) or intent.kind), {}


@pytest.mark.parametrize(("said", "day"), [*product(OPENS, DAYS)])
def test_a_day_that_is_said_to_be_open_opens(said: str, day: str) -> None:
    assert meant(said.format(day)) == (AGENDA, {"cuando": day, "clinica": "si", "disponible": "si"})


@pytest.mark.parametrize(("said", "day"), [*product(CLOSES, (*DAYS, "mañana de 2 a 4"))])
def test_a_day_or_hours_of_one_that_are_said_to_be_closed_close(said: str, day: str) -> None:
    assert meant(said.format(day)) == (AGENDA, {"cuando": day, "clinica": "si"})


@pytest.mark.parametrize("text", ["¿sí abrimos el 24?", "¿abrimos el lunes?", "sí abrimos", "ya reabrimos"])
def test_what_asks_or_names_no_day_opens_nothing(text: str) -> None:
    assert meant(text)[0] != AGENDA


@pytest.mark.parametrize(("weekly", "since", "first"), [(w, s, f) for w in WEEKLY for s in FROM for f in (True, False)])
def test_weekly_hours_hold_from_the_day_that_is_said(
    weekly: tuple[str, dict[str, str]], since: str, first: bool
) -> None:
    said, given = weekly
    text = f"{since} {said}" if first else f"{said} {since}"
    assert meant(text, Role.DOCTOR) == (AGENDA, given | {"desde": since})


@pytest.mark.parametrize(
    ("weekly", "rest"),
    [*product(WEEKLY, ("hasta enero", "cada quince días")), (WEEKLY[0], "en diciembre"), (WEEKLY[2], "en diciembre")],
)
def test_what_else_is_said_of_weekly_hours_is_told_and_not_left_out(
    weekly: tuple[str, dict[str, str]], rest: str
) -> None:
    assert meant(f"{weekly[0]} {rest}", Role.DOCTOR)[0] == UnknownWhy.ORDER_PARTLY


def test_a_weekday_of_one_month_is_closed_on_these_days_alone() -> None:
    said = meant("ya no doy consulta los sábados en diciembre", Role.DOCTOR)
    assert said == (AGENDA, {"cuando": "los sábados en diciembre"})


@pytest.mark.parametrize(("said", "day"), [*product(LATE, ("", "hoy ", "mañana "))])
def test_whom_a_doctor_is_not_in_time_for_has_not_missed_it(said: str, day: str) -> None:
    tool, given = meant(said.format(day), Role.DOCTOR)
    assert (tool, given.keys()) == (CHANGE, {"cuando"})


@pytest.mark.parametrize("text", ["no llegó la de las 5", "no llegó Ana", "Ana no llegó hoy con Salas"])
def test_who_did_not_come_is_still_marked(text: str) -> None:
    tool, given = meant(text)
    assert (tool, given["estado"]) == (CHANGE, "no_asistio")


@pytest.mark.parametrize(("said", "when"), [*product(COUNTED, ("este mes", "ayer", "la semana pasada"))])
def test_who_missed_theirs_is_counted(said: str, when: str) -> None:
    assert meant(said.format(when), Role.DOCTOR) == (MISSED, {"cuando": when})
