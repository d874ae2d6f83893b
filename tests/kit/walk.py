"""Walk a clinic with a lying model for many steps, every invariant checked after each: prints steps per second.

    .venv/bin/python -m tests.kit.walk --steps 1000000
    .venv/bin/python -m tests.kit.walk --steps 50000 --postgres
    .venv/bin/python -m tests.kit.walk --steps 100000 --crowd       # everybody wants the same few hours

A walk that fails is made as short as Hypothesis can make it and printed, with the conversation; exit code 1.
"""

from __future__ import annotations

import argparse
import gc
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog

from booking.testing.clinic import Clinic
from booking.testing.coverage import SEEN, Coverage
from booking.testing.crowd import Crowd, crowded_clinic, crowded_seed
from booking.testing.decisions import Decisions
from booking.testing.shrinking import shortest
from booking.testing.walk import Walk, WalkBroken, hostile_clinic, steps_of, walk
from booking.testing.world import Seed, small_seed

MakeClinic = Callable[[], Clinic]


@dataclass
class Report:
    """What one process did."""

    steps: int = 0
    turns: int = 0
    booked: int = 0
    changed: int = 0  # cancelled or moved by chat
    seconds: float = 0.0
    cpu_seconds: float = 0.0  # on a busy machine the fairer measure
    coverage: list[object] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def walk_many(make_clinic: MakeClinic, seed: int, steps: int, a_clinic: int, kind: type[Walk] = Walk) -> Report:
    """As many steps, a new clinic every `a_clinic` of them."""
    report, began, cpu_began = Report(), time.perf_counter(), time.process_time()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    seeds = Decisions(seed)
    while report.steps < steps and not report.failures:
        one = seeds.number()
        numbers = steps_of(one, min(a_clinic, steps - report.steps))
        try:
            clinic = walk(make_clinic, numbers, kind=kind)
        except WalkBroken as broken:
            report.failures.append(told(make_clinic, one, broken, kind))
            break
        report.steps += len(numbers)
        _told_by.put(len(numbers))
        report.turns += len(clinic.records)
        for turn in clinic.records:
            keys = {reply.key for reply in turn.replies}
            report.booked += "booked" in keys
            report.changed += bool(keys & {"cancelled", "moved"})
    report.seconds = time.perf_counter() - began
    report.cpu_seconds = time.process_time() - cpu_began
    report.coverage = list(SEEN.dump())
    return report


def told(make_clinic: MakeClinic, seed: int, broken: WalkBroken, kind: type[Walk]) -> str:
    """A failure as short as it gets, with its conversation."""
    few = shortest(make_clinic, broken.steps, kind=kind)
    clinics: list[Clinic] = []

    def kept() -> Clinic:
        clinics.append(make_clinic())
        return clinics[-1]

    try:
        walk(kept, few, aloud=True, kind=kind)
    except WalkBroken as again:
        broken = again
    said = "\n".join(clinics[-1].transcript)
    return f"seed {seed}: {broken.why}\nsteps: {few}\n\n{said}"


@contextmanager
def on_postgres(seed: Seed) -> Iterator[MakeClinic]:
    """Clinics on a database of this process's own, emptied for each."""
    from sqlalchemy import create_engine, text

    from booking.testing.hostile import Liar
    from booking.testing.world import clinic_on
    from storage import embedded, migrate
    from storage.base import make_engine
    from storage.unit_of_work import SqlUnitOfWorkFactory
    from tests.engine.on_postgres import entered
    from tests.postgres import address

    home = Path(tempfile.gettempdir()) / f"turnero-walk-{os.getppid()}"
    home.mkdir(mode=0o755, exist_ok=True)
    with embedded.server(home, owner=True, fast=True) as url:
        name = f"walk_{os.getpid()}"
        server = create_engine(address(url, "postgres"), isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        migrate.upgrade(address(url, name))
        engine = make_engine(address(url, name), pool_size=4)

        def make_clinic() -> Clinic:
            entered(engine, seed)
            return clinic_on(SqlUnitOfWorkFactory(engine), reader=Liar())

        yield make_clinic
        engine.dispose()
        server.dispose()


_told_by: Any = None  # a queue of steps done, for the one who waits


def begin(told_by: Any) -> None:
    """In each process, once."""
    global _told_by
    _told_by = told_by
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def work(postgres: bool, crowd: bool, seed: int, steps: int, a_clinic: int) -> Report:
    """The share of one process."""
    kind = Crowd if crowd else Walk
    if postgres:
        with on_postgres(crowded_seed() if crowd else small_seed()) as make_clinic:
            return walk_many(make_clinic, seed, steps, a_clinic, kind)
    return walk_many(crowded_clinic if crowd else hostile_clinic, seed, steps, a_clinic, kind)


def waited_for(shares: Sequence[Future[Report]], told_by: Any, steps: int) -> list[Report]:
    """What each process did; how far all of them are is shown meanwhile. Raises if one of them died."""
    done, began = 0, time.perf_counter()
    while not_done := wait(shares, timeout=10).not_done:
        while not told_by.empty():
            done += told_by.get()
        rate = done / (time.perf_counter() - began)
        left = f", {(steps - done) / rate / 60:.0f} min to go" if rate else ""
        print(f"{done:>9,} of {steps:,} steps, {len(not_done)} at work{left}", file=sys.stderr, flush=True)
    return [share.result() for share in shares]


def at_least_one(text: str) -> int:
    """Raises ArgumentTypeError for what is no number, or none from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=at_least_one, default=100_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--processes", type=at_least_one, default=2)
    parser.add_argument("--a-clinic", type=at_least_one, help="steps until a new clinic (fakes 80, PostgreSQL 150)")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--crowd", action="store_true", help="everybody wants the same few hours, and is slow")
    given = parser.parse_args()
    a_clinic = given.a_clinic or (150 if given.postgres else 80)
    print(f"seed {given.seed}, {given.steps} steps, {given.processes} processes, {a_clinic} steps a clinic", flush=True)
    context = multiprocessing.get_context("spawn")
    share = -(-given.steps // given.processes)
    began = time.perf_counter()
    with context.Manager() as manager:
        told_by = manager.Queue()
        with ProcessPoolExecutor(given.processes, context, begin, (told_by,)) as pool:
            shares = [
                pool.submit(work, given.postgres, given.crowd, given.seed + n, share, a_clinic)
                for n in range(given.processes)
            ]
            reports = waited_for(shares, told_by, given.steps)
    seconds = time.perf_counter() - began
    steps = sum(r.steps for r in reports)
    coverage = Coverage()
    for report in reports:
        coverage.merge(Coverage.load(report.coverage))  # type: ignore[arg-type]
    print(
        f"{steps} steps in {seconds:.1f} s: {steps / seconds:.0f} steps/s "
        f"({', '.join(f'{r.steps / r.seconds:.0f}' for r in reports)} a process, "
        f"{steps / sum(r.cpu_seconds for r in reports):.0f} a second of CPU); "
        f"{sum(r.turns for r in reports)} turns, {sum(r.booked for r in reports)} booked, "
        f"{sum(r.changed for r in reports)} cancelled or moved; {coverage.line()}"
    )
    failures = [failure for report in reports for failure in report.failures]
    for failure in failures:
        print("\nBROKEN", failure)
    print("no invariant broken" if not failures else f"{len(failures)} walks broken")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
