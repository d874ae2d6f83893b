"""The command on a small clinic of the tests' own, in memory and on PostgreSQL."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from typer.testing import Result

from booking.conversation.engine import Engine, Pace
from booking.documents.library import Library
from booking.documents.missing_vectors import fill
from booking.errors import ServiceUnavailable, TurneroError
from booking.intents import (
    CheckAvailability,
    Greet,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    SelectSlot,
    StartBooking,
    Understanding,
    Unknown,
    UseTool,
    When,
)
from booking.models import Clinic, Condition, Doctor, Opening, RemoteTemplate, UnderstandingContext
from booking.ports import Embedder, UnitOfWork, UnitOfWorkFactory
from booking.runtime.clinic_library import Embeddings
from booking.runtime.services import toolbox
from booking.settings import Settings
from booking.testing.fakes import FrozenClock, MemoryDatabase, RecordingSender, ScriptedExtractor, ScriptedKnowledge
from storage.demo import Contents
from tests import command_line

ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 11, 23, 9, 0, tzinfo=ZONE)  # a Monday
CLINIC = Clinic(name="Clínica de prueba", zone=ZONE.key, demo=True)
DOCTORS = (
    Doctor(id=1, name="Dra. Laura Méndez", specialty="Medicina general"),
    Doctor(id=2, name="Dr. Jorge Salas", specialty="Pediatría"),
)
OPENINGS = (
    *(Opening(doctor_id=1, weekday=day, start=dt.time(9), end=dt.time(11)) for day in range(5)),
    *(Opening(doctor_id=1, weekday=day, start=dt.time(16), end=dt.time(17)) for day in range(5)),
    Opening(doctor_id=2, weekday=1, start=dt.time(9), end=dt.time(10)),
)
TUESDAY = dt.date(2026, 11, 24)


def read(text: str, context: UnderstandingContext) -> Understanding:
    """A reader that knows the few sentences of these tests."""
    match text.split():
        case ["hola"]:
            return Understanding(intents=(Greet(),))
        case ["cita"]:
            return Understanding(intents=(StartBooking(),))
        case ["martes", "9"]:
            at = When(date_from=TUESDAY, date_to=TUESDAY, time_from=dt.time(9), exact=True)
            return Understanding(intents=(CheckAvailability(when=Reading(when=at)),))
        case ["humano"]:
            return Understanding(intents=(RequestHuman(),))
        case ["soy", *name]:
            return Understanding(intents=(ProvideCustomerData(name=" ".join(name)),))
        case ["alta", code]:
            return Understanding(intents=(UseTool(tool="alta_personal", arguments=(("codigo", code),)),))
        case [number] if number.isdigit():
            return Understanding(intents=(SelectSlot(option=int(number)),))
    return Understanding(intents=(Unknown(),))


@dataclass
class Wired:
    """What `booking.bootstrap.App` gives to commands."""

    begin: UnitOfWorkFactory
    clock: FrozenClock
    settings: Settings
    sender: RecordingSender = field(default_factory=lambda: RecordingSender(ready=False))
    remote: list[RemoteTemplate] = field(default_factory=list)
    models: dict[str, str] = field(default_factory=dict)
    swept: float | None = 2.0
    writes_to_patients: bool = True
    embedder: Embedder | None = None
    broken_model: bool = False
    services: dict[str, str] = field(default_factory=lambda: {"database": "ok", "whatsapp": "absent"})

    def __post_init__(self) -> None:
        self.engine = Engine(
            begin=self.begin,
            clock=self.clock,
            extractor=ScriptedExtractor(read),
            knowledge=ScriptedKnowledge(),
            pace=Pace(pause=dt.timedelta(milliseconds=700)),
        )
        self.tools = toolbox(self.begin, seconds=60)

    def approved_templates(self) -> list[RemoteTemplate]:
        return self.remote

    def number(self, said: str) -> str | None:
        return self.tools.number(said)

    @property
    def library(self) -> Library:
        return Library(self.begin, self.embedder)

    def embeddings(self) -> Embeddings:
        return Embeddings("absent", "se buscan por palabras")

    def fill_vectors(self) -> int:
        if self.broken_model:
            raise ServiceUnavailable("embeddings")
        return fill(self.begin, self.embedder) if self.embedder else 0

    def health(self) -> Condition:
        return Condition(dict(self.services), self.swept)

    def probe_models(self) -> dict[str, str]:
        return self.models


@dataclass
class Stage:
    """Stands in for the composition root, and runs the command on it."""

    wired: Wired
    broken: TurneroError | None = None
    there: Contents | None = None
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    @contextmanager
    def opened(self, settings: Settings | None = None) -> Iterator[Wired]:
        if self.broken:
            raise self.broken
        yield self.wired

    def serve(self, settings: Settings, host: str, port: int, demo: bool, workers: int | None) -> None:
        self.calls.append(("serve", host, port, demo, workers))

    def work(self, settings: Settings, beside: int) -> None:
        self.calls.append(("work", beside))

    def load_demo(self, app: Wired) -> None:
        self.calls.append(("load_demo", app))

    def erase_demo(self, app: Wired) -> None:
        self.calls.append(("erase_demo", app))

    def demo_erases(self, app: Wired) -> Contents | None:
        return self.there

    def upgrade(self, settings: Settings, role: str | None) -> None:
        self.calls.append(("upgrade", role))

    def run(self, *args: str, stdin: str | bytes | None = None) -> Result:
        """One call of `turnero`."""
        return command_line.run(*args, root=self, stdin=stdin)

    def json(self, *args: str) -> Any:
        """The JSON that a call prints."""
        result = self.run(*args, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    def chat(self, *lines: str, number: str = "5216641112222", profile: str | None = None) -> Result:
        """A conversation typed into `turnero chat`."""
        shown = ("--nombre", profile) if profile else ()
        return self.run("chat", "--como", number, *shown, stdin="\n".join(lines) + "\n")

    def book(self, name: str = "Ana Gómez Ruiz", number: str = "5216641112222") -> int:
        """An appointment on Tuesday at nine, by chat; its id."""
        self.chat("martes 9", f"soy {name}", "/1", number=number)
        return max(int(row["id"]) for row in self.json("citas", "listar"))

    @property
    def notices(self) -> list[tuple[str, str]]:
        """Kind and detail of what staff were told."""
        with self.wired.begin() as uow:
            return [(notice.kind, notice.detail) for notice in uow.notices.list()]

    def begin(self) -> UnitOfWork:
        return self.wired.begin()


def _memory() -> UnitOfWorkFactory:
    return MemoryDatabase().seed(CLINIC, DOCTORS, OPENINGS)


def _postgres(request: pytest.FixtureRequest) -> UnitOfWorkFactory:
    from storage.seed import seed

    begin: UnitOfWorkFactory = request.getfixturevalue("begin")
    seed(request.getfixturevalue("engine"), CLINIC, DOCTORS, OPENINGS)
    return begin


def _stage(begin: UnitOfWorkFactory) -> Stage:
    settings = Settings(_env_file=None, admin_phone_number="5216649998877", whatsapp_app_secret="hush")
    return Stage(Wired(begin, FrozenClock(NOW), settings))


@pytest.fixture
def stage() -> Stage:
    """In memory."""
    return _stage(_memory())


@pytest.fixture
def empty_stage() -> Stage:
    """No clinic has been entered."""
    return _stage(MemoryDatabase())


@pytest.fixture(params=["memory", "postgres"])
def any_empty_stage(request: pytest.FixtureRequest) -> Stage:
    """No clinic has been entered, in memory and on PostgreSQL."""
    return _stage(MemoryDatabase() if request.param == "memory" else request.getfixturevalue("begin"))


@pytest.fixture(params=["memory", "postgres"])
def any_stage(request: pytest.FixtureRequest) -> Stage:
    """In memory and on PostgreSQL."""
    make = _memory if request.param == "memory" else partial(_postgres, request)
    return _stage(make())
