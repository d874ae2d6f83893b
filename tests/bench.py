"""Figures: `make bench`, or `python -m tests.bench [--durable] [--quick] [--profile]`.

Statements and transactions are counted in the server's own log, so that nothing escapes: ours, the ones of the
queue, savepoints. Times are taken without that log, on the machine as it is: what else runs on it shows in them.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import datetime as dt
import hashlib
import hmac
import itertools
import json
import os
import pstats
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from zoneinfo import ZoneInfo

import psycopg
import structlog
from sqlalchemy import Engine as Database
from sqlalchemy import text

from booking.delivery import Delivery
from booking.engine import Engine, Pace
from booking.models import Identity, IdentityKind, InboundMessage, Text
from booking.testing.clock import FrozenClock
from booking.testing.fakes import RecordingSender, ScriptedKnowledge
from nlu.shortcuts import Shortcuts
from storage import embedded, migrate
from storage.base import conninfo, make_engine
from storage.demo import load_demo
from storage.queue import Queue
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.postgres import address

ROOT = Path(__file__).parents[1]
ZONE = ZoneInfo("America/Tijuana")
NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZONE)
KINDS = ("greet", "check", "select", "name", "yes")
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()

GOAL_STATEMENTS, GOAL_TRANSACTIONS, GOAL_MS, GOAL_RATE = 15, 3, 8.0, 100.0


# --- the clinic under measure ----------------------------------------------------------------------------


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
        days = [day for n in range(1, 55) if (day := NOW.date() + dt.timedelta(days=n)).weekday() < 5]
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


# --- statements ------------------------------------------------------------------------------------------


class ServerLog:
    """The server's log of statements, read between two moments."""

    LINE = re.compile(r"^(\d+) bench LOG:  (?:statement|execute [^:]*): (.*(?:\n\t.*)*)", re.M)

    def __init__(self, home: Path, url: str) -> None:
        self._path = home / "postgres.log"
        self._connection = psycopg.connect(conninfo(url), autocommit=True)
        self._pid = self._connection.info.backend_pid
        self._connection.execute("ALTER SYSTEM SET log_line_prefix = '%p %d '")
        self._set("none")

    def _set(self, level: str) -> None:
        self._connection.execute(f"ALTER SYSTEM SET log_statement = '{level}'")
        self._connection.execute("SELECT pg_reload_conf()")

    @contextmanager
    def on(self) -> Iterator[None]:
        """Log every statement of every session, old ones too."""
        self._set("all")
        time.sleep(0.3)  # sessions notice at their next statement
        yield
        self._set("none")
        time.sleep(0.3)

    def mark(self) -> int:
        return self._path.stat().st_size

    def since(self, mark: int, until: int | None = None) -> list[tuple[int, str]]:
        """(session, statement) between two marks, but for our own."""
        with self._path.open("rb") as log:
            log.seek(mark)
            said = log.read() if until is None else log.read(until - mark)
        found = self.LINE.findall(said.decode(errors="replace"))
        return [(int(pid), statement.strip()) for pid, statement in found if int(pid) != self._pid]


@dataclass
class Count:
    """What one piece of work cost the server."""

    statements: int = 0
    savepoints: int = 0
    transactions: int = 0
    jobs: int = 0
    pings: int = 0

    @classmethod
    def of(cls, log: Sequence[tuple[int, str]]) -> Count:
        count = cls()
        for _, statement in log:
            word = statement.split(None, 1)[0].upper().rstrip(";") if statement else ""
            if word in ("BEGIN", "ROLLBACK") and "TO SAVEPOINT" not in statement.upper():
                continue
            if statement == ";":  # the pool looks whether the connection is alive
                count.pings += 1
                continue
            if word == "COMMIT":
                count.transactions += 1
                continue
            if "SAVEPOINT" in statement.upper()[:24]:
                count.savepoints += 1
                continue
            count.statements += 1
            count.jobs += "procrastinate_defer" in statement
        # A transaction that only read ends in ROLLBACK; it is one nevertheless.
        begun = sum(statement.upper().startswith("BEGIN") for _, statement in log)
        count.transactions = max(count.transactions, begun)
        return count


def until_commit(log: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """A turn from the start of its job to its commit; what follows looks whether there is more to do."""
    last = max((place for place, (_, said) in enumerate(log) if said.upper().startswith("COMMIT")), default=len(log))
    return list(log[: last + 1])


def count_statements(bench: Bench, log: ServerLog, people: int) -> None:
    """Table: what each kind of turn costs, intake and delivery apart."""
    turns: dict[str, list[Count]] = {kind: [] for kind in KINDS}
    bench.receive(bench.person(), "greet")  # connections are made outside the log
    parts: dict[str, list[Count]] = {"intake, a person we know": [], "look for more, after": [], "delivery": []}
    shown: dict[str, list[str]] = {}
    with log.on():
        for person in (bench.person() for _ in range(people)):
            for kind in KINDS:
                start = log.mark()
                chat, message = bench.receive(person, kind)
                received = log.mark()
                bench.engine.process(chat, message)
                processed = log.mark()
                bench.delivery.deliver(chat)
                delivered = log.mark()
                turn = log.since(received, processed)
                handled = until_commit(turn)
                turns[kind].append(Count.of(handled))
                shown[kind] = [said for _, said in handled]
                if kind != KINDS[0]:
                    parts["intake, a person we know"].append(Count.of(log.since(start, received)))
                parts["look for more, after"].append(Count.of(turn[len(handled) :]))
                parts["delivery"].append(Count.of(log.since(processed, delivered)))
    rows = []
    for kind, counts in turns.items():
        worst = max(counts, key=lambda c: c.statements)
        met = worst.statements <= GOAL_STATEMENTS and worst.transactions <= GOAL_TRANSACTIONS
        rows.append((kind, *_spread(counts), _verdict(met)))
    title = f"Turn, job start to commit (goal: at most {GOAL_STATEMENTS} statements, {GOAL_TRANSACTIONS} transactions)"
    columns = ("", "statements", "of them jobs", "savepoints", "transactions", "pings", "")
    table(title, columns, rows)
    table("Apart from it", columns[:-1], [(name, *_spread(counts)) for name, counts in parts.items()])
    if os.environ.get("TURNERO_BENCH_SQL"):
        for kind, statements in shown.items():
            print(f"\n{kind}:", *(f"  {' '.join(said.split())[:110]}" for said in statements), sep="\n")


def _spread(counts: Sequence[Count]) -> tuple[str, ...]:
    def said(values: Sequence[int]) -> str:
        low, high = min(values), max(values)
        return f"{low}" if low == high else f"{low}-{high}"

    return tuple(
        said([getattr(count, name) for count in counts])
        for name in ("statements", "jobs", "savepoints", "transactions", "pings")
    )


def count_queue(bench: Bench, log: ServerLog, people: int) -> None:
    """Table: what the queue adds to a job, once the worker is at work."""
    chats = [bench.receive(bench.person(), "greet") for _ in range(people)]
    with log.on():
        mark = log.mark()
        run_worker(bench, until=lambda: _left(bench.database) == 0)
        said = log.since(mark)
    by_session: dict[int, list[tuple[int, str]]] = {}
    for line in said:
        by_session.setdefault(line[0], []).append(line)
    queue = [line for lines in by_session.values() for line in lines if "procrastinate" in line[1]]
    ours = Counter(re.findall(r"procrastinate_\w+", " ".join(said for _, said in queue)))
    defers = ours.pop("procrastinate_defer_jobs_v1", 0)
    done = 2 * len(chats)  # a turn and a delivery each
    table(
        f"Queue, {done} jobs of {len(chats)} turns, fetching and finishing included",
        ("", "a job"),
        [
            ("statements of the worker", f"{(len(queue) - defers) / done:.1f}"),
            *((name, f"{number / done:.1f}") for name, number in ours.most_common(6)),
        ],
    )


# --- times -----------------------------------------------------------------------------------------------


def time_turns(bench: Bench, people: int) -> None:
    """Table: one turn after another in one thread, without a model."""
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
        rows.append((kind, _at(whole, 50), _at(whole, 95), _at(cpu, 50), _verdict(_at(whole, 50) < GOAL_MS)))
    columns = ("", "p50", "p95", "of p50, our CPU", "")
    table(f"Turn time without a model, ms (goal: under {GOAL_MS:.0f})", columns, rows)


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
        rows.append((f"{workers} thread{'s' if workers > 1 else ''}", f"{rate:.0f}", _verdict(rate > GOAL_RATE)))
        everybody = [bench.person() for _ in range(people)]
    total, spent = 0, 0.0
    for kind in KINDS:
        for person in everybody:
            bench.receive(person, kind)
        spent += run_worker(bench, until=lambda: _left(bench.database) == 0)
        total += len(everybody)
    rate = total / spent
    rows.append(("through the queue, each answer delivered", f"{rate:.0f}", _verdict(rate > GOAL_RATE)))
    table(f"Turns a second of one process (goal: over {GOAL_RATE:.0f})", ("", "turns/s", ""), rows)


def run_worker(bench: Bench, until: Callable[[], bool], threads: int = 8) -> float:
    """Run a worker until then; the seconds since it was ready."""
    queue = Queue(
        bench.url,
        process=bench.engine.process,
        deliver=bench.delivery.deliver,
        sweep=lambda: None,
        purge=print,
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


def _left(database: Database) -> int:
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


# --- the webhook -----------------------------------------------------------------------------------------


def time_webhook(url: str, per_second: int, seconds: int) -> None:
    """Table: from the moment a delivery was due to its 200, with a steady stream of signed texts."""
    rows = []
    for name, command in (
        ("webhook alone", [sys.executable, "-m", "tests.bench", "--webhook-only"]),
        ("turnero serve (worker in the same process)", [sys.executable, "-m", "booking.admin", "serve"]),
    ):
        with _serving(command, url) as port:
            asyncio.run(_stream(port, 20, 1))  # connections, plans, imports
            took, statuses = asyncio.run(_stream(port, per_second, seconds))
        bad = {status: number for status, number in statuses.items() if status != 200}
        rows.append((name, _at(took, 50), _at(took, 99), f"{max(took):.1f}", str(bad or "all 200")))
    table(f"Webhook acknowledgement at {per_second} requests/s, ms", ("", "p50", "p99", "max", ""), rows)


@contextmanager
def _serving(command: Sequence[str], url: str) -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": url,
        "WHATSAPP_APP_SECRET": "bench",
        "WHATSAPP_VERIFY_TOKEN": "bench",
    }
    with tempfile.TemporaryDirectory() as place, (Path(place) / "log").open("wb") as said:
        environment["TURNERO_HOME"] = place
        process = subprocess.Popen(
            [*command, "--port", str(port)], env=environment, cwd=place, stdout=said, stderr=said
        )
        try:
            end = time.monotonic() + 60
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() > end:
                        raise RuntimeError((Path(place) / "log").read_text()[-2000:]) from None
                    time.sleep(0.05)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


async def _stream(port: int, per_second: int, seconds: int) -> tuple[list[float], Counter[int]]:
    """Open loop: each request is due at its time, whether or not the one before was answered."""
    took: list[float] = []
    statuses: Counter[int] = Counter()
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    begun = time.perf_counter() + 0.05

    async def one(number: int) -> None:
        due = begun + number / per_second
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        body = _delivery(number % 200, "hola" if number % 3 else "quiero una cita mañana por la tarde")
        signed = hmac.new(b"bench", body, hashlib.sha256).hexdigest()
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"POST /webhook HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
            f"X-Hub-Signature-256: sha256={signed}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer, re.I)
        await reader.readexactly(int(length[1]) if length else 0)
        took.append((time.perf_counter() - due) * 1000)
        statuses[int(answer.split()[1])] += 1
        idle.append((reader, writer))

    await asyncio.gather(*(one(number) for number in range(per_second * seconds)))
    for _, writer in idle:
        writer.close()
    return took, statuses


def _delivery(person: int, words: str) -> bytes:
    wa_id = f"52664{5_000_000 + person}"
    message = {
        "from": wa_id,
        "id": f"wamid.{uuid.uuid4().hex}",
        "timestamp": str(int(time.time())),
        "type": "text",
        "text": {"body": words},
    }
    value = {
        "messaging_product": "whatsapp",
        "metadata": {"display_phone_number": "526641110000", "phone_number_id": "106540352242922"},
        "contacts": [{"profile": {"name": "Ana"}, "wa_id": wa_id}],
        "messages": [message],
    }
    body = {
        "object": "whatsapp_business_account",
        "entry": [{"id": "1", "changes": [{"field": "messages", "value": value}]}],
    }
    return json.dumps(body, separators=(",", ":")).encode()


def serve_webhook_only(port: int) -> None:
    """The webhook without a worker beside it."""
    import uvicorn

    from booking import logs
    from booking.bootstrap import opened
    from webhook.app import create_app, server_config

    logs.configure()
    with opened() as app:
        web = create_app(
            intake=app.engine,
            clock=app.clock,
            checks=app.checks,
            app_secret=app.settings.whatsapp_app_secret,
            verify_token=app.settings.whatsapp_verify_token,
        )
        uvicorn.Server(server_config(web, "127.0.0.1", port)).run()


# --- profile, tables, start ------------------------------------------------------------------------------


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


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print one, aligned."""
    said = [[f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]
    widths = [max(len(row[n]) for row in [list(columns), *said]) for n in range(len(columns))]
    print(f"\n{title}")
    for row in [list(columns), *said]:
        print(
            "  "
            + "  ".join(
                cell.ljust(width) if n == 0 else cell.rjust(width)
                for n, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
        )


def _at(values: Sequence[float], percent: int) -> float:
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def _verdict(met: bool) -> str:
    return "ok" if met else "MISSED"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--durable", action="store_true", help="wait for the disk, as in production")
    parser.add_argument("--quick", action="store_true", help="a fifth of the work")
    parser.add_argument("--profile", action="store_true", help="show where a turn's time goes, and nothing else")
    parser.add_argument("--webhook-only", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.webhook_only:
        serve_webhook_only(chosen.port)
        return
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    share = 5 if chosen.quick else 1
    with tempfile.TemporaryDirectory(prefix="turnero-bench-") as place:
        home = Path(place)
        home.chmod(0o755)
        with embedded.server(home, fast=not chosen.durable) as server:
            with psycopg.connect(conninfo(server), autocommit=True) as connection:
                connection.execute("CREATE DATABASE bench")
            url = address(server, "bench")
            migrate.upgrade(url)
            bench = Bench(url)
            print(
                f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}, "
                f"{'durable' if chosen.durable else 'fsync off'}"
            )
            try:
                if chosen.profile:
                    profile_turns(bench, 40 // share)
                    return
                time_turns(bench, 10 // share)  # warm
                bench.anew()
                log = ServerLog(home, url)
                count_statements(bench, log, 10 // share)
                bench.anew()
                count_queue(bench, log, 50 // share)
                bench.anew()
                time_turns(bench, 100 // share)
                bench.anew()
                rate_of_turns(bench, 60 // share, threads=4)
                bench.anew()
                time_webhook(url, per_second=100, seconds=10 // share)
            finally:
                bench.database.dispose()


if __name__ == "__main__":
    main()
