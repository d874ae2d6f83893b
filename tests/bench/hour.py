"""An hour under load: `python -m tests.bench.hour [--minutes 60] [--talks 3]`, what `make nightly` runs.

`turnero serve` with its workers, as processes of their own, a fake of Meta before them, and so many talks a second
begun, each of five messages that book an appointment, whether or not those before have ended. By the minute: memory of
who acknowledges and of the workers, messages answered, and how long the answers took. Exit 1 where a message stayed
unanswered, a job failed, a process died, or memory grew after the first fifth.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from booking.testing.channel.meta import FakeMeta
from storage import embedded, migrate
from storage.base import conninfo
from tests.bench.clinic import KINDS, Bench
from tests.bench.report import percentile, table
from tests.bench.webhook import serving
from tests.postgres import address

_FLAT = 1.10
"""Memory of the last fifth, over that of the second: more is growth."""
_PATIENCE = 120.0
"""Seconds after which an answer is missing."""
_AT_ONCE = 200
"""Talks under way, at most: more would measure the one who asks."""


@dataclass
class Minute:
    """What came of one: answers in ms, and megabytes of the processes at its end."""

    took: list[float] = field(default_factory=list)
    missing: int = 0
    memory: Mapping[str, float] = field(default_factory=dict)


@dataclass
class Talks:
    """People who each book one appointment, and how they were answered."""

    bench: Bench
    meta: FakeMeta
    now: Minute = field(default_factory=Minute)
    room: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_AT_ONCE))

    def begin(self, pool: ThreadPoolExecutor) -> bool:
        """Whether one began: False where too many are under way."""
        if not self.room.acquire(blocking=False):
            return False
        pool.submit(self._hold)
        return True

    def _hold(self) -> None:
        try:
            person = self.bench.person()
            phone = self.meta.phone(f"52664{person:07d}", name="Ana")
            for kind in KINDS:
                began = time.monotonic()
                try:
                    phone.ask(lambda one, kind=kind: one.say(self.bench.words(person, kind)), _PATIENCE)  # type: ignore[misc]
                except AssertionError:
                    self.now.missing += 1
                    return
                self.now.took.append((time.monotonic() - began) * 1000)
        finally:
            self.room.release()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hour", description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--talks", type=float, default=3.0, help="begun a second; five messages each")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="turnero-hour-") as place:
        home = Path(place)
        home.chmod(0o755)
        with embedded.server(home, owner=True, fast=False) as server:
            with psycopg.connect(conninfo(server), autocommit=True) as connection:
                connection.execute("CREATE DATABASE bench")
            url = address(server, "bench")
            migrate.upgrade(url)
            bench = Bench(url)
            try:
                sys.exit(_run(bench, url, chosen.minutes, chosen.talks))
            finally:
                bench.database.dispose()


def _run(bench: Bench, url: str, minutes: int, per_second: float) -> int:
    passed: list[Minute] = []
    with FakeMeta(app_secret="bench", verify_token="bench") as meta, ThreadPoolExecutor(_AT_ONCE) as pool:
        settings = {
            "WHATSAPP_ACCESS_TOKEN": meta.token,
            "WHATSAPP_PHONE_NUMBER_ID": meta.phone_number_id,
            "WHATSAPP_API_BASE_URL": meta.base_url,
            "TURN_PAUSE_MS": "0",
        }
        with serving([sys.executable, "-m", "booking.admin", "serve"], url, settings) as (port, pid):
            meta.webhook_url = f"http://127.0.0.1:{port}/webhook"
            talks, held_back = Talks(bench, meta), 0
            for number in range(minutes):
                talks.now = Minute()
                end = time.monotonic() + 60
                while (left := end - time.monotonic()) > 0:
                    held_back += not talks.begin(pool)
                    time.sleep(min(1 / per_second, left))
                talks.now.memory = _memory(pid)
                passed.append(talks.now)
                _tell(number + 1, talks.now)
            pool.shutdown(wait=True)
    return _verdict(bench, passed, held_back)


def _memory(serve: int) -> Mapping[str, float]:
    """Megabytes that are no other process's, by what it is."""
    top = psutil.Process(serve)
    beside = [one for one in top.children(recursive=True) if "worker" in one.cmdline()]
    found = {"serve": top.memory_full_info().uss / 2**20}
    return found | {f"worker {n}": one.memory_full_info().uss / 2**20 for n, one in enumerate(beside, 1)}


def _tell(number: int, minute: Minute) -> None:
    memory = ", ".join(f"{name} {size:.0f} MB" for name, size in minute.memory.items())
    took = f"p50 {percentile(minute.took, 50):.0f} ms, p99 {percentile(minute.took, 99):.0f}" if minute.took else ""
    print(f"minute {number}: {len(minute.took)} answers, {took}; {minute.missing} missing; {memory}", flush=True)


def _verdict(bench: Bench, passed: Sequence[Minute], held_back: int) -> int:
    """Table of memory over the run; 1 where something is wrong."""
    fifth = max(len(passed) // 5, 1)
    early, late = passed[fifth : 2 * fifth] or passed, passed[-fifth:]
    rows, wrong = [], []
    for name in passed[0].memory:
        sizes = [[minute.memory.get(name, 0.0) for minute in part] for part in (early, late)]
        before, after = (statistics.fmean(part) for part in sizes)
        rows.append((name, before, after, f"{after / before:.2f}"))
        if after > before * _FLAT:
            wrong.append(f"the memory of {name} grew")
        if not all(name in minute.memory for minute in passed):
            wrong.append(f"{name} died")
    table("Memory that is no other process's, MB", ("", "second fifth", "last fifth", "grown"), rows)
    missing = sum(minute.missing for minute in passed)
    with psycopg.connect(conninfo(bench.url)) as connection:
        failed = connection.execute("SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed'").fetchone()
    wrong += [f"{missing} answers missing"] * bool(missing) + [f"{failed[0]} jobs failed"] * bool(failed and failed[0])
    answers = sum(len(minute.took) for minute in passed)
    print(
        f"\n{answers} answers, {bench.booked()} booked, {held_back} talks not begun; {'; '.join(wrong) or 'no error'}"
    )
    return bool(wrong)


if __name__ == "__main__":
    main()
