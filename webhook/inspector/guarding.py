"""What keeps the pages from others: only direct requests of this machine where nobody signs in, the token of every
form, and headers that let a page run and load nothing but what is ours."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection
from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.datastructures import FormData, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from booking.desk import page_access

if TYPE_CHECKING:
    from webhook.inspector.backend import Backend

TOKEN_FIELD = "ficha"
TOKEN_HEADER = "X-Ficha"
METRICS = "/metrics"
"""For a monitor on this machine, who does not sign in: there is nothing in it of anybody."""

_PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "cf-connecting-ip")

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_at_this_machine(request: Request) -> bool:
    """Whoever asks sits here: the connection comes from loopback, no proxy or tunnel has passed it on, and the name
    that was asked for is this machine's own (another one would be a page elsewhere that has its name lead here)."""
    if request.client is None or any(name in request.headers for name in _PASSED_ON):
        return False
    return _is_loopback(request.client.host) and _is_loopback(request.url.hostname or "")


def is_for_us(request: Request, names: Collection[str]) -> bool:
    """Asked for from this machine, or under one of the names that the pages have elsewhere."""
    return is_at_this_machine(request) or (request.url.hostname or "").casefold() in names


def _is_loopback(host: str) -> bool:
    if host.casefold() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def token_fits(token: str, request: Request, form: FormData) -> bool:
    """A form of ours was sent: it carries the session's token, and no other site's page sent it."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    said = request.headers.get(TOKEN_HEADER) or form.get(TOKEN_FIELD)
    return isinstance(said, str) and hmac.compare_digest(said.encode(), token.encode())


class Guarded:
    """Adds the headers to every answer of the pages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, sending)


class ForUs:
    """Answers 404, as where there are no pages, to who asks from elsewhere, and to all where nobody can sign in."""

    def __init__(self, app: ASGIApp, backend: Backend) -> None:
        self._app, self._backend = app, backend
        said = backend.settings.paginas_en or ""
        self._names = frozenset() if backend.demo else frozenset(said.casefold().replace(",", " ").split())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # What is no request is the life of the application, which nobody asks for.
        if scope["type"] != "http" or await self._opens(Request(scope)):
            await self._app(scope, receive, send)
        else:
            await Response(status_code=404)(scope, receive, send)

    async def _opens(self, request: Request) -> bool:
        if request.url.path == METRICS:
            return is_at_this_machine(request)
        return is_for_us(request, self._names) and await self._is_open()

    async def _is_open(self) -> bool:
        return self._backend.demo or await to_thread.run_sync(self._anybody_can)

    def _anybody_can(self) -> bool:
        with self._backend.begin() as uow:
            return page_access.anybody_can(uow)
