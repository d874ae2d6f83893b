"""What staff are told where an appointment is not there, or a time is not free: no less than there is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import appointment_changes
from booking.conversation.replies import tool_replies
from booking.models import Appointment
from booking.models.tool_answers import Missing, Proposed, ToolRefused, Why
from tests.tools.house import CLINIC, DESK, NOW, ZONE, House

FRIDAY = dt.datetime(2026, 12, 4, 10, tzinfo=ZONE)


@pytest.fixture
def booked(house: House) -> Appointment:
    with house.begin() as uow:
        patient = uow.patients.enter("Norma Galindo", "+526641110001", 1, NOW).id
        made = appointment_changes.enter(uow, CLINIC, 1, patient, FRIDAY, NOW, DESK)
        assert isinstance(made, Appointment)
        uow.commit()
    return made


@pytest.mark.parametrize("tool", ["cancelar_cita_medica", "modificar_cita_medica"])
@pytest.mark.parametrize("who", ["staff", "doctor"])
def test_who_has_none_then_and_has_another_is_told_when(house: House, booked: Appointment, tool: str, who: str) -> None:
    new = {"nueva_fecha_hora": "el martes a las 10"} if tool.startswith("modificar") else {}
    answer = house.use(who, tool, paciente="Norma Galindo", cuando="el viernes 27", **new)
    assert answer == ToolRefused(tool=tool, why=Why.NO_SUCH_APPOINTMENT, at=booked.slot.start)
    assert "viernes 4 de diciembre, 10:00 a.m." in tool_replies.answer(answer.model_dump(mode="json"))


def test_of_who_has_none_or_is_not_known_nothing_more_is_told(house: House, booked: Appointment) -> None:
    for name in ("Nadie Nunca", ""):
        asked = {"cuando": "el viernes 27", **({"paciente": name} if name else {})}
        answer = house.use("staff", "cancelar_cita_medica", **asked)
        assert answer == ToolRefused(tool="cancelar_cita_medica", why=Why.NO_SUCH_APPOINTMENT)
        assert tool_replies.answer(answer.model_dump(mode="json")) == "No encontré esa cita."
    assert booked


@pytest.mark.parametrize("hour", ["a las 7:30 de la noche", "a las 8 de la noche"])
def test_hours_that_are_some_of_those_free_are_said_to_be_some(house: House, booked: Appointment, hour: str) -> None:
    asked = {"paciente_nombre": "Norma", "fecha_hora_inicio": f"el jueves 3 de diciembre {hour}", "doctor": "Laura"}
    answer = house.use("staff", "agendar_cita_medica_completa", **asked)
    assert isinstance(answer, Missing)
    assert answer.taken
    assert answer.taken.more
    assert "más horas libres" in tool_replies.taken(answer.taken.model_dump(mode="json"))
    whole = answer.taken.model_copy(update={"more": False})
    assert "más horas" not in tool_replies.taken(whole.model_dump(mode="json"))
    assert booked


def test_where_no_hour_is_said_the_free_ones_of_then_are_told(house: House, booked: Appointment) -> None:
    asked = {"paciente_nombre": "Norma", "fecha_hora_inicio": "el viernes 4 de diciembre por la mañana"}
    answer = house.use("staff", "agendar_cita_medica_completa", doctor="Laura", **asked)
    assert isinstance(answer, Missing)
    assert (answer.field, answer.part) == ("fecha_hora_inicio", "time")
    assert answer.taken is not None
    assert answer.taken.free
    hours = {at.astimezone(ZONE).time() for at in answer.taken.free}
    assert all(hour < dt.time(14) for hour in hours)
    assert booked.slot.start.astimezone(ZONE).time() not in hours
    told = tool_replies.taken(answer.taken.model_dump(mode="json"))
    assert "tiene libre entonces" in told
    moved = house.use("staff", "modificar_cita_medica", paciente="Norma", nueva_fecha_hora="el domingo 6 en la tarde")
    assert isinstance(moved, Missing)
    assert moved.taken is not None
    assert (moved.part, moved.taken.free) == ("day", ())


def test_appointments_of_weekdays_are_those_alone(house: House, booked: Appointment) -> None:
    for days, found in (("los viernes", True), ("los miércoles", False), ("los jueves y los viernes", True)):
        answer = house.use("staff", "cancelar_cita_medica", paciente="Norma", dias_semana=days, todas="si")
        assert isinstance(answer, Proposed) is found, answer
    assert booked
