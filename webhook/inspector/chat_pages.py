"""`/chats`: the conversations, those that a person answers first; one of them to read, take, answer and give back."""

from __future__ import annotations

import datetime as dt
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import answer_chats, chat_files, chat_lines, chat_views
from booking.desk.machine_words import STATES, in_words
from booking.desk.masking import name_of, number_of, profile_name
from booking.models import Control
from booking.ports import UnitOfWork
from webhook.inspector import shown_names
from webhook.inspector.after_changes import back_to, changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page

LISTED, MOST_LISTED = 40, 400
LINES, MOST_LINES = 80, 1000
"""Of a conversation: shown at first, and when more are asked for."""


def routes(backend: Backend, live: Live) -> list[Route]:
    at = "/chats/{id:int}"
    return [
        page(backend, "/chats", _list),
        page(backend, at, _chat),
        page(backend, f"{at}/archivos/{{file:int}}", _file),
        page(backend, f"{at}/tomar", changing(live, _take), post=True),
        page(backend, f"{at}/responder", changing(live, _answer), post=True),
        page(backend, f"{at}/devolver", changing(live, _give_back), post=True),
    ]


def _listed(visit: Visit, uow: UnitOfWork, *, whole: bool) -> list[dict[str, Any]]:
    """Those that a person answers first; in each half the one used last."""
    most = MOST_LISTED if visit.checked("todos") else LISTED
    human = chat_views.listed(uow, human=True, limit=most)
    seen = {row["id"] for row in human}
    rows = [*human, *(row for row in chat_views.listed(uow, human=False, limit=most) if row["id"] not in seen)]
    return [
        {
            "id": row["id"],
            "quien": name_of(row["persona"]["nombre"], whole=whole)
            or profile_name(row["persona"]["perfil"], whole=whole),
            "telefono": number_of(row["persona"]["telefono"], whole=whole),
            "estado": in_words(STATES, row["estado"]),
            "humano": row["control"] == Control.HUMAN,
            "hasta": row["control_hasta"] and f"{dt.datetime.fromisoformat(row['control_hasta']):%d/%m %H:%M}",
            "baja": row["baja"],
            "cuando": row["actualizado"] and f"{dt.datetime.fromisoformat(row['actualizado']):%d/%m %H:%M}",
        }
        for row in rows
    ]


def _list(visit: Visit) -> Response:
    with visit.begin() as uow:
        whole = shown_names.whole(visit, uow, "chats listar")
        chats = _listed(visit, uow, whole=whole)
    return visit.page("chats.html", {"chats": chats, "abierto": None, "completos": whole})


def _chat(visit: Visit) -> Response:
    with visit.begin() as uow:
        seen = chat_views.look(uow, str(visit.number()), visit.now)
        chat = seen.conversation
        whole = shown_names.whole(visit, uow, f"chats ver {chat.id}")
        most = MOST_LINES if visit.checked("todo") else LINES
        lines = chat_lines.lines(uow, seen, most + 1, whole=whole)
        reach = answer_chats.why_not(uow, chat, visit.now)
        chats = _listed(visit, uow, whole=whole)
        until = chat_views.taken_until(uow, chat)
    profile = profile_name(seen.profile, whole=whole)
    shown = {
        "id": chat.id,
        "quien": name_of(chat.person.name, whole=whole) or profile or "sin nombre",
        "telefono": number_of(chat.person.phone, whole=whole),
        "humano": chat.control is Control.HUMAN,
        "hasta": until,
        "estado": in_words(STATES, chat.state),
        "lineas": lines[-most:],
        "hay_mas": len(lines) > most,
        "no_se_puede": reach,
        "largo": answer_chats.LONGEST,
    }
    return visit.page("chats.html", {"chats": chats, "abierto": shown, "completos": whole})


def _file(visit: Visit) -> Response:
    """A picture is shown, anything else is downloaded; who looked is recorded."""
    with visit.begin() as uow:
        chat = str(visit.number())
        file, content = chat_files.opened(uow, chat, visit.number("file"), visit.visitor.name, visit.now)
        uow.commit()
    how = "inline" if (file.kind or "").startswith("image/") else "attachment"
    name = chat_files.saved_as(file, visit.backend.settings.zone)
    return Response(content, media_type=file.kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})


def _lasts(visit: Visit) -> dt.timedelta:
    return dt.timedelta(hours=visit.backend.settings.handoff_hours)


def _take(visit: Visit) -> Response:
    with visit.begin() as uow:
        answer_chats.take(uow, str(visit.number()), visit.visitor.name, _lasts(visit), visit.now)
        uow.commit()
    return _back(visit)


def _answer(visit: Visit) -> Response:
    with visit.begin() as uow:
        said, by = visit.asked("texto"), visit.visitor.name
        answer_chats.answer(uow, str(visit.number()), said, by, _lasts(visit), visit.now)
        uow.commit()
    return _back(visit)


def _give_back(visit: Visit) -> Response:
    with visit.begin() as uow:
        chat = chat_views.under_human(uow, str(visit.number()))
        answer_chats.gave_back(uow, chat, visit.visitor.name, visit.now)
        uow.commit()
    visit.backend.return_to_bot(chat)
    return _back(visit)


def _back(visit: Visit) -> Response:
    return back_to(visit, f"/chats/{visit.number()}", _chat)
