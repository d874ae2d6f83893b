"""Breadth-first exploration of every situation a conversation can reach; the shortest way to each is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from booking.verification.axes import Situation
from booking.verification.inputs import INPUTS, Input
from booking.verification.memo import Leaf, Memo, Outcome, called
from booking.verification.situation import patched, start, world_in
from booking.verification.state_invariants import STANDING
from booking.verification.tree import Script
from booking.verification.view import View


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens on a way, and the answers the world gives to it."""

    input: Input
    script: Script = ()


@dataclass
class Explored:
    """What an exploration covered."""

    turns: int = 0
    acted: set[int] = field(default_factory=set)  # places of the rows that fired
    came_from: dict[Situation, tuple[Situation, int, Script] | None] = field(default_factory=dict)
    leads_to: dict[Situation, list[Outcome]] = field(default_factory=dict)
    """For each input by its number: what may come of it."""

    @property
    def situations(self) -> int:
        return len(self.came_from)

    def targets_of(self, situation: Situation) -> Iterator[list[Situation]]:
        """Where each input may lead from a situation; but once where several lead to the same."""
        for ends in {id(outcome.ends): outcome.ends for outcome in self.leads_to[situation]}.values():
            yield [patched(situation, end) for end in ends]

    def way_to(self, situation: Situation) -> tuple[Step, ...]:
        """The shortest way from the first message."""
        steps: list[Step] = []
        while (origin := self.came_from[situation]) is not None:
            situation, number, script = origin
            steps.append(Step(INPUTS[number], script))
        return tuple(steps[::-1])


class Broken(Exception):
    """A property does not hold; `way` is the shortest conversation that shows it, or, if it is not `shown` by one, that
    leads to where it is missed."""

    def __init__(self, name: str, why: str, way: tuple[Step, ...], *, shown: bool = True) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why, self.way, self.shown = name, why, way, shown


def explore(memo: Memo, limit: int | None = None, before: Explored | None = None) -> Explored:
    """Every reachable situation under every input and every answer, the nearest first; at most `limit` situations.
    `before` is what was explored of the table that this one differs from: where an input looks at nothing that was
    changed, it leads where it led. Raises Broken at the first violation."""
    explored, first = Explored(), start()
    judged: set[int] = set()  # by identity: most are met again and again
    explored.came_from[first] = None
    waiting = deque([first])
    as_before = memo.untouched()
    while waiting and (limit is None or len(explored.leads_to) < limit):
        situation = waiting.popleft()
        led = before.leads_to.get(situation) if before is not None else None
        leads = explored.leads_to[situation] = [
            led[number] if led is not None and number in as_before else memo.outcome(situation, number)
            for number in range(len(INPUTS))
        ]
        gone: set[int] = set()  # patches that were followed from here
        for number, outcome in enumerate(leads):
            explored.turns += len(outcome.leaves)
            if id(outcome) not in judged:
                judged.add(id(outcome))
                _must_hold(outcome.leaves, number, situation, explored)
            if id(outcome.ends) in gone:
                continue
            gone.add(id(outcome.ends))
            for end in outcome.ends:
                target = patched(situation, end)
                if target not in explored.came_from:
                    leaf = next(leaf for leaf in outcome.leaves if leaf.end == end)
                    explored.came_from[target] = situation, number, leaf.script
                    _must_stand(target, explored)
                    waiting.append(target)
    return explored


def _must_hold(leaves: Sequence[Leaf], number: int, situation: Situation, explored: Explored) -> None:
    for leaf in leaves:
        explored.acted |= leaf.acted
        if leaf.fault is not None:
            raise broken(leaf, explored.way_to(situation), INPUTS[number])


def _must_stand(situation: Situation, explored: Explored) -> None:
    if (fault := standing_fault(situation)) is not None:
        raise Broken(*fault, explored.way_to(situation))


def standing_fault(situation: Situation) -> tuple[str, str] | None:
    """The property that does not hold in this situation, and how."""
    world = world_in(View(situation))
    for holds in STANDING:
        try:
            holds(world)
        except AssertionError as error:
            return called(holds), str(error)
    return None


def broken(leaf: Leaf, way: tuple[Step, ...], last: Input) -> Broken:
    """The leaf's fault, at the end of the way to it."""
    if leaf.fault is None:
        raise ValueError("nothing is broken here")
    return Broken(leaf.fault.name, leaf.fault.why, (*way, Step(last, leaf.script)))
