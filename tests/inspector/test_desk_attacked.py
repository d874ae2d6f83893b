"""What the clinic's pages withstand: forms of others, other roles, numbers of others, script in names."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from booking.desk import change_appointments
from booking.desk.change_appointments import NewPatient, Wish
from booking.models import (
    Actor,
    ActorKind,
    Doctor,
    FileState,
    Identity,
    IdentityKind,
    InboundMessage,
    Opening,
    Role,
    Unsupported,
)
from booking.testing.fakes import MemoryDatabase
from tests.admin.conftest import CLINIC, NOW, _memory, _stage
from tests.inspector.desk_in_memory import Desk, books, refused

SCRIPT = "<script>alert(1)</script>"
BY = Actor(kind=ActorKind.STAFF, name="Recepción")
POSTS = (
    "/agenda/nueva",
    "/agenda/ausencia",
    "/agenda/citas/{cita}/marcar",
    "/agenda/citas/{cita}/mover",
    "/agenda/citas/{cita}/cancelar",
    "/chats/{chat}/tomar",
    "/chats/{chat}/responder",
    "/chats/{chat}/devolver",
    "/avisos/{aviso}/visto",
    "/avisos/{aviso}/atendido",
    "/espera/agregar",
    "/espera/{aviso}/quitar",
    "/recordatorios/pausa",
)
OF_THE_DESK = (
    "/chats",
    "/chats/{chat}",
    "/chats/{chat}/archivos/1",
    "/avisos",
    "/espera",
    "/recordatorios",
    "/agenda/ausencia",
    "/agenda/nueva",
    "/agenda/pacientes?buscar=Ana",
    "/agenda/citas/{cita}/mover",
    "/agenda/citas/{cita}/cancelar",
)


@pytest.fixture
def desk() -> Desk:
    """A patient of Dra. Méndez and one of Dr. Salas, and a chat that asks for a person."""
    stage = _stage(_memory())
    stage.book("Ana Gómez Ruiz")
    stage.chat("humano", number="5216641112222")
    with stage.begin() as uow:
        wish = Wish("2", None, NewPatient(f"{SCRIPT} Cruz", None), "2026-11-24 9:30", "primera_vez", SCRIPT, False)
        change_appointments.enter(uow, wish, NOW, BY)
        uow.commit()
    return Desk(stage)


def numbers(desk: Desk) -> dict[str, int]:
    with desk.stage.begin() as uow:
        one, _ = sorted(uow.appointments.list(), key=lambda found: found.doctor_id)
        return {"cita": one.id, "chat": uow.conversations.list()[0].id, "aviso": uow.notices.list()[0].id}


@pytest.mark.parametrize("token", [None, "", "forged", "x" * 5000])
def test_a_form_without_our_token_changes_nothing(desk: Desk, token: str | None) -> None:
    before = books(desk.stage)
    form = {"texto": "hola", "marca": "llego"} | ({} if token is None else {"ficha": token})
    for path in POSTS:
        assert desk.client.post(path.format(**numbers(desk)), data=form).status_code == 403, path
    assert books(desk.stage) == before


def test_a_form_sent_from_elsewhere_changes_nothing(desk: Desk) -> None:
    before = books(desk.stage)
    for path in POSTS:
        headers = {"Sec-Fetch-Site": "cross-site"}
        answer = desk.client.post(path.format(**numbers(desk)), data={"ficha": desk.token}, headers=headers)
        assert answer.status_code == 403
    assert books(desk.stage) == before


def test_a_doctor_sees_their_own_day_and_no_other(desk: Desk) -> None:
    there = numbers(desk)
    desk.become(Role.DOCTOR, "1")
    mine = desk.get("/agenda", fecha="2026-11-24", completos="1").text
    assert "Ana Gómez Ruiz" in mine
    assert "Salas" not in mine
    assert "Cruz" not in mine
    assert desk.get(f"/agenda/citas/{there['cita']}").status_code == 200
    desk.become(Role.DOCTOR, "2")
    theirs = desk.get("/agenda", fecha="2026-11-24", completos="1").text
    assert "Ana" not in theirs
    for asked in ({"doctor": "1"}, {"doctor": "1", "vista": "semana"}):
        assert desk.get("/agenda", fecha="2026-11-24", **asked).status_code == 409
    card = desk.get(f"/agenda/citas/{there['cita']}", completos="1")
    assert card.status_code == 409
    assert "Ana" not in card.text
    before = books(desk.stage)
    assert refused(desk.post(f"/agenda/citas/{there['cita']}/marcar", marca="llego"))
    assert books(desk.stage) == before


def test_a_doctor_is_kept_from_the_desk(desk: Desk) -> None:
    there = numbers(desk)
    desk.become(Role.DOCTOR, "1")
    before = books(desk.stage)
    for path in OF_THE_DESK:
        answer = desk.get(path.format(**there))
        assert answer.status_code == 403, path
        assert "Ana" not in answer.text
    for path in POSTS:
        if not path.endswith("/marcar"):
            assert desk.post(path.format(**there), texto="hola").status_code == 403, path
    assert books(desk.stage) == before


def test_who_forges_a_session_or_has_no_doctor_sees_nobody(desk: Desk) -> None:
    desk.client.cookies.set("turnero", "forged.session.of-somebody")
    assert desk.get("/agenda").status_code == 200, "as whoever comes for the first time, which in the demo is anybody"
    assert refused(desk.post("/rol", rol="doctor", doctor="77"))
    assert refused(desk.post("/rol", rol="root"))


@pytest.mark.parametrize("id", ["0", "999", "2147483648", "9" * 40])
def test_numbers_of_nothing_are_refused(desk: Desk, id: str) -> None:
    before = books(desk.stage)
    for path in (f"/agenda/citas/{id}", f"/agenda/citas/{id}/mover", f"/agenda/citas/{id}/cancelar", f"/chats/{id}"):
        assert desk.get(path).status_code == 409, path
    for path in (f"/agenda/citas/{id}/marcar", f"/agenda/citas/{id}/cancelar", f"/chats/{id}/responder",
                 f"/avisos/{id}/visto", f"/espera/{id}/quitar"):  # fmt: skip
        assert refused(desk.post(path, marca="llego", texto="hola", version="1")), path
    assert books(desk.stage) == before


@pytest.mark.parametrize(
    "asked",
    [
        {"fecha": "nunca"},
        {"fecha": "0001-01-01"},
        {"doctor": "nadie"},
        {"doctor": "9" * 30},
        {"desde": "-1"},
        {"desde": "9999"},
        {"vista": SCRIPT, "completos": SCRIPT},
        {"doctor": SCRIPT, "fecha": SCRIPT},
    ],
)
def test_an_address_made_up_is_answered_and_never_run(desk: Desk, asked: dict[str, str]) -> None:
    answer = desk.get("/agenda", **asked)
    assert answer.status_code in (200, 409, 422)
    assert SCRIPT not in answer.text


def test_script_in_names_and_messages_is_text(desk: Desk) -> None:
    desk.stage.chat(f"soy {SCRIPT}", f"hola {SCRIPT} *{SCRIPT}*", number="5216641112222")
    there = numbers(desk)
    with desk.stage.begin() as uow:
        every = [one.id for one in uow.appointments.list()]
    pages = ["/agenda?fecha=2026-11-24&completos=1", "/agenda/pacientes?buscar=Cruz&completos=1",
             f"/chats/{there['chat']}?completos=1", "/agenda/ausencia?doctor=2&fecha=2026-11-24&completos=1",
             *(f"/agenda/citas/{id}?completos=1" for id in every)]  # fmt: skip
    for path in pages:
        answer = desk.client.get(path)
        assert answer.status_code == 200, path
        assert SCRIPT not in answer.text, path
        assert "alert(1)" in answer.text or "citas/" in path, path
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_names_are_masked_unless_asked_for_and_each_look_is_recorded(desk: Desk) -> None:
    there, before = numbers(desk), looks(desk)
    for path in ("/agenda?fecha=2026-11-24", f"/agenda/citas/{there['cita']}", "/chats", f"/chats/{there['chat']}"):
        for _ in range(3):
            assert "Gómez" not in desk.client.get(path).text, path
    assert looks(desk) == before
    for _ in range(3):  # a screen that is shown anew is one look
        assert "Ana Gómez Ruiz" in desk.get("/agenda", fecha="2026-11-24", completos="1").text
    assert looks(desk) == ["agenda Recepción (demo)", *before]
    desk.stage.wired.clock.advance(dt.timedelta(minutes=11))
    desk.get("/agenda", fecha="2026-11-24", completos="1")
    assert len(looks(desk)) == len(before) + 2


def looks(desk: Desk) -> list[str]:
    return [detail for kind, detail in desk.stage.notices if kind == "json_export"]


def test_files_are_seen_where_they_came_and_each_look_is_recorded(desk: Desk) -> None:
    picture = b"\xff\xd8\xff a picture"
    with desk.stage.begin() as uow:
        chat = numbers(desk)["chat"]
        for n, what in enumerate(("image", "document", "audio")):
            content = Unsupported(what=what, caption="mi receta" if what == "image" else None, media=f"7{n}")
            sender = (Identity(kind=IdentityKind.WA_ID, value="5216641112222"),)
            came = InboundMessage(wamid=f"w{n}", phone_number_id="1", sender=sender, sent_at=NOW, content=content)
            accepted = uow.inbox.accept(came, NOW)
            assert accepted is not None
            if content.is_file:
                uow.files.expect(chat, accepted.message_id, f"7{n}", f"Ana Gómez {n}.jpg", NOW)
        kept, lost = uow.files.of(chat)
        uow.files.keep(kept.id, picture, "image/jpeg", NOW)
        uow.files.give_up(lost.id, FileState.TOO_LARGE, NOW)
        uow.commit()
    page, before = desk.get(f"/chats/{chat}").text, looks(desk)
    (link,) = re.findall(rf'href="(/chats/{chat}/archivos/\d+)"', page)
    told = [re.sub("<[^>]+>", "", one).strip() for one in re.findall(r'<p class="adjunto">(.*?)</p>', page, re.S)]
    assert told == ["Foto", "Documento demasiado grande", "Nota de voz"]
    assert "mi receta" in page
    assert "Gómez" not in page
    assert "Ana Gómez 0.jpg" in desk.get(f"/chats/{chat}", completos="1").text
    answer = desk.get(link)
    assert (answer.content, answer.headers["content-type"]) == (picture, "image/jpeg")
    assert looks(desk)[0] == f"chats archivos {chat} Recepción (demo)"
    assert len(looks(desk)) == len(before) + 2
    for other in (f"/chats/{chat + 1}/archivos/{kept.id}", f"/chats/{chat}/archivos/{lost.id}"):
        assert desk.get(other).status_code == 409
    assert len(looks(desk)) == len(before) + 2


def test_what_changed_since_it_was_asked_about_is_not_done(desk: Desk) -> None:
    id = numbers(desk)["cita"]
    desk.stage.run("citas", "mover", str(id), "--inicio", "2026-11-24 10:00")
    before = books(desk.stage)
    for what in ("mover", "cancelar"):
        answer = desk.post(f"/agenda/citas/{id}/{what}", inicio="2026-11-24 10:30", version="1")
        assert refused(answer)
        assert "cambió mientras tanto" in answer.text
    assert books(desk.stage) == before


def test_a_clinic_of_many_doctors_is_shown_a_part_at_a_time() -> None:
    doctors = [Doctor(id=n, name=f"Dra. Número {n}") for n in range(1, 41)]
    hours = [Opening(doctor_id=n, weekday=1, start=dt.time(9), end=dt.time(18)) for n in range(1, 41)]
    desk = Desk(_stage(MemoryDatabase().seed(CLINIC, doctors, hours)))
    first = desk.get("/agenda", fecha="2026-11-24").text
    last = desk.get("/agenda", fecha="2026-11-24", desde="32").text
    assert first.count('class="cabeza"') == last.count('class="cabeza"') == 8
    assert "Dra. Número 8<" in first
    assert "Dra. Número 40<" in last
