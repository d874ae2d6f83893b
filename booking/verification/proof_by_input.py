"""A proof laid out by what came of each input: where it may be said, and what was looked at there. From it a change of
the table is judged where it can matter, and nowhere else."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass

from booking.verification.axes import Situation
from booking.verification.explore import targets
from booking.verification.fast_machine import Looked
from booking.verification.memo import Outcome
from booking.verification.proof import Proof

_ORIGINS = 4
"""More than one, so that a situation to which one step is missing is seldom looked for among all."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What comes of the input of this number in these situations, by their numbers, the nearest first."""

    number: int
    outcome: Outcome
    members: array[int]


class Places:
    """All of a proof, the nearest first."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.situations: list[Situation] = list(proof.explored.came_from)
        self.origins = [array("I") for _ in self.situations]  # of each, some that lead there and come before it
        self.all = sorted(self._all(), key=lambda place: place.members[0])
        self.fired: Counter[int] = Counter()  # in how many each row acts
        self._where: dict[Looked, array[int]] = {}
        for n, place in enumerate(self.all):
            self.fired.update(place.outcome.acted)
            looked: set[Looked] = set().union(*{leaf.looked for leaf in place.outcome.leaves})
            for one in looked:
                self._where.setdefault(one, array("I")).append(n)

    def touched(self, changed: Set[Looked]) -> list[Place]:
        """Where a turn looked at one of these."""
        return [self.all[n] for n in sorted(set().union(*(self._where.get(one, ()) for one in changed)))]

    def of(self, place: Place) -> Iterator[Situation]:
        """Its situations."""
        return map(self.situations.__getitem__, place.members)

    def _all(self) -> Iterator[Place]:
        members: list[dict[Outcome, array[int]]] = [{} for _ in self.proof.memo.inputs]
        number_of = {situation: n for n, situation in enumerate(self.situations)}
        for n, situation in enumerate(self.situations):
            outcomes = self.proof.memo.outcomes(situation)
            for of, outcome in zip(members, outcomes, strict=True):
                if (numbers := of.get(outcome)) is None:
                    numbers = of[outcome] = array("I")
                numbers.append(n)
            for target in targets(situation, outcomes):
                if (to := number_of[target]) > n and len(self.origins[to]) < _ORIGINS:
                    self.origins[to].append(n)
        for number, found in enumerate(members):
            yield from (Place(number, outcome, numbers) for outcome, numbers in found.items())
