"""Scores the reader against the Spanish time expressions of others: `python -m tests.nlu.score_when [-v] [--future]`.

Exact: the expected value and nothing else. Wrong: another day or time than expected, or a reading where
there is no time. Asked: ambiguous, or several offered. Silent: nothing read, or a problem stated.
A reading without a day ("15:15") leaves the day open; where a suite expects an instant, its day must be
the first on which that time is not over. Seconds are not compared: a clinic books by the minute.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from nlu.when.lines import when_line

HELD_WRONG = {
    "duckling-es/0164": "a weekend begins on Saturday, or nobody knows when: not on Friday at six in the evening",
    "duckling-es/0193": '"dentro de tres horas" is in three hours; two other suites say so of the same words',
    "rustling-es/0467": "the first fortnight of April includes the 15th",
    "chrono-es/0024": "10 January 2013 is a Thursday: a Tuesday that is none is asked about",
}
"""Rows that expect what we hold to be wrong, and why."""

VERDICTS = ("exact", "asked", "silent", "wrong")
ROOT = Path(__file__).resolve().parents[2]


def corpus() -> Path:
    """The corpus file: under TURNERO_CORPORA, else beside the repository."""
    folder = os.environ.get("TURNERO_CORPORA") or str(ROOT / "../shared/corpora")
    return (ROOT / folder).resolve() / "spanish_time.jsonl"


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in corpus().read_text(encoding="utf-8").splitlines() if line.strip()]


def verdict(row: dict[str, Any], answer: dict[str, Any]) -> str:
    """One of exact, wrong, asked, silent."""
    expect, when = row["expect"], answer["when"]
    if expect["kind"] == "none":
        return "exact" if when is None and not answer["candidates"] else "wrong"
    if when is None:
        return "asked" if answer["candidates"] else "silent"
    now = dt.datetime.fromisoformat(row["reference"])
    return "exact" if _matches(expect, when, now) else "wrong"


def _matches(expect: dict[str, Any], when: dict[str, Any], now: dt.datetime) -> bool:
    kind = expect["kind"]
    if kind == "date":
        return (when["date_from"], when["date_to"]) == (expect["value"],) * 2 and not _timed(when)
    if kind == "time":
        return when["date_from"] is None and when["exact"] and when["time_from"] == expect["value"][:5]
    if kind == "datetime":
        value = dt.datetime.fromisoformat(expect["value"])
        return when["exact"] and when["time_from"] == f"{value:%H:%M}" and _on_day(when, value, now)
    if kind == "date_range":
        return not _timed(when) and _days(expect, when)
    if kind == "time_range":
        if expect["start"] is None and expect["end"] is None:
            return _timed(when)  # the suite names no value here
        return when["date_from"] is None and _window(expect["start"], expect["end"], when)
    return _moments(expect, when, now)


def _timed(when: dict[str, Any]) -> bool:
    return when["time_from"] is not None or when["time_to"] is not None


def _on_day(when: dict[str, Any], value: dt.datetime, now: dt.datetime) -> bool:
    if when["date_from"] is not None:
        return when["date_from"] == when["date_to"] == value.date().isoformat()
    local = now.replace(tzinfo=None, second=0, microsecond=0)
    first = local.date() if value.time() >= local.time() else local.date() + dt.timedelta(days=1)
    return value.date() == first


def _days(expect: dict[str, Any], when: dict[str, Any]) -> bool:
    start, end = expect["start"], expect["end"]
    if when["date_from"] != start:
        return False
    if end is None or when["date_to"] is None:
        return end == when["date_to"]
    last = dt.date.fromisoformat(end) - dt.timedelta(days=bool(expect.get("end_exclusive")))
    off = abs((dt.date.fromisoformat(when["date_to"]) - last).days)
    return off <= (1 if expect.get("end_semantics") == "upstream" else 0)


def _window(start: str | None, end: str | None, when: dict[str, Any]) -> bool:
    close = "00:00" if end and end.startswith("23:59") else end and end[:5]
    return not when["exact"] and (when["time_from"], when["time_to"]) == (start and start[:5], close)


def _moments(expect: dict[str, Any], when: dict[str, Any], now: dt.datetime) -> bool:
    start, end = (expect[side] and dt.datetime.fromisoformat(expect[side]) for side in ("start", "end"))
    if not _timed(when):
        whole = start and end and start.time() == end.time() == dt.time(0)
        return bool(whole) and _days({"start": str(start.date()), "end": str(end.date()), "end_exclusive": True}, when)
    times = [f"{side:%H:%M:%S}" if side else None for side in (start, end)]
    return _window(times[0], times[1], when) and _on_day(when, start or end, now)


def answer(row: dict[str, Any], direction: str | None = None) -> dict[str, Any]:
    """What `nlu when --jsonl` answers."""
    return when_line({"id": row["id"], "text": row["text"], "now": row["reference"], "direction": direction})


def main() -> int:
    """Prints the score by source and, with -v, every row that is not exact."""
    direction = "future" if "--future" in sys.argv else None
    scored = [(row, result := answer(row, direction), verdict(row, result)) for row in rows()]
    by_source: dict[str, Counter[str]] = {}
    for row, result, how in scored:
        by_source.setdefault(row["id"].split("/")[0], Counter())[how] += 1
        if how != "exact" and "-v" in sys.argv:
            expected = {k: v for k, v in row["expect"].items() if v is not None}
            got = result["when"] or result["candidates"]
            print(
                f"{how:6} {row['id']:20} {row['text']!r} @{row['reference'][:16]}\n    want {expected}\n    got  {got}"
            )
    total = sum(by_source.values(), Counter())
    for name, counts in [*sorted(by_source.items()), ("all", total)]:
        count = counts.total()
        shares = "  ".join(
            f"{how} {counts[how]} ({counts[how] / count:.1%})" for how in ("exact", "asked", "silent", "wrong")
        )
        print(f"{name:15} {count:4}  {shares}")
    for key, why in HELD_WRONG.items():
        print(f"held wrong: {key}: {why}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
