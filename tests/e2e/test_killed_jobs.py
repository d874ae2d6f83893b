"""Every background job dies by SIGKILL at each of its commits, just before and just after it. What it was about comes
to one outcome, and to a telephone once: twice only what WhatsApp had taken and nobody lived to write down."""

from __future__ import annotations

import datetime as dt
import itertools
from collections import Counter
from pathlib import Path

from sqlalchemy import Engine

from booking.models import DeliverClass, FindReminders, Job, ProcessChat, RemindChat, Sweep, TellPatient
from booking.models.background_jobs import MatchWaiting, PeriodicJob, Purge, Remember, WatchWaiting
from booking.testing.channel.meta import FakeMeta
from booking.testing.clinic import read
from booking.testing.world import OPENING_DAY
from nlu.shortcuts import Shortcuts
from tests.e2e.approved import APPROVED
from tests.e2e.dying_jobs import DyingJobs, dying_jobs
from tests.e2e.house import ClockFile
from tests.e2e.processes import environment
from tests.engine.on_postgres import postgres_clinic
from tests.engine.week import DAY, HOUR, WEDNESDAY, Week

MINUTE = dt.timedelta(minutes=1)
KINDS: tuple[type[Job], ...] = (
    Sweep,
    FindReminders,
    WatchWaiting,
    TellPatient,
    MatchWaiting,
    RemindChat,
    DeliverClass,
    Remember,
    Purge,
)


MONDAY, TUESDAY = OPENING_DAY + HOUR + 20 * MINUTE, OPENING_DAY + DAY + HOUR + 22 * MINUTE
CALM = tuple(OPENING_DAY + dt.timedelta(hours=hours, minutes=5) for hours in (35, 49, 59, 72, 100, 124))
"""When the clock stands still for jobs that live: mornings and evenings of the rest of the week."""


def test_every_periodic_job_dies() -> None:
    """The queue's own, which hold no work of anybody's, are tried with it."""
    ours = {kind for kind in PeriodicJob.__subclasses__() if kind.__module__.startswith("booking.")}
    assert ours <= {*KINDS}


def killed_at_each_commit(jobs: DyingJobs) -> Counter[tuple[str, bool]]:
    """Of every kind, until it lives through it; how often each was killed, before a commit and after one."""
    deaths = Counter[tuple[str, bool]]()
    for kind in KINDS:
        for commit in itertools.count():
            lived = {late: jobs.run(kind, commit, late=late) for late in (False, True)}
            deaths.update((kind.name, late) for late, alive in lived.items() if not alive)
            if all(lived.values()):
                break
    return deaths


def test_each_job_may_die_at_each_commit(database: str, engine: Engine, tmp_path: Path) -> None:
    """On Monday, when who waits, who is to be moved and who comes on Thursday are to hear of it; and on Tuesday, when
    staff are to be called of who has not answered, who did not come and who is to come back are invited, and the doctor
    hears of who has taken a time."""
    week = Week(postgres_clinic(engine, Shortcuts(), demo=True))
    clock = ClockFile(tmp_path / "now")
    with (
        FakeMeta(clock=clock.now, window=None, templates=APPROVED) as meta,
        dying_jobs(environment(database, tmp_path, meta) | {"TURNERO_CLOCK_FILE": str(clock.path)}) as jobs,
    ):

        def at(moment: dt.datetime) -> None:
            clock.set(moment)
            week.clinic.clock.set(moment)

        at(MONDAY)
        deaths = killed_at_each_commit(jobs)
        at(MONDAY + 10 * MINUTE)
        week.answers("Elsa", 0)
        assert jobs.run(ProcessChat)
        at(TUESDAY)
        deaths += killed_at_each_commit(jobs)
        for moment in CALM:
            at(moment)
            assert all(jobs.run(kind) for kind in KINDS)
    assert {name for name, _ in deaths} == {kind.name for kind in KINDS}
    week.check(TUESDAY)
    assert [one.slot.start for one in week.coming("Elsa")] == [WEDNESDAY + HOUR / 2]
    assert "Elsa agendó" in "".join(read(item.content) for item in week.items("Uno"))
    sent = [item for who in week.people for item in week.items(who) if item.state == "sent"]
    times = Counter(message.tracking for message in meta.sent)
    assert times.keys() == {item.token for item in sent}
    twice = sum(times.values()) - len(times)
    assert 0 < twice <= deaths[DeliverClass.name, False], "what WhatsApp had, and nobody lived to write down"
