"""The machine beside a conversation: where it stands, the way of a turn, what was understood and what was decided."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import chat_views, machine_views
from booking.desk.chat_views import Seen
from booking.desk.desk_errors import DeskRefused
from booking.ports import UnitOfWork
from webhook.inspector import shown_names
from webhook.inspector.backend import Backend
from webhook.inspector.machine_drawing import drawing
from webhook.inspector.page_visits import Visit, page

_CHATS = 100


def routes(backend: Backend) -> list[Route]:
    """`/maquina`: a conversation to choose, at first the latest that has a turn, and a turn of it; `/maquina/vivo`: the
    last turn of a telephone's."""
    return [page(backend, "/maquina", _machine), page(backend, "/maquina/vivo", _beside_a_phone)]


def _machine(visit: Visit) -> Response:
    asked, number = visit.asked("chat"), visit.number_of("turno")
    with visit.begin() as uow:
        listed = chat_views.listed(uow, human=False, limit=_CHATS)
        latest = next((one for one in listed if one["turnos"]), listed[0] if listed else None)
        chat = asked or (str(latest["id"]) if latest else "")
        seen = chat_views.look(uow, chat, visit.now) if chat else None
        whole = shown_names.whole(visit, uow, f"chats ver {seen.conversation.id}" if seen else "chats listar")
        told = _told(visit, uow, seen, number, whole=whole) if seen else None
    chats = [chat | {"quien": chat_views.who(chat, whole=whole)} for chat in listed]
    here = {"chat": seen.conversation.id if seen else ""} | ({"turno": str(number)} if number is not None else {})
    return visit.page(
        "machine.html",
        {
            "chats": chats,
            "elegido": str(here["chat"]),
            "ruta": f"/maquina?{urlencode(here)}",
            **_shown(told, whole=whole),
        },
    )


def _beside_a_phone(visit: Visit) -> Response:
    """The last turn of the telephone in use, or of another open one while nobody has written from that. As the
    telephone beside it, it shows its owner's words whole: whoever tries the demo plays them."""
    for telephone in visit.request.query_params.getlist("telefono"):
        with visit.begin() as uow:
            try:
                seen = chat_views.look(uow, telephone, visit.now)
            except DeskRefused:
                continue  # nothing was written from it yet
            told = _told(visit, uow, seen, None, whole=True)
        return visit.page("machine_live.html", _shown(told, whole=False) | {"de_quien": _owner(visit, telephone)})
    return visit.page("machine_live.html", _shown(None, whole=False) | {"de_quien": None})


def _owner(visit: Visit, telephone: str) -> str | None:
    phones = visit.backend.phones
    return next((one.name for one in phones.handsets() if one.number == telephone), None) if phones else None


def _told(visit: Visit, uow: UnitOfWork, seen: Seen, number: int | None, *, whole: bool) -> dict[str, Any]:
    levers = visit.backend.levers
    answered = levers.answered if levers is not None else lambda call: None
    return machine_views.turn_json(uow, seen, number, whole=whole, answered=answered)


def _shown(told: dict[str, Any] | None, *, whole: bool) -> dict[str, Any]:
    turn = told["turno"] if told else None
    before, after = machine_views.numbers(told["turnos"], turn["numero"]) if told and turn else (None, None)
    return {
        "dicho": told,
        "turno": turn,
        "dibujo": drawing(turn["pasos"] if turn else ()),
        "anterior": before,
        "siguiente": after,
        "completos": whole,
    }
