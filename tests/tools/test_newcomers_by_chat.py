"""Orders by chat of somebody new, of a time that is taken and of a day on which the clinic is closed."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.models import Absence, Grant, Role, SpecialDay
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from tests.tools.test_orders_by_chat import _ZONE, clinic_with_orders, stored

PHONES = (
    *(
        " con teléfono 664 555 1717",
        " tel 664-555-1717",
        " al 6645551717",
        ", tel. (664) 555 17 17",
        ", cel: 664.555.1717",
    ),
    *(", su número es +52 664 555 1717", " whatsapp +52 1 664 555 1717", " con número 044 664 555 1717"),
)
NORMA = ("Norma Ayón", "+526645551717")


def people(clinic: Clinic, name: str) -> list[tuple[str, str | None]]:
    with clinic.begin() as uow:
        return [(patient.name, patient.phone) for patient in uow.patients.search(name=name)]


@pytest.mark.parametrize("phone", PHONES)
def test_somebody_is_registered_with_a_number_in_any_form(phone: str) -> None:
    clinic = clinic_with_orders()
    assert clinic.say("Rosa", f"registra a Norma Ayón{phone}").keys == ["order_proposal"]
    clinic.say("Rosa", "sí")
    assert people(clinic, "Norma") == [NORMA]


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize(
    "order", ["agenda a Norma Ayón{}, mañana a las 10 con Salas", "agenda a Norma Ayón mañana a las 10 con Salas{}"]
)
def test_somebody_new_is_booked_in_one_order(order: str, phone: str) -> None:
    clinic = clinic_with_orders()
    said = clinic.say("Rosa", order.format(phone))
    assert (said.keys, "paciente nuevo, +526645551717" in said.text) == (["order_proposal"], True)
    assert people(clinic, "Norma") == [], "written before the yes"
    clinic.say("Rosa", "sí")
    assert people(clinic, "Norma") == [NORMA]
    assert ("Norma Ayón", 2, dt.datetime(2026, 11, 24, 10, tzinfo=_ZONE)) in stored(clinic)[0]
    assert (
        "paciente nuevo"
        not in clinic.say("Rosa", "agenda a Norma Ayón, tel 664 555 1717, el viernes a las 10 con Salas").text
    )


def test_nobody_is_left_behind_by_an_order_that_is_refused() -> None:
    clinic = clinic_with_orders()
    clinic.say("Rosa", "agenda a Norma Ayón, tel 664 555 1717, el miércoles a las 12 con Salas")
    with clinic.begin() as uow:
        (leo,) = uow.patients.search(name="Leo")
        from booking.appointments.appointment_changes import enter
        from booking.models import Actor, ActorKind

        start, now = dt.datetime(2026, 11, 25, 12, tzinfo=_ZONE), clinic.clock.now()
        enter(uow, uow.schedules.clinic(), 2, leo.id, start, now, Actor(kind=ActorKind.STAFF, name="x"))
        uow.commit()
    clinic.say("Rosa", "sí")
    assert people(clinic, "Norma") == []


OVER = (
    *(
        "sobrecupo mañana a las 11 para Ana Torres con Méndez",
        "agenda a Ana Torres mañana a las 11 con Méndez en sobrecupo",
    ),
    *("mete a Ana Torres de sobrecupo mañana a las 11 con la doctora Laura",),
    *("agenda a Ana Torres mañana a las 11 con Méndez aunque esté ocupado",),
)


@pytest.mark.parametrize("order", OVER)
def test_a_time_that_is_taken_is_overbooked_only_where_that_is_said(order: str) -> None:
    clinic = clinic_with_orders()
    said = clinic.say("Rosa", "agenda a Ana Torres mañana a las 11 con Méndez")
    assert said.keys != ["order_proposal"]
    again = clinic.say("Rosa", order)
    assert (again.keys[-1], "en sobrecupo" in again.text) == ("order_proposal", True), again.text
    clinic.say("Rosa", "sí")
    there = {name for name, _, start in stored(clinic)[0] if start == dt.datetime(2026, 11, 24, 11, tzinfo=_ZONE)}
    assert there == {"Ana Ruiz", "Ana Torres"}


def test_a_time_that_is_free_is_overbooked_by_nobody() -> None:
    clinic = clinic_with_orders()
    said = clinic.say("Rosa", "sobrecupo mañana a las 12 para Ana Torres con Méndez")
    assert (said.keys, "en sobrecupo" in said.text) == (["order_proposal"], False)


CLOSES = (
    "cierra el lunes",
    "el 30 no abrimos",
    "el lunes no trabajamos",
    "cerramos el lunes",
    "cierra la clínica el 30",
    "el 30 de noviembre no hay servicio",
)


def closed(clinic: Clinic) -> list[dt.date]:
    with clinic.begin() as uow:
        return [rule.date for _, rule in uow.rules.list() if isinstance(rule, SpecialDay) and not rule.open]


@pytest.mark.parametrize("order", CLOSES)
def test_a_day_is_closed_for_all(order: str) -> None:
    clinic = clinic_with_orders()
    said = clinic.say("Rosa", order)
    assert (said.keys, "Cerrar la clínica el lunes 30 de noviembre." in said.text) == (["order_proposal"], True)
    assert closed(clinic) == []
    assert "Clínica cerrada el lunes 30" in clinic.say("Rosa", "sí").text
    assert closed(clinic) == [dt.date(2026, 11, 30)]


def test_what_a_closed_day_touches_is_told_and_several_may_be_closed() -> None:
    clinic = clinic_with_orders()
    assert "Hay 2 citas ahí" in clinic.say("Rosa", "el miércoles no abrimos").text
    clinic.say("Rosa", "no")
    assert "del jueves 24 de diciembre al sábado 26" in clinic.say("Rosa", "cierra del 24 al 26 de diciembre").text
    clinic.say("Rosa", "sí")
    assert closed(clinic) == [dt.date(2026, 12, day) for day in (24, 25, 26)]


@pytest.mark.parametrize("order", ["el viernes cerramos a las 2", "el viernes cerramos a las 2 de la tarde"])
def test_when_a_day_closes_is_from_there_to_its_end_and_closes_no_whole_day(order: str) -> None:
    clinic = clinic_with_orders()
    said = clinic.say("Rosa", order)
    assert (said.keys, "2:00 p.m. hasta el fin del día" in said.text) == (["order_proposal"], True), said.text
    clinic.say("Rosa", "sí")
    assert closed(clinic) == []
    with clinic.begin() as uow:
        away = [rule for _, rule in uow.rules.list() if isinstance(rule, Absence)]
    assert {(f"{one.start.astimezone(_ZONE):%d %H:%M}", f"{one.end.astimezone(_ZONE):%d %H:%M}") for one in away} == {
        ("27 14:00", "28 00:00")
    }


def test_a_doctor_closes_their_own_agenda() -> None:
    clinic = clinic_with_orders()
    clinic.say("Salas", "hola")
    employ(clinic, "Salas", Grant(role=Role.DOCTOR, doctor_id=2))
    said = clinic.say("Salas", "el lunes no trabajamos")
    assert "Bloquear la agenda de Dr. Jorge Salas" in said.text
    clinic.say("Salas", "sí")
    assert closed(clinic) == []


def test_what_is_said_while_it_waits() -> None:
    """A number of somebody new, and that a time may be taken although it is not free."""
    clinic = clinic_with_orders()
    clinic.say("Rosa", "registra a Norma Ayón")
    assert "664" in clinic.say("Rosa", "su tel es 664 555 1717").text
    clinic.say("Rosa", "sí")
    assert people(clinic, "Norma") == [NORMA]
    clinic.say("Rosa", "agenda a Ana Torres mañana a las 11 con Méndez")
    assert "en sobrecupo" in clinic.say("Rosa", "en sobrecupo").text


@pytest.mark.parametrize("said", ["ya cerramos el lunes", "¿el lunes no abrimos?", "cierra la puerta"])
def test_what_is_told_or_asked_closes_nothing(said: str) -> None:
    clinic = clinic_with_orders()
    assert "order_proposal" not in clinic.say("Rosa", said).keys
