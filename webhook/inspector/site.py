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

from webhook.inspector import lever_pages, phone_pages
from webhook.inspector.backend import Backend
from webhook.inspector.guarding import Guarded
from webhook.inspector.live import Live, Pulse
from webhook.inspector.visitors import visitor_of

_STATIC = Path(__file__).parent / "static"


def site(backend: Backend, pulse: Pulse) -> Starlette:
    """`pulse` changes whenever something is written that a page may show."""
    live = Live(pulse)

    async def news(request: Request) -> Response:
        if visitor_of(backend, request) is None:
            return Response(status_code=401)
        return await live.answer(request)

    return Starlette(
        routes=[
            Mount("/estatico", StaticFiles(directory=_STATIC), name="static"),
            Route("/novedades", news, methods=["GET"]),
            *phone_pages.routes(backend, live),
            *lever_pages.routes(backend, live),
        ],
        middleware=[Middleware(Guarded), Middleware(GZipMiddleware, minimum_size=500)],
    )
