"""The whole proof of a table: every situation explored, and what only the whole of them shows."""

from __future__ import annotations

import datetime as dt
import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.intents import Reading
from booking.models import Appointment, Control, Hold, Offer, Proposal, Request, StaffOrder, State, Waiting
from booking.verification.axes import AXES, VALUES, Situation, number_on
from booking.verification.checker_model import Screen, World
from booking.verification.contention import Contention, met
from booking.verification.equivalences import VERSION
from booking.verification.explore import Broken, Explored, explore
from booking.verification.fast_machine import Firing
from booking.verification.memo import Leaf, Memo, called
from booking.verification.properties import PROPERTIES
from booking.verification.reach import UNEXPLAINED, WHY, unreached
from booking.verification.situation import world_in
from booking.verification.small_world import NOW, SOON
from booking.verification.state_invariants import STANDING
from booking.verification.view import View


@dataclass(frozen=True, slots=True)
class Goal:
    """What a person can always reach, whatever the world answers; within how many messages or waits at most."""

    name: str
    reached: Callable[[World], bool]
    within: int


GOALS = (
    Goal(
        "A human can be reached",
        lambda world: world.conversation.control is Control.HUMAN,
        within=2,  # one to be heard again after BAJA
    ),
    Goal(
        "The exit can be reached: nothing under way, and the bot answers",
        lambda world: world.conversation.state is State.IDLE and world.conversation.control is Control.BOT,
        within=2,  # one until a human has let go of the chat
    ),
    Goal(
        "Every state can be left: a time can be looked for",
        lambda world: world.conversation.state is State.SLOT_SELECTION,
        within=3,
    ),
)
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
    steps: dict[str, int]  # for each goal: the most steps anybody is away from it

    @property
    def tried(self) -> int:
        """Turns that were really run; the others look at the same things as one of these."""
        return len(self.leaves)

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
        return met(self.leaves)

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


def prove(table: Sequence[Row] = TABLE) -> Proof:
    """Explore the table whole. Raises Broken at the nearest violation."""
    memo = Memo(Firing(table), PROPERTIES)
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


def whole(machine: Firing, explored: Explored) -> dict[str, int]:
    """Check what only all situations together show. Raises Broken."""
    idle = [
        row.name for place, row in enumerate(machine.table) if place not in explored.acted and not does_nothing(row)
    ]
    if idle:
        raise Broken(EVERY_ROW_FIRES, f"never: {', '.join(idle)}", (), shown=False)
    return {goal.name: _farthest(goal, explored) for goal in GOALS}


def does_nothing(row: Row) -> bool:
    """It ends what is heard nowhere, so that every trigger ends in a row; whether it is reached shows nowhere."""
    return not (row.guards or row.to or row.writes or row.reply or row.then)


def _farthest(goal: Goal, explored: Explored) -> int:
    """The most steps that any situation is away from the goal. An input leads nearer only if all its ends do."""
    near: set[Situation] = {s for s in explored.came_from if goal.reached(world_in(View(s)))}
    far = set(explored.came_from) - near
    steps = 0
    while far and steps < goal.within:
        steps += 1
        nearer = {s for s in far if any(near.issuperset(targets) for targets in explored.targets_of(s))}
        near |= nearer
        far -= nearer
    if far:
        lost = min(far, key=lambda s: len(explored.way_to(s)))
        raise Broken(goal.name, f"not within {goal.within} steps", explored.way_to(lost), shown=False)
    return steps


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
