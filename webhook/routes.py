"""The HTTP routes: the webhook's handshake and deliveries, and the two health checks.

A delivery is answered 200 only once it is stored, as it came; anything else makes Meta send it again, for days. What it
says is read afterwards (`booking/conversation/splitting`). Nothing from a request is logged but counts and reasons.
https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import anyio
import structlog
from anyio import CapacityLimiter, to_thread
from pydantic import SecretStr
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from booking.errors import TurneroError
from booking.models import Condition
from booking.ports import Clock
from webhook import json_fields, signature
from webhook.grouping import Grouped
from webhook.json_fields import NotJson

log = structlog.get_logger()

BODY_LIMIT = 4 * 1024 * 1024
"""Bytes. Meta's bodies reach 3 MB."""

SMALL_BODY = 64 * 1024
"""Bytes. What is larger takes a while to be looked at, and nobody is to wait for that."""

RETRY_AFTER = "2"
"""Seconds after which who was not let in may try again."""

BODY_SECONDS = 15.0
"""A body that takes longer to arrive is not Meta's."""

CHECK_SECONDS = 5.0
"""A service that has not answered a health check by then is down."""

VITAL = ("database", "migrations", "queue")
"""Checks without which nothing can be accepted."""

Checks = Callable[[], Condition]
"""How the services are that are needed."""


class Mailbox(Protocol):
    """Stores bodies as they came. Called from a thread."""

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        """Each with when it came: all, durably, or raise TurneroError and none. The same body again must change
        nothing in the end."""
        ...


@dataclass
class Webhook:
    """The door for Meta. `threads` bounds the large bodies that are looked at at once; others wait."""

    mailbox: Mailbox
    clock: Clock
    app_secret: SecretStr | None
    verify_token: SecretStr | None
    body_limit: int = BODY_LIMIT
    body_seconds: float = BODY_SECONDS
    threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(2))

    def __post_init__(self) -> None:
        self._grouped = Grouped(self.mailbox.keep)

    async def answer(self, request: Request) -> Response:
        """GET is the handshake, POST a delivery."""
        if request.method == "GET":
            return self._shake_hands(request)
        return await self._take(request)

    def _shake_hands(self, request: Request) -> Response:
        asked = request.query_params
        expected, challenge = _value(self.verify_token), asked.get("hub.challenge")
        token_fits = expected is not None and signature.same(expected, asked.get("hub.verify_token", ""))
        if not token_fits or asked.get("hub.mode") != "subscribe" or challenge is None:
            return _plain(403)
        # A browser must never take the echoed challenge for a page.
        return PlainTextResponse(challenge, headers={"X-Content-Type-Options": "nosniff"})

    async def _take(self, request: Request) -> Response:
        secret = _value(self.app_secret)
        if secret is None:
            log.error("webhook_refused", why="no app secret configured")
            return _plain(503)
        if _declared_length(request) > self.body_limit:
            return _plain(413)
        header = request.headers.get(signature.HEADER)
        if not header:
            return _plain(401)
        try:
            with anyio.fail_after(self.body_seconds):
                body = await self._body(request)
        except TimeoutError:
            return _plain(408)
        except ClientDisconnect:
            return _plain(400)  # nobody reads this
        if body is None:
            return _plain(413)
        if len(body) <= SMALL_BODY:
            status = self._look(secret, header, body)
        else:
            status = await to_thread.run_sync(self._look, secret, header, body, limiter=self.threads)
        return await self._keep(body) if status == 200 else _plain(status)

    async def _body(self, request: Request) -> bytes | None:
        """The raw body; None as soon as it grows over the limit, whatever length was declared."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.body_limit:
                return None
        return bytes(body)

    def _look(self, secret: str, header: str, body: bytes) -> int:
        """Check the signature, and that it is JSON; 200 where it is to be stored."""
        match signature.check(secret, body, header):
            case signature.Verdict.ABSENT:
                return 401
            case signature.Verdict.WRONG:
                log.warning("webhook_refused", why="wrong signature")
                return 403
        try:
            json_fields.load(body)
        except NotJson:
            log.warning("webhook_refused", why="not JSON")
            return 400
        except RecursionError:
            pass  # it is read otherwise when it is taken apart
        return 200

    async def _keep(self, body: bytes) -> Response:
        try:
            await self._grouped.put(self.clock.now(), body)
        except TurneroError as error:
            log.error("webhook_not_stored", why=type(error).__name__)
            return PlainTextResponse("503", status_code=503, headers={"Retry-After": RETRY_AFTER})
        return _plain(200)


@dataclass(frozen=True)
class Health:
    """`/healthz`: the process answers. `/readyz`: what it needs answers too, and how many seconds ago a worker last
    looked for what is left undone, and the oldest delivery came in that nobody has taken apart."""

    checks: Checks
    # Apart from the webhook's threads: a full house must not look like a dead database.
    threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(2))

    async def alive(self, request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        """503 when something vital fails; "degraded" when something else does. What is absent by choice is
        no failure, unless it is vital."""
        condition = Condition({})
        with anyio.move_on_after(CHECK_SECONDS):
            condition = await to_thread.run_sync(self._check, limiter=self.threads, abandon_on_cancel=True)
        found = condition.checks
        down = any(found.get(name) != "ok" for name in VITAL)
        status = "down" if down else "degraded" if "error" in found.values() else "ok"
        told = {
            "status": status,
            "checks": dict(found),
            "sweep_age_seconds": _tenths(condition.sweep_age),
            "oldest_unread_seconds": _tenths(condition.unread_age),
            "reminders_paused": condition.paused,
        }
        return JSONResponse(told, status_code=503 if down else 200)

    def _check(self) -> Condition:
        try:
            return self.checks()
        except TurneroError as error:
            log.error("check_failed", why=type(error).__name__)
            return Condition({"database": "error"})


def _tenths(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def route(path: str, endpoint: Callable[[Request], Awaitable[Response]], *methods: str) -> Route:
    """A route for exactly these methods; Starlette would add HEAD to GET."""
    made = Route(path, endpoint, methods=list(methods))
    made.methods = set(methods)
    return made


def _plain(status: int) -> Response:
    """A response whose body says no more than its status."""
    return PlainTextResponse("" if status == 200 else str(status), status_code=status)


def _declared_length(request: Request) -> int:
    written = request.headers.get("content-length", "")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 20 else 0


def _value(secret: SecretStr | None) -> str | None:
    """The secret, unless it is missing or blank: a blank one would let anybody in."""
    value = secret.get_secret_value().strip() if secret else ""
    return value or None
