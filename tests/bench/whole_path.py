"""What a message costs the server on its whole way: taken in, taken apart, its turn, its answer sent."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from tests.bench.clinic import KINDS, Bench
from tests.bench.report import table
from tests.bench.statements import Count, ServerLog
from tests.e2e.house import open_house

_REST = 0.4
"""Seconds after an answer in which its last job is struck off."""

_IDLE = 6
"""Seconds, each by itself, that show what the worker asks when there is nothing to do."""


def count_whole_path(bench: Bench, log: ServerLog, home: Path, people: int) -> float:
    """Table: statements of a message from the signed delivery to its sent answer, jobs included. Medians: what the
    worker does every minute falls among some messages and is none of theirs."""
    counts: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with open_house(bench.url, home, turn_pause_ms=0) as house, log.on():
        first = house.phone()
        for kind in KINDS:  # connections, plans, imports
            house.says(first, bench.words(0, kind))
        idle = statistics.median(_in_a_second(log) for _ in range(_IDLE))
        for _ in range(people):
            person, phone = bench.person(), house.phone()
            for kind in KINDS:
                mark, began = log.mark(), time.monotonic()
                house.says(phone, bench.words(person, kind))
                time.sleep(_REST)
                passed = time.monotonic() - began
                counts[kind].append(Count.of(log.since(mark)).statements - idle * passed)
    known = [value for kind in KINDS[1:] for value in counts[kind]]
    usual = statistics.median(known)
    rows = [(kind, statistics.median(values), max(values)) for kind, values in counts.items()]
    rows.append(("of somebody we know", usual, max(known)))
    table("Statements of a message on its whole way, without pings and savepoints", ("", "median", "most"), rows)
    return round(usual, 1)


def _in_a_second(log: ServerLog) -> int:
    mark = log.mark()
    time.sleep(1)
    return Count.of(log.since(mark)).statements
