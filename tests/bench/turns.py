"""How long turns take, how many there are a second, and where the time goes."""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Engine as Database
from sqlalchemy import text

from booking.models import DeliverClass, ProcessChat
from storage.queue import Queue
from tests.bench.clinic import KINDS, Bench
from tests.bench.report import GOAL_MS, GOAL_RATE, percentile, table, verdict


def time_turns(bench: Bench, people: int) -> float:
    """Table: one turn after another in one thread, without a model. Our CPU of the median one, in ms."""
    took: dict[str, list[float]] = {kind: [] for kind in KINDS}
    busy: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for person in (bench.person() for _ in range(people)):
        for kind in KINDS:
            chat, message = bench.receive(person, kind)
            start, worked = time.perf_counter(), time.thread_time()
            bench.engine.process(chat, message)
            busy[kind].append((time.thread_time() - worked) * 1000)
            took[kind].append((time.perf_counter() - start) * 1000)
            bench.delivery.deliver(chat)
    rows = []
    for kind in (*KINDS, "all"):
        kinds = KINDS if kind == "all" else (kind,)
        whole = [value for name in kinds for value in took[name]]
        cpu = [value for name in kinds for value in busy[name]]
        rows.append(
            (
                kind,
                percentile(whole, 50),
                percentile(whole, 95),
                percentile(cpu, 50),
                verdict(percentile(whole, 50) < GOAL_MS),
            )
        )
    columns = ("", "p50", "p95", "of p50, our CPU", "")
    table(f"Turn time without a model, ms (goal: under {GOAL_MS:.0f})", columns, rows)
    return percentile([value for kind in KINDS for value in busy[kind]], 50)


def rate_of_turns(bench: Bench, people: int, threads: int) -> None:
    """Table: turns a second of one process."""
    rows = []
    everybody = [bench.person() for _ in range(people)]
    for workers in (1, threads):
        total, spent = 0, 0.0
        for kind in KINDS:
            chats = [bench.receive(person, kind) for person in everybody]
            start = time.perf_counter()
            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(lambda chat: bench.engine.process(*chat), chats))
            spent += time.perf_counter() - start
            total += len(chats)
        rate = total / spent
        rows.append((f"{workers} thread{'s' if workers > 1 else ''}", f"{rate:.0f}", verdict(rate > GOAL_RATE)))
        everybody = [bench.person() for _ in range(people)]
    total, spent = 0, 0.0
    for kind in KINDS:
        for person in everybody:
            bench.receive(person, kind)
        spent += run_worker(bench, until=lambda: jobs_left(bench.database) == 0)
        total += len(everybody)
    rate = total / spent
    rows.append(("through the queue, each answer delivered", f"{rate:.0f}", verdict(rate > GOAL_RATE)))
    table(f"Turns a second of one process (goal: over {GOAL_RATE:.0f})", ("", "turns/s", ""), rows)


def run_worker(bench: Bench, until: Callable[[], bool], threads: int = 8) -> float:
    """Run a worker until then; the seconds since it was ready."""
    queue = Queue(
        bench.url,
        handlers={
            ProcessChat: lambda job: bench.engine.process(job.conversation_id, job.message_id),
            DeliverClass: lambda job: bench.delivery.deliver(job.conversation_id, job.message_class),
        },
        threads=threads,
    )

    async def work() -> float:
        stop = asyncio.Event()
        running = asyncio.create_task(queue.run(stop))
        while not queue.running:
            await asyncio.sleep(0.002)
        start = time.perf_counter()
        while not await asyncio.to_thread(until):
            await asyncio.sleep(0.02)
        took = time.perf_counter() - start
        stop.set()
        await running
        return took

    return asyncio.run(work())


def jobs_left(database: Database) -> int:
    with database.connect() as connection:
        return (
            connection.scalar(
                text(
                    "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
                    " AND task_name IN ('turnero.process', 'turnero.deliver')"
                )
            )
            or 0
        )


def profile_turns(bench: Bench, people: int) -> None:
    """Where the time of a turn goes, in our process."""
    time_turns(bench, 4)  # warm
    profile = cProfile.Profile(timer=time.thread_time)
    for person in (bench.person() for _ in range(people)):
        for kind in KINDS:
            chat, message = bench.receive(person, kind)
            profile.enable()
            bench.engine.process(chat, message)
            profile.disable()
            bench.delivery.deliver(chat)
    print()
    stats = pstats.Stats(profile).strip_dirs().sort_stats("cumulative")
    stats.print_stats(60)
    stats.sort_stats("tottime").print_stats(20)
