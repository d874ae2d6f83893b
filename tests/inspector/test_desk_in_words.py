"""What the desk answers on its pages: why not, in words that say what is in the way and how to go on."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re

import pytest

from booking.intents import LONGEST_NAME
from booking.models import Identity, IdentityKind
from booking.testing.contracts.contract_world import chat
from tests.admin.conftest import NOW, _memory, _stage
from tests.inspector.desk_in_memory import Desk, books, refused
from webhook.inspector.rendering import count


@pytest.fixture
def desk() -> Desk:
    """A patient of Dra. Méndez on Tuesday at nine."""
    stage = _stage(_memory())
    stage.book("Ana Gómez Ruiz")
    return Desk(stage)


def entered(desk: Desk, inicio: str, **others: str) -> str:
    said = {"doctor": "1", "inicio": inicio, "nuevo": "Eva Luna", "tipo": "primera_vez"} | others
    answer = desk.post("/agenda/nueva", **said)
    return answer.text if refused(answer) else ""


@pytest.mark.parametrize("name", ["x" * 5000, "x" * (LONGEST_NAME + 1), "12345", "\u200b"])
def test_a_name_that_is_none_is_refused_as_by_chat(desk: Desk, name: str) -> None:
    before = books(desk.stage)
    said = entered(desk, "2026-11-24 10:00", nuevo=name)
    assert "Nombre: no parece un nombre: van letras, y caben 120." in said
    assert len(said) < 300, "and is not said back"
    assert books(desk.stage) == before
    assert entered(desk, "2026-11-24 10:00", nuevo="x" * LONGEST_NAME) == ""


def test_a_reason_that_no_message_could_show_is_refused(desk: Desk) -> None:
    (id,) = [one["id"] for one in desk.stage.json("citas", "listar")]
    before = books(desk.stage)
    long = "x" * 301
    assert "caben 300" in entered(desk, "2026-11-24 10:00", motivo=long)
    for what in ("mover", "cancelar"):
        answer = desk.post(f"/agenda/citas/{id}/{what}", inicio="2026-11-24 10:00", motivo=long, version="1")
        assert refused(answer)
        assert "caben 300" in answer.text
    assert books(desk.stage) == before


def test_what_is_in_the_way_is_named_as_far_as_it_may_be_seen(desk: Desk) -> None:
    (id,) = [one["id"] for one in desk.stage.json("citas", "listar")]
    said = entered(desk, "2026-11-24 9:00")
    assert f"ocupado: la cita {id}, de 09:00 a 09:30, de Ana G." in said
    assert "Gómez" not in said
    mine = entered(desk, "2026-11-24 9:00", paciente="Ana", sobrecupo="1", nuevo="")
    assert f"el paciente ya tiene otra cita a esa hora: la cita {id}, de 09:00 a 09:30, con Dra. Laura Méndez" in mine
    asked = desk.get(f"/agenda/citas/{id}/mover", inicio="2026-11-24 9:00")
    assert "ya es a esa hora" in asked.text
    entered(desk, "2026-11-24 10:00")
    other = max(one["id"] for one in desk.stage.json("citas", "listar"))
    against = desk.get(f"/agenda/citas/{id}/mover", inicio="2026-11-24 10:00").text
    assert f"la cita {other}, de 10:00 a 10:30, de Eva L." in against


def test_a_time_that_a_chat_holds_is_said_to_be_held(desk: Desk) -> None:
    (id,) = [one["id"] for one in desk.stage.json("citas", "listar")]
    desk.stage.run("citas", "cancelar", str(id), "--si")
    desk.stage.chat("martes 9", number="5216640000001")
    assert "ocupado: de 09:00 a 09:30 alguien lo aparta en un chat hasta las" in entered(desk, "2026-11-24 9:00")


def test_a_day_that_is_too_far_is_said_to_be(desk: Desk) -> None:
    last = "22/01/2027, con 60 días por delante"
    assert f"se puede hasta el {last}" in desk.get("/agenda", fecha="2027-03-01").text
    assert "Nadie atiende" in desk.get("/agenda", fecha="2026-11-29").text, "a Sunday"
    assert f"todavía no se agenda ese día: se puede hasta el {last}" in entered(desk, "2027-03-02 10:00")
    (id,) = [one["id"] for one in desk.stage.json("citas", "listar")]
    assert last in desk.get(f"/agenda/citas/{id}/mover", fecha="2027-03-01").text


def test_tables_for_a_sheet_are_in_spanish_and_there_is_no_other(desk: Desk) -> None:
    answer = desk.get("/reportes.csv", que="mensajes")
    lines = list(csv.reader(io.StringIO(answer.text.lstrip("\ufeff"))))
    assert lines[0] == ["Clase", "Mensajes"]
    assert {line[0] for line in lines[1:]} <= {
        "respuestas",
        "avisos",
        "recordatorios",
        "lugares ofrecidos",
        "escritos por el personal",
    }
    assert lines[1][0] == "respuestas"
    wrong = desk.get("/reportes.csv", que="<b>zzz")
    assert wrong.status_code == 404
    assert "No hay una tabla «&lt;b&gt;zzz»" in wrong.text
    assert "semanas, mensajes, personas, sin_respuesta" in wrong.text


def test_one_is_one(desk: Desk) -> None:
    assert [count(n, "cita") for n in (0, 1, 2)] == ["0 citas", "1 cita", "2 citas"]
    assert re.search(r">1 cita · \d+ libres<", desk.get("/agenda", fecha="2026-11-24").text)
    assert "1 cita" in desk.get("/agenda/pacientes", buscar="Ana").text
    assert "1 citas" not in desk.get("/agenda/pacientes", buscar="Ana").text


def test_an_emergency_stands_first_among_the_notices_until_somebody_has_dealt_with_it(desk: Desk) -> None:
    with desk.stage.begin() as uow:
        for kind in ("urgent", *["late"] * 70):
            uow.notices.add(kind, None, "", NOW)
        uow.commit()
        (urgent,) = [notice.id for notice in uow.notices.list(500) if notice.kind == "urgent"]
    for view in ("pendientes", "todos"):
        first = desk.get("/avisos", ver=view).text.partition("<li")[2].partition("</li>")[0]
        assert 'class="hoja urgente"' in first
        assert "¡Urgente!" in first
        assert f"/avisos/{urgent}/atendido" in first
    desk.post(f"/avisos/{urgent}/atendido")
    assert "urgente" not in desk.get("/avisos", ver="todos", mas="1").text


def test_an_address_that_no_page_has_is_answered_with_the_way_back(desk: Desk) -> None:
    answer = desk.get("/nohay")
    assert answer.status_code == 404
    assert "Esta página no existe" in answer.text
    assert '<a class="boton" href="/agenda">' in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for path in ("/webhook/", "/webhook/x", "/healthz/x", "/estatico/nohay.css", "/metrics/x"):
        plain = desk.get(path)
        assert (plain.status_code, plain.text) == (404, "Not Found"), path


def test_the_machine_begins_with_the_latest_chat_that_has_a_turn(desk: Desk) -> None:
    with desk.stage.begin() as uow:
        (wrote,) = uow.conversations.list()
    silent = chat(desk.stage.begin, Identity(kind=IdentityKind.WA_ID, value="5216649990000"))
    with desk.stage.begin() as uow:
        uow.conversations.save(uow.conversations.get(silent), NOW + dt.timedelta(hours=1))
        uow.commit()
    assert [(one["id"], one["turnos"] > 0) for one in desk.stage.json("chats", "listar")] == [
        (silent, False),
        (wrote.id, True),
    ]
    for path in ("/maquina", "/maquina?chat="):
        assert re.findall(r'value="(\d+)" selected', desk.get(path).text) == [str(wrote.id)]
