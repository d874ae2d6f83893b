"""The clinic in memory, with every job of its own on a clock that goes from one thing to the next."""

from __future__ import annotations

import datetime as dt
import heapq
import itertools
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from booking.conversation.delivery import Delivery
from booking.conversation.engine import Engine, Pace
from booking.conversation.first_contact import is_welcome
from booking.conversation.keeping_files import FileKeeper
from booking.conversation.remembering import Rememberer
from booking.models import Content, FindReminders, Identity, IdentityKind, InboundMessage, Job, Policy, Sweep
from booking.models.background_jobs import WatchWaiting
from booking.models.who_waits import OfferState
from booking.ports import MediaSource, MessageSender
from booking.runtime.handlers import handlers
from booking.runtime.services import toolbox
from booking.runtime.upkeep import Upkeep
from booking.scheduling.quiet import end_of_quiet
from booking.testing.checked_sender import CheckedSender
from booking.testing.fakes import MemoryDatabase, ScriptedKnowledge
from booking.testing.frozen_clock import FrozenClock
from booking.testing.world import demo_seed
from nlu.shortcuts import Shortcuts

MINUTE: Final = dt.timedelta(minutes=1)
LOOKS: Final = dt.timedelta(minutes=10)
"""So often the clock's jobs run, which in production come each minute or sooner; and when an offer is over."""
ASLEEP: Final = dt.timedelta(minutes=30)
"""So often in quiet hours."""
IDLE: Final = dt.timedelta(hours=24)
_KEPT: Final = dt.timedelta(hours=30)
_TURNS_KEPT: Final = dt.timedelta(hours=2)
_BY_CLOCK: Final[tuple[Job, ...]] = (Sweep(), FindReminders(), WatchWaiting())


class House:
    """Give it things to do at moments (`at`), and `run` until then. Of the demo's doctors these work there; `sender` is
    where messages leave."""

    def __init__(
        self, opens: dt.datetime, policy: Policy, doctors: Collection[int], sender: Callable[[House], MessageSender]
    ) -> None:
        seed = demo_seed()
        clinic = seed.clinic.model_copy(update={"policy": policy})
        who = tuple(doctor for doctor in seed.doctors if doctor.id in doctors)
        hours = tuple(opening for opening in seed.openings if opening.doctor_id in doctors)
        self.seed = seed = replace(seed, clinic=clinic, doctors=who, openings=hours)
        self.database = MemoryDatabase().seed(clinic, seed.doctors, seed.openings)
        self.kept = MemoryDatabase().seed(clinic, seed.doctors, seed.openings)
        """What was long ago, taken out of the way: a table in memory is read whole."""
        self.clock = FrozenClock(opens)
        self.sender = sender(self)
        checked = CheckedSender(self.database, self.clock, self.sender)
        self.engine = Engine(
            begin=self.database,
            clock=self.clock,
            extractor=Shortcuts(),
            knowledge=ScriptedKnowledge(),
            pace=Pace(pause=dt.timedelta(), idle=IDLE),
            tools=toolbox(self.database, seconds=60),
        )
        self.delivery = Delivery(self.database, self.clock, checked)
        no_media: MediaSource = None  # type: ignore[assignment]  # nobody sends a file
        self._handlers = handlers(
            self.engine,
            self.delivery,
            Upkeep(self.database, self.clock, checked, self.engine.return_to_bot, close=self.engine.close),
            FileKeeper(self.database, self.clock, no_media),
            Rememberer(self.database, self.clock),
        )
        self._agenda: list[tuple[dt.datetime, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self._written = itertools.count(1)

    @property
    def times_a_week(self) -> int:
        """Half hours."""
        return sum((one.end.hour - one.start.hour) * 2 for one in self.seed.openings)

    @property
    def now(self) -> dt.datetime:
        return self.clock.now()

    def at(self, moment: dt.datetime, act: Callable[[], object]) -> None:
        heapq.heappush(self._agenda, (moment, next(self._numbers), act))

    def run(self, until: dt.datetime) -> None:
        """Raises AssertionError where a message is sent that should not be (`checked_sender`)."""
        while self._agenda and self._agenda[0][0] <= until:
            moment, _, act = heapq.heappop(self._agenda)
            self.clock.set(max(moment, self.now))
            act()
            self.work()
        self.clock.set(max(until, self.now))

    def start(self) -> None:
        """The clock's jobs come from now on."""
        self.at(self.now, self._look)
        self.at(self.now + _TURNS_KEPT, self._put_away)

    def write(self, phone: str, content: Content) -> None:
        """Somebody writes or taps."""
        message = InboundMessage(
            wamid=f"wamid.{next(self._written)}",
            phone_number_id="bench",
            sender=(Identity(kind=IdentityKind.WA_ID, value=phone),),
            sent_at=self.now,
            content=content,
        )
        self.engine.receive([message])
        self.work()

    def work(self) -> None:
        """What the queue would run by now; what is due later waits."""
        while jobs := self.database.take_jobs():
            for job, delay in jobs:
                if delay > dt.timedelta():
                    self.at(self.now + delay, lambda job=job: self._handlers[type(job)](job))  # type: ignore[misc]
                else:
                    self._handlers[type(job)](job)

    def _look(self) -> None:
        for job in _BY_CLOCK:
            self._handlers[type(job)](job)
            self.work()
        ends = end_of_quiet(self.seed.clinic, self.now)
        offers = self.database.store.tables["waiting_offers"].values()
        if ends is not None:
            following = min(ends, self.now + ASLEEP)
        else:
            over = [one.hold.expires_at for one in offers if one.state is OfferState.OPEN]
            following = max(self.now + MINUTE, min([self.now + LOOKS, *over]))
        self.at(following, self._look)

    def _put_away(self) -> None:
        """Every few hours: messages that are done with, turns and reminders that nobody asks for any more."""
        before, lately, tables = self.now - _KEPT, self.now - _TURNS_KEPT, self.database.store.tables
        last = {row.conversation_id: id for id, row in tables["messages"].items()}.values()  # since when they wrote
        welcomes = {id for id, row in tables["outbox"].items() if is_welcome(row.item)}
        keeps = {"messages": {*last}, "outbox": welcomes}
        old = {
            "outbox": lambda row: row.item.state != "pending" and row.item.created_at < before,
            "turns": lambda row: row.at < lately,
            "messages": lambda row: row.turn_id is not None and row.message.received_at < lately,
            "stages": lambda row: row.at < lately,
            "reminders": lambda row: tables["appointments"][row.about.id].start < before,
        }
        for name, is_old in old.items():
            for id in [id for id, row in tables[name].items() if is_old(row) and id not in keeps.get(name, ())]:
                self.kept.store.tables[name][id] = tables[name].pop(id)
        self.at(self.now + _TURNS_KEPT, self._put_away)

    def everything(self) -> MemoryDatabase:
        """All that was stored, with what was put away."""
        whole = self.database.fork()
        for name, rows in self.kept.store.tables.items():
            if name not in ("clinics", "doctors", "openings"):
                whole.store.tables[name] = {**rows, **whole.store.tables[name]}
        return whole
