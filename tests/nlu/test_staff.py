"""What doctors and staff say, read without a model."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from booking.intents import (
    CancelAppointment,
    Greet,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    UseTool,
)
from booking.models import Grant, Role, State, Status, UnderstandingContext
from booking.testing.colleagues import employ
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW, asked
from tools.catalog import CATALOG

LINES = [
    line.split(" | ")
    for line in (Path(__file__).parent / "data" / "staff.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas")


def test_the_share_that_is_understood() -> None:
    missed = [text for text, tools in LINES if " ".join(asked(text, Role.DOCTOR)) != tools.replace("-", "")]
    print(f"understood: {len(LINES) - len(missed)} of {len(LINES)}")
    assert len(LINES) >= 530
    assert len(missed) <= 0.04 * len(LINES), missed


def test_no_tool_is_made_up() -> None:
    names = {tool.name: set(tool.fields) for tool in CATALOG}
    for text, _ in LINES:
        context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.DOCTOR)
        for intent in Rules().understand(text, context).intents:
            if isinstance(intent, UseTool):
                assert {field for field, _ in intent.arguments} <= names[intent.tool], text


def arguments(text: str) -> dict[str, str]:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20))
    (asked,) = Rules().understand(text, context).intents
    assert isinstance(asked, UseTool)
    return dict(asked.arguments)


@pytest.mark.parametrize(
    ("text", "doctor", "rest"),
    [
        ("que tiene el doctor ruiz mañana", "ruiz", {"cuando": "mañana"}),
        ("¿Qué tiene la Dra. Méndez hoy?", "Méndez", {"cuando": "hoy"}),
        ("bloquéale el viernes al doctor Salas", "Salas", {"cuando": "el viernes"}),
        ("la doctora méndez no va a estar mañana", "méndez", {"cuando": "mañana"}),
        (
            "agenda a Ana Ruiz con el doctor Juan Salas el martes a las 10",
            "Juan Salas",
            {"paciente_nombre": "Ana Ruiz", "fecha_hora_inicio": "el martes a las 10"},
        ),
        ("quién sigue con el dr salas", "salas", {"siguiente": "si"}),
    ],
)
def test_a_doctor_who_is_named_is_handed_on(text: str, doctor: str, rest: dict[str, str]) -> None:
    assert arguments(text) == {**rest, "doctor": doctor}


def test_who_is_no_doctor_of_the_clinic_may_be_looked_for() -> None:
    assert "doctor" not in arguments("busca a la doctora Ana Ruiz")


@pytest.mark.parametrize(
    "text",
    [
        "cancela las citas de Ana Torres y Luis Herrera",
        "recórreme la del doctor a otra hora",
    ],
)
@pytest.mark.parametrize("state", list(State))
def test_what_is_about_others_is_never_about_oneself(text: str, state: State) -> None:
    """No act takes it whole: as a patient's words it would cancel or book the writer's own."""
    context = UnderstandingContext(now=NOW, state=state, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20))
    assert [type(intent) for intent in Rules().understand(text, context).intents] == [Unknown]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cancela mi cita", CancelAppointment),
        ("cancela mis citas del miércoles", CancelAppointment),
        ("quiero cancelar mi cita con el doctor Salas", CancelAppointment),
        ("mueve mi cita al jueves a las 10", RescheduleAppointment),
        ("quiero una cita para mí el jueves a las 10", StartBooking),
    ],
)
def test_one_s_own_stays_one_s_own(text: str, kind: type) -> None:
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20), doctors=("Dr. Jorge Salas",)
    )
    assert [type(intent) for intent in Rules().understand(text, context).intents] == [kind]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Ana Torres canceló su cita", [{"paciente": "Ana Torres"}]),
        (
            "el miércoles a las 12 agenda a Sofía Castañeda y a Iván Ochoa",
            [
                {"paciente_nombre": "Sofía Castañeda", "fecha_hora_inicio": "el miércoles a las 12"},
                {"paciente_nombre": "Iván Ochoa"},
            ],
        ),
        (
            "cancela la cita de Ana Torres, la de Luis Herrera y la de Carlos Núñez",
            [{"paciente": "Ana Torres"}, {"paciente": "Luis Herrera"}, {"paciente": "Carlos Núñez"}],
        ),
        (
            "agenda a Ana Torres el jueves a las 12 con el doctor Salas y a Luis Herrera el viernes a las 9 con Salas",
            [
                {"paciente_nombre": "Ana Torres", "fecha_hora_inicio": "el jueves a las 12", "doctor": "Salas"},
                {"paciente_nombre": "Luis Herrera", "fecha_hora_inicio": "el viernes a las 9", "doctor": "Salas"},
            ],
        ),
        (
            "recórreme la de las 9 del jueves a las 10",
            [{"cuando": "de las 9 del jueves", "nueva_fecha_hora": "a las 10"}],
        ),
        (
            "recórreme la del miércoles de las 4:30 a las 6",
            [{"cuando": "del miércoles de las 4:30", "nueva_fecha_hora": "a las 6"}],
        ),
        (
            "mueve la cita de Ana Torres del martes a las 10 al jueves a las 11",
            [{"paciente": "Ana Torres", "cuando": "del martes a las 10", "nueva_fecha_hora": "al jueves a las 11"}],
        ),
        ("no llegó Domingo Pérez", [{"paciente": "Domingo Pérez", "estado": "no_asistio"}]),
        ("citas de aquí al viernes", [{"cuando": "de aquí al viernes"}]),
        ("mueve la del jueves al viernes", [{"cuando": "del jueves", "nueva_fecha_hora": "al viernes"}]),
        ("cancela todas las citas del miércoles", [{"cuando": "del miércoles", "que": "cancelar"}]),
        ("cancela las de Ana", [{"paciente": "Ana", "todas": "si"}]),
        ("cancela todas las de Ana del jueves", [{"paciente": "Ana", "cuando": "del jueves", "todas": "si"}]),
        (
            "mueve todas las del lunes al martes",
            [{"cuando": "del lunes", "nueva_fecha_hora": "al martes", "todas": "si"}],
        ),
        (
            "no llegó Ana el miércoles a las 5",
            [{"paciente": "Ana", "cuando": "el miércoles a las 5", "estado": "no_asistio"}],
        ),
        ("marca que no asistió Ana", [{"paciente": "Ana", "estado": "no_asistio"}]),
        ("cancélale su cita a Ana Torres", [{"paciente": "Ana Torres"}]),
        ("ana torres ya no va a venir mañana", [{"paciente": "ana torres", "cuando": "mañana"}]),
        ("da de alta a la paciente Teresa Ríos", [{"nombre": "Teresa Ríos"}]),
        ("agrega a mi lista a Teresa Gil", [{"nombre": "Teresa Gil"}]),
        ("necesito registrar a un paciente nuevo", [{}]),
        ("cuál es el número de teléfono de Ana Torres", [{"busqueda": "Ana Torres"}]),
        ("quién es Lucía Márquez", [{"busqueda": "Lucía Márquez"}]),
        ("enséñame lo de mañana", [{"cuando": "mañana"}]),
        ("citas de Domingo Pérez", [{"paciente": "Domingo Pérez"}]),
        ("citas del domingo", [{"cuando": "del domingo"}]),
        ("qué tiene Salas mañana", [{"cuando": "mañana", "doctor": "Salas"}]),
        (
            "agenda a Ana con Salas el martes a las 10",
            [{"paciente_nombre": "Ana", "fecha_hora_inicio": "el martes a las 10", "doctor": "Salas"}],
        ),
        (
            "agenda a Ana Salas el martes a las 10",
            [{"paciente_nombre": "Ana Salas", "fecha_hora_inicio": "el martes a las 10"}],
        ),
        ("agenda a Salas el jueves a las 9", [{"paciente_nombre": "Salas", "fecha_hora_inicio": "el jueves a las 9"}]),
        ("cancela la cita de Salas", [{"paciente": "Salas"}]),
        ("bloquea a Salas mañana", [{"cuando": "mañana", "doctor": "Salas"}]),
        (
            "pon el horario del doctor Salas de 9 a 2 los lunes",
            [{"horario": "de 9 a 2", "dias_semana": "los lunes", "doctor": "Salas"}],
        ),
        (
            "registra a Juan Pérez tel 6645550300 y agéndalo el lunes a las 10",
            [
                {"nombre": "Juan Pérez", "telefono": "6645550300"},
                {"fecha_hora_inicio": "el lunes a las 10", "paciente_nombre": "Juan Pérez"},
            ],
        ),
        (
            "agenda a Carlos el jueves 3 a las 12 con Méndez y a Sofía a las 12:30 y a Elena a las 1",
            [
                {"paciente_nombre": "Carlos", "fecha_hora_inicio": "el jueves 3 a las 12", "doctor": "Méndez"},
                {
                    "paciente_nombre": "Sofía",
                    "fecha_hora_inicio": "el jueves 3\na las 12:30",
                    "doctor": "Méndez",
                },
                {
                    "paciente_nombre": "Elena",
                    "fecha_hora_inicio": "el jueves 3\na las 1",
                    "doctor": "Méndez",
                },
            ],
        ),
        ("los martes no trabajo", [{"dias_semana": "los martes", "sin_horario": "si"}]),
        ("recórrela media hora", [{"recorrer": "media hora"}]),
        ("mis citas de diciembre", [{"cuando": "en diciembre"}]),
        ("adelántala media hora", [{"recorrer": "media hora antes"}]),
        ("recorre la de las 5 quince minutos antes", [{"recorrer": "quince minutos antes", "cuando": "de las 5"}]),
        ("cancela mi última cita de hoy", []),
        ("cancela todo lo que tengo mañana", [{"cuando": "mañana", "que": "cancelar"}]),
        ("mueve la cita al viernes", [{"nueva_fecha_hora": "al viernes"}]),
        ("las citas de Elena Ibarra", [{"paciente": "Elena Ibarra"}]),
        ("qué citas tiene Elena Ibarra", [{"paciente": "Elena Ibarra"}]),
        ("bloquea a la doctora Méndez", [{"doctor": "Méndez"}]),
        ("bloquea el viernes y a las 5", [{"cuando": "el viernes y a las 5"}]),
        ("agenda una cita para el jueves", [{"fecha_hora_inicio": "para el jueves"}]),
        *(
            (text, [{"paciente": "Sofía Castañeda", "cuando": "hoy", "estado": "no_asistio"}])
            for text in ("hoy no llegó Sofía Castañeda", "Sofía Castañeda no llegó hoy", "no llegó hoy Sofía Castañeda")
        ),
    ],
)
def test_whose_and_when(text: str, given: list[dict[str, str]]) -> None:
    context = UnderstandingContext(
        now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS
    )
    meant = Rules().understand(text, context).intents
    assert [dict(intent.arguments) for intent in meant if isinstance(intent, UseTool)] == given


@pytest.mark.parametrize(
    "text", ["el martes", "a las 5", "mejor el jueves a las 10", "horarios", "necesito ver lo del seguro", "Ana Torres"]
)
@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
def test_what_nobody_reads_is_no_booking_of_one_s_own(text: str, role: Role) -> None:
    """Whoever works here books for themselves only where they say so."""
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=role, opens=dt.time(8), closes=dt.time(20))
    assert Rules().understand(text, context).intents[0].kind in ("unknown", "use_tool", "ask_question")


@pytest.mark.parametrize("text", ["ayuda", "¿qué puedo hacer?", "¿qué te puedo pedir?", "¿cómo funciona esto?", "menú"])
def test_what_may_be_said_is_asked(text: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF)
    assert Rules().understand(text, context).intents == (Greet(),)


def test_nothing_that_is_said_writes_without_a_yes() -> None:
    clinic = memory_clinic(demo_seed(), Rules())
    clinic.say("Laura", "hola")
    employ(clinic, "Laura", Grant(role=Role.STAFF), Grant(role=Role.DOCTOR, doctor_id=1))
    clinic.say("Laura", "registra a Ana Ruiz y agenda a Ana Ruiz mañana a las 10 con la doctora Méndez")
    clinic.say("Laura", "sí")
    assert "order_done" in clinic.say("Laura", "sí").keys

    def everything() -> list[object]:
        with clinic.begin() as uow:
            made = [a for a in uow.appointments.list() if a.status is not Status.HELD]  # a time may be held for them
            return [*made, *uow.patients.search(limit=1000), *uow.rules.list()]

    before = everything()
    for text in [text for text, tools in LINES if tools != "-"]:  # one of the others is a yes
        clinic.say("Laura", text)
        assert everything() == before, text


@pytest.mark.parametrize("state", list(State))
def test_a_patient_asks_for_no_tool(state: State) -> None:
    assert [text for text, _ in LINES if asked(text, Role.PATIENT, state)] == []


@pytest.mark.parametrize("text", ["busca al paciente Leo Paz", "buscar paciente Leo Paz"])
def test_a_stranger_who_looks_for_a_patient_says_no_name_of_theirs(text: str) -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE)
    assert Rules().understand(text, context).intents == (Unknown(),)


def test_a_new_patient_is_called_as_was_said() -> None:
    assert arguments("registra al paciente Hugo Mar") == {"nombre": "Hugo Mar"}


def orders(text: str) -> list[dict[str, str]]:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.STAFF, opens=dt.time(8), closes=dt.time(20))
    return [dict(one.arguments) for one in Rules().understand(text, context).intents if isinstance(one, UseTool)]


def test_an_hour_after_but_and_a_reason_belong_to_the_order() -> None:
    placed = {"paciente_nombre": "Sofía Castañeda", "fecha_hora_inicio": "el 2 a la 1"}
    assert orders("pon a Sofía Castañeda el 2 pero a la 1") == [placed]
    assert orders("pon a Sofía Castañeda el 2 pero a la 1 no") == []
    assert orders("cancela la cita de Teresa Cárdenas, habló que no puede") == [{"paciente": "Teresa Cárdenas"}]


def test_what_is_asked_after_an_absence_is_of_that_doctor_and_day() -> None:
    away, theirs = orders("la doctora Paula no viene el martes que entra, ¿qué citas tiene?")
    assert theirs == away
