"""`python -m tests.bench.refills`: the same people write to a clinic that does nothing by itself, to one that reminds,
and to one that also offers what is given back to those who wait.

What patients do is assumed (`tests.bench.refills.behaviour`); what the clinic says to whom and when, which times are
taken again, and that nothing happens that never should, is measured. Exit code 1 where it does.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

import structlog

from tests.bench.refills.behaviour import USUAL
from tests.bench.refills.edge import ZEROS
from tests.bench.refills.figures import RATE, measure
from tests.bench.refills.picture import drawn
from tests.bench.refills.season import Arm, Season
from tests.bench.report import table, verdict

GOAL: Final = 0.5
"""Of the times given back four hours ahead or more, with 30 people waiting of whom 40 % accept."""
MONTH: Final = 30
ARMS: Final = (
    Arm("without loops", reminders=(), invites=False, waiting_list=False),
    Arm("reminded the day before", reminders=(24 * 60,), invites=False, waiting_list=False),
    Arm("reminders", waiting_list=False),
    Arm("reminders and waiting list"),
    Arm("… of whom 20 % accept", behaviour=USUAL.accepting_of(0.2)),
    Arm("… of whom 60 % accept", behaviour=USUAL.accepting_of(0.6)),
)


def played(arm: Arm, seed: int, days: int, waiting: int, progress: Callable[[str], None]) -> dict[str, Any]:
    """The figures of one arm. Raises AssertionError where a message is sent that should not be."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    season = Season(arm, seed, days, waiting)
    season.run(lambda day: progress(f"{arm.name}: day {day} of {days}") if day % 7 == 0 else None)
    return measure(season)


def show(found: Sequence[dict[str, Any]]) -> None:
    """Tables."""
    rows = [
        (
            one["arm"],
            one["appointments"],
            one["no-shows"],
            f"{100 * one['no-show rate']:.1f} %",
            f"{100 * one['appointments'] / one['times']:.0f} %",
            f"{100 * (one['appointments'] - one['no-shows']) / one['times']:.0f} %",
        )
        for one in found
    ]
    columns = ("", "appointments", "did not come", "of them", "of all times", "seen, of all times")
    table("Who came (follows from what is assumed of patients, and from which reminders reached them)", columns, rows)
    for what in ("cancelled", "cancelled or moved"):
        rows = []
        for one in found:
            part = one[what]
            rate = part["rate by an offer"] or 0.0
            goal = verdict(rate >= GOAL) if one["accepting"] == 0.4 and one["waiting, mean"] else ""
            again = f"{100 * (part['rate'] or 0):.0f} %"
            minutes = [part[f"minutes by an offer, {which}"] for which in ("median", "p90")]
            asked = part["offers for each"] if one["offers"] else "-"
            rows.append(
                (one["arm"], part["4 h ahead or more"], again, f"{100 * rate:.0f} %", goal, *map(_or, minutes), asked)
            )
        columns = ("", "times", "taken again", "by an offer", "", "min, median", "p90", "offers for each")
        table(f"Times {what} by patients 4 h ahead or more (goal: over {100 * GOAL:.0f} % by an offer)", columns, rows)
    why = [one["cancelled or moved"]["lost"] for one in found]
    reasons = sorted({reason for lost in why for reason in lost})
    rows = [(one["arm"], *(lost.get(reason, 0) for reason in reasons)) for one, lost in zip(found, why, strict=True)]
    table("Of these, not taken again", ("", *reasons), rows)
    rows = [
        (one["arm"], one["messages"], f"{one['messages per appointment']:.2f}", sum(one["charged"].values()),
         f"{one['cost per appointment']:.4f}", one["reminders"]["late"])
        for one in found
    ]  # fmt: skip
    columns = ("", "messages", "for each appointment", "charged", "cost for each", "reminders late")
    table(f"Messages (cost at {RATE} a template, an example; 1000 free words a month free)", columns, rows)
    rows = [(what, *(one["zeros"][what] for one in found)) for what in ZEROS]
    table("What must be nothing", ("", *(str(n) for n in range(1, len(found) + 1))), rows)


def _or(value: object) -> object:
    return "-" if value is None else value


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.refills", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--months", type=float, default=3, help="of 30 days")
    parser.add_argument("--waiting", type=int, default=30, help="people on the waiting list at once")
    parser.add_argument("--arm", type=int, action="append", help="only the arm of this number, from 1")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path, help="JSON of each arm as soon as it is played; what it has is not again")
    parser.add_argument("--picture", type=Path, help="SVG of the arms")
    asked = parser.parse_args()
    arms = [ARMS[number - 1] for number in asked.arm] if asked.arm else list(ARMS)
    days = round(asked.months * MONTH)
    about = f"{days} days, seed {asked.seed}, {asked.waiting} wait"
    play = partial(played, seed=asked.seed, days=days, waiting=asked.waiting, progress=_say)
    kept: dict[str, dict[str, Any]] = {}
    if asked.keep and asked.keep.exists():
        kept = json.loads(asked.keep.read_text(encoding="utf-8")).get(about, {})
    with ProcessPoolExecutor(asked.processes) as pool:
        for one in pool.map(play, [arm for arm in arms if arm.name not in kept]):
            kept[one["arm"]] = one
            if asked.keep:
                _keep(asked.keep, about, kept)
    found = [kept[arm.name] for arm in arms]
    if asked.picture:
        asked.picture.write_text(drawn(f"The synthetic clinic: {about}", found), encoding="utf-8")
    if asked.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        show(found)
    if any(any(one["zeros"].values()) for one in found):
        sys.exit(1)


def _keep(path: Path, about: str, found: dict[str, dict[str, Any]]) -> None:
    """In place of what was kept of the same clinic, beside those of others."""
    others = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(others | {about: found}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
