"""What staff look up: who is next, who did not come, who cancelled, and what time it is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments.appointment_changes import enter
from booking.conversation.replies import tool_texts
from booking.models import Status
from booking.models.documents import Area, TextPart
from booking.models.tool_answers import Choose, Done, Proposed, ToolRefused, Why
from tests.tools.house import CLINIC, DESK, NOW, ZONE, House, read_of


def test_who_is_next(house: House) -> None:
    found = house.use("doctor", "buscar_citas_por_periodo", siguiente="sí")
    assert isinstance(found, Done)
    assert [c["paciente"] for c in found.result["citas"]] == ["Ana Ruiz"]  # type: ignore[union-attr,index,call-overload]


def test_no_shows_are_counted(house: House) -> None:
    """Of the month so far where nothing is said, of the days that are behind, of a doctor; a doctor's own only."""
    house.done("staff", house.use("staff", "modificar_cita_medica", paciente="leo", estado="no_asistio"))

    def count(who: str, text: str) -> tuple[object, str]:
        answer = house.use(who, "contar_inasistencias", **read_of(text))
        assert isinstance(answer, Done), answer
        return answer.result["cuantas"], tool_texts.answer(answer.tool, answer.result)

    leo = "\n• lunes 23 de noviembre, 9:00 a.m. · Leo Paz · Dra. Laura Méndez"
    assert count("staff", "cuántas inasistencias hubo este mes") == (
        1,
        f"Inasistencias (dom 1 nov – lun 23 nov): 1.{leo}",
    )
    assert count("staff", "inasistencias") == count("staff", "cuántas inasistencias hubo este mes")
    assert count("doctor", "¿cuántas inasistencias tuve hoy?")[0] == 1
    assert count("staff", "cuántos pacientes faltaron ayer") == (0, "Inasistencias (dom 22 nov): 0.")
    assert "2026" in str(house.use("staff", "contar_inasistencias", cuando="en octubre")), "the one that is behind"
    of_laura = count("staff", "inasistencias de este mes con la doctora Laura")
    assert of_laura == (1, f"Inasistencias con Dra. Laura Méndez (dom 1 nov – lun 23 nov): 1.{leo}")
    assert count("staff", "cuántas inasistencias tuvo Salas este mes")[0] == 0
    for who in ("staff", "doctor"):
        assert leo in count(who, "¿quién faltó esta semana?")[1], "by name"
        assert count(who, "qué pacientes no llegaron hoy")[0] == 1
    salas = house.use("doctor", "contar_inasistencias", doctor="Salas")
    assert salas == ToolRefused(tool="contar_inasistencias", why=Why.NO_SUCH_DOCTOR)


def test_who_was_said_not_to_have_come_today_may_have_all_the_same(house: House) -> None:
    change = "modificar_cita_medica"
    house.done("staff", house.use("staff", change, paciente="leo", estado="no_asistio"))
    proposed = house.use("staff", change, **read_of("Leo sí llegó, fue error"))
    assert isinstance(house.done("staff", proposed), Done)
    with house.begin() as uow:
        leo = uow.appointments.get(house.appointments["leo"].id)
    assert (leo.status, leo.arrived_at) == (Status.BOOKED, NOW)
    tomorrow = house.use("staff", change, now=NOW + dt.timedelta(days=1), paciente="leo", estado="llego")
    assert isinstance(tomorrow, ToolRefused), "of another day it is no slip"


def test_what_is_refused_of_whoever_did_not_come_changes_nothing(house: House) -> None:
    change = "modificar_cita_medica"
    house.done("staff", house.use("staff", change, paciente="leo", estado="no_asistio"))
    over = house.use("staff", change, paciente="leo", estado="completada")
    if isinstance(over, Proposed):
        over = house.done("staff", over)
    assert isinstance(over, ToolRefused), over
    with house.begin() as uow:
        assert uow.appointments.get(house.appointments["leo"].id).status is Status.NO_SHOW


def test_who_cancelled_one_when_and_why_is_told(house: House) -> None:
    house.done("staff", house.use("staff", "cancelar_cita_medica", paciente="ana", motivo="salió de viaje"))
    for who in ("staff", "doctor"):
        found = house.use(who, "buscar_citas_por_periodo", **read_of("¿por qué se canceló la cita de Ana?"))
        assert isinstance(found, Done)
        said = tool_texts.answer(found.tool, found.result)
        assert "La canceló la clínica" in said
        assert said.endswith("el lunes 23 de noviembre, 10:00 a.m.: «salió de viaje»")
    later = NOW + dt.timedelta(days=30)
    found = house.use("staff", "buscar_citas_por_periodo", now=later, **read_of("quién canceló la de Ana"))
    assert "Ana Ruiz" in str(found), "what is behind too"
    eva = house.use("doctor", "buscar_citas_por_periodo", **read_of("quién canceló la de Eva"))
    assert "Eva" not in str(eva), "another doctor's"


def test_of_many_who_are_called_alike_those_who_come_soon_are_meant(house: House) -> None:
    with house.begin() as uow:
        for number in range(6):
            uow.patients.enter(f"Leo Número{number}", None, None, NOW)
        far = uow.patients.enter("Leo Lejos", None, None, NOW)
        enter(uow, CLINIC, 1, far.id, NOW.replace(hour=12) + dt.timedelta(days=2), NOW, DESK)
        uow.commit()
    marked = house.use("staff", "modificar_cita_medica", paciente="leo", estado="no_asistio")
    assert isinstance(marked, Proposed), "only that of today can be"
    assert marked.order.whose == "Leo Paz"
    assert isinstance(house.use("staff", "cancelar_cita_medica", paciente="leo"), Choose | Proposed)


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
    assert house.use("staff", "datetime", timezone="Macondo") == ToolRefused(tool="datetime", why=Why.NO_SUCH_PLACE)


def test_documents_are_searched_for_whoever_works_there_and_nobody_else(house: House) -> None:
    with house.begin() as uow:
        part = TextPart(headings=("Estudios",), text="El ultrasonido abdominal cuesta $1,100.")
        uow.documents.put("Precios", Area.PRICES, "p.md", "aa", [part], NOW)
        uow.commit()
    for who in ("doctor", "staff", "admin"):
        found = house.use(who, "search_documents", query="el precio del ultrasonido abdominal")
        assert isinstance(found, Done)
        assert "$1,100" in str(found.result["texto"])
        assert "(Fuente: Precios, 23/11/2026)" in tool_texts.answer("search_documents", found.result)
        for nothing in ("resonancias magnéticas", "¿qué dosis de paracetamol doy?"):
            none = house.use(who, "search_documents", query=nothing)
            assert isinstance(none, Done)
            assert none.result["texto"] is None
            assert "no lo dicen" in tool_texts.answer("search_documents", none.result)
    refused = house.use("patient", "search_documents", query="el precio del ultrasonido abdominal")
    assert refused == ToolRefused(tool="search_documents", why=Why.NOT_ALLOWED)
