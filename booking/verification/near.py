"""The situations nearest to the first message, and what is looked at in them: where most changes of a table show, long
before everything is explored. What a turn breaks in one of them is broken, however far the rest reaches."""

from __future__ import annotations

from booking.verification.axes import Situation
from booking.verification.explore import explore, standing_fault, targets
from booking.verification.fast_machine import Firing, Looked
from booking.verification.memo import Memo, Outcome
from booking.verification.mutants import Mutant

SITUATIONS = 1_000
"""So many are looked at; more of them catch hardly any more."""
_MOST = 500
"""Turns that are tried of one change: what these do not show is left to the whole proof."""


class Near:
    """What came of each input there, each but once. The memo learns of them, which a whole exploration then knows."""

    def __init__(self, memo: Memo, situations: int = SITUATIONS) -> None:
        self.memo = memo
        explored = explore(memo, situations)
        self.reached = explored.came_from
        self._turns: list[tuple[Situation, int]] = []
        self._where: dict[Looked, list[int]] = {}
        seen: set[tuple[int, Outcome]] = set()
        for situation in [*self.reached][:situations]:
            for turn in enumerate(memo.outcomes(situation)):
                if turn not in seen:
                    seen.add(turn)
                    self._note(situation, *turn)

    def _note(self, situation: Situation, number: int, outcome: Outcome) -> None:
        for one in set[Looked]().union(*[leaf.looked for leaf in outcome.leaves]):
            self._where.setdefault(one, []).append(len(self._turns))
        self._turns.append((situation, number))

    def broken(self, mutant: Mutant, machine: Firing) -> str | None:
        """A property that does not hold of the changed table, by what a turn does; None if nothing shows here."""
        own = Memo(machine, self.memo.properties, self.memo.inputs)
        changed = mutant.touches(self.memo.machine.table)
        stands = set(self.reached)
        for n in sorted(set[int]().union(*(self._where.get(one, ()) for one in changed)))[:_MOST]:
            situation, number = self._turns[n]
            outcome = own.outcome(situation, number)
            if outcome.faults:
                return outcome.faults[0].name
            for target in targets(situation, [outcome]):
                if target not in stands:
                    stands.add(target)
                    if (fault := standing_fault(target)) is not None:
                        return fault[0]
        return None
