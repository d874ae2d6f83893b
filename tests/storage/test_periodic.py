"""Jobs of the clock go on whatever their worker dies of, and tell how long ago they last ran."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from procrastinate.periodic import PeriodicTask
from pydantic import SecretStr
from sqlalchemy import Engine, event, text

from booking.models import FindReminders, PeriodicJob, Purge, Sweep
from booking.runtime.composition_root import opened
from booking.runtime.health import SWEEP_TOO_OLD
from booking.settings import Settings
from booking.testing.profiles import PROFILE
from storage import periodic
from storage.queue import Queue
from tests.storage.queue_worker import Worker, until

WORK = """
import asyncio, sys
from booking.models import FindReminders, Purge, Sweep
from storage.queue import Queue
handlers = {Sweep: print, Purge: print, FindReminders: print}
queue = Queue(sys.argv[1], handlers=handlers, threads=8, heartbeat_seconds=0.4)
asyncio.run(queue.run(asyncio.Event()))
"""


def declared() -> dict[str, PeriodicTask]:
    """Every periodic job that a worker runs, by name."""
    queue = Queue("postgresql:///x", handlers={Sweep: print, Purge: print, FindReminders: print})
    with ThreadPoolExecutor(1) as pool:
        tasks = queue.app(pool).periodic_registry.periodic_tasks.values()
    return {task.task.name.removeprefix("turnero."): task for task in tasks}


@pytest.mark.parametrize("name", sorted(declared()))
def test_a_periodic_job_cannot_keep_the_next_from_running(name: str) -> None:
    job = declared()[name].task
    assert job.lock is None, "a dead worker's would never be free: declare it with PeriodicJobs"
    assert job.queueing_lock == name


ALONE = [[name] for name in sorted(declared())] if PROFILE == "nightly" else []


@pytest.mark.parametrize("names", [sorted(declared()), *ALONE], ids="+".join)
def test_a_worker_killed_in_a_periodic_job_stops_no_upkeep(names: list[str], database: str, engine: Engine) -> None:
    """Killed while it writes down that it has run: the job is `doing`, and another is soon waiting."""
    with engine.begin() as connection:
        for name in declared():
            connection.execute(text("INSERT INTO trabajos_periodicos VALUES (:name, '2020-01-01Z')"), {"name": name})
    with engine.begin() as holding:
        held = "SELECT 1 FROM trabajos_periodicos WHERE nombre = ANY (:names) FOR UPDATE"
        holding.execute(text(held), {"names": names})
        for name in names:
            enqueue(engine, name)
        victim = subprocess.Popen([sys.executable, "-c", WORK, database], cwd=Path(__file__).parents[2])
        try:
            until(lambda: running(engine) >= set(names))
        finally:
            victim.kill()
            victim.wait()
    with engine.begin() as connection:  # what did not die with it: the clock went on
        connection.execute(text("UPDATE trabajos_periodicos SET terminado_en = '2020-01-01Z'"))
    for name in names:
        enqueue(engine, name)
    with Worker(database, heartbeat_seconds=0.4).at_work():
        until(lambda: all(ran(engine, name) for name in {*names, "sweep", "retry_stalled"}))
        until(lambda: not stalled(engine))


def enqueue(engine: Engine, name: str) -> None:
    """A run is due, if none waits already: not every job comes every few seconds."""
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO procrastinate_jobs (queue_name, task_name, queueing_lock, lock, args, priority)"
                " VALUES ('turnero', :task, :waiting, :lock, '{\"timestamp\": 0}', 100) ON CONFLICT DO NOTHING"
            ),
            {
                "task": f"turnero.{name}",
                "waiting": declared()[name].task.queueing_lock,
                "lock": declared()[name].task.lock,
            },
        )


def running(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        names = connection.scalars(text("SELECT task_name FROM procrastinate_jobs WHERE status = 'doing'"))
        return {name.removeprefix("turnero.") for name in names}


def stalled(engine: Engine) -> int:
    """Jobs of workers that are gone, as procrastinate tells them."""
    gone = (
        "SELECT count(*) FROM procrastinate_jobs j LEFT JOIN procrastinate_workers w ON w.id = j.worker_id"
        " WHERE j.status = 'doing' AND (w.id IS NULL OR w.last_heartbeat < now() - interval '2 s')"
    )
    with engine.connect() as connection:
        return connection.scalar(text(gone)) or 0


def ran(engine: Engine, name: str) -> bool:
    """Since it was said to have run long ago."""
    age = periodic.age(engine, name)
    return age is not None and age < 24 * 3600


def test_what_never_ran_has_no_age(engine: Engine) -> None:
    assert periodic.age(engine, "sweep") is None


def test_the_age_is_that_of_the_last_run_to_its_end(database: str, engine: Engine) -> None:
    worker = Worker(database)
    with worker.at_work():
        until(lambda: worker.sweeps and periodic.age(engine, "sweep") is not None)
    with engine.begin() as connection:
        connection.execute(text("UPDATE trabajos_periodicos SET terminado_en = now() - interval '1 hour'"))
    age = periodic.age(engine, "sweep")
    assert age is not None
    assert age >= 3600


def test_a_run_that_outlasts_its_interval_is_not_begun_twice() -> None:
    """In one process; the next of two runs at once has nothing to do."""
    queue = Queue("postgresql:///x", handlers={Sweep: print, Purge: print})
    with ThreadPoolExecutor(1) as pool:
        app = queue.app(pool)
    begun, release = [], asyncio.Event()

    async def slow() -> None:
        begun.append(1)
        await release.wait()

    class Slow(PeriodicJob):
        name = "turnero.slow"
        cron = "* * * * *"

    async def two() -> None:
        periodic.PeriodicJobs(app).declare(Slow(), slow)
        job = app.tasks["turnero.slow"]
        first = asyncio.create_task(job(timestamp=0))
        await asyncio.sleep(0)
        await job(timestamp=1)
        first.cancel()

    asyncio.run(two())
    assert begun == [1]


def test_a_sweep_too_long_ago_is_an_error_wherever_it_is_asked(database: str, engine: Engine, tmp_path: Path) -> None:
    """The worker may be another process: a command, and a web server without one, see it in the database."""
    settings = Settings(_env_file=None, database_url=SecretStr(database), turnero_home=tmp_path)
    with opened(settings) as app:
        assert (app.health().checks["queue"], app.sweep_age()) == ("absent", None)
        asked: list[str] = []
        event.listen(app.database, "before_cursor_execute", lambda *call: asked.append(call[2]))
        for ago, state in ((0, "ok"), (SWEEP_TOO_OLD + 1, "error")):
            with engine.begin() as connection:
                connection.execute(text("DELETE FROM trabajos_periodicos"))
                since = "INSERT INTO trabajos_periodicos VALUES ('sweep', now() - make_interval(secs => :ago))"
                connection.execute(text(since), {"ago": ago})
            assert app.health().checks["queue"] == state
            asked.clear()
            health, age, *_ = app.health()
            assert (health["queue"], (age or 0) >= ago) == (state, True)
            assert sum("trabajos_periodicos" in statement for statement in asked) == 1
