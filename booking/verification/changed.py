"""What a change of the table does to what was explored. Only turns that looked at what is changed are tried again;
everywhere else the conversation goes on as was proven."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Set

from booking.verification.axes import Situation
from booking.verification.explore import Broken, explore, standing_fault, targets
from booking.verification.fast_machine import Firing
from booking.verification.goals import GOALS, Goal, distances
from booking.verification.memo import Memo, Outcome, Outcomes
from booking.verification.mutants import Mutant
from booking.verification.proof import EVERY_ROW_FIRES, does_nothing
from booking.verification.proof_by_input import Place, Places
from booking.verification.situation import patched


class Caught(Exception):
    """A property that does not hold of the changed table; its text is which."""


class Grows(Exception):
    """What the changed table leads to was not followed to its end: it leads to too many situations that were none."""


MOST_NEW = 250_000
"""Situations that a changed table may lead to and the proven one does not; it has about a million of its own. Without
a bound one change that piles up what nothing clears takes all the memory there is."""


class Changed:
    """The turns of a table that differs in what these turns looked at from one that is proven."""

    def __init__(self, mutant: Mutant, machine: Firing, proven: Places, most_new: int = MOST_NEW) -> None:
        self.machine, self._proven, self._most_new = machine, proven, most_new
        self._changed = mutant.touches(proven.proof.memo.machine.table)
        self._stood = mutant.moved  # two rows each in the place of the other
        self._before = proven.proof.memo
        self.inputs = self._before.inputs
        self._own = Memo(machine, self._before.properties, self.inputs)
        self._is_touched: dict[Outcome, bool] = {}
        self.touched = proven.touched(self._changed)
        self._is_touched.update((place.outcome, True) for place in self.touched)
        self._new: dict[Situation, None] = {}  # that could not be reached before
        self._moved: dict[Situation, set[int]] = {}  # where these inputs lead elsewhere than before
        self.same = True  # the same is asked, said and left behind, wherever it was looked

    def outcome(self, situation: Situation, number: int) -> Outcome:
        """What may come of the input of that number in this situation."""
        before = self._before.outcome(situation, number)
        return self._own.outcome(situation, number) if self._touched(before) else before

    def outcomes(self, situation: Situation) -> Outcomes:
        """What may come of each input in this situation."""
        touched, own = self._touched, self._own.outcome
        before = self._before.outcomes(situation)
        return Outcomes([own(situation, number) if touched(one) else one for number, one in enumerate(before)])

    def _touched(self, outcome: Outcome) -> bool:
        if (known := self._is_touched.get(outcome)) is None:
            known = any(not self._changed.isdisjoint(leaf.looked) for leaf in outcome.leaves)
            self._is_touched[outcome] = known
        return known

    def try_each(self) -> None:
        """Try every touched turn once, the nearest first. Raises Caught or Grows."""
        for place in self.touched:
            self._try(self._proven.situations[place.members[0]], place.number)

    def _try(self, situation: Situation, number: int) -> Outcome:
        outcome = self._own.outcome(situation, number)
        if outcome.faults:
            raise Caught(outcome.faults[0].name)
        for end in outcome.ends:
            self._reach(patched(situation, end))
        return outcome

    def _reach(self, target: Situation) -> None:
        if target not in self._new and target not in self._proven.proof.explored.came_from:
            if (fault := standing_fault(target)) is not None:
                raise Caught(fault[0])
            self._new[target] = None
            if len(self._new) > self._most_new:
                raise Grows

    def try_everywhere(self) -> None:
        """Try every touched turn in every situation, and what is reached by that anew. Raises Caught or Grows."""
        for place in self.touched:
            compared: dict[Outcome, bool] = {}
            for situation in self._proven.of(place):
                now = self._try(situation, place.number)
                if now not in compared:
                    compared[now] = self._alike(place, now)
                self.same = self.same and compared[now] and _ends_alike(situation, place.outcome, now)
                if now.ends != place.outcome.ends and (
                    targets(situation, [now]).keys() != targets(situation, [place.outcome]).keys()
                ):
                    self._moved.setdefault(situation, set()).add(place.number)
        waiting, followed = deque(self._new), set(self._new)
        while waiting:
            situation = waiting.popleft()
            outcomes = self.outcomes(situation)
            for outcome in outcomes:
                if outcome.faults:
                    raise Caught(outcome.faults[0].name)
            for target in targets(situation, outcomes):
                self._reach(target)
                if target in self._new and target not in followed:
                    followed.add(target)
                    waiting.append(target)
        self.same = self.same and not self._new

    def _alike(self, place: Place, now: Outcome) -> bool:
        """The same is asked and said."""
        if not self.same or len(now.leaves) != len(place.outcome.leaves):
            return False
        pairs = list(zip(place.outcome.leaves, now.leaves, strict=True))
        if any((one.keys, one.questions) != (other.keys, other.questions) for one, other in pairs):
            return False
        return all(self._before.seen(place.number, one) == self._own.seen(place.number, other) for one, other in pairs)

    def whole(self) -> None:
        """Check what only all situations together show. Raises Caught."""
        if self._lost():  # by other ways they may be reached all the same
            self._anew()
            return
        self._rows_fire(self._acted())
        if not all(map(self._reached, GOALS)):
            self._anew()

    def _anew(self) -> None:
        """Explore everything. Raises Caught."""
        try:
            explored = explore(self)
        except Broken as broken:
            raise Caught(broken.name) from None
        self._rows_fire(explored.acted)
        for goal in GOALS:
            if distances(goal, explored.came_from, self, {})[1]:
                raise Caught(goal.name)

    def _rows_fire(self, acted: Set[int]) -> None:
        """Those that fired in what is proven, which are all but those that do nothing."""
        before = self._proven.fired
        for place, row in enumerate(self.machine.table):
            if place not in acted and self._stood.get(place, place) in before and not does_nothing(row):
                raise Caught(EVERY_ROW_FIRES)

    def _lost(self) -> bool:
        """Whether to some situation a step is missing on each of the ways that are known."""
        situations, origins = self._proven.situations, self._proven.origins
        leads = {situation: targets(situation, self.outcomes(situation)) for situation in self._moved}
        return not all(
            any((to := leads.get(situations[origin])) is None or situation in to for origin in origins[n])
            for n, situation in enumerate(situations)
            if n
        )

    def _acted(self) -> Set[int]:
        """The rows that fire."""
        gone: Counter[int] = Counter()
        for place in self.touched:
            gone.update(place.outcome.acted)
        left = {self._stood.get(row, row) for row, places in self._proven.fired.items() if places > gone[row]}
        return left.union(*(leaf.acted for _, leaf in self._own.tried))

    def _reached(self, goal: Goal) -> bool:
        """Whether everybody is as near to the goal as before, and near enough where nobody was before."""
        known = self._proven.proof.distances[goal.name]
        for situation, numbers in self._moved.items():
            steps, number = known[situation]
            if number in numbers and not any(
                all(known.get(to, (steps, 0))[0] < steps for to in targets(situation, [outcome]))
                for outcome in self.outcomes(situation)
            ):
                return False
        return not distances(goal, self._new, self, known)[1]


def _ends_alike(situation: Situation, before: Outcome, now: Outcome) -> bool:
    """The same is left behind, whatever is answered."""
    pairs = zip(before.leaves, now.leaves, strict=True)
    return all(
        one.end == other.end or patched(situation, one.end) == patched(situation, other.end) for one, other in pairs
    )
