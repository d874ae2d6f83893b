"""The figures that were kept, and what is a fifth worse than they were.

Statements are counts, the same on every machine. CPU is given in events of bare `transitions` on the same machine, so
that a slower one fails nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tests.bench.clinic import ROOT

KEPT = ROOT / "docs" / "benchmarks" / "figures.json"

WORSE = 1.2
"""From here on it is a step back."""

Figures = Mapping[str, float]


def keep(figures: Figures, ratios: Mapping[str, object] | None, path: Path = KEPT) -> None:
    """Write them down for those who come later."""
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = {"figures": dict(figures), "peers": dict(ratios or {})}
    path.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", "utf-8")


def steps_back(figures: Figures, path: Path = KEPT) -> list[str]:
    """What is more than a fifth above the figures that were kept, in words; a figure that is new is none."""
    kept: Figures = json.loads(path.read_text("utf-8"))["figures"]
    return [
        f"{name}: {figures[name]:g}, was {before:g}"
        for name, before in kept.items()
        if name in figures and figures[name] > before * WORSE
    ]
