"""What an address is answered that no page has: a page that says so, with the way back."""

from __future__ import annotations

from anyio import to_thread
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from webhook.inspector.backend import Backend
from webhook.inspector.guarding import METRICS
from webhook.inspector.page_visits import Visit, who_looks

_FOR_PROGRAMS = ("webhook", "healthz", "readyz", METRICS.strip("/"), "estatico", "novedades")
"""Where programs ask, who read no page: what is below these is answered plainly."""


class Unknown:
    """Handles the 404 of the routes."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def __call__(self, request: Request, error: Exception) -> Response:
        program = request.url.path.strip("/").partition("/")[0] in _FOR_PROGRAMS
        visitor = None if program or request.method != "GET" else await who_looks(self._backend, request)
        if visitor is None:
            return PlainTextResponse(error.detail if isinstance(error, HTTPException) else "Not Found", 404)
        visit = Visit(request, self._backend, visitor, self._backend.clock.now(), FormData())
        return await to_thread.run_sync(visit.page, "unknown.html", {}, 404)
