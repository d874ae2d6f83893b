"""The HTTP routes: the webhook's handshake and deliveries, and the two health checks.

A delivery is answered 200 only once everything in it is stored; anything else makes Meta send it again, for
days. Nothing from a request is logged but counts and reasons.
https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
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
from booking.models import DeliveryStatus, Echo, InboundMessage, TemplateNews
from booking.ports import Clock
from webhook import signature
from webhook.json_fields import NotJson
from webhook.payload import Damaged, Event, read

log = structlog.get_logger()

BODY_LIMIT = 4 * 1024 * 1024
"""Bytes. Meta's bodies reach 3 MB."""

BODY_SECONDS = 15.0
"""A body that takes longer to arrive is not Meta's."""

CHECK_SECONDS = 5.0
"""A service that has not answered a health check by then is down."""

VITAL = ("database", "migrations", "queue")
"""Checks without which nothing can be accepted."""

Checks = Callable[[], tuple[Mapping[str, str], float | None]]
"""Name of a service → "ok", "absent" (not configured) or "error"; and the seconds since a worker last swept, None where
nobody knows."""


class Intake(Protocol):
    """Stores one delivery. Called from several threads."""

    def receive(
        self,
        messages: Sequence[InboundMessage],
        statuses: Sequence[DeliveryStatus],
        damaged: Sequence[tuple[str, str]],
        echoes: Sequence[Echo],
        templates: Sequence[TemplateNews],
    ) -> object:
        """Store all of it in one transaction, or raise TurneroError and store nothing. `damaged` are pairs of
        what could not be read and why. The same delivery again must change nothing."""
        ...


@dataclass(frozen=True)
class Webhook:
    """The door for Meta. `threads` bounds the deliveries stored at once; others wait."""

    intake: Intake
    clock: Clock
    app_secret: SecretStr | None
    verify_token: SecretStr | None
    body_limit: int = BODY_LIMIT
    body_seconds: float = BODY_SECONDS
    threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(16))

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
        status = await to_thread.run_sync(self._store, secret, header, body, limiter=self.threads)
        return _plain(status)

    async def _body(self, request: Request) -> bytes | None:
        """The raw body; None as soon as it grows over the limit, whatever length was declared."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.body_limit:
                return None
        return bytes(body)

    def _store(self, secret: str, header: str, body: bytes) -> int:
        """Check, read and store; the HTTP status that says what became of it. Runs in a thread."""
        match signature.check(secret, body, header):
            case signature.Verdict.ABSENT:
                return 401
            case signature.Verdict.WRONG:
                log.warning("webhook_refused", why="wrong signature")
                return 403
        try:
            events = read(body, self.clock.now())
        except NotJson:
            log.warning("webhook_refused", why="not JSON")
            return 400
        return self._hand_over(events)

    def _hand_over(self, events: Sequence[Event]) -> int:
        messages = [event for event in events if isinstance(event, InboundMessage)]
        statuses = [event for event in events if isinstance(event, DeliveryStatus)]
        damaged = [(event.raw, event.why) for event in events if isinstance(event, Damaged)]
        echoes = [event for event in events if isinstance(event, Echo)]
        templates = [event for event in events if isinstance(event, TemplateNews)]
        if not (messages or statuses or damaged or echoes or templates):
            return 200
        try:
            self.intake.receive(messages, statuses, damaged, echoes, templates)
        except TurneroError as error:
            log.error("webhook_not_stored", why=type(error).__name__)
            return 503
        log.info("webhook_stored", messages=len(messages), statuses=len(statuses), damaged=len(damaged))
        return 200


@dataclass(frozen=True)
class Health:
    """`/healthz`: the process answers. `/readyz`: what it needs answers too, and how many seconds ago a worker last
    looked for what is left undone."""

    checks: Checks
    # Apart from the webhook's threads: a full house must not look like a dead database.
    threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(2))

    async def alive(self, request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        """503 when something vital fails; "degraded" when something else does. What is absent by choice is
        no failure, unless it is vital."""
        found: Mapping[str, str] = {}
        age: float | None = None
        with anyio.move_on_after(CHECK_SECONDS):
            found, age = await to_thread.run_sync(self._check, limiter=self.threads, abandon_on_cancel=True)
        down = any(found.get(name) != "ok" for name in VITAL)
        status = "down" if down else "degraded" if "error" in found.values() else "ok"
        seconds = None if age is None else round(age, 1)
        told = {"status": status, "checks": dict(found), "sweep_age_seconds": seconds}
        return JSONResponse(told, status_code=503 if down else 200)

    def _check(self) -> tuple[Mapping[str, str], float | None]:
        try:
            return self.checks()
        except TurneroError as error:
            log.error("check_failed", why=type(error).__name__)
            return {"database": "error"}, None


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
