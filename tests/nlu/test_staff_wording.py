"""What staff write around an order does not hide it, and what orders nothing stays none."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.intents import Unknown, UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.parsed import Parse
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import AGENDA, CANCEL, CHANGE, DAY, FIND, WRITES

NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")


def read(text: str, role: Role = Role.STAFF) -> Parse:
    return Rules().understand(text, UnderstandingContext(now=NOW, state=State.IDLE, role=role, doctors=DOCTORS))


def ordered(text: str, role: Role = Role.STAFF) -> list[tuple[str, dict[str, str]]]:
    return [(one.tool, dict(one.arguments)) for one in read(text, role).intents if isinstance(one, UseTool)]


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("dile al sistema que bloquee mañana de 9 a 10", "bloquea mañana de 9 a 10"),
        ("oye, avísale al sistema que mañana no voy", "mañana no voy"),
        ("ponle que mañana no voy", "mañana no voy"),
        ("anota ahí que el viernes no vengo", "el viernes no vengo"),
        ("marca que Hugo Cota no llegó", "Hugo Cota no llegó"),
        ("apunta que ya llegó Ana", "ya llegó Ana"),
        ("no canceles la de Ofelia, muévela al lunes a las 10", "mueve la de Ofelia al lunes a las 10"),
        (
            "no, no me canceles la cita de Ana sino pásala al viernes a las 10",
            "pasa la cita de Ana al viernes a las 10",
        ),
        (
            "la doctora Méndez amaneció enferma, no viene mañana ni el jueves",
            "la doctora Méndez no viene mañana y el jueves",
        ),
        ("el doctor Salas tiene gripa, no viene mañana", "el doctor Salas no viene mañana"),
        ("mañana no voy y el jueves tampoco", "no voy mañana y el jueves"),
        ("no voy el lunes ni el martes ni el jueves", "no voy el lunes y el martes y el jueves"),
        ("libera mañana en la tarde, ya no voy al congreso", "libera mañana en la tarde"),
        (
            "el doctor Salas siempre sí viene el viernes, se canceló el curso",
            "el doctor Salas siempre sí viene el viernes",
        ),
        ("la doctora Méndez sí viene mañana", "la doctora Méndez siempre sí viene mañana"),
        ("mañana si voy", "mañana siempre sí voy"),
        ("a Rigoberto pásamelo a las 6", "pasa a Rigoberto a las 6"),
        ("a la señora Ana muévela al viernes a las 10", "mueve a la señora Ana al viernes a las 10"),
        ("Teresa sí llegó, fue error", "Teresa llegó"),
        ("agenda a mi mamá, Rosario Lara, sin teléfono, mañana a las 8", "agenda a Rosario Lara, mañana a las 8"),
        ("hazle hueco a mi cuñada Lorena Pérez el viernes", "hazle hueco a Lorena Pérez el viernes"),
        ("no trabajo los viernes de diciembre", "no trabajo el 4, el 11, el 18 y el 25 de diciembre"),
        ("el doctor Salas no viene los lunes de enero", "el doctor Salas no viene el 4, el 11, el 18 y el 25 de enero"),
        ("la doctora Ríos va 20 minutos tarde", "avísales que la doctora Ríos va 20 minutos tarde"),
    ],
)
def test_it_is_the_order_that_stands_in_it(said: str, plainly: str) -> None:
    for role in (Role.DOCTOR, Role.STAFF):
        found = ordered(said, role)
        assert found == ordered(plainly, role)
        assert found or role is Role.STAFF, "of one's own agenda"


@pytest.mark.parametrize(
    "said",
    [
        "los miércoles ya no voy a dar consulta en la tarde a partir de enero",
        "a partir de enero ya no trabajo los miércoles por la tarde",
        "de hoy en adelante los miércoles salgo a las 6",
        "los miércoles entro a las 10 a partir de enero",
    ],
)
def test_of_weekly_hours_that_are_cut_short_those_that_are_left_are_asked_for(said: str) -> None:
    ((tool, given),) = ordered(said, Role.DOCTOR)
    assert (tool, given["dias_semana"]) == (AGENDA, "los miércoles")
    assert ("desde" in given) == ("enero" in said)
    assert not given.keys() & {"horario", "sin_horario", "cuando"}


def test_a_doctor_who_is_late_has_patients_told() -> None:
    for said in ("voy 20 minutos tarde", "hoy llego media hora tarde", "ando 15 minutos retrasada"):
        ((tool, given),) = ordered(said, Role.DOCTOR)
        assert (tool, given["que"]) == (DAY, "avisar"), said


@pytest.mark.parametrize(
    "said",
    [
        "Beto Cázares habló que llega 15 minutos tarde",
        "el de las 11 avisó que llega 20 min tarde",
        "Ana viene retrasada",
        "la señora Elena va a llegar tarde",
    ],
)
def test_that_a_patient_comes_late_changes_nothing_and_is_told_to_be_kept_nowhere(said: str) -> None:
    (found,) = read(said).intents
    assert isinstance(found, Unknown)
    assert found.late


@pytest.mark.parametrize(
    "said",
    [
        "Ana viene mañana por la tarde",
        "¿quién llega tarde?",
        "la doctora llega hasta las 11",
        "recorre la de Beto 15 minutos",
        "viene Ana en la tarde?",
        "llegó tarde el de las 9",
        "como viene mi tarde",
    ],
)
def test_what_is_no_delay_of_a_patient(said: str) -> None:
    assert not any(isinstance(one, Unknown) and one.late for one in read(said).intents)


@pytest.mark.parametrize(
    "said",
    [
        "anota que Ana es alérgica",
        "ponle que traiga sus estudios",
        "dile a Rosa que llegue 10 minutos antes",
        "no canceles la de Ofelia",
        "no canceles la de Ofelia, avísale",
        "dile que no voy a estar",
        "si viene Ana mañana avísame",
        "si voy mañana bloquea el jueves",
        "¿sí viene la doctora mañana?",
        "qué citas tengo los viernes de diciembre",
        "cancela las citas de mañana ni el miércoles",
    ],
)
def test_what_is_no_order_stays_none(said: str) -> None:
    assert not {tool for tool, _ in ordered(said)} & WRITES


@pytest.mark.parametrize(
    "said",
    [
        "¿por qué se canceló la cita de Ana?",
        "por qué se canceló la cita de Ana Torres del 24",
        "quién canceló la de Ana",
        "por que cancelaron la de ana torres",
        "cómo es que se canceló la cita de Ana",
        "¿por qué canceló Ana?",
    ],
)
def test_why_one_was_cancelled_cancels_none(said: str) -> None:
    ((tool, given),) = ordered(said)
    assert (tool, given["solo"]) == (FIND, "canceladas")


@pytest.mark.parametrize(
    "said",
    [
        "mañana no viene {}",
        "hoy no vino {}",
        "{} no viene el jueves",
        "el viernes no va a venir {}",
        "{} no da consulta hoy",
    ],
)
def test_a_doctors_surname_alone_is_the_doctor_who_does_not_come(said: str) -> None:
    """And who bears it as a patient has a first name, or is said to be one."""
    for doctor in ("Salas", "Méndez", "Ríos"):
        ((tool, given),) = ordered(said.format(doctor))
        assert (tool, given["doctor"]) == (AGENDA, doctor)
        for patient in (f"Carlos {doctor}", f"la señora {doctor}"):
            assert AGENDA not in {tool for tool, _ in ordered(said.format(patient))}


def test_any_hour_is_the_first_that_is_free() -> None:
    ((_, given),) = ordered("hazle hueco a Lorena Pérez el viernes a la hora que sea", Role.DOCTOR)
    assert (given["paciente_nombre"], given["fecha_hora_inicio"], given["primero"]) == (
        "Lorena Pérez",
        "el viernes",
        "si",
    )


def test_two_who_came_or_did_not_are_each_marked() -> None:
    for said in ("Ana y Beto no vinieron", "ya llegaron Ana y Beto"):
        assert [given["paciente"] for _, given in ordered(said)] == ["Ana", "Beto"], said
    assert ordered("el doctor y la doctora no vinieron") == []


def test_why_the_clinic_closes_is_no_part_of_when() -> None:
    for said, when in (
        ("el sábado 12 cerramos por posada", "el sábado 12"),
        ("cerramos el 12 de diciembre por inventario", "el 12 de diciembre"),
        ("mañana cerramos por la tarde", "mañana\npor la tarde"),
        ("y el 24 salimos a las 12", "y el 24\ndesde las 12"),
    ):
        ((tool, given),) = ordered(said)
        assert (tool, given["cuando"], given["clinica"]) == (AGENDA, when, "si"), said


def test_orders_around_it_are_read_as_before() -> None:
    assert [tool for tool, _ in ordered("cancela la de Ana")] == [CANCEL]
    assert [tool for tool, _ in ordered("mueve la de Ana al viernes a las 10")] == [CHANGE]
    assert [tool for tool, _ in ordered("el doctor Salas no viene mañana")] == [AGENDA]
