"""Breadth-first exploration of every situation a conversation can reach; the shortest way to each is kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from booking.verification.axes import Situation
from booking.verification.inputs import Input
from booking.verification.memo import Knows, Leaf, Outcome, Outcomes, called, ends_of
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

    memo: Knows
    turns: int = 0
    acted: set[int] = field(default_factory=set)  # places of the rows that fired
    came_from: dict[Situation, Situation | None] = field(default_factory=dict)

    @property
    def situations(self) -> int:
        return len(self.came_from)

    def way_to(self, situation: Situation) -> tuple[Step, ...]:
        """The shortest way from the first message."""
        steps: list[Step] = []
        while (origin := self.came_from[situation]) is not None:
            steps.append(self._step(origin, situation))
            situation = origin
        return tuple(steps[::-1])

    def _step(self, origin: Situation, to: Situation) -> Step:
        return next(
            Step(self.memo.inputs[number], leaf.script)
            for number, outcome in enumerate(self.memo.outcomes(origin))
            for leaf in outcome.leaves
            if patched(origin, leaf.end) == to
        )


class Broken(Exception):
    """A property does not hold; `way` is the shortest conversation that shows it, or, if it is not `shown` by one, that
    leads to where it is missed."""

    def __init__(self, name: str, why: str, way: tuple[Step, ...], *, shown: bool = True) -> None:
        super().__init__(f"{name}: {why}")
        self.name, self.why, self.way, self.shown = name, why, way, shown


def explore(memo: Knows, limit: int | None = None) -> Explored:
    """Every reachable situation under every input and every answer, the nearest first; at most `limit` situations.
    Raises Broken at the first violation."""
    explored, first = Explored(memo), start()
    judged: set[Outcome] = set()  # most are met again and again
    looked_at: dict[int, Outcomes] = {}  # so are most of all together
    explored.came_from[first] = None
    waiting = deque([first])
    while waiting and limit != 0:
        limit = limit and limit - 1
        situation = waiting.popleft()
        outcomes = memo.outcomes(situation)
        explored.turns += outcomes.turns
        for outcome in () if id(outcomes) in looked_at else {*outcomes} - judged:
            explored.acted |= outcome.acted
            judged.add(outcome)
            if outcome.faults:
                raise _nearest_fault(outcomes, situation, explored)
        looked_at[id(outcomes)] = outcomes
        for target in targets(situation, outcomes):
            if target not in explored.came_from:
                explored.came_from[target] = situation
                _must_stand(target, explored)
                waiting.append(target)
    return explored


def targets(situation: Situation, outcomes: Iterable[Outcome]) -> dict[Situation, None]:
    """Where these may lead from a situation, each but once, in order."""
    ends = outcomes.ends if isinstance(outcomes, Outcomes) else ends_of(outcomes)
    return dict.fromkeys([situation & left | put for left, put in ends])


def _nearest_fault(outcomes: Sequence[Outcome], situation: Situation, explored: Explored) -> Broken:
    number, leaf = next(
        (n, leaf) for n, outcome in enumerate(outcomes) for leaf in outcome.leaves if leaf.fault is not None
    )
    return broken(leaf, explored.way_to(situation), explored.memo.inputs[number])


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
