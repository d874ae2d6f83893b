"""What keeps the pages from others: only direct requests of this machine where nobody signs in, the token of every
form, and headers that let a page run and load nothing but what is ours."""

from __future__ import annotations

import hmac
import ipaddress
from typing import TYPE_CHECKING

from starlette.datastructures import FormData, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

if TYPE_CHECKING:
    from webhook.inspector.backend import Backend
    from webhook.inspector.visitors import Visitor

TOKEN_FIELD = "ficha"
TOKEN_HEADER = "X-Ficha"

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


def _is_loopback(host: str) -> bool:
    if host.casefold() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def token_fits(backend: Backend, request: Request, visitor: Visitor, form: FormData) -> bool:
    """A form of ours was sent: it carries the session's token, and no other site's page sent it."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    said = request.headers.get(TOKEN_HEADER) or form.get(TOKEN_FIELD)
    return isinstance(said, str) and hmac.compare_digest(said.encode(), visitor.token.encode())


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
