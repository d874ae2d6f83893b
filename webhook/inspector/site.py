"""All pages as one application, to be mounted beside the webhook."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from webhook.inspector import (
    absence_pages,
    agenda_pages,
    appointment_pages,
    booking_pages,
    chat_pages,
    lever_pages,
    machine_pages,
    metrics,
    notice_pages,
    phone_pages,
    reminder_pages,
    report_pages,
    role_pages,
    sign_in_pages,
    waiting_pages,
)
from webhook.inspector.backend import Backend
from webhook.inspector.guarding import ForUs, Guarded
from webhook.inspector.live import Live, Pulse
from webhook.inspector.page_visits import who_looks
from webhook.inspector.unknown_pages import Unknown

_STATIC = Path(__file__).parent / "static"


def site(backend: Backend, pulse: Pulse) -> Starlette:
    """`pulse` changes whenever something is written that a page may show. `state.close` of what is made lets open
    pages go, before the server stops."""
    live = Live(pulse)

    async def news(request: Request) -> Response:
        if await who_looks(backend, request) is None:
            return Response(status_code=401)
        return await live.answer(request)

    made = Starlette(
        routes=[
            Mount("/estatico", StaticFiles(directory=_STATIC), name="static"),
            Route("/novedades", news, methods=["GET"]),
            *phone_pages.routes(backend, live),
            *lever_pages.routes(backend, live),
            metrics.route(backend),
            *machine_pages.routes(backend),
            *report_pages.routes(backend),
            *([] if backend.demo else sign_in_pages.routes(backend)),
            *agenda_pages.routes(backend, live),
            *booking_pages.routes(backend, live),
            *appointment_pages.routes(backend, live),
            *absence_pages.routes(backend, live),
            *chat_pages.routes(backend, live),
            *notice_pages.routes(backend, live),
            *waiting_pages.routes(backend, live),
            *reminder_pages.routes(backend, live),
            *role_pages.routes(backend, live),
        ],
        middleware=[
            Middleware(Guarded),
            Middleware(ForUs, backend=backend),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={404: Unknown(backend)},
    )
    made.state.close = live.close
    return made
