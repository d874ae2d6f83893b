"""Statements and transactions, counted in the server's own log, so that nothing escapes."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from storage.base import conninfo
from tests.bench.clinic import KINDS, Bench
from tests.bench.report import GOAL_STATEMENTS, GOAL_TRANSACTIONS, table, verdict
from tests.bench.turns import jobs_left, run_worker


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


def count_statements(bench: Bench, log: ServerLog, people: int) -> dict[str, float]:
    """Table: what each kind of turn costs, intake and delivery apart. The most statements of each, by name."""
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
        rows.append((kind, *_spread(counts), verdict(met)))
    title = f"Turn, job start to commit (goal: at most {GOAL_STATEMENTS} statements, {GOAL_TRANSACTIONS} transactions)"
    columns = ("", "statements", "of them jobs", "savepoints", "transactions", "pings", "")
    table(title, columns, rows)
    table("Apart from it", columns[:-1], [(name, *_spread(counts)) for name, counts in parts.items()])
    if os.environ.get("TURNERO_BENCH_SQL"):
        for kind, statements in shown.items():
            print(f"\n{kind}:", *(f"  {' '.join(said.split())[:110]}" for said in statements), sep="\n")
    named = {f"turn, {kind}": counts for kind, counts in turns.items()} | parts
    return {f"statements: {name}": max(count.statements for count in counts) for name, counts in named.items()}


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
        run_worker(bench, until=lambda: jobs_left(bench.database) == 0)
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
