"""How talks of patients with a goal end: `python -m tests.kit.goal_talks [--n 60] [--seed 1] [-v]`.

A simulated patient who knows only the goal writes to a clinic in memory, which reads by its rules alone: takes offered
times that meet the goal, says yes only to a proposal that does, restates it once in plain words. A slip is an offer or
a proposal of something else than was asked for. `-v` shows the talks that did not end right or slipped.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable
from random import Random
from statistics import median
from typing import NamedTuple

from tests.kit.goals.agenda import opened
from tests.kit.goals.drawing import talks
from tests.kit.goals.patient import Outcome, Patient


class Figures(NamedTuple):
    """Of many talks."""

    talks: int
    right: float  # share of talks that end with the agenda as wanted
    slips: int  # talks in which something else than asked for was offered or proposed
    wrong: int  # talks after which an appointment stands that nobody agreed to
    messages: float  # of a booking, the median
    said_back: float  # questions "Te entendí" in each booking


def held(seed: int, count: int) -> list[Outcome]:
    """So many talks, one after the other."""
    return [
        Patient(opened(talk.now, list(setting.taken), talk.own), talk, Random(f"{seed}/{number}")).hold()
        for number, (talk, setting) in enumerate(talks(seed, count))
    ]


def figures(outcomes: list[Outcome]) -> Figures:
    lengths = [length for one in outcomes for length in one.bookings]
    begun = sum(one.begun for one in outcomes)
    return Figures(
        len(outcomes),
        sum(one.right for one in outcomes) / len(outcomes),
        sum(bool(one.slips) for one in outcomes),
        sum(bool(one.wrong) for one in outcomes),
        median(lengths),
        sum(one.said_back for one in outcomes) / begun,
    )


def _told(outcomes: Iterable[Outcome]) -> None:
    for number, one in enumerate(outcomes):
        if not one.right or one.slips:
            print(f"-- {number} {one.kind}: {'right' if one.right else 'NOT RIGHT'} {one.slips} {one.wrong or ''}")
            print("\n".join(one.transcript), end="\n\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    asked = parser.parse_args()
    began = time.perf_counter()
    outcomes = held(asked.seed, asked.n)
    if asked.v:
        _told(outcomes)
    found = figures(outcomes)
    print(
        f"{found.right:.1%} of {found.talks} talks end right, {found.wrong} with a wrong row, {found.slips} slip;"
        f" {found.messages:g} messages a booking (median), {found.said_back:.2f} questions «Te entendí» a booking;"
        f" {time.perf_counter() - began:.0f} s"
    )
    for kind, failed in Counter(one.kind for one in outcomes if not one.right or one.slips).most_common():
        print(f"  {kind}: {failed} not right or slipped")


if __name__ == "__main__":
    main()
