"""What is asked for of several appointments at once, and what is marked too early."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments.appointment_changes import enter
from booking.models import Appointment
from booking.models.tool_answers import Missing, Proposed, ToolRefused, Why
from tests.tools.house import CLINIC, DESK, NOW, House
from tools.tool_words import minutes_in

CANCEL, CHANGE = "cancelar_cita_medica", "modificar_cita_medica"


def booked(house: House, count: int) -> None:
    """So many appointments of one patient of Laura's on Wednesday, from nine on."""
    with house.begin() as uow:
        patient = house.appointments["ana"].patient_id or 0
        at = NOW.replace(hour=9) + dt.timedelta(days=2)
        for number in range(count):
            made = enter(uow, CLINIC, 1, patient, at + dt.timedelta(minutes=30 * number), NOW, DESK)
            assert isinstance(made, Appointment)
        uow.commit()


def test_each_of_several_is_asked_for_by_itself_and_found_again(house: House) -> None:
    booked(house, 3)
    answer = house.use("doctor", CANCEL, paciente="ana", cuando="el miércoles", todas="sí")
    assert isinstance(answer, Proposed)
    starts = [answer.order.appointment and answer.order.appointment.slot.start.astimezone(NOW.tzinfo).time()]
    for call in answer.then:
        one = house.use("doctor", call.tool, **dict(call.arguments))
        assert isinstance(one, Proposed)
        assert one.then == ()
        starts.append(one.order.appointment and one.order.appointment.slot.start.astimezone(NOW.tzinfo).time())
    assert starts == [dt.time(9), dt.time(9, 30), dt.time(10)]


def test_more_than_ten_at_once_are_too_many(house: House) -> None:
    booked(house, 11)
    answer = house.use("staff", CANCEL, paciente="ana", cuando="el miércoles", todas="sí")
    assert answer == ToolRefused(tool=CANCEL, why=Why.TOO_MANY)
    afternoon = house.use("staff", CANCEL, paciente="ana", cuando="el miércoles por la tarde", todas="sí")
    assert isinstance(afternoon, Proposed)


def test_all_of_nothing_is_asked_about(house: House) -> None:
    assert house.use("staff", CANCEL, todas="sí") == Missing(tool=CANCEL, field="cuando", time=True)


def test_several_are_not_moved_together(house: House) -> None:
    answer = house.use("staff", CHANGE, cuando="mañana", nueva_fecha_hora="el jueves", todas="sí")
    assert answer == ToolRefused(tool=CHANGE, why=Why.ONE_BY_ONE)


@pytest.mark.parametrize("mark", ["no_asistio", "llego", "en_curso"])
def test_what_is_still_to_come_is_not_marked(house: House, mark: str) -> None:
    booked(house, 1)
    with house.begin() as uow:
        at = uow.appointments.get(house.appointments["ana"].id).slot.start.astimezone(NOW.tzinfo)
    answer = house.use("doctor", CHANGE, paciente="ana", estado=mark)
    assert isinstance(answer, ToolRefused)
    assert (answer.why, answer.at) == (Why.NOT_YET, at)


def test_a_day_that_is_named_with_a_mark_is_the_last_one(house: House) -> None:
    """On Thursday, "el martes" is two days ago."""
    later = NOW + dt.timedelta(days=3)
    answer = house.use("doctor", CHANGE, paciente="ana", cuando="el martes", estado="no_asistio", now=later)
    assert isinstance(answer, Proposed)
    assert answer.order.appointment is not None
    assert answer.order.appointment.id == house.appointments["ana"].id


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("media hora", 30),
        ("una hora y media", 90),
        ("15 minutos antes", -15),
        ("un cuarto de hora", 15),
        ("dos horas más tarde", 120),
        ("cuarenta y cinco minutos", 45),
        ("0 minutos", None),
        ("99 horas", None),
        ("un rato", None),
    ],
)
def test_by_how_much_an_appointment_moves(said: str, minutes: int | None) -> None:
    assert minutes_in(said) == minutes


def test_an_appointment_moves_by_as_much_as_is_said(house: House) -> None:
    answer = house.use("doctor", CHANGE, paciente="ana", recorrer="media hora")
    assert isinstance(answer, Proposed)
    order = answer.order
    assert order.slot is not None
    assert order.appointment is not None
    assert order.slot.start - order.appointment.slot.start == dt.timedelta(minutes=30)
    assert house.use("doctor", CHANGE, paciente="ana", recorrer="un rato") == Missing(
        tool=CHANGE, field="nueva_fecha_hora", part="day", time=True
    )


def test_whoever_is_registered_already_is_not_registered_again(house: House) -> None:
    with house.begin() as uow:
        uow.patients.enter("Iris Luna", "+526645550101", 1, NOW)
        uow.commit()
    known = ToolRefused(tool="crear_paciente_medico", why=Why.KNOWN)
    assert house.use("doctor", "crear_paciente_medico", nombre="iris luna") == known
    assert house.use("doctor", "crear_paciente_medico", nombre="Iris Luna", telefono="664 555 0101") == known
    other = house.use("doctor", "crear_paciente_medico", nombre="Iris Luna", telefono="664 555 0202")
    assert isinstance(other, Proposed)
    assert other.order.namesakes == 1
