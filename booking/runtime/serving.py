"""The long-running processes: webhook and worker, or a worker alone. They stay until SIGINT or SIGTERM."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from pydantic import SecretStr

from booking import logs
from booking.errors import AddressNotFree, SettingsInvalid
from booking.models import Clinic
from booking.runtime.clocks import ShiftedClock, clock_from, demo_clock
from booking.runtime.composition_root import App, clinic_of, demo_erases, erase_demo, load_demo, opened
from booking.runtime.databases import database_of, upgrade
from booking.runtime.one_server import the_only_server
from booking.runtime.worker_processes import Workers, by_cores, tell, yield_to_serve
from booking.settings import Settings

if TYPE_CHECKING:
    from tools.catalog import Tool

log = structlog.get_logger()

_TOLD_SECONDS = 5.0
_LOOKS_SECONDS = 0.3  # between two looks whether all is ready
_LATE_SECONDS = 60.0  # after so long it is said that it is not

__all__ = ["catalog", "demo_erases", "erase_demo", "load_demo", "opened", "serve", "upgrade", "work"]


def serve(settings: Settings, host: str, port: int, demo: bool, workers: int | None = None) -> None:
    """Webhook and workers, until SIGINT or SIGTERM. `workers` processes answer, by default as the cores allow. `demo`
    loads the demo clinic into an empty database, and into no other, and makes up the secrets that Meta would share, so
    that everything can be tried. Raises SettingsInvalid for a demo where a real clinic has been entered."""
    logs.configure()
    with suppress(KeyboardInterrupt):  # Ctrl-C is how it is ended, at any moment
        _serve(settings, host, port, demo, by_cores() if workers is None else workers)


def _with_one_clock(settings: Settings) -> Settings:
    """A demo that starts at a given time does so once for all its processes, however late a worker is started."""
    if settings.turnero_now is None or settings.turnero_now_since is not None:
        return settings
    since = time.time()
    os.environ["TURNERO_NOW_SINCE"] = repr(since)  # workers are started in this environment
    return settings.model_copy(update={"turnero_now_since": since})


def _serve(settings: Settings, host: str, port: int, demo: bool, workers: int) -> None:
    from booking.runtime.demo_whatsapp import demo_whatsapp
    from booking.runtime.inspecting import pages
    from webhook.app import Server, create_app, server_config
    from webhook.connections import Limits

    settings = _with_one_clock(settings)
    with ExitStack() as stack:
        # First of all: a second one on the same home or port must not touch the data of the first.
        tell_where = stack.enter_context(the_only_server(settings.turnero_home, _serve_again(demo)))
        listener = stack.enter_context(_listening(host, port, demo))
        if demo:
            stack.enter_context(database_of(settings))  # from the look on until all is opened it stays up
            _refuse_a_real_clinic(settings)
            settings = with_secrets(settings)
        meta = None
        if demo and settings.whatsapp_access_token is None:
            meta, settings = stack.enter_context(demo_whatsapp(settings, clock_from(settings)))
        app = stack.enter_context(opened(settings))
        if demo:
            load_demo(app, only_if_empty=True)
        clinic = clinic_of(app)
        if demo and clinic is not None and clinic.demo and not settings.clock_is_set:
            app.clock = movable_clock(settings)
            if meta is not None:
                meta.now = app.clock.now
        stack.enter_context(_commands_at_once(settings.turnero_home))
        beside = app.workers = Workers(workers) if workers else None
        inspector = pages(app, demo=clinic is not None and clinic.demo, meta=meta)
        web = create_app(
            mailbox=app.mailbox,
            clock=app.clock,
            checks=app.health,
            app_secret=settings.whatsapp_app_secret,
            verify_token=settings.whatsapp_verify_token,
            worker=beside.running if beside else None,
            routes=inspector.routes,
        )
        port = listener.getsockname()[1]
        if meta is not None:
            meta.webhook_url = f"http://{host}:{port}/webhook"
        address = f"http://{host}:{port}"
        tell_where(address)
        greeting = _greeting(settings, clinic, address, demo_end=meta is not None)
        stack.enter_context(_greeted(greeting, address, app))
        _freeze()
        limits = Limits(settings.http_connections, settings.http_waiting_per_address)
        Server(server_config(web, host, port, limits), inspector.close).run(sockets=[listener])


def _refuse_a_real_clinic(settings: Settings) -> None:
    """What a real clinic sends never goes to the demo's end of WhatsApp, which would say that its patients have it.
    Raises SettingsInvalid."""
    with opened(settings) as app:
        clinic = clinic_of(app)
    if clinic is not None and not clinic.demo:
        raise SettingsInvalid(
            f"Aquí está {clinic.name}, una clínica de verdad, y --demo manda sus mensajes a un WhatsApp de mentira."
            f" Para atenderla: {_command()} serve. Para probar la demostración, en otra carpeta:"
            f" TURNERO_HOME=~/demo {_command()} serve --demo"
        )


def movable_clock(settings: Settings) -> ShiftedClock:
    """The clock of a demo's home, which every process that is started from now on has too. It stays as far ahead as
    it was: what is in the demo happened then."""
    clock = ShiftedClock(demo_clock(settings))
    if not demo_clock(settings).exists():
        clock.set(0)
    return clock


@contextmanager
def _commands_at_once(home: Path) -> Iterator[None]:
    """A process that stands ready for staff's commands (`booking.standing_ready`), for the length of the block."""
    command = [sys.executable, "-m", "booking.standing_ready", os.fspath(home.absolute())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as process:
        try:
            yield
        finally:
            process.communicate()  # its input closes, upon which it ends


def _listening(host: str, port: int, demo: bool) -> socket.socket:
    """Raises AddressNotFree: better before anybody is told that Turnero is up."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        again = _serve_again(demo)
        match error.errno:
            case errno.EADDRINUSE:
                said = f"Another program listens on {host}:{port} already, perhaps Turnero itself. Stop it, or type: "
                raise AddressNotFree(f"{said}{again} --port {port % 65535 + 1}") from error
            case errno.EACCES:
                raise AddressNotFree(f"Port {port} is for root alone; type: {again} --port 8000") from error
            case _:
                why = error.strerror or type(error).__name__
                said = f"{host} cannot be listened on ({why}); type:"
                raise AddressNotFree(f"{said} {again} --host 127.0.0.1") from error


def _serve_again(demo: bool) -> str:
    return f"{_command()} serve" + (" --demo" if demo else "")


def _command() -> str:
    """How whoever started this calls it."""
    called = sys.argv[0]
    found = Path(called).name == "turnero" and called != shutil.which("turnero")
    return called if found else "turnero"


def warn_of_models(probe: Callable[[], dict[str, str]]) -> None:
    """Log each model that is gone, refuses its key or does not answer. The clinic goes on by rules."""
    outcomes = probe()
    if not outcomes:
        log.info("no model has a key; messages are read by rules alone")
    for model, outcome in outcomes.items():
        if outcome != "ok":
            log.warning("a model does not answer; messages are read without it", model=model, outcome=outcome)


def work(settings: Settings, beside: int = 0) -> None:
    """A worker alone, beside a webhook elsewhere on the same database. `beside`: it is one of so many of `serve`'s
    own, tells it of itself on standard output, and ends when its standard input does."""
    logs.configure()
    with opened(settings) as app:
        yield_to_serve(beside)  # its start is no work of anybody's yet
        asyncio.run(_until_signalled(app, beside > 0))


def _freeze() -> None:
    """What is loaded stays: the collector need not look at it again and again, which costs a turn an eighth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 10, 10)  # as ever, now that all is loaded


def catalog() -> tuple[Sequence[Tool], list[dict[str, Any]]]:
    """Every tool, and what a model is told of them."""
    from tools.catalog import CATALOG, schema

    return CATALOG, schema(CATALOG)


def with_secrets(settings: Settings) -> Settings:
    """The settings with an app secret and a verify token: the given ones, or made up once and kept."""
    from storage.installation import kept_secret

    made = {}
    for name in ("whatsapp_app_secret", "whatsapp_verify_token"):
        if getattr(settings, name) is None:
            made[name] = SecretStr(kept_secret(secret_file(settings, name)))
    return settings.model_copy(update=made)


def secret_file(settings: Settings, name: str) -> Path:
    """Where a made-up secret is kept."""
    return settings.turnero_home / name


@asynccontextmanager
async def working(app: App) -> AsyncIterator[None]:
    """A worker, which asks the models for next to nothing as it starts: what their first call loads takes seconds, and
    nobody's message is to wait for that."""
    threading.Thread(target=warn_of_models, args=(app.probe_models,), name="models-check", daemon=True).start()
    stop = asyncio.Event()
    running = [asyncio.create_task(app.queue.run(stop)), asyncio.create_task(app.arrivals.run(stop))]
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(*running)


async def _until_signalled(app: App, beside: bool) -> None:
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    if beside:
        given = sys.stdin.fileno()

        def closed() -> None:
            if not os.read(given, 4096):
                loop.remove_reader(given)
                stopped.set()

        loop.add_reader(given, closed)
    async with working(app):
        _freeze()
        telling = asyncio.create_task(_tell(app)) if beside else None
        await stopped.wait()
        if telling is not None:
            telling.cancel()


async def _tell(app: App) -> None:
    """How it is, as often as it changes."""
    told: str | None = None
    while True:
        if app.queue.running and (now := app.models()) != told:
            told = now
            tell(now)
        await asyncio.sleep(_TOLD_SECONDS if told else 0.1)


@contextmanager
def _greeted(greeting: str, address: str, app: App) -> Iterator[None]:
    """Says that all is up once `/readyz` would: a worker has looked for work, so that whoever writes is answered.
    Where the workers are elsewhere there is nothing to wait for."""
    over = threading.Event()

    def say() -> None:
        late = time.monotonic() + _LATE_SECONDS
        while not (app.workers is None or (app.workers.at_work and _is_ready(app))):
            if over.wait(_LOOKS_SECONDS):
                return
            if late and time.monotonic() > late:
                print(f"Not ready yet; {address}/readyz says what is missing.", flush=True)
                late = 0.0
        print(greeting, flush=True)

    threading.Thread(target=say, name="greeting", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _is_ready(app: App) -> bool:
    from webhook.routes import VITAL

    checks = app.health().checks
    return all(checks.get(name) == "ok" for name in VITAL)


def _greeting(settings: Settings, clinic: Clinic | None, address: str, *, demo_end: bool) -> str:
    """`demo_end`: what goes out goes to the demo's own end of WhatsApp."""
    from storage.installation import kept_secret

    command, secret = _command(), secret_file(settings, "whatsapp_app_secret")
    lines = [f"Turnero is up: {address}/webhook  (health: /healthz, /readyz)"]
    if clinic is not None and clinic.demo:
        lines.insert(0, f"Open {address}  to try it: write to the clinic, watch it think, see its day.")
    if clinic is None:
        lines.append(f"  No clinic has been entered yet, and nobody can book. To enter yours: {command} clinica crear")
        lines.append(f"  For one to try things on: {command} db demo")
    elif clinic.demo:
        lines.append(f"  A demo: {clinic.name}. No patient and no appointment in it is real.")
    lines += [
        f"  talk to it as a patient:   {command} chat",
        f"  see the appointments:      {command} citas listar",
        f"  see what chats are about:  {command} chats listar",
    ]
    if settings.whatsapp_app_secret is None:
        lines.append(
            f"  No app secret is set: WhatsApp's messages are refused. To connect it: {command} whatsapp conectar"
        )
    elif secret.exists() and settings.whatsapp_app_secret.get_secret_value() == kept_secret(secret):
        lines.append(f"  app secret, made up:       {secret}  (sign webhook bodies with it)")
    if settings.whatsapp_access_token is None or demo_end:
        goes = "answers go to the telephones of that page" if demo_end else "answers wait in the outbox"
        lines.append(f"  WhatsApp is not set up: {goes}. To connect it: {command} whatsapp conectar")
    lines.append("Ctrl-C stops everything.")
    return "\n".join(lines)
