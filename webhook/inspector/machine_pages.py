"""The machine beside a conversation: where it stands, the way of a turn, what was understood and what was decided."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import chat_views, find_people, machine_views
from booking.desk.desk_errors import DeskRefused
from booking.desk.export_record import record_export
from webhook.inspector.backend import Backend
from webhook.inspector.machine_drawing import drawing
from webhook.inspector.page_visits import Visit, page

_CHATS = 100


def routes(backend: Backend) -> list[Route]:
    """`/maquina`: a conversation to choose, and a turn of it; `/maquina/vivo`: the last turn of a telephone's."""
    return [page(backend, "/maquina", _machine), page(backend, "/maquina/vivo", _beside_a_phone)]


def _machine(visit: Visit) -> Response:
    asked = visit.asked("chat")
    with visit.begin() as uow:
        chats = [*map(visit.named, chat_views.listed(uow, human=False, limit=_CHATS))]
        chat = asked or (str(chats[0]["id"]) if chats else "")
        told = _told(visit, chat, visit.number_of("turno")) if chat else None
    return visit.page("machine.html", {"chats": chats, "elegido": chat, **_shown(told)})


def _beside_a_phone(visit: Visit) -> Response:
    telephone = visit.asked("telefono")
    try:
        told = _told(visit, telephone, None)
    except DeskRefused:
        told = None  # nothing was written from it yet
    return visit.page("machine_live.html", _shown(told))


def _told(visit: Visit, chat: str, number: int | None) -> dict[str, Any]:
    """Whole only where nothing is real or the desk is set so; then the look is recorded."""
    whole = visit.backend.demo or visit.backend.settings.nombres_completos
    with visit.begin() as uow:
        if whole and not visit.backend.demo:
            record_export(uow, f"chats ver {find_people.find_chat(uow, chat).id}", visit.visitor.name, visit.now)
            uow.commit()
    with visit.begin() as uow:
        return machine_views.turn_json(chat_views.look(uow, chat, visit.now), number, whole=whole)


def _shown(told: dict[str, Any] | None) -> dict[str, Any]:
    turn = told["turno"] if told else None
    before, after = machine_views.numbers(told["turnos"], turn["numero"]) if told and turn else (None, None)
    return {
        "dicho": told,
        "turno": turn,
        "dibujo": drawing(turn["pasos"] if turn else ()),
        "anterior": before,
        "siguiente": after,
    }
