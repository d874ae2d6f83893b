"""The Starlette application around the routes, and how uvicorn is to run it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import FrameType

import uvicorn
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from booking.ports import Clock
from webhook.connections import Limits, guarded
from webhook.routes import Checks, Health, Mailbox, Webhook, route

Worker = Callable[[], AbstractAsyncContextManager[object]]
"""What runs beside the web server for as long as it serves: the queue's worker."""


def create_app(
    *,
    mailbox: Mailbox,
    clock: Clock,
    checks: Checks,
    app_secret: SecretStr | None,
    verify_token: SecretStr | None,
    worker: Worker | None = None,
    routes: Sequence[BaseRoute] = (),
) -> Starlette:
    """The application. `worker` is entered before the first request and left after the last; `routes` are
    further ones. Without `app_secret` every delivery is refused with 503, so that Meta keeps it."""
    webhook = Webhook(mailbox, clock, app_secret, verify_token)
    health = Health(checks)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if worker is None:
            yield
            return
        async with worker():
            yield

    app = Starlette(
        lifespan=lifespan,
        routes=[
            route("/webhook", webhook.answer, "GET", "POST"),
            route("/healthz", health.alive, "GET"),
            route("/readyz", health.ready, "GET"),
            *routes,
        ],
    )
    # A path with a slash too many is unknown, not elsewhere: a redirected POST would lose its body.
    app.router.redirect_slashes = False
    return app


class Server(uvicorn.Server):
    """One that says, on the signal that ends it, that it is to stop: it waits for what is being answered, and some
    answers have no end of their own."""

    def __init__(self, config: uvicorn.Config, stopping: Callable[[], None]) -> None:
        super().__init__(config)
        self._stopping = stopping

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._stopping()
        super().handle_exit(sig, frame)


def server_config(app: Starlette, host: str, port: int, limits: Limits | None = None) -> uvicorn.Config:
    """No access log: it would write the verify token of the handshake, which stands in the query. The limit of
    connections bounds what half-received bodies can take; beyond it uvicorn refuses, where none can be closed."""
    limits = limits or Limits()
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_config=None,
        server_header=False,
        http=guarded(limits),
        ws="none",
        backlog=2048,
        limit_concurrency=limits.open + 1,
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=20,
        lifespan="on",
    )
