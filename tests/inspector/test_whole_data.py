"""Who sees whole data: on every page, in every role, names and numbers are short unless they are asked for whole, and
then who looked is recorded. Pages are found by their routes, so that a new one is held to it too."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import product
from urllib.parse import urlencode

import pytest
from starlette.routing import Route

from booking.conversation import telling
from booking.conversation.replies import templates
from booking.desk import change_appointments, waiting_entries
from booking.desk.change_appointments import NewPatient, Wish
from booking.desk.export_record import EXPORT, STILL_LOOKING
from booking.models import Actor, ActorKind, MessageClass, OutTemplate, OutText, Role
from tests.admin.conftest import NOW, _memory, _stage
from tests.inspector.desk_in_memory import Desk

PEOPLE = {
    "Anabel Quintanilla Roca": "+526645557701",
    "Ubaldo de la Peña Iturbide": "+526645557702",
    "Zoraida Ñíguez": None,
}
"""On file; the last has no telephone."""
WRITER, NUMBER = "Casimira Wences Dueñas", "5216645557703"
BY = Actor(kind=ActorKind.STAFF, name="Recepción")
ROLES = ((Role.ADMIN, ""), (Role.STAFF, ""), (Role.DOCTOR, "1"), (Role.DOCTOR, "2"))
ASKED: dict[str, tuple[dict[str, str], ...]] = {
    "/agenda": (
        {"fecha": "2026-11-24"},
        {"vista": "semana"},
        {"vista": "semana", "doctor": "1"},
        {"fecha": "2027-11-24"},
    ),
    "/agenda/nueva": ({"doctor": "1", "inicio": "2026-11-24 12:00"},),
    "/agenda/pacientes": tuple({"buscar": name.split()[0]} for name in PEOPLE),
    "/agenda/ausencia": tuple(
        {"que": what, "doctor": "1", "fecha": "2026-11-24", "minutos": "10", "a": "2"}
        for what in ("ofrecer", "recorrer", "pasar", "cancelar")
    ),
    "/agenda/citas/{id:int}/mover": ({}, {"inicio": "2026-11-24 12:00"}, {"inicio": "2026-11-24 09:30"}),
    "/avisos": ({}, {"ver": "todos"}, {"ver": "accesos"}),
    "/chats/{id:int}": ({}, {"todo": "1"}),
    "/espera": ({}, {"todos": "1"}),
    "/maquina": ({}, {"chat": NUMBER}, {"chat": "5216649998877"}, {"chat": NUMBER, "turno": "1"}),
    "/recordatorios": ({}, {"por_llamar": "1"}, {"fecha": "2026-11-23"}),
    "/reportes.csv": tuple({"que": what} for what in ("semanas", "mensajes", "personas", "sin_respuesta")),
}
"""What pages are asked for; any other without anything."""
OF_MACHINES = frozenset({"/reportes.csv", "/agenda/rejilla.css", "/metrics"})
"""Of these no text is for people to read."""
_TAGS, _ISO = re.compile(r"<(?:style|script).*?</(?:style|script)>|<[^>]+>", re.S), re.compile(r"\b20\d\d-\d\d-\d\d\b")


@pytest.fixture
def desk() -> Desk:
    """People of both doctors, booked, told of it, waiting, away; and one who writes, and named another in the chat."""
    stage = _stage(_memory())
    stage.book(WRITER, NUMBER)
    stage.chat("hola", number="5216649998877")
    with stage.begin() as uow:
        made = []
        times = (("1", "10:00"), ("2", "9:30"), ("1", "16:00"))
        for (name, phone), (doctor, hour) in zip(PEOPLE.items(), times, strict=True):
            new = NewPatient(name, phone)
            wish = Wish(doctor, None, new, f"2026-11-24 {hour}", "primera_vez", None, False)
            made.append(change_appointments.enter(uow, wish, NOW, BY))
            telling.tell(uow, made[-1].id, NOW)
        waiting_entries.add(uow, waiting_entries.Wanted(appointment=made[0].id), NOW, BY.name or "")
        chats = uow.conversations.list()
        words = (
            f"Citas:\n• 10:00 a.m. · {next(iter(PEOPLE))} · {PEOPLE['Anabel Quintanilla Roca']}\n• *{WRITER}*, a las 9"
        )
        for chat in chats:
            if chat.reply_to is not None:
                uow.outbox.add(chat.id, chat.reply_to, [OutText(body=words)], None, NOW, MessageClass.STAFF)
                uow.outbox.add(chat.id, chat.reply_to, [_template(WRITER)], None, NOW, MessageClass.NOTICE)
            uow.notices.add("human", chat.id, "", NOW)
        uow.commit()
    found = Desk(stage)
    shown = found.get("/agenda/ausencia", que="ofrecer", doctor="1", fecha="2026-11-24").text
    seal = re.findall(r'name="sello" value="([^"]+)"', shown)[0]
    said = found.post("/agenda/ausencia", que="ofrecer", doctor="1", fecha="2026-11-24", sello=seal)
    assert "Por llamar, para ofrecerles otro horario: 1 paciente." in said.text
    assert whole_data(said.text) == set()
    return found


def _template(patient: str) -> OutTemplate:
    said = {"clinic": "Clínica", "patient": patient, "when": "mañana a las 9:00 a.m.", "doctor": "Dra. Laura Méndez"}
    return templates.filled(templates.Name.BOOKED, **said)


def whole_data(text: str) -> set[str]:
    """What of people stands whole in a page."""
    plain = html.unescape(text)
    names = {name for name in (*PEOPLE, WRITER) if name in plain}
    numbers = {number for number in (*PEOPLE.values(), NUMBER) if number and number[-10:] in re.sub(r"[ -]", "", plain)}
    return names | numbers


def addresses(desk: Desk) -> Iterator[tuple[str, str]]:
    """Every page that there is, with each number it may be asked for: its route, and an address of it."""
    with desk.stage.begin() as uow:
        kinds = (uow.appointments.list(), uow.conversations.list(), uow.notices.list())
        ids = sorted({one.id for kind in kinds for one in kind})
    for route in desk.client.app.routes:  # type: ignore[attr-defined]
        if not isinstance(route, Route) or "GET" not in (route.methods or ()) or route.path == "/novedades":
            continue
        numbered = [*map(str, ids)] if "{id:int}" in route.path else [""]
        for number, asked in product(numbered, ASKED.get(route.path, ({},))):
            path = re.sub(r"\{id:int\}", number, route.path)
            yield route.path, re.sub(r"\{\w+:int\}", "1", path) + "?" + urlencode(asked)


def looks(desk: Desk) -> list[str]:
    with desk.stage.begin() as uow:
        return [notice.detail for notice in uow.notices.list(10_000) if notice.kind == EXPORT]


@pytest.mark.parametrize(("role", "doctor"), ROLES, ids=["admin", "staff", "one doctor", "another"])
def test_nothing_is_whole_unless_asked_for_and_then_who_looked_is_recorded(desk: Desk, role: Role, doctor: str) -> None:
    desk.become(role, doctor)
    before, seen, whole = looks(desk), 0, set[str]()
    for route, address in addresses(desk):
        answer = desk.client.get(address)
        assert answer.status_code < 500, address
        seen += answer.status_code == 200
        assert whole_data(answer.text) == set(), address
        said = _TAGS.sub(" ", answer.text)
        assert route in OF_MACHINES or not _ISO.findall(said), f"{address}: as people write dates"
    assert looks(desk) == before, "nobody looked"
    for _, address in addresses(desk):
        count = len(looks(desk))
        found = whole_data(desk.client.get(f"{address}&completos=1").text)
        whole |= found
        desk.stage.wired.clock.advance(STILL_LOOKING)  # each look is one of its own
        assert not found or len(looks(desk)) > count, address
    assert seen > (6 if role is Role.DOCTOR else 40)
    everybody = {*PEOPLE, WRITER} if role is not Role.DOCTOR else set()
    assert whole >= everybody, "asked for, it is there"


def test_what_templates_say_is_veiled_too(desk: Desk) -> None:
    with desk.stage.begin() as uow:
        sent = [(chat.id, item) for chat in uow.conversations.list() for item in uow.outbox.list(chat.id)]
    told = {chat: templates.words(item.content) for chat, item in sent if isinstance(item.content, OutTemplate)}
    assert len(told) > 2, "whoever is told by a template"
    for chat, words in told.items():
        assert whole_data(words)
        page = desk.get(f"/chats/{chat}").text
        assert "[plantilla]" in page
        assert whole_data(page) == set()
