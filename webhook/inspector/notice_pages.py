"""`/avisos`: what staff were called for, seen and dealt with."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import handle_notices, notice_views
from webhook.inspector.after_changes import back_to, changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page

LISTED, MOST_LISTED = 60, 600


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/avisos", _list),
        page(backend, "/avisos/{id:int}/visto", changing(live, _see), post=True),
        page(backend, "/avisos/{id:int}/atendido", changing(live, _finish), post=True),
    ]


def _list(visit: Visit) -> Response:
    view = visit.asked("ver") if visit.asked("ver") in ("todos", "accesos") else "pendientes"
    most = MOST_LISTED if visit.checked("mas") else LISTED
    with visit.begin() as uow:
        rows = notice_views.listed(uow, most + 1, exports=view == "accesos", open_only=view == "pendientes")
    words = [row | {"que": row["que"].partition(": turnero")[0]} for row in rows[:most]]
    return visit.page("notices.html", {"avisos": words, "ver": view, "hay_mas": len(rows) > most})


def _see(visit: Visit) -> Response:
    with visit.begin() as uow:
        handle_notices.see(uow, [visit.number()], visit.visitor.name, visit.now)
        uow.commit()
    return back_to(visit, "/avisos", _list)


def _finish(visit: Visit) -> Response:
    with visit.begin() as uow:
        handle_notices.finish(uow, [visit.number()], visit.visitor.name, visit.now)
        uow.commit()
    return back_to(visit, "/avisos", _list)
