"""What staff say while an order waits for its yes: whom it names, and whether it begins with a no."""

from __future__ import annotations

import datetime as dt
import itertools
from zoneinfo import ZoneInfo

import pytest

from booking.intents import AnyIntent, CancelBooking, Confirm, Deny, Unknown, UseTool
from booking.models import Asked, Role, State, UnderstandingContext, is_called
from booking.models.tool_answers import PERSONS
from booking.testing.profiles import PROFILE
from nlu.naming.name_words import GIVEN, ONLY_WITH_OTHERS
from nlu.shortcuts import Rules

NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
PROPOSED = (
    Asked(tool="agendar_cita_medica_completa", given=("paciente_nombre", "fecha_hora_inicio")),
    Asked(tool="modificar_cita_medica", given=("paciente", "nueva_fecha_hora")),
    Asked(tool="modificar_cita_medica", given=("paciente", "estado")),
    Asked(tool="cancelar_cita_medica", given=("paciente",)),
    Asked(tool="actualizar_disponibilidad_doctor", given=("cuando",)),
)
MISSING = (
    Asked(tool="agendar_cita_medica_completa", field="fecha_hora_inicio", time=True, part="time", given=("doctor",)),
    Asked(tool="modificar_cita_medica", field="nueva_fecha_hora", time=True, part="day", given=("paciente",)),
)
OF_SOMEBODY = (
    "{} quiere el jueves 3 a las 6:30 con Ríos",
    "{} mejor el lunes a las 10",
    "a las 12 {}",
    "y {} a las 11",
    "para {} el viernes a las 12",
    "la señora {} pide el martes a las 9",
    "{} dice que puede el jueves a las 12",
    "{} se cambia al viernes",
    "a {} pásala al lunes a las 10",
    "mejor a {}",
    "perdón, era {}",
    "no, a {} el lunes",
    "no la de Iván sino la de {}",
    "sí, y {} el jueves a las 12",
    "ya llegó {}",
)
SURNAMES = ("Herrera", "Nava", "Torres")
NAMES = sorted(GIVEN - ONLY_WITH_OTHERS - {"ivan"})[:: 1 if PROFILE == "nightly" else 200]
NOES = (
    "no",
    "No, espera",
    "nop",
    "nel, aguanta",
    "noooo",
    "no no",
    "ay no",
    "mejor no",
    "todavía no",
    "espera",
    "Oye no",
)
AFTER = (
    "",
    ", solo la de las 11:30",
    " a las 11",
    ", con Salas",
    ", que la mueva al jueves a las 12",
    ", luego te digo",
    ", ¿qué hay el viernes con Méndez?",
    " sé",
    ", sí hazlo",
    ", la del lunes",
    " era esa",
    ", deja checo con el doctor",
    ", quiero una cita el jueves",
    ", mis citas",
    ", cancela la de Luis Herrera",
    " llegó Luis Herrera",
)


def meant(text: str, asked: Asked) -> tuple[AnyIntent, ...]:
    context = UnderstandingContext(
        now=NOW,
        state=State.CUSTOMER_DATA if asked.field else State.CONFIRM,
        role=Role.STAFF,
        opens=dt.time(8),
        closes=dt.time(20),
        doctors=DOCTORS,
        asked=asked,
        order_for=None if asked.tool == "actualizar_disponibilidad_doctor" else "Iván Soto",
    )
    return Rules().understand(text, context).intents


@pytest.mark.parametrize("asked", [*PROPOSED, *MISSING], ids=lambda asked: f"{asked.tool}-{asked.field}")
def test_what_names_somebody_else_changes_nothing_without_their_name(asked: Asked) -> None:
    for given, phrase in itertools.product(NAMES, OF_SOMEBODY):
        for name in (f"{given.title()} {SURNAMES[len(given) % 3]}", given, given.title()):
            for intent in meant(phrase.format(name), asked):
                if isinstance(intent, Unknown | Deny):
                    continue
                assert isinstance(intent, UseTool), (phrase.format(name), intent)
                said = [value for field, value in intent.arguments if field in PERSONS]
                assert any(is_called(given, who) for who in said), (phrase.format(name), intent)


@pytest.mark.parametrize("asked", PROPOSED, ids=lambda asked: f"{asked.tool}-{asked.given[-1]}")
def test_what_begins_with_a_no_takes_the_order_back(asked: Asked) -> None:
    for no, rest in itertools.product(NOES, AFTER):
        first, *others = meant(no + rest, asked)
        back = isinstance(first, Deny | CancelBooking) or first == Unknown(doubt=True)
        assert back or (isinstance(first, UseTool) and first.denies), (no + rest, first)
        assert not any(isinstance(intent, Confirm) for intent in others), no + rest


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("no, a las 5", {"fecha_hora_inicio": "a las 5"}),
        ("mejor con Salas, no, con Ríos", {"doctor": "Ríos"}),
        ("el lunes, digo, el martes a las 4", {"fecha_hora_inicio": "el lunes\nel martes a las 4"}),
        ("mejor a las 11, digo 12", {"fecha_hora_inicio": "a las 11\na las 12"}),
        ("Iván quiere mejor el jueves", {"fecha_hora_inicio": "el jueves", "paciente_nombre": "Iván"}),
        ("iván soto dice que a las 11", {"fecha_hora_inicio": "a las 11", "paciente_nombre": "iván soto"}),
    ],
)
def test_what_changes_the_order_itself(text: str, given: dict[str, str]) -> None:
    (change,) = meant(text, PROPOSED[0])
    assert isinstance(change, UseTool)
    assert change.fills is not None
    assert dict(change.arguments) == given


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("cancela a Luis, no, a Leo", {"paciente": "Leo"}),
        (
            "mueve a Ana al viernes a las 9, perdón, a las 11",
            {"paciente": "Ana", "nueva_fecha_hora": "al viernes a las 9\na las 11"},
        ),
        (
            "agenda a Beto el martes a las 10 con Méndez no, con Salas",
            {"paciente_nombre": "Beto", "fecha_hora_inicio": "el martes a las 10", "doctor": "Salas"},
        ),
    ],
)
def test_what_is_put_right_in_the_same_breath(text: str, given: dict[str, str]) -> None:
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS
    )
    (order,) = Rules().understand(text, context).intents
    assert isinstance(order, UseTool)
    assert dict(order.arguments) == given


def test_who_is_not_to_be_cancelled_is_not_put_in_the_place_of_who_is() -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF, doctors=DOCTORS)
    for intent in Rules().understand("cancela la de Luis, no la de Leo", context).intents:
        assert not isinstance(intent, UseTool) or dict(intent.arguments).get("paciente") == "Luis", intent
