"""The long-running processes: webhook and worker, or a worker alone. They stay until SIGINT or SIGTERM."""

from __future__ import annotations

import asyncio
import secrets
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from pydantic import SecretStr

from booking import logs
from booking.bootstrap import App, has_clinic, load_demo, opened, upgrade
from booking.errors import SettingsInvalid
from booking.settings import Settings

if TYPE_CHECKING:
    from tools.catalog import Tool

log = structlog.get_logger()

__all__ = ["catalog", "load_demo", "opened", "serve", "upgrade", "work"]


def serve(settings: Settings, host: str, port: int, demo: bool) -> None:
    """Webhook and worker. `demo` loads the demo clinic into an empty database and makes up the secrets that
    Meta would share, so that everything can be tried."""
    import uvicorn

    from webhook.app import create_app, server_config

    logs.configure()
    if demo:
        settings = with_secrets(settings)
    with opened(settings) as app:
        if demo and not has_clinic(app):
            load_demo(app)
        web = create_app(
            intake=app.engine,
            clock=app.clock,
            checks=app.checks,
            app_secret=settings.whatsapp_app_secret,
            verify_token=settings.whatsapp_verify_token,
            worker=lambda: working(app),
        )
        with _listening(host, port) as listener:
            print(_greeting(settings, host, port), flush=True)
            threading.Thread(target=warn_of_models, args=(app.probe_models,), name="models-check", daemon=True).start()
            uvicorn.Server(server_config(web, host, port)).run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    """Raises SettingsInvalid: better before anybody is told that Turnero is up."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise SettingsInvalid(f"{host}:{port} cannot be used ({why}). Does Turnero run already? Try --port.") from error


def warn_of_models(probe: Callable[[], dict[str, str]]) -> None:
    """Log each model that is gone, refuses its key or does not answer. The clinic goes on by rules."""
    outcomes = probe()
    if not outcomes:
        log.info("no model has a key; messages are read by rules alone")
    for model, outcome in outcomes.items():
        if outcome != "ok":
            log.warning("a model does not answer; messages are read without it", model=model, outcome=outcome)


def work(settings: Settings) -> None:
    """A worker alone, beside a webhook elsewhere on the same database."""
    logs.configure()
    with opened(settings) as app:
        asyncio.run(_until_signalled(app))


def catalog() -> tuple[Sequence[Tool], list[dict[str, Any]]]:
    """Every tool, and what a model is told of them."""
    from tools.catalog import CATALOG, schema

    return CATALOG, schema(CATALOG)


def with_secrets(settings: Settings) -> Settings:
    """The settings with an app secret and a verify token: the given ones, or made up once and kept."""
    made = {}
    for name in ("whatsapp_app_secret", "whatsapp_verify_token"):
        if getattr(settings, name) is None:
            made[name] = SecretStr(_kept_secret(secret_file(settings, name)))
    return settings.model_copy(update=made)


def secret_file(settings: Settings, name: str) -> Path:
    """Where a made-up secret is kept."""
    return settings.turnero_home / name


def _kept_secret(path: Path) -> str:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(16), encoding="ascii")
    return path.read_text(encoding="ascii").strip()


@asynccontextmanager
async def working(app: App) -> AsyncIterator[None]:
    stop = asyncio.Event()
    running = asyncio.create_task(app.queue.run(stop))
    try:
        yield
    finally:
        stop.set()
        await running


async def _until_signalled(app: App) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with working(app):
        await stopped.wait()


def _greeting(settings: Settings, host: str, port: int) -> str:
    secret = secret_file(settings, "whatsapp_app_secret")
    lines = [
        f"Turnero is up: http://{host}:{port}/webhook  (health: /healthz, /readyz)",
        "  talk to it as a patient:   .venv/bin/turnero chat",
        "  see the appointments:      .venv/bin/turnero citas listar",
        "  see what chats are about:  .venv/bin/turnero chats listar",
    ]
    if secret.exists():
        lines.append(f"  app secret, made up:       {secret}  (sign webhook bodies with it)")
    if settings.whatsapp_access_token is None:
        lines.append("  WhatsApp is not set up: answers wait in the outbox. See README.md.")
    lines.append("Ctrl-C stops everything.")
    return "\n".join(lines)
