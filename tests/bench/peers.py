"""Ours beside other systems, in one run: who is measured elsewhere, at another hour, is not measured.

Another system comes as a folder with `bench_peer.py`, which holds the same talks with whichever side it is told
(`--peer NAME`) on a PostgreSQL server and a model stub of its own, and prints one line of JSON. `TURNERO_PEERS` names
the folder, `TURNERO_PEERS_PYTHON` the Python that has what the other side needs.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.clinic import ROOT
from tests.bench.report import table, verdict


@dataclass(frozen=True, slots=True)
class Race:
    """One comparison: how often our side answers for each answer of the other."""

    name: str
    ours: str
    arguments: tuple[str, ...]
    goal: float | None
    more_for_us: tuple[str, ...] = ()


def _load(milliseconds: int, talks: int, at_once: int) -> tuple[str, ...]:
    return ("--llm-ms", f"{milliseconds}", "--conversations", f"{talks}", "--concurrency", f"{at_once}")


def races(folder: Path, share: int) -> Sequence[Race]:
    """`share`: one of so much work."""
    few, many = 16 // share, 40 // share
    model = ("--messages", str(folder / "messages_model.json"))
    ours = ("--rules", str(folder / "rules_turnero.json"))
    return (
        Race("no model time, one talk", "Direct", _load(0, few, 1), 3, ours),
        Race("no model time, four talks", "Direct", _load(0, many, 4), 3, ours),
        Race("model of 800 ms, eight talks", "Direct", _load(800, many, 8), 20, ours),
        Race("the same, first message asked", "Direct", (*_load(800, many, 8), *model), 12, ours),
        Race("by webhook, no model time, four", "Http", _load(0, many, 4), None, ours),
    )


def compare(share: int, rounds: int = 2) -> Mapping[str, Sequence[float]] | None:
    """Table: turns a second of both sides, one after the other, and their ratio. None where there is no peer."""
    folder, python = os.environ.get("TURNERO_PEERS"), os.environ.get("TURNERO_PEERS_PYTHON")
    if not folder or not python:
        print("\nNo peer beside us: TURNERO_PEERS names its folder, TURNERO_PEERS_PYTHON its Python.")
        return None
    found: dict[str, list[float]] = {}
    rows = []
    for race in races(Path(folder), share):
        sides = list(_sides(Path(folder), python, race, rounds))
        ratios = [ours["turns_per_s"] / theirs["turns_per_s"] for ours, theirs in sides]
        found[race.name] = [round(ratio, 2) for ratio in ratios]
        met = "" if race.goal is None else verdict(min(ratios) >= race.goal)
        wrong = sum(side["failures"] + (side["double_booked"] or 0) for pair in sides for side in pair)
        goal = "" if race.goal is None else f"{race.goal:.0f}"
        means = [_mean(sides, side, "turns_per_s") for side in (0, 1)]
        asked = [f"{_mean(sides, side, 'sql_per_turn_mean'):.0f}" for side in (0, 1)]
        rows.append((race.name, *(f"{ratio:.1f}" for ratio in ratios), goal, met, *means, *asked, wrong))
    columns = ("", *(f"ratio {n}" for n in range(1, rounds + 1)), "goal", "", "ours/s", "peer/s")
    table(
        "Turns a second, ours for one of the peer's (both sides in one run)",
        (*columns, "ours sql", "peer sql", "failed"),
        rows,
    )
    return found


def _mean(sides: Sequence[tuple[dict[str, Any], dict[str, Any]]], side: int, name: str) -> float:
    return statistics.fmean(pair[side][name] for pair in sides)


def _sides(folder: Path, python: str, race: Race, rounds: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for _ in range(rounds):
        ours = ["--peer", f"peer_turnero:{race.ours}", *race.arguments, *race.more_for_us]
        yield _run(sys.executable, folder, ours), _run(python, folder, race.arguments)


def _run(python: str, folder: Path, arguments: Sequence[str]) -> dict[str, Any]:
    done = subprocess.run(
        [python, str(folder / "bench_peer.py"), *arguments],
        cwd=folder,
        env={**os.environ, "TURNERO_DIR": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise RuntimeError(f"{python} {' '.join(arguments)}: {done.stderr[-2000:]}")
    return dict(json.loads(lines[-1]))
