"""Every background job of a clinic, run by processes that fail: what died is gone with its job, and the clock alone
brings it back."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from typing import Final

from hypothesis import settings
from hypothesis import strategies as st

from booking.conversation.keeping_files import FileKeeper
from booking.conversation.remembering import Rememberer
from booking.errors import TurneroError
from booking.models import FindReminders, Job, MessageClass, Sweep
from booking.models.background_jobs import WatchWaiting
from booking.ports import MediaSource, NotSent
from booking.runtime.handlers import handlers
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic
from booking.testing.fakes import MemoryDatabase
from booking.testing.profiles import PROFILE

SENDER: Final = {
    "sender": NotSent("131000 down", 131000, dt.timedelta(minutes=1)),
    "offline": NotSent("no connection", None, dt.timedelta(minutes=1), offline=True),
}
"""What WhatsApp answers, or that there is no way to it."""
BY_CLOCK: Final[tuple[Job, ...]] = (Sweep(), FindReminders(), WatchWaiting())
_MOST: Final = 60
"""More calls than one run makes."""


class Killed(BaseException):
    """The process dies."""


FAULTS = st.sampled_from(
    [
        *[None] * 3,
        *((step, error, late) for step in range(12) for error in (None, Killed()) for late in (False, True)),
        *SENDER,
        "database",
    ]
)
"""At the how manieth commit of a run, what happens to it, before its work or after it; or all of one is down."""


def few(examples: int) -> settings:
    """So many schedules, and a thousand by night."""
    now = settings()
    return now if PROFILE == "nightly" else settings(now, max_examples=examples)


class Outages:
    """`run` is what the clock and the queue do in a minute. `unrecorded` counts the jobs that died after WhatsApp had
    taken a message and before that was written down: so often something may go out twice."""

    def __init__(self, clinic: Clinic) -> None:
        assert isinstance(clinic.begin, MemoryDatabase)
        self.clinic, self.database = clinic, clinic.begin
        self.unrecorded = 0
        begin = clinic.faults.around(clinic.begin)
        no_media: MediaSource = None  # type: ignore[assignment]  # nobody sends a file
        upkeep = Upkeep(begin, clinic.clock, clinic.sender, clinic.engine.return_to_bot, close=clinic.engine.close)
        self._handlers = handlers(
            clinic.engine,
            clinic.delivery,
            upkeep,
            FileKeeper(begin, clinic.clock, no_media),
            Rememberer(begin, clinic.clock),
        )

    def run(self, fault: object = None) -> None:
        """Raises AssertionError where a message is sent that should not be (`checked_sender`)."""
        faults, sender = self.clinic.faults, self.clinic.sender
        if isinstance(fault, str) and fault in SENDER:
            sender.fail(*[SENDER[fault]] * _MOST)
        elif fault == "database":
            for nth in range(_MOST):
                faults.break_nth("begin", nth + 1)
        elif isinstance(fault, tuple):
            nth, error, late = fault
            faults.break_nth("commit", nth + 1, error, late=late)
        for job in BY_CLOCK:
            self._job(job)
        while jobs := self.database.take_jobs():
            for waits, delay in jobs:
                if not delay:  # what is due later is found by then
                    self._job(waits)
        faults.mend()
        sender.failures.clear()

    def _job(self, job: Job) -> None:
        sent = len(self.clinic.sender.sent)
        try:
            self._handlers[type(job)](job)
        except (TurneroError, Killed):
            self.unrecorded += len(self.clinic.sender.sent) > sent

    def check_sent(self, classes: Collection[MessageClass]) -> None:
        """Nothing went out twice, but what nobody lived to write down; and nothing of it still waits."""
        times = Counter(item.id for item in self.clinic.sender.sent)
        assert sum(times.values()) - len(times) <= self.unrecorded
        with self.clinic.begin() as uow:
            left = [
                item.id
                for chat in uow.conversations.list(limit=1000)
                for item in uow.outbox.list(chat.id, limit=1000)
                if item.state == "pending" and item.message_class in classes
            ]
        assert not left, "a message neither goes out nor comes to an end"
