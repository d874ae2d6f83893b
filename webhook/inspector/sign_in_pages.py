"""Signing in and out, where the clinic is a real one."""

from __future__ import annotations

import datetime as dt
import math

import structlog
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from booking.desk import page_access
from booking.desk.page_access import SignedIn
from webhook.inspector import guarding, sessions
from webhook.inspector.attempts import Attempts
from webhook.inspector.backend import Backend
from webhook.inspector.rendering import environment

log = structlog.get_logger()

_WRONG = "El número o la clave no son correctos."
_MOST_FIELDS = 8
_LONGEST_NUMBER = 40

_HASHING = CapacityLimiter(2)
"""Passwords looked at side by side, each of which takes 64 MiB and a processor, whoever sends them."""


def routes(backend: Backend) -> list[Route]:
    """`/entrar` and `/salir`."""
    attempts = Attempts()

    async def sign_in(request: Request) -> Response:
        if request.method == "GET":
            return _form(None)
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return _form("Entre desde esta página.", 403)
        form = await request.form(max_files=0, max_fields=_MOST_FIELDS)
        number, password = (str(form.get(name) or "") for name in ("numero", "clave"))
        now, e164 = backend.clock.now(), backend.number(number[:_LONGEST_NUMBER])
        keys = (
            f"number {e164 or number[:_LONGEST_NUMBER]}",
            f"address {request.client.host if request.client else ''}",
        )
        if wait := attempts.begin(keys, now).total_seconds():
            return _form(f"Demasiados intentos. Espere {max(1, math.ceil(wait / 60))} min e inténtelo otra vez.", 429)
        who = await to_thread.run_sync(_who, e164, password, now, limiter=_HASHING)
        if who is None:
            log.warning("sign_in_refused")
            return _form(_WRONG, 401)
        attempts.succeeded(keys)
        return sessions.begin(backend, request, RedirectResponse("/agenda", status_code=303), who)

    def _who(e164: str | None, password: str, now: dt.datetime) -> SignedIn | None:
        with backend.begin() as uow:
            return page_access.sign_in(uow, e164, password, now)

    async def sign_out(request: Request) -> Response:
        form = await request.form(max_files=0, max_fields=_MOST_FIELDS)
        if not guarding.token_fits(sessions.token_of(backend, request), request, form):
            return RedirectResponse("/agenda", status_code=303)
        return sessions.end(RedirectResponse("/entrar", status_code=303))

    return [Route("/entrar", sign_in, methods=["GET", "POST"]), Route("/salir", sign_out, methods=["POST"])]


def _form(why: str | None, status: int = 200) -> Response:
    return HTMLResponse(environment().get_template("sign_in.html").render({"why": why}), status_code=status)
