"""What the tools that write do: appointments, patients and absences, and what they ask for."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import pytest

from booking.models import Picked, Status
from booking.models.tool_answers import AND_THEN, Choose, Done, Missing, Proposed, ToolRefused, Why
from tests.tools.house import NOW, ZONE, House


def test_an_appointment_is_booked_moved_marked_and_cancelled(postgres_house: House) -> None:
    house = postgres_house
    booked = house.done(
        "doctor",
        house.use("doctor", "agendar_cita_medica_completa", paciente_nombre="Leo", fecha_hora_inicio="hoy a las 12:30"),
    )
    assert isinstance(booked, Done)
    assert booked.result["inicio"] == "2026-11-23T12:30:00-08:00"
    moved = house.done(
        "staff",
        house.use(
            "staff", "modificar_cita_medica", paciente="leo", cuando="a las 12:30", nueva_fecha_hora="a las 5 pm"
        ),
    )
    assert isinstance(moved, Done)
    assert moved.result["inicio"] == "2026-11-23T17:00:00-08:00"
    absent = house.done("doctor", house.use("doctor", "modificar_cita_medica", estado="no llegó"))
    assert isinstance(absent, Done)
    assert absent.result["id"] == house.appointments["leo"].id, "the latest that has begun"
    gone = house.done("doctor", house.use("doctor", "cancelar_cita_medica", cuando="hoy a las 5 de la tarde"))
    assert isinstance(gone, Done)
    with house.begin() as uow:
        assert uow.appointments.get(house.appointments["leo"].id).status is Status.NO_SHOW
        assert uow.appointments.get(int(str(gone.result["id"]))).status is Status.CANCELLED
        kinds = [event.kind.value for event in uow.events.list(int(str(gone.result["id"])))]
    assert kinds == ["agendada", "movida", "cancelada"]


def test_a_time_that_is_taken_is_not_proposed(house: House) -> None:
    answer = house.use(
        "doctor", "agendar_cita_medica_completa", paciente_nombre="Leo", fecha_hora_inicio="mañana a las 4 de la tarde"
    )
    assert isinstance(answer, Missing)
    assert (answer.field, answer.part) == ("fecha_hora_inicio", "time")
    assert answer.taken is not None
    assert (answer.taken.doctor, answer.taken.at.hour) == ("Dra. Laura Méndez", 16)
    assert [f"{at:%H:%M}" for at in answer.taken.free] == ["14:30", "15:00", "15:30", "16:30", "17:00"]


def test_what_changed_after_the_proposal_is_not_done(house: House) -> None:
    order = house.use("staff", "cancelar_cita_medica", paciente="ana", cuando="mañana")
    assert isinstance(house.done("doctor", order), Done)
    assert house.done("staff", order) == ToolRefused(tool="cancelar_cita_medica", why=Why.CHANGED)


def test_an_appointment_goes_to_another_doctor_only_by_those_who_may_write_both_agendas(postgres_house: House) -> None:
    house = postgres_house
    given = {"paciente": "ana", "nueva_fecha_hora": "el jueves a las 10"}
    refused = house.use("doctor", "modificar_cita_medica", doctor="Salas", **given)
    assert refused == ToolRefused(tool="modificar_cita_medica", why=Why.NO_SUCH_DOCTOR)
    order = house.use("staff", "modificar_cita_medica", doctor="Salas", **given)
    assert isinstance(order, Proposed)
    assert (order.order.doctor, order.order.before) == ("Dr. Jorge Salas", "Dra. Laura Méndez")
    assert house.done("doctor", order) == ToolRefused(tool="modificar_cita_medica", why=Why.NOT_ALLOWED)
    assert isinstance(house.done("staff", order), Done)
    with house.begin() as uow:
        moved = uow.appointments.get(house.appointments["ana"].id)
    assert (moved.doctor_id, moved.slot.start.astimezone(ZONE).isoformat()) == (2, "2026-11-26T10:00:00-08:00")


def test_a_time_alone_is_no_other_doctor_s_appointment(house: House) -> None:
    """Who would be moved to Jorge is named: "the one at nine with Jorge" is not Laura's."""
    given = {"cuando": "hoy a las 9", "doctor": "Salas", "nueva_fecha_hora": "el jueves a las 10"}
    assert house.use("staff", "modificar_cita_medica", **given) == ToolRefused(
        tool="modificar_cita_medica", why=Why.NO_SUCH_APPOINTMENT
    )


def test_several_people_are_listed_and_the_picked_one_is_meant(house: House) -> None:
    with house.begin() as uow:
        other = uow.patients.enter("Ana Robles", None, 1, NOW)
        uow.commit()
    given = {"paciente_nombre": "ana", "fecha_hora_inicio": "el jueves a las 5 de la tarde"}
    listed = house.use("doctor", "agendar_cita_medica_completa", **given)
    assert isinstance(listed, Choose)
    assert [option.text for option in listed.options] == ["Ana Ruiz", "Ana Robles"]
    mine = Picked(what="patient", id=other.id)
    picked = house.use("doctor", "agendar_cita_medica_completa", chosen=mine, **given)
    assert isinstance(picked, Proposed)
    assert picked.order.patient_id == other.id
    for gone in (house.appointments["eva"].patient_id, 999_999):
        chosen = Picked(what="patient", id=gone or 0)
        answer = house.use("doctor", "agendar_cita_medica_completa", chosen=chosen, **given)
        assert answer == ToolRefused(tool="agendar_cita_medica_completa", why=Why.NO_SUCH_PATIENT), "nobody instead"


def test_an_appointment_that_was_picked_and_is_gone_is_no_other_one(house: House) -> None:
    """Neither one of another kind with the same number."""
    picked = Picked(what="appointment", id=house.appointments["leo"].id)
    given = {"paciente": "ana", "cuando": "mañana"}
    hers = house.appointments["ana"].slot.start  # told as the one that she has
    assert house.use("doctor", "cancelar_cita_medica", chosen=picked, **given) == ToolRefused(
        tool="cancelar_cita_medica", why=Why.NO_SUCH_APPOINTMENT, at=hers
    )
    patient = Picked(what="patient", id=house.appointments["leo"].id)
    answer = house.use("doctor", "cancelar_cita_medica", chosen=patient, **given)
    assert isinstance(answer, Proposed), "it says nothing about which appointment"


@pytest.mark.parametrize(
    ("tool", "given", "field", "of_time"),
    [
        ("agendar_cita_medica_completa", {}, "paciente_nombre", None),
        ("agendar_cita_medica_completa", {"paciente_nombre": "leo"}, "fecha_hora_inicio", "day"),
        (
            "agendar_cita_medica_completa",
            {"paciente_nombre": "leo", "fecha_hora_inicio": "el jueves"},
            "fecha_hora_inicio",
            "time",
        ),
        ("actualizar_disponibilidad_doctor", {}, "cuando", ""),
        ("actualizar_disponibilidad_doctor", {"cuando": "el viernes a las 4"}, "cuando", "time"),
        ("actualizar_disponibilidad_doctor", {"horario": "de 9 a 2"}, "dias_semana", None),
        ("actualizar_disponibilidad_doctor", {"dias_semana": "azul", "horario": "de 9 a 2"}, "dias_semana", None),
        ("actualizar_disponibilidad_doctor", {"dias_semana": "lunes"}, "horario", ""),
        ("actualizar_disponibilidad_doctor", {"dias_semana": "lunes", "horario": "a las 9"}, "horario", ""),
        (
            "actualizar_disponibilidad_doctor",
            {"dias_semana": "lunes", "horario": "de 9 a 2 y de 1 a 4"},
            "horario",
            "",
        ),
        ("crear_paciente_medico", {"nombre": "Iris Luna", "telefono": "12"}, "telefono", None),
        ("check_availability", {"date": "azul"}, "date", ""),
        ("modificar_cita_medica", {"paciente": "ana"}, "nueva_fecha_hora", "day"),
    ],
)
def test_what_is_missing_is_asked_for(
    house: House, tool: str, given: dict[str, str], field: str, of_time: Literal["day", "time", ""] | None
) -> None:
    """`of_time`: which part of a time; "" for the whole of it, None where no time is missing."""
    unread = of_time is not None and given.get(field) == "azul"
    missing = Missing(tool=tool, field=field, time=of_time is not None, part=of_time or None, unread=unread)
    answer = house.use("doctor", tool, **given)
    assert isinstance(answer, Missing)
    assert answer.model_copy(update={"taken": None}) == missing, "what is free then is told beside it"


def test_what_is_said_bit_by_bit_is_one_time(house: House) -> None:
    """A day and then an hour; what is said later takes the place of what was said before."""
    for said, start in (
        (("el jueves", "a las 5 de la tarde"), "2026-11-26T17:00:00-08:00"),
        (("el jueves", "a las 5 de la tarde", "mejor el viernes"), "2026-11-27T17:00:00-08:00"),
        (("el jueves", "a las 5 de la tarde", "a las 11"), "2026-11-26T11:00:00-08:00"),
    ):
        order = house.use(
            "doctor", "agendar_cita_medica_completa", paciente_nombre="leo", fecha_hora_inicio=AND_THEN.join(said)
        )
        assert isinstance(order, Proposed), order
        assert order.order.slot is not None
        assert order.order.slot.start == dt.datetime.fromisoformat(start)


def test_blocked_time_is_free_no_longer_and_can_be_freed(postgres_house: House) -> None:
    house = postgres_house

    def afternoon() -> int:
        free = house.use("doctor", "check_availability", date="mañana por la tarde")
        assert isinstance(free, Done)
        times = free.result["horarios"]
        assert isinstance(times, list)
        return len(times)

    before = afternoon()
    order = house.use("doctor", "actualizar_disponibilidad_doctor", cuando="mañana por la tarde")
    assert isinstance(order, Proposed)
    assert order.order.affected == 1, "Ana's appointment is told of"
    blocked = house.done("doctor", order)
    assert isinstance(blocked, Done)
    assert (before > 0, afternoon()) == (True, 0)
    house.done(
        "doctor",
        house.use("doctor", "actualizar_disponibilidad_doctor", cuando="mañana por la tarde", disponible="sí"),
    )
    assert afternoon() == before


@pytest.mark.parametrize("bare", ["al 24 a las 9 am", "al martes a las 9 am"])
def test_a_bare_day_far_before_the_appointment_is_asked_about(house: House, bare: str) -> None:
    booked = house.use(
        "doctor",
        "agendar_cita_medica_completa",
        paciente_nombre="Leo",
        fecha_hora_inicio="18 de diciembre a las 12:30 pm",
    )
    house.done("doctor", booked)
    given = {"paciente": "leo", "cuando": "el 18 de diciembre"}
    asks = house.use("doctor", "modificar_cita_medica", **given, nueva_fecha_hora=bare)
    assert asks == Missing(tool="modificar_cita_medica", field="nueva_fecha_hora", time=True, part="day")
    told = house.use("doctor", "modificar_cita_medica", **given, nueva_fecha_hora=f"{bare}{AND_THEN}el 23 de diciembre")
    assert isinstance(told, Proposed)
    assert told.order.slot is not None
    assert told.order.slot.start.astimezone(ZONE).isoformat() == "2026-12-23T09:00:00-08:00"
