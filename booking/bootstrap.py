"""The composition root: Settings → everything wired. The only place that names concrete classes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from booking.clocks import clock_from
from booking.delivery import Delivery
from booking.engine import Engine, Pace
from booking.errors import DatabaseUnavailable, NotFound, SettingsInvalid, TurneroError
from booking.intents import Direction, Reading
from booking.models import Clinic
from booking.ports import Clock, Knowledge, MessageSender, Passage, Toolbox, UnitOfWorkFactory
from booking.settings import Settings
from booking.upkeep import Upkeep

if TYPE_CHECKING:
    import sqlalchemy

    from nlu.extractor import ModelExtractor
    from storage.queue import Queue


class NoDocuments:
    """The knowledge port of a clinic without documents."""

    def answer(self, query: str) -> Passage | None:
        return None


@dataclass
class App:
    """Everything wired for one process. Doors take from here and nowhere else."""

    settings: Settings
    url: str
    database: sqlalchemy.Engine
    clock: Clock
    begin: UnitOfWorkFactory
    sender: MessageSender
    engine: Engine
    delivery: Delivery
    tools: Toolbox
    queue: Queue = field(init=False)

    def __post_init__(self) -> None:
        from storage.queue import Queue

        upkeep = Upkeep(self.begin, self.clock, self.sender, self.engine.return_to_bot)
        self.queue = Queue(
            self.url,
            process=self.engine.process,
            deliver=self.delivery.deliver,
            sweep=upkeep.sweep,
            purge=upkeep.purge,
            threads=self.settings.worker_threads,
        )

    def checks(self) -> dict[str, str]:
        """Each service: ok, absent (not set up) or error."""
        from storage import migrate
        from storage.base import ping

        found = {"database": "error", "migrations": "error", "queue": "ok" if self.queue.running else "absent"}
        try:
            ping(self.database)
            found["database"] = "ok"
            found["migrations"] = "ok" if migrate.is_current(self.url) else "error"
        except TurneroError:
            found["queue"] = "error"
        settings = self.settings
        found["webhook"] = "ok" if settings.whatsapp_app_secret else "absent"
        found["whatsapp"] = "ok" if self.sender.ready else "absent"
        found["models"] = "ok" if settings.deepseek_api_key or settings.anthropic_api_key else "absent"
        return found

    def probe_models(self) -> dict[str, str]:
        """Each model that has a key, and what came of asking it for next to nothing ("ok", "refused", …). Takes
        seconds and some tokens: for the start and for `turnero check`, not for /readyz."""
        return {model: str(outcome) for model, outcome in model_extractor(self.settings).probe().items()}


@contextmanager
def opened(settings: Settings | None = None) -> Iterator[App]:
    """Everything wired, on the embedded server (attached to, or started for the duration and migrated) or on
    `DATABASE_URL`. Raises DatabaseUnavailable where migrations are missing, SettingsInvalid for a moved clock
    on a clinic that is not a demo."""
    from storage import migrate
    from storage.base import make_engine
    from storage.unit_of_work import SqlUnitOfWorkFactory
    from webhook.client import CloudApi

    settings = settings or Settings()
    with ExitStack() as stack:
        url = stack.enter_context(_database(settings))
        if not migrate.is_current(url):
            if settings.database_url is not None:
                raise DatabaseUnavailable("Its tables are not of this version; run: turnero db upgrade")
            migrate.upgrade(url)
        database = make_engine(url, pool_size=settings.database_pool_size)
        stack.callback(database.dispose)
        begin = SqlUnitOfWorkFactory(database)
        _refuse_moved_clock(settings, begin)
        clock = clock_from(settings)
        sender = CloudApi.from_settings(settings)
        stack.callback(sender.close)
        acknowledging = stack.enter_context(ThreadPoolExecutor(2, thread_name_prefix="acknowledge"))
        tools = toolbox(begin)
        engine = Engine(
            tools=tools,
            begin=begin,
            clock=clock,
            extractor=model_extractor(settings),
            knowledge=_knowledge(),
            pace=Pace(
                pause=dt.timedelta(milliseconds=settings.turn_pause_ms),
                idle=dt.timedelta(hours=settings.conversation_idle_hours),
                handoff=dt.timedelta(hours=settings.handoff_hours),
            ),
            phone_number_id=settings.whatsapp_phone_number_id,
            # Best effort and beside the turn: nobody waits for "typing…".
            acknowledge=lambda wamid: (acknowledging.submit(sender.acknowledge, wamid), None)[1],
        )
        yield App(settings, url, database, clock, begin, sender, engine, Delivery(begin, clock, sender), tools)


def upgrade(settings: Settings) -> None:
    """Bring the database to this version's tables."""
    from storage import migrate

    with _database(settings) as url:
        migrate.upgrade(url)


def load_demo(app: App) -> None:
    """Load the demo clinic, relative to the clock."""
    from storage import demo

    demo.load_demo(app.database, app.clock.now(), app.settings.zone)


def has_clinic(app: App) -> bool:
    """A clinic has been entered."""
    with app.begin() as uow:
        try:
            uow.schedules.clinic()
        except NotFound:
            return False
    return True


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    from storage import embedded

    with embedded.server(settings.turnero_home.resolve()) as url:
        yield url


def _refuse_moved_clock(settings: Settings, begin: UnitOfWorkFactory) -> None:
    if not settings.clock_is_set:
        return
    with begin() as uow:
        try:
            demo = uow.schedules.clinic().demo
        except NotFound:
            return  # nothing entered yet: the demo may be about to be
    if not demo:
        raise SettingsInvalid("TURNERO_NOW and TURNERO_CLOCK_FILE are for a demo clinic only; unset them.")


def model_extractor(settings: Settings) -> ModelExtractor:
    """The reader of messages: rules, and the models that have a key."""
    from nlu.extractor import ModelExtractor, Provider
    from nlu.shortcuts import Shortcuts
    from tools.catalog import for_role, schema

    keys = {"deepseek": settings.deepseek_api_key, "anthropic": settings.anthropic_api_key}

    def provider(model: str, api_base: str | None) -> Provider:
        key = keys.get(model.partition("/")[0])
        return Provider(model, key.get_secret_value() if key else None, api_base)

    providers = (
        provider(settings.llm_primary_model, settings.llm_primary_api_base),
        provider(settings.llm_fallback_model, settings.llm_fallback_api_base),
    )
    return ModelExtractor(
        Shortcuts(),
        providers,
        settings.llm_timeout_seconds,
        tools=lambda role: schema(for_role(role)),
        keep_texts=settings.llm_keep_texts,
    )


def toolbox(begin: UnitOfWorkFactory, seconds: float = 4.0) -> Toolbox:
    from nlu.anchors import near
    from nlu.stretches import stretched
    from nlu.when import read_spans
    from storage.phones import canonical
    from tools.toolbox import Toolbox as Catalogue

    def read_time(text: str, now: dt.datetime, clinic: Clinic, direction: Direction | None, hours: bool) -> Reading:
        said = stretched(text) if hours else text
        return near(read_spans(said, now, hours=(clinic.opens, clinic.closes), direction=direction)) or Reading()

    return Catalogue(begin, read_time, canonical, seconds=seconds)


def _knowledge() -> Knowledge:
    return NoDocuments()
