"""What was aimed at, and how figures are printed."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

GOAL_STATEMENTS = 13


GOAL_TRANSACTIONS = 3


GOAL_MS = 8.0


GOAL_RATE = 100.0


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


def percentile(values: Sequence[float], percent: int) -> float:
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def verdict(met: bool) -> str:
    return "ok" if met else "MISSED"
