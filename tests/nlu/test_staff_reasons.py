"""What staff say beside an order: why, who is to be told, whose stays; none of it is another day or another patient."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules

ZONE = dt.timezone(dt.timedelta(hours=-8))
NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZONE)
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")


def read(text: str, role: Role = Role.STAFF) -> list[tuple[str, dict[str, str]]]:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=role, doctors=DOCTORS)
    said = Rules().understand(text, context).intents
    assert all(isinstance(one, UseTool) for one in said), said
    return [(one.tool, dict(one.arguments)) for one in said if isinstance(one, UseTool)]


ORDERS = (
    "cancela la de Hilda",
    "cancela a Hilda Ruiz el jueves",
    "mueve la de Hilda al martes a las 11",
    "mueve a Elena Ibarra al martes",
    "agenda a Ana Paz el martes a las 9 con Salas",
)
REASONS = (
    "porque ya la vi ayer",
    "porque el lunes viene el plomero",
    "ya que el viernes no puede",
    "porque mañana sale de viaje",
    "porque el lunes tiene examen",
    ", es que el miércoles trabaja",
)


@pytest.mark.parametrize(("order", "reason"), [*product(ORDERS, REASONS)])
def test_a_reason_changes_nothing_of_the_order(order: str, reason: str) -> None:
    assert read(f"{order} {reason}".replace(" ,", ",")) == read(order)


def test_what_is_ordered_behind_a_reason_is_no_reason() -> None:
    said = read("cancela la de Hilda porque no viene, y mueve la de Ana al jueves")
    assert [tool for tool, _ in said] == ["cancelar_cita_medica", "modificar_cita_medica"]


@pytest.mark.parametrize("left", ["menos las de Salas", "excepto las del doctor Salas", "salvo las de Jorge Salas"])
def test_all_but_a_doctors_are_those_of_every_other_doctor(left: str) -> None:
    said = read(f"cancela todas las del lunes {left}")
    assert [given.get("doctor") for _, given in said] == ["Dra. Laura Méndez", "Dra. Paula Ríos"]
    assert all("menos" not in given and given["cuando"] == "del lunes" for _, given in said)


@pytest.mark.parametrize("left", ["menos a Hilda", "menos la de Laura Ruiz", "excepto las de Gloria y Hilda"])
def test_all_but_a_patients_are_those_of_one_day(left: str) -> None:
    ((_, given),) = read(f"cancela todas las del lunes {left}")
    assert "menos" in given


@pytest.mark.parametrize(("first", "second"), [("9", "10"), ("9:30", "11"), ("4 de la tarde", "5:30")])
def test_of_two_people_each_has_one_hour(first: str, second: str) -> None:
    one, other = read(f"agenda a Claudia Beltrán con Salas el martes a las {first} y a Jesús Ramírez a las {second}")
    assert one[1]["fecha_hora_inicio"] == f"el martes a las {first}"
    assert other[1] == {
        "paciente_nombre": "Jesús Ramírez",
        "fecha_hora_inicio": f"el martes\na las {second}",
        "doctor": "Salas",
    }


ILL = ["hoy no llego, estoy enfermo", "hoy no llego porque estoy enferma", "hoy no llego, me siento mal"]


@pytest.mark.parametrize("absent", ILL)
def test_a_doctor_who_is_ill_is_not_there_and_no_patient_is_marked_absent(absent: str) -> None:
    ((tool, given),) = read(absent, Role.DOCTOR)
    assert (tool, given) == ("actualizar_disponibilidad_doctor", {"cuando": "hoy"})


@pytest.mark.parametrize("absent", ILL)
@pytest.mark.parametrize("told", ["avísenles a todos", "avísales a mis pacientes por favor", "avísales"])
def test_those_who_are_to_be_told_are_offered_another_time(absent: str, told: str) -> None:
    ((tool, given),) = read(f"{absent}, {told}", Role.DOCTOR)
    assert (tool, given) == ("cambiar_dia_doctor", {"cuando": "hoy", "que": "ofrecer"})


def test_who_did_not_come_is_marked_so() -> None:
    ((tool, given),) = read("hoy no llegó Ana Paz")
    assert (tool, given["estado"]) == ("modificar_cita_medica", "no_asistio")


BEHIND_A_PAUSE = (
    ", se va de viaje",
    ". Se va de viaje",
    ", se regresó a Chula Vista",
    ", se enfermó",
    "; se le murió su papá",
    ", ya se alivió",
    ", está hospitalizada en Mexicali",
    ", anda de viaje",
    ", se le ponchó la llanta",
    ". Trabaja en las mañanas",
    ", tiene examen",
)


@pytest.mark.parametrize(("order", "reason"), [*product(ORDERS, BEHIND_A_PAUSE)])
def test_nor_does_one_that_is_told_behind_a_pause(order: str, reason: str) -> None:
    assert read(order + reason) == read(order)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("bloquea el jueves de 12 a 2. Tengo congreso", "el jueves de 12 a 2"),
        ("bloquea mañana de 12 a 2, tengo congreso", "mañana de 12 a 2"),
        ("el viernes no atiendo. Me voy de viaje", "el viernes"),
        ("bloquea el jueves, me voy a Guadalajara", "el jueves"),
        ("cierra mi agenda el viernes, me voy de viaje", "el viernes"),
        ("mañana no vengo, tengo congreso", "mañana"),
        ("dame libre de 12 a 2", "de 12 a 2"),
        ("dame libre el viernes", "el viernes"),
        ("quiero libre el lunes de 4 a 6", "el lunes de 4 a 6"),
        ("necesito libre el miércoles", "el miércoles"),
        ("déjame libre el martes de 9 a 11", "el martes de 9 a 11"),
        ("apártame de 12 a 2 para comer", "de 12 a 2"),
    ],
)
def test_a_doctors_time_off_is_blocked_and_not_looked_for(text: str, when: str) -> None:
    assert read(text, Role.DOCTOR) == [("actualizar_disponibilidad_doctor", {"cuando": when})]


@pytest.mark.parametrize(
    "text", ["dame los horarios libres del viernes", "qué tienes libre el viernes", "hay algo libre el viernes"]
)
def test_what_is_free_is_looked_up(text: str) -> None:
    assert all(tool != "actualizar_disponibilidad_doctor" for tool, _ in read(text, Role.DOCTOR))


def test_one_order_in_two_sentences_is_one() -> None:
    (said,) = read("la doctora Ríos no trabaja esta semana que viene, ciérrala")
    assert said == ("actualizar_disponibilidad_doctor", {"cuando": "esta semana que viene", "doctor": "Ríos"})


def test_a_discharge_is_not_left_out_without_a_word() -> None:
    context = UnderstandingContext(now=NOW, state=State.IDLE, role=Role.DOCTOR, doctors=DOCTORS)
    text = "dale el alta a Nayeli y ponle seguimiento en 15 días a las 6"
    said = Rules().understand(text, context).intents
    assert not any(isinstance(one, UseTool) and one.tool != "-" for one in said)
