"""The composition root: Settings → everything wired. What runs for long and every command begin here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING

from booking.errors import NotFound, SettingsInvalid
from booking.models import Condition, Remember
from booking.ports import Clock, MessageSender, Toolbox, UnitOfWorkFactory, WhatsAppAccount
from booking.runtime.clocks import clock_from, demo_clock, moved
from booking.runtime.databases import database_of, prepare
from booking.runtime.health import condition_of, swept_ago
from booking.settings import Settings

if TYPE_CHECKING:
    import sqlalchemy

    from booking.conversation.delivery import Delivery
    from booking.conversation.engine import Engine
    from booking.conversation.splitting import Splitter
    from booking.documents.library import Library
    from booking.models import Clinic, RemoteTemplate
    from booking.runtime.clinic_library import Embeddings
    from booking.runtime.worker_processes import Workers
    from nlu.model.extractor import ModelExtractor
    from nlu.vectors.embeddings import SentenceEmbedder
    from storage.arrivals import Arrivals
    from storage.demo import Contents
    from storage.disk import FreeSpace
    from storage.mailbox import Mailbox
    from storage.queue import Queue


class App:
    """Everything wired for one process. Doors take from here and nowhere else. What a command does not use is neither
    made nor imported: a turn's machinery takes seconds to load, and who lists appointments waits for none of it."""

    def __init__(
        self, settings: Settings, url: str, database: sqlalchemy.Engine, begin: UnitOfWorkFactory, closing: ExitStack
    ) -> None:
        self.settings, self.url, self.database, self.begin = settings, url, database, begin
        self.clock: Clock = clock_from(settings)
        self._closing = closing
        self.workers: Workers | None = None
        """Processes that work for this one."""

    @cached_property
    def sender(self) -> MessageSender:
        """The end that talks to WhatsApp."""
        from webhook.client import CloudApi

        sender = CloudApi.from_settings(self.settings)
        self._closing.callback(sender.close)
        return sender

    @property
    def writes_to_patients(self) -> bool:
        """Whether WhatsApp is set up, so that messages go out."""
        return bool(self.settings.whatsapp_access_token and self.settings.whatsapp_phone_number_id)

    def approved_templates(self) -> Sequence[RemoteTemplate]:
        """What WhatsApp has of our account. Raises SettingsInvalid, ServiceUnavailable."""
        from webhook.approved_templates import fetch

        return fetch(self.settings)

    def whatsapp_account(self) -> WhatsAppAccount:
        """What WhatsApp says of our number, token and app."""
        from webhook.business_account import BusinessAccount

        return BusinessAccount(self.settings)

    @cached_property
    def tools(self) -> Toolbox:
        """Raises InvalidTool."""
        from booking.runtime.services import toolbox

        return toolbox(self.begin, documents=self.library)

    @cached_property
    def reader(self) -> ModelExtractor:
        """Rules, and the models that have a key."""
        from booking.runtime.services import model_extractor

        return model_extractor(self.settings)

    @cached_property
    def free_space(self) -> FreeSpace:
        """What is asked for the bytes free on a disk."""
        from storage.disk import free_space

        return free_space

    @cached_property
    def engine(self) -> Engine:
        """The conversation."""
        from booking.conversation.engine import Engine, Pace
        from booking.conversation.recalling import Recalling
        from booking.runtime.acknowledging import Acknowledging
        from booking.runtime.model_choice import read_by
        from booking.runtime.services import listener

        settings, sender = self.settings, self.sender
        return Engine(
            tools=self.tools,
            begin=self.begin,
            clock=self.clock,
            extractor=self.reader,
            knowledge=self.library,
            memory=Recalling(self.begin, self.embedder),
            pace=Pace(
                pause=dt.timedelta(milliseconds=settings.turn_pause_ms),
                idle=dt.timedelta(hours=settings.conversation_idle_hours),
                handoff=dt.timedelta(hours=settings.handoff_hours),
            ),
            phone_number_id=settings.whatsapp_phone_number_id,
            read_by=read_by(settings),
            keeps_files=settings.archivos_de_pacientes == "guardar",
            listener=self._closing.enter_context(listener(settings)),
            acknowledge=self._closing.enter_context(Acknowledging(sender.acknowledge)),
        )

    @cached_property
    def embedder(self) -> SentenceEmbedder | None:
        """What turns texts into vectors; None without a model."""
        from booking.runtime.clinic_library import embedder_of

        embedder = embedder_of(self.settings)
        if embedder is not None:
            self._closing.callback(embedder.close)
        return embedder

    @cached_property
    def library(self) -> Library:
        """The clinic's documents."""
        from booking.runtime.clinic_library import library

        return library(self)

    def embeddings(self) -> Embeddings:
        """How the search by meaning is. Raises DatabaseUnavailable."""
        from booking.runtime.clinic_library import state_of

        return state_of(self)

    def fill_vectors(self) -> int:
        """Make the vectors that passages lack; how many were made. Raises ServiceUnavailable."""
        from booking.runtime.clinic_library import fill_vectors

        return fill_vectors(self)

    def fetch_embeddings(self) -> None:
        """Have the model on this machine. Raises ServiceUnavailable."""
        from booking.runtime.clinic_library import fetch

        fetch(self.settings)

    @cached_property
    def delivery(self) -> Delivery:
        """What takes answers from the outbox to the sender."""
        from booking.conversation.delivery import Delivery

        return Delivery(self.begin, self.clock, self.sender)

    @cached_property
    def queue(self) -> Queue:
        """The worker's, with what runs each kind of job."""
        from booking.conversation.remembering import Rememberer
        from booking.runtime.handlers import handlers
        from booking.runtime.services import file_keeper
        from booking.runtime.upkeep import Upkeep
        from storage.queue import Queue

        give_back = partial(self.engine.return_to_bot, if_over=True)
        turns, files = (dt.timedelta(days=n) for n in (self.settings.turns_kept_days, self.settings.archivos_dias))
        idle = dt.timedelta(hours=self.settings.conversation_idle_hours)
        kept = (turns, self.splitter.split, files, idle)
        upkeep = Upkeep(self.begin, self.clock, self.sender, give_back, *kept, self.fill_vectors, self.engine.close)
        keeper = self._closing.enter_context(file_keeper(self.settings, self.begin, self.clock))
        return Queue(
            self.url,
            handlers=handlers(
                self.engine, self.delivery, upkeep, keeper, Rememberer(self.begin, self.clock, self.embedder)
            ),
            threads=self.settings.worker_threads,
        )

    @cached_property
    def mailbox(self) -> Mailbox:
        """Where deliveries of the webhook are put as they come."""
        from storage.mailbox import Mailbox

        return Mailbox(self.database)

    @cached_property
    def splitter(self) -> Splitter:
        """What takes them apart."""
        from booking.conversation.splitting import Splitter
        from webhook.deliveries import brought

        return Splitter(self.begin, brought, self.engine.intake)

    @cached_property
    def arrivals(self) -> Arrivals:
        """What has them taken apart as soon as they are there."""
        from storage.arrivals import Arrivals

        return Arrivals(self.url, self.splitter.split)

    def number(self, text: str) -> str | None:
        """A telephone as staff write it, in E.164; None for what is none."""
        from storage.phones import canonical
        from tools.tool_words import spelled

        return spelled(text, canonical)

    def health(self) -> Condition:
        """Each service, and what its state follows from: asked for once."""
        return condition_of(self)

    def sweep_age(self) -> float | None:
        """Seconds since any worker on this database last ended a sweep; None before the first, and where the database
        does not say."""
        return swept_ago(self)

    @property
    def queue_made(self) -> Queue | None:
        """The worker's, where this process has one: to make one loads all that answers patients."""
        return self.__dict__.get("queue")

    def models(self) -> str:
        """Of this process: absent, ok, or error where one failed again and again."""
        return "absent" if not self.reader.has_models else "error" if self.reader.left_alone else "ok"

    def probe_models(self) -> dict[str, str]:
        """Each model that has a key, and what came of asking it for next to nothing ("ok", "refused", …). Takes
        seconds and some tokens: for the start and for `turnero check`, not for /readyz."""
        return {model: str(outcome) for model, outcome in self.reader.probe().items()}


@contextmanager
def opened(settings: Settings | None = None) -> Iterator[App]:
    """Everything wired, on the embedded server (attached to, or started for the duration and migrated) or on
    `DATABASE_URL`. Raises DatabaseUnavailable, TablesDiffer where they are not this version's, SettingsInvalid for a
    moved clock on a clinic that is not a demo."""
    from storage.base import make_engine
    from storage.unit_of_work import SqlUnitOfWorkFactory

    settings = settings or Settings()
    with ExitStack() as stack:
        url = stack.enter_context(database_of(settings))
        prepare(settings, url)
        database = make_engine(url, pool_size=settings.database_pool_size)
        stack.callback(database.dispose)
        begin = SqlUnitOfWorkFactory(database)
        _refuse_moved_clock(settings, begin)
        yield App(settings, url, database, begin, stack)


def load_demo(app: App, *, only_if_empty: bool = False) -> None:
    """Load the demo clinic, relative to the clock, in place of whatever there is or only where there is nothing."""
    from booking.runtime.demo_documents import documents
    from storage import demo

    texts = list(documents())
    demo.load_demo(app.database, app.clock.now(), app.settings.zone, documents=texts, only_if_empty=only_if_empty)
    with app.begin() as uow:
        uow.jobs.defer(Remember(), app.clock.now())  # vectors of what its doctors wrote down
        uow.commit()


def erase_demo(app: App) -> None:
    """Leave nothing of the demo clinic. Raises SettingsInvalid when it is a real clinic's."""
    from storage import demo

    demo.erase_demo(app.database)


def demo_erases(app: App) -> Contents | None:
    """What loading the demo would erase; None where there is nothing."""
    from storage import demo

    return demo.contents(app.database)


def clinic_of(app: App) -> Clinic | None:
    """None: none has been entered."""
    with app.begin() as uow:
        try:
            return uow.schedules.clinic()
        except NotFound:
            return None


def _refuse_moved_clock(settings: Settings, begin: UnitOfWorkFactory) -> None:
    if not moved(settings):
        return
    with begin() as uow:
        try:
            demo = uow.schedules.clinic().demo
        except NotFound:
            return  # nothing entered yet: the demo may be about to be
    if not demo:
        kept = "" if settings.clock_is_set else f" The demo's is {demo_clock(settings)}: delete that file."
        raise SettingsInvalid(f"TURNERO_NOW and TURNERO_CLOCK_FILE are for a demo clinic only; unset them.{kept}")
