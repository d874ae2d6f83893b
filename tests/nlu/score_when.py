"""Scores the reader against the Spanish time expressions of others: `python -m tests.nlu.score_when [-v] [--future]`.

How it is scored is told in `nlu/score_times.py`.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from nlu.score import verdict
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
