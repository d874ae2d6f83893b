"""Every tool for every role, on PostgreSQL; and what each does."""

from __future__ import annotations

import datetime as dt
from typing import Literal

import pytest

from booking.answers import AND_THEN, Choose, Done, Missing, Proposed, Refused, Why
from booking.appointments import enter
from booking.models import Appointment, Picked, Status
from tests.tools.house import CALLERS, CLINIC, DESK, NOW, ZONE, House
from tools.catalog import CATALOG, allowed, schema

GIVEN: dict[str, dict[str, str]] = {
    "buscar_citas_por_periodo": {"cuando": "mañana"},
    "buscar_pacientes_doctor": {"busqueda": "ana"},
    "consultar_slots_disponibles": {"dias_adelante": "2"},
    "check_availability": {"date": "el jueves por la tarde"},
    "find_next_available": {"max_results": "3"},
    "datetime": {"timezone": "Tokio"},
    "crear_paciente_medico": {"nombre": "Iris Luna", "telefono": "664 123 4567"},
    "agendar_cita_medica_completa": {
        "paciente_nombre": "ana",
        "fecha_hora_inicio": "el jueves a las 4 de la tarde",
        "doctor": "Laura",
    },
    "modificar_cita_medica": {"paciente": "leo", "estado": "no_asistio"},
    "cancelar_cita_medica": {"paciente": "ana", "cuando": "mañana"},
    "actualizar_disponibilidad_doctor": {"cuando": "el viernes por la tarde", "doctor": "laura"},
}


def test_every_tool_has_its_parameters_here() -> None:
    assert set(GIVEN) == {tool.name for tool in CATALOG}


def test_the_matrix_of_roles_and_tools(postgres_house: House) -> None:
    """Who may, may; everybody else is answered as if there were no such tool, and nothing is written."""
    house = postgres_house
    for who, caller in CALLERS.items():
        mine = {tool.name for tool in allowed(caller)}
        assert mine == ({tool.name for tool in CATALOG} if who in ("doctor", "staff", "admin") else set()), who
        for tool in CATALOG:
            before = house.everything()
            answer = house.use(who, tool.name, **GIVEN[tool.name])
            assert house.everything() == before, "using a tool writes nothing"
            if tool.name not in mine:
                assert answer == Refused(tool=tool.name, why=Why.NOT_ALLOWED)
            elif tool.writes:
                assert isinstance(answer, Proposed), (who, answer)
                with house.begin() as uow:  # not committed: the next caller finds everything as it was
                    done = house.tools.perform(uow, CLINIC, caller, NOW, answer.order)
                    assert isinstance(done, Done), (who, tool.name, done)
                    stranger = house.tools.perform(uow, CLINIC, CALLERS["patient"], NOW, answer.order)
                    assert stranger == Refused(tool=tool.name, why=Why.NOT_ALLOWED)
            else:
                assert isinstance(answer, Done), (who, answer)


def test_a_tool_that_does_not_exist_is_refused_as_one_that_may_not_be_used(house: House) -> None:
    for who in CALLERS:
        assert house.use(who, "borrar_todo") == Refused(tool="borrar_todo", why=Why.NOT_ALLOWED)


def test_a_doctor_neither_finds_nor_changes_another_doctors_patients(postgres_house: House) -> None:
    house = postgres_house
    found = house.use("doctor", "buscar_pacientes_doctor", busqueda="e")
    assert isinstance(found, Done)
    assert "Eva" not in str(found.result)
    seen = house.use("doctor", "buscar_citas_por_periodo", cuando="mañana")
    assert isinstance(seen, Done)
    assert "Ana" in str(seen.result)
    assert "Eva" not in str(seen.result)
    for tool, given in (
        ("cancelar_cita_medica", {"paciente": "eva", "cuando": "mañana"}),
        ("modificar_cita_medica", {"paciente": "eva", "cuando": "mañana", "nueva_fecha_hora": "el jueves a las 5 pm"}),
    ):
        assert house.use("doctor", tool, **given) == Refused(tool=tool, why=Why.NO_SUCH_APPOINTMENT)
    book = {"paciente_nombre": "eva", "fecha_hora_inicio": "el jueves a las 5 de la tarde"}
    assert house.use("doctor", "agendar_cita_medica_completa", **book) == Refused(
        tool="agendar_cita_medica_completa", why=Why.NO_SUCH_PATIENT
    )
    for tool in ("check_availability", "actualizar_disponibilidad_doctor"):
        field = "date" if tool == "check_availability" else "cuando"
        answer = house.use("doctor", tool, **{field: "el viernes por la tarde", "doctor": "Salas"})
        assert answer == Refused(tool=tool, why=Why.NO_SUCH_DOCTOR)


def test_whom_another_doctor_has_may_be_entered_too(postgres_house: House) -> None:
    """The patient is one and both doctors', each with their own appointments."""
    house, given = postgres_house, {"nombre": "Sara Luna", "telefono": "664 555 0002"}
    with house.begin() as uow:
        theirs = uow.patients.enter("Sára Luna", "+526645550002", 2, NOW)
        start = dt.datetime(2026, 11, 25, 12, tzinfo=ZONE)
        assert isinstance(enter(uow, CLINIC, 2, theirs.id, start, NOW, DESK, reason="secreto"), Appointment)
        uow.commit()
    assert "Sara" not in str(house.use("doctor", "buscar_pacientes_doctor", busqueda="sara luna"))
    made = house.done("doctor", house.use("doctor", "crear_paciente_medico", **given))
    assert isinstance(made, Done)
    assert made.result["id"] == theirs.id
    found = house.use("doctor", "buscar_pacientes_doctor", busqueda="sara luna")
    assert isinstance(found, Done)
    assert [p["id"] for p in found.result["pacientes"]] == [theirs.id]  # type: ignore[index, union-attr, call-overload]
    seen = house.use("doctor", "buscar_citas_por_periodo", paciente="sara")
    assert isinstance(seen, Done)
    assert seen.result["citas"] == []
    cancel = house.use("doctor", "cancelar_cita_medica", paciente="sara")
    assert cancel == Refused(tool="cancelar_cita_medica", why=Why.NO_SUCH_APPOINTMENT)
    book = {"paciente_nombre": "sara", "fecha_hora_inicio": "el jueves a las 5 de la tarde"}
    assert isinstance(house.done("doctor", house.use("doctor", "agendar_cita_medica_completa", **book)), Done)
    assert len(house.use("staff", "buscar_citas_por_periodo", paciente="sara").result["citas"]) == 2  # type: ignore[union-attr, arg-type]


def test_an_order_of_anothers_appointment_is_refused_when_it_is_done(house: House) -> None:
    """Rights are those of the moment of the yes, whatever was proposed to whom."""
    order = house.use("staff", "cancelar_cita_medica", paciente="eva", cuando="mañana")
    refused = house.done("doctor", order)
    assert refused == Refused(tool="cancelar_cita_medica", why=Why.NOT_ALLOWED)


def test_identifiers_are_never_taken_from_the_parameters(house: House) -> None:
    answer = house.use("doctor", "buscar_pacientes_doctor", busqueda="eva", doctor_id="2")
    assert isinstance(answer, Done)
    assert answer.result["pacientes"] == []


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
    assert answer == Refused(tool="agendar_cita_medica_completa", why=Why.SLOT_TAKEN)


def test_what_changed_after_the_proposal_is_not_done(house: House) -> None:
    order = house.use("staff", "cancelar_cita_medica", paciente="ana", cuando="mañana")
    assert isinstance(house.done("doctor", order), Done)
    assert house.done("staff", order) == Refused(tool="cancelar_cita_medica", why=Why.CHANGED)


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
        assert answer == Refused(tool="agendar_cita_medica_completa", why=Why.NO_SUCH_PATIENT), "nobody instead"


def test_an_appointment_that_was_picked_and_is_gone_is_no_other_one(house: House) -> None:
    """Neither one of another kind with the same number."""
    picked = Picked(what="appointment", id=house.appointments["leo"].id)
    given = {"paciente": "ana", "cuando": "mañana"}
    assert house.use("doctor", "cancelar_cita_medica", chosen=picked, **given) == Refused(
        tool="cancelar_cita_medica", why=Why.NO_SUCH_APPOINTMENT
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
        ("actualizar_disponibilidad_doctor", {"cuando": "el viernes a las 4"}, "cuando", ""),
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
    missing = Missing(tool=tool, field=field, time=of_time is not None, part=of_time or None)
    assert house.use("doctor", tool, **given) == missing


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


def test_who_is_next(house: House) -> None:
    found = house.use("doctor", "buscar_citas_por_periodo", siguiente="sí")
    assert isinstance(found, Done)
    assert [c["paciente"] for c in found.result["citas"]] == ["Ana Ruiz"]  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize(
    ("place", "hour"),
    [("Tokio", 3), ("Londres", 18), ("ciudad de mexico", 12), ("Nueva York", 13), ("Asia/Tokyo", 3), (None, 10)],
)
def test_the_time_in_a_city(house: House, place: str | None, hour: int) -> None:
    answer = house.use("staff", "datetime", **({"timezone": place} if place else {}))
    assert isinstance(answer, Done)
    assert dt.datetime.fromisoformat(str(answer.result["ahora"])).hour == hour
    assert dt.datetime.fromisoformat(str(answer.result["ahora"])) == NOW.astimezone(ZONE)


def test_a_place_nobody_knows(house: House) -> None:
    assert house.use("staff", "datetime", timezone="Macondo") == Refused(tool="datetime", why=Why.NO_SUCH_PLACE)


def test_the_schema_speaks_of_text_and_of_allowed_tools_only() -> None:
    assert schema(allowed(CALLERS["patient"])) == []
    told = schema(allowed(CALLERS["doctor"]))
    assert [tool["name"] for tool in told] == [tool.name for tool in CATALOG]
    assert not any("_id" in name for tool in told for name in tool["parameters"]["properties"])
