"""The whole proof of a table: every situation explored, and what only the whole of them shows."""

from __future__ import annotations

import datetime as dt
import gc
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.intents import Reading
from booking.models import Appointment, Hold, Offer, Proposal, Question, Request, StaffOrder, Waiting
from booking.verification.axes import AXES, VALUES, number_on
from booking.verification.checker_model import Screen
from booking.verification.contention import Contention, met
from booking.verification.equivalences import VERSION
from booking.verification.explore import Broken, Explored, explore
from booking.verification.fast_machine import Firing
from booking.verification.goals import GOALS, Distances, distances, not_reached
from booking.verification.memo import Leaf, Memo, called
from booking.verification.properties import PROPERTIES
from booking.verification.reach import UNEXPLAINED, WHY, unreached
from booking.verification.small_world import NOW, SOON
from booking.verification.state_invariants import STANDING

NEVER_TAKEN = "no situation reaches it: it only keeps its trigger answered"
CONTENDED = "Somebody else comes first wherever somebody else can"
EVERY_ROW_FIRES = "Every row fires somewhere, but for those that only keep a trigger answered and do nothing"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was explored, and what it proves."""

    memo: Memo
    leaves: tuple[
        tuple[int, Leaf], ...
    ]  # each with the number of its input, of the situations that can be reached; the memo may learn of others
    explored: Explored
    distances: dict[str, Distances]  # for each goal: how far each situation is from it

    @property
    def tried(self) -> int:
        """Turns that were really run; the others look at the same things as one of these."""
        return len(self.leaves)

    @property
    def steps(self) -> dict[str, int]:
        """For each goal: the most steps anybody is away from it."""
        return {goal: max(steps for steps, _ in distances.values()) for goal, distances in self.distances.items()}

    def properties(self) -> list[str]:
        """All that is proven, in words."""
        return [
            *map(called, PROPERTIES),
            *map(called, STANDING),
            *(goal.name for goal in GOALS),
            EVERY_ROW_FIRES,
            CONTENDED,
        ]

    def contentions(self) -> dict[Contention, int]:
        """Where somebody else came first, and in how many of the turns that were run."""
        return met(leaf.disputes for _, leaf in self.leaves)

    def unreached(self) -> list[tuple[str, str, str]]:
        """Each rule of which some side was never seen, its kind first; and why."""
        table = self.memo.machine.table
        rows = [("row", row.name, NEVER_TAKEN) for n, row in enumerate(table) if n not in self.explored.acted]
        rules = unreached(table, self.memo.machine.reached, self.leaves)
        return [*rows, *((kind, rule, WHY.get((kind, rule), UNEXPLAINED)) for kind, rule in rules)]

    def axes(self) -> Iterator[tuple[str, list[str]]]:
        """Each axis that moves, and its values."""
        for index, (part, name) in enumerate(AXES):
            seen = sorted({number_on(index, situation) for situation in self.explored.came_from})
            if len(seen) > 1:
                words = [_short(VALUES.of[index][number]) for number in seen]
                yield f"{part}.{name}", list(dict.fromkeys(words))


def prove(table: Sequence[Row] = TABLE, memo: Memo | None = None) -> Proof:
    """Explore the table whole, from what its `memo` knows already. Raises Broken at the nearest violation."""
    memo = memo or Memo(Firing(table), PROPERTIES)
    with _no_collecting():
        explored = explore(memo)
        proof = Proof(memo, tuple(memo.tried), explored, whole(memo.machine, explored))
    if unmet := [contention.name for contention, turns in proof.contentions().items() if not turns]:
        raise Broken(CONTENDED, f"never: {', '.join(unmet)}", (), shown=False)
    return proof


@contextmanager
def _no_collecting() -> Iterator[None]:
    """An exploration only grows: looking for garbage in it, then or later, costs a third of the time and finds none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collecting:
            gc.enable()


def whole(machine: Firing, explored: Explored) -> dict[str, Distances]:
    """Check what only all situations together show. Raises Broken. How far each situation is from each goal."""
    every_row_fires(machine, explored.acted)
    found: dict[str, Distances] = {}
    for goal in GOALS:
        found[goal.name], far = distances(goal, explored.came_from, explored.memo, {})
        if far:
            raise not_reached(goal, far, explored)
    return found


def every_row_fires(machine: Firing, acted: Set[int]) -> None:
    """Raises Broken if one does not."""
    idle = [row.name for place, row in enumerate(machine.table) if place not in acted and not does_nothing(row)]
    if idle:
        raise Broken(EVERY_ROW_FIRES, f"never: {', '.join(idle)}", (), shown=False)


def does_nothing(row: Row) -> bool:
    """It ends what is heard nowhere, so that every trigger ends in a row; whether it is reached shows nowhere."""
    return not (row.guards or row.to or row.writes or row.reply or row.then)


def _short(value: Any) -> str:
    """A value of an axis in a word or two."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case dt.datetime():
            return "past" if value < NOW else "now" if value == NOW else "to come"
        case Offer():
            return f"{len(value.found)} {'fresh' if value.made_at == NOW else 'stale'}"
        case Hold():
            return "live" if value.expires_at > NOW else "lapsed"
        case Proposal():
            return "current" if value.version == VERSION else "older"
        case Question():
            what = ", ".join(intent.kind for intent in value.understood)
            return f"{value.reply}: {what}" if what else value.reply
        case Screen():
            return value.key if value.still else f"{value.key}, no longer so"
        case Appointment():
            return "too near" if value == SOON else "one"
        case Reading():
            return "one instant"
        case StaffOrder():
            return "one"
        case Request():
            return f"{len(value.options)} to choose from" if value.options else f"asks for {value.asked.field}"
        case Waiting():
            since = "today" if value.since == NOW else "yesterday"
            return f"{len(value.calls)} since {since}{', after a yes' if value.agreed else ''}"
        case tuple() | frozenset():
            return str(len(value))
    return str(value)
