"""Periodic jobs: what they take up again, and that a run that did something is measured."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from booking.intents import RequestHuman
from booking.models import Text
from booking.models.retention import STAGES_KEPT
from booking.models.stage_times import StageOutcome, StageTime
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.runtime.upkeep import Upkeep
from booking.testing.fakes import MemoryDatabase, RecordingSender
from booking.testing.frozen_clock import FrozenClock
from booking.testing.world import OPENING_DAY, memory_clinic, small_seed


def upkeep(begin: UnitOfWorkFactory, clock: FrozenClock) -> Upkeep:
    return Upkeep(begin, clock, RecordingSender(ready=False), lambda conversation_id: None)


def measured(begin: UnitOfWorkFactory) -> list[tuple[str, StageOutcome, str | None]]:
    with begin() as uow:
        times = uow.metrics.list()
    assert all(time.took_ms >= 0 and time.conversation_id is None for time in times)
    return [(time.stage, time.outcome, time.error) for time in reversed(times)]


@pytest.fixture(params=["memory", "postgres"])
def database(request: pytest.FixtureRequest) -> UnitOfWorkFactory:
    if request.param == "postgres":
        begin: UnitOfWorkFactory = request.getfixturevalue("begin")
        return begin
    seed = small_seed()
    return MemoryDatabase().seed(seed.clinic, seed.doctors, seed.openings)


def test_a_run_that_did_nothing_is_not_measured(database: UnitOfWorkFactory) -> None:
    """The sweep comes every few seconds."""
    jobs = upkeep(database, FrozenClock(OPENING_DAY))
    jobs.sweep()
    jobs.purge()
    assert measured(database) == []


def test_a_run_that_did_something_is_measured() -> None:
    clinic = memory_clinic()
    clinic.receive("Ana", Text(body="hola"))
    upkeep(clinic.begin, clinic.clock).sweep()
    assert measured(clinic.begin) == [("sweep", StageOutcome.SUCCESS, None)]


def test_a_chat_goes_back_to_the_bot_whatever_staff_and_patients_cannot_be_told() -> None:
    clinic, back = memory_clinic(), list[int]()
    clinic.mean("Ana", RequestHuman())
    clinic.advance(days=30)
    calls = iter((True,))  # the sweep's own transaction

    def begin() -> UnitOfWork:
        if not next(calls, False):
            raise ZeroDivisionError
        return clinic.begin()

    with pytest.raises(ZeroDivisionError):
        Upkeep(begin, clinic.clock, RecordingSender(ready=False), back.append).sweep()
    assert back == [clinic.conversations["Ana"]]


@pytest.mark.parametrize("job", [Upkeep.sweep, Upkeep.purge])
def test_a_job_that_fails_says_so_and_is_measured(job: Callable[[Upkeep], None]) -> None:
    """The failure itself goes on to the queue, which knows what to do with it."""
    database = MemoryDatabase()
    calls = iter([True])

    def begin() -> object:
        if next(calls, False):
            raise ZeroDivisionError
        return database()

    with pytest.raises(ZeroDivisionError):
        job(upkeep(begin, FrozenClock(OPENING_DAY)))  # type: ignore[arg-type]
    name = job.__name__
    assert measured(database) == [(name, StageOutcome.ERROR, "ZeroDivisionError")]


def test_measurements_are_forgotten_in_time(database: UnitOfWorkFactory) -> None:
    with database() as uow:
        uow.metrics.add([StageTime(stage="sweep", took_ms=1, at=OPENING_DAY)])
        uow.commit()
    clock = FrozenClock(OPENING_DAY + STAGES_KEPT * 2)
    upkeep(database, clock).purge()
    assert measured(database) == [("purge", StageOutcome.SUCCESS, None)]
