"""The clinic under measure."""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import Engine as Database
from sqlalchemy import text

from booking.conversation.delivery import Delivery
from booking.conversation.engine import Engine, Pace
from booking.models import Identity, IdentityKind, InboundMessage, Text
from booking.scheduling.rulebook import holidays_of
from booking.testing.fakes import RecordingSender, ScriptedKnowledge
from booking.testing.frozen_clock import FrozenClock
from nlu.shortcuts import Shortcuts
from storage.base import make_engine
from storage.demo import load_demo
from storage.unit_of_work import SqlUnitOfWorkFactory

ROOT = Path(__file__).parents[2]


ZONE = ZoneInfo("America/Tijuana")


NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZONE)


KINDS = ("greet", "check", "select", "name", "yes")


MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()


@dataclass
class Bench:
    """The demo clinic on PostgreSQL, and people who each book one appointment in five turns."""

    url: str
    clock: FrozenClock = field(default_factory=lambda: FrozenClock(NOW))
    sender: RecordingSender = field(default_factory=RecordingSender)
    _people: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.database: Database = make_engine(self.url, pool_size=24)
        self.begin = SqlUnitOfWorkFactory(self.database)
        self.engine = Engine(
            begin=self.begin,
            clock=self.clock,
            extractor=Shortcuts(),
            knowledge=ScriptedKnowledge(),
            pace=Pace(pause=dt.timedelta()),
        )
        self.delivery = Delivery(self.begin, self.clock, self.sender)
        self.anew()

    def anew(self) -> None:
        """The demo clinic as on the first morning, without jobs."""
        load_demo(self.database, self.clock.now(), ZONE)

    def person(self) -> int:
        return next(self._people)

    def words(self, person: int, kind: str) -> str:
        """What this person says; each looks at a working day that few others look at."""
        after = (NOW.date() + dt.timedelta(days=n) for n in range(1, 55))
        days = [day for day in after if day.weekday() < 5 and day not in holidays_of("MX", day.year)]
        day = days[person % len(days)]
        return {
            "greet": "hola",
            "check": f"quiero una cita el {day.day} de {MONTHS[day.month - 1]} por la mañana",
            "select": "la segunda",
            "name": f"Ana {('Ruiz', 'Luna', 'Solís', 'Ortega')[person % 4]} Torres",
            "yes": "sí",
        }[kind]

    def message(self, person: int, words: str) -> InboundMessage:
        return InboundMessage(
            wamid=f"wamid.{uuid.uuid4().hex}",
            phone_number_id="bench",
            sender=(Identity(kind=IdentityKind.WA_ID, value=f"52664{person:07d}"),),
            sent_at=self.clock.now(),
            content=Text(body=words),
        )

    def receive(self, person: int, kind: str) -> tuple[int, int]:
        """Intake of one message: conversation and message."""
        (chat,) = self.engine.receive([self.message(person, self.words(person, kind))])
        return chat, 0

    def booked(self) -> int:
        with self.database.connect() as connection:
            return (
                connection.scalar(text("SELECT count(*) FROM turnos_log WHERE cuerpo::text LIKE '%\"booked\"%'")) or 0
            )
