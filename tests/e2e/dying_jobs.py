"""Background jobs in processes that die by SIGKILL at a commit: before it is done, or as soon as it is.

As a program it has everything imported, is asked on its input for one job after another, and runs each in a fork of
itself, in which nothing of the one before is left.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import text

from booking.models import Job
from booking.runtime.composition_root import App, opened
from storage.repositories.outbox_repository import SqlOutbox
from storage.unit_of_work import SqlUnitOfWork

_WAITING: Final = text(
    "SELECT id, args FROM procrastinate_jobs WHERE task_name = :name AND status = 'todo' ORDER BY priority DESC, id"
)
_DONE: Final = text("DELETE FROM procrastinate_jobs WHERE id = :id")


class DyingJobs:
    """Asks that program for jobs."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.dying_jobs"],
            env=environment,
            cwd=environment["TURNERO_HOME"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, job: type[Job], dies_at: int | None = None, *, late: bool = False) -> bool:
        """Run a job of the clock's, or of another kind all that wait; whether the process lived. It is killed at that
        commit, counted from 0. Raises AssertionError where it ended otherwise."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"job": job.name, "dies_at": dies_at, "late": late}) + "\n")
        self._process.stdin.flush()
        status = int(self._process.stdout.readline())
        assert status in (0, -signal.SIGKILL), f"{job.name} ended with {status}"
        return status == 0

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def dying_jobs(environment: Mapping[str, str]) -> Iterator[DyingJobs]:
    """The program, for the length of the block."""
    jobs = DyingJobs(environment)
    try:
        yield jobs
    finally:
        jobs.close()


def main() -> None:
    said, sys.stdout = sys.stdout, sys.stderr
    with opened() as app:
        assert app.queue  # made before, not in each fork
        for line in sys.stdin:
            pid = os.fork()
            if not pid:
                _run(app, json.loads(line))
            _, status = os.waitpid(pid, 0)
            print(os.waitstatus_to_exitcode(status), file=said, flush=True)


def _run(app: App, asked: dict[str, Any]) -> None:
    """Ends this process."""
    code = 1
    try:
        app.database.dispose(close=False)  # its connections are the parent's
        _die_at(asked["dies_at"], asked["late"])
        _work(app, asked["job"])
        code = 0
    finally:
        os._exit(code)


def _work(app: App, name: str) -> None:
    kind, handle = next((kind, handle) for kind, handle in app.queue.handlers.items() if kind.name == name)
    if not kind.model_fields:
        handle(kind())
    with app.database.begin() as connection:
        waiting = connection.execute(_WAITING, {"name": name}).all()
    for id, arguments in waiting:
        if kind.model_fields:
            handle(kind.model_validate(arguments))
        with app.database.begin() as connection:
            connection.execute(_DONE, {"id": id})


def _die_at(commit: int | None, late: bool) -> None:
    """Of a unit of work: what the queue notes of its jobs is none."""
    commits = iter(range(sys.maxsize))

    def dying(commits_as_ever: Callable[..., None], is_one: Callable[[Mapping[str, Any]], bool]) -> Any:
        def dies(*given: Any, **named: Any) -> None:
            here = is_one(named) and next(commits) == commit
            if here and not late:
                os.kill(os.getpid(), signal.SIGKILL)
            commits_as_ever(*given, **named)
            if here:
                os.kill(os.getpid(), signal.SIGKILL)

        return dies

    # Of this process, which does this job and ends. What was sent is noted by a statement that commits by itself.
    SqlUnitOfWork.commit = dying(SqlUnitOfWork.commit, lambda _: True)
    SqlOutbox.mark_sent = dying(SqlOutbox.mark_sent, lambda named: bool(named.get("alone")))


if __name__ == "__main__":
    main()
