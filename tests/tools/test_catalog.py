"""Every tool for every role, on PostgreSQL; and what each does."""

from __future__ import annotations

import datetime as dt
import re

from booking.appointments import joining
from booking.appointments.appointment_changes import enter
from booking.conversation.replies import tool_texts
from booking.models import Appointment
from booking.models.tool_answers import Done, Proposed, ToolRefused, Why
from booking.models.who_waits import Waited, WaitingWish
from tests.tools.house import CALLERS, CLINIC, DESK, NOW, ZONE, House, read_of
from tools.catalog import CATALOG, allowed, schema

GIVEN = {tool.name: read_of(tool.samples[0]) for tool in CATALOG}
"""What the first sample of each tool says, by parameter."""
OF_A_DOCTOR = frozenset({"contexto_medico"})
"""What nobody may use but a doctor, the whole clinic's staff included."""


def test_the_matrix_of_roles_and_tools(postgres_house: House) -> None:
    """Who may, may; everybody else is answered as if there were no such tool, and nothing is written."""
    house = postgres_house
    somebody_waits(house)
    for who, caller in CALLERS.items():
        mine = {tool.name for tool in allowed(caller)}
        theirs = {tool.name for tool in CATALOG if who == "doctor" or tool.name not in OF_A_DOCTOR}
        assert mine == (theirs if who in ("doctor", "staff", "admin") else set()), who
        for tool in CATALOG:
            before = house.everything()
            answer = house.use(who, tool.name, **GIVEN[tool.name])
            assert house.everything() == before, "using a tool writes nothing"
            if tool.name not in mine:
                assert answer == ToolRefused(tool=tool.name, why=Why.NOT_ALLOWED)
            elif tool.writes:
                assert isinstance(answer, Proposed), (who, answer)
                assert told_in_spanish(tool_texts.order(answer.order.model_dump(mode="json"))), (who, tool.name)
                with house.begin() as uow:  # not committed: the next caller finds everything as it was
                    done = house.tools.perform(uow, CLINIC, caller, NOW, answer.order)
                    assert isinstance(done, Done), (who, tool.name, done)
                    assert told_in_spanish(tool_texts.answer(tool.name, done.result)), (who, tool.name)
                    stranger = house.tools.perform(uow, CLINIC, CALLERS["patient"], NOW, answer.order)
                    assert stranger == ToolRefused(tool=tool.name, why=Why.NOT_ALLOWED)
            else:
                assert isinstance(answer, Done), (who, answer)
                assert told_in_spanish(tool_texts.answer(tool.name, answer.result)), (who, tool.name)


def somebody_waits(house: House) -> None:
    """A patient of the doctor's, who may be written to and is on the waiting list."""
    with house.begin() as uow:
        norma = uow.patients.enter("Norma Galindo", "+526641110001", 1, NOW)
        chat = uow.conversations.for_patient(norma, NOW)
        assert chat is not None
        waits = Waited(wish=WaitingWish(doctor_id=1), name=norma.name, for_other=True, until=NOW + dt.timedelta(days=9))
        joining.join(uow, CLINIC, chat, [waits], NOW)
        uow.commit()


def told_in_spanish(text: str) -> bool:
    """Something is said, and nothing as a machine writes it."""
    return bool(text) and not re.search(r"[{}\[\]_]|None|True|False|\d\dT\d\d", text)


def test_a_tool_that_does_not_exist_is_refused_as_one_that_may_not_be_used(house: House) -> None:
    for who in CALLERS:
        assert house.use(who, "borrar_todo") == ToolRefused(tool="borrar_todo", why=Why.NOT_ALLOWED)


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
        assert house.use("doctor", tool, **given) == ToolRefused(tool=tool, why=Why.NO_SUCH_APPOINTMENT)
    book = {"paciente_nombre": "eva", "fecha_hora_inicio": "el jueves a las 5 de la tarde"}
    assert house.use("doctor", "agendar_cita_medica_completa", **book) == ToolRefused(
        tool="agendar_cita_medica_completa", why=Why.NO_SUCH_PATIENT
    )
    for tool in ("check_availability", "actualizar_disponibilidad_doctor"):
        field = "date" if tool == "check_availability" else "cuando"
        answer = house.use("doctor", tool, **{field: "el viernes por la tarde", "doctor": "Salas"})
        assert answer == ToolRefused(tool=tool, why=Why.NO_SUCH_DOCTOR)


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
    assert cancel == ToolRefused(tool="cancelar_cita_medica", why=Why.NO_SUCH_APPOINTMENT)
    book = {"paciente_nombre": "sara", "fecha_hora_inicio": "el jueves a las 5 de la tarde"}
    assert isinstance(house.done("doctor", house.use("doctor", "agendar_cita_medica_completa", **book)), Done)
    assert len(house.use("staff", "buscar_citas_por_periodo", paciente="sara").result["citas"]) == 2  # type: ignore[union-attr, arg-type]


def test_an_order_of_anothers_appointment_is_refused_when_it_is_done(house: House) -> None:
    """Rights are those of the moment of the yes, whatever was proposed to whom."""
    order = house.use("staff", "cancelar_cita_medica", paciente="eva", cuando="mañana")
    refused = house.done("doctor", order)
    assert refused == ToolRefused(tool="cancelar_cita_medica", why=Why.NOT_ALLOWED)


def test_identifiers_are_never_taken_from_the_parameters(house: House) -> None:
    answer = house.use("doctor", "buscar_pacientes_doctor", busqueda="eva", doctor_id="2")
    assert isinstance(answer, Done)
    assert answer.result["pacientes"] == []


def test_the_schema_speaks_of_text_and_of_allowed_tools_only() -> None:
    assert schema(allowed(CALLERS["patient"])) == []
    told = schema(allowed(CALLERS["doctor"]))
    assert [tool["name"] for tool in told] == [tool.name for tool in CATALOG]
    assert not any("_id" in name for tool in told for name in tool["parameters"]["properties"])
