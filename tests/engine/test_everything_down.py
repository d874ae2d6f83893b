"""Every service at once hangs, or fails: the models that read and that quote, the one that makes vectors, documents,
memory, what doctors wrote down. Each turn ends by its limits, and books all the same."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import pytest
from sqlalchemy import Engine, text

from booking.documents.library import Library
from booking.models import LIVE_APPOINTMENTS
from booking.testing.clinic import Clinic
from booking.testing.hanging import HangingModel
from booking.testing.world import clinic_on, small_seed
from nlu.model.extractor import ModelExtractor
from nlu.model.models_asked import Models, Provider
from nlu.model.quoting_model import ModelQuoter
from nlu.shortcuts import Shortcuts
from nlu.vectors.embeddings import SentenceEmbedder
from nlu.words.spelling import is_spanish
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.documents.library import load
from tests.engine.on_postgres import entered
from tests.engine.test_what_hangs import BEFORE, LIMIT, NEVER, QUESTION, RECORDS, locked, with_services
from tests.nlu.providers import Answering, hangs, providers, refuses

READ = 0.3
"""Seconds that each model has to read a message; two are asked."""
TABLES = ("memoria_episodica", "pasajes", "historiales_medicos")
UNCLEAR = "pues fíjese que lo de mi comadre del otro lado, ya ve"
"""Read by no rule, so that the models are asked."""


@dataclass
class Down:
    """A clinic whose services are down, and how long its turns took, in seconds."""

    clinic: Clinic
    took: dict[str, float] = field(default_factory=dict)

    def says(self, who: str, said: str) -> list[str]:
        began = time.monotonic()
        keys = self.clinic.say(who, said).keys
        self.took[said] = max(self.took.get(said, 0.0), time.monotonic() - began)
        assert self.took[said] < NEVER
        return keys


@contextmanager
def gone(engine: Engine, table: str) -> Iterator[None]:
    """Whoever reads that table is refused."""
    with engine.begin() as connection:
        connection.execute(text(f"ALTER TABLE {table} RENAME TO {table}_gone"))
    try:
        yield
    finally:
        with engine.begin() as connection:
            connection.execute(text(f"ALTER TABLE {table}_gone RENAME TO {table}"))


def no_model(name: str) -> HangingModel:
    raise OSError("no model")


@pytest.fixture(params=["hangs", "fails"])
def down(request: pytest.FixtureRequest, engine: Engine, owner_engine: Engine) -> Iterator[Down]:
    late = request.param == "hangs"
    model = HangingModel()
    with ExitStack() as stack:
        stack.callback(model.let_go.set)
        server = stack.enter_context(providers())
        answering: Answering = hangs if late else refuses(500)
        server.answering = answering
        both = (
            Provider("deepseek/deepseek-flash", "key", server.deepseek),
            Provider("anthropic/claude-haiku-4-5", "key", server.claude),
        )
        reader = ModelExtractor(Shortcuts(), both, READ)
        reader.warm_up()
        entered(engine, small_seed())
        embedder = SentenceEmbedder("down", load=model.loaded if late else no_model, patience=READ)
        clinic = with_services(clinic_on(SqlUnitOfWorkFactory(engine), reader), embedder)
        load(clinic.begin)
        clinic.engine.knowledge = Library(clinic.begin, embedder, is_spanish, ModelQuoter(Models(both, READ)))
        for table in TABLES:
            stack.enter_context((locked if late else gone)(owner_engine, table))
        yield Down(clinic)
        assert server.asked, "the models were asked"


def test_each_turn_ends_and_the_booking_is_made(down: Down) -> None:
    down.says("Ana", "hola")
    keys = []
    for said in ("quiero una cita mañana", "la A", "Rosa Medina", "sí"):
        assert down.says("Ana", UNCLEAR), "something is answered"
        assert "no_answer" in down.says("Ana", QUESTION)
        assert "memory_late" in down.says("Ana", BEFORE)
        keys += down.says("Ana", said)
    assert "booked" in keys
    assert down.says("Uno", RECORDS)
    now = down.clinic.clock.now()
    with down.clinic.begin() as uow:
        [made] = uow.appointments.list(start=now, end=now + dt.timedelta(days=2))
    assert made.status in LIVE_APPOINTMENTS
    print(f"\nlimits: {LIMIT} for all services, {2 * READ} to read")
    for said, seconds in sorted(down.took.items(), key=lambda one: -one[1]):
        print(f"  {seconds:5.2f} s  {said}")
