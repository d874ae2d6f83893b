"""Turns that were tried once, with what came of them; each is found again by what it looked at (`tree`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from booking.models import Reply
from booking.verification.axes import Situation
from booking.verification.cases import Case, Property
from booking.verification.fast_machine import Firing, Looked
from booking.verification.inputs import INPUTS, Input
from booking.verification.relevance import Relevance
from booking.verification.situation import NO_PATCH, Patch, patch_of, world_in
from booking.verification.small_world import Asked
from booking.verification.tree import Script, Tree
from booking.verification.trial import Unbearable, tried, waited
from booking.verification.view import View


@dataclass(frozen=True, slots=True)
class Fault:
    """A property that a turn breaks, and how."""

    name: str
    why: str


@dataclass
class Leaf:
    """What came of an input that was answered by the script."""

    situation: Situation  # in which it was tried
    script: Script = ()
    end: Patch = NO_PATCH
    looked: frozenset[Looked] = frozenset()  # places of the rows that were tried, and the facts
    acted: frozenset[int] = frozenset()  # places of the rows that fired
    visible: tuple[Sequence[Reply], Sequence[Asked]] = ((), ())
    fault: Fault | None = None

    @cached_property
    def seen(self) -> object:
        """What anybody could see of the turn."""
        replies, asked = self.visible
        return [(r.key, repr(r.params)) for r in replies], [(a.name, repr(a.arguments), repr(a.answer)) for a in asked]


class Outcome:
    """All that may come of an input in a situation. What is equal is the same one, and its `ends` are the same tuple as
    those of every other outcome that ends so: they are compared by identity."""

    __slots__ = ("ends", "leaves")

    def __init__(self, leaves: tuple[Leaf, ...], ends: tuple[Patch, ...]) -> None:
        self.leaves, self.ends = leaves, ends


def called(holds: Callable[..., None]) -> str:
    """A property by what it says."""
    return (holds.__doc__ or holds.__name__).strip()


class Memo:
    """The tried turns of one table. `known` are those of a table that differs from it in what is `changed`: rows, by
    their places, or facts."""

    def __init__(
        self,
        machine: Firing,
        properties: Sequence[Property],
        known: Memo | None = None,
        changed: frozenset[Looked] = frozenset(),
    ) -> None:
        self.machine, self.properties = machine, Relevance(properties)
        self.tried: list[tuple[int, Leaf]] = []  # each with the number of its input
        self._trees: list[Tree[Leaf, Outcome]] = [Tree(given.label, self._outcome_of) for given in INPUTS]
        self._ends: dict[tuple[Patch, ...], tuple[Patch, ...]] = {}
        self._known, self._changed = known, changed
        self._one: dict[Any, Any] = {}

    def outcome(self, situation: Situation, number: int) -> Outcome:
        """What may come of the input of that number in this situation."""
        if self._known is not None:
            known = self._known.outcome(situation, number)
            for leaf in known.leaves:
                if not self._changed.isdisjoint(leaf.looked):
                    break
            else:
                return known
        tree = self._trees[number]
        if (found := tree.found(situation)) is not None:
            return found
        return tree.leaves(situation, lambda script: self._try(situation, number, script))

    def _outcome_of(self, leaves: tuple[Leaf, ...]) -> Outcome:
        ends = tuple(dict.fromkeys(leaf.end for leaf in leaves))
        return Outcome(leaves, self._ends.setdefault(ends, ends))

    def untouched(self) -> set[int]:
        """The inputs none of whose tried turns looked at what is changed."""
        if self._known is None:
            return set()
        return set(range(len(INPUTS))) - {
            n for n, leaf in self._known.tried if not self._changed.isdisjoint(leaf.looked)
        }

    def _try(self, situation: Situation, number: int, script: Script) -> tuple[View, Leaf]:
        view = View(situation)
        leaf = _tried(view, INPUTS[number], self.machine, self.properties, script)
        leaf.looked, leaf.acted, leaf.end = (self._same(one) for one in (leaf.looked, leaf.acted, leaf.end))
        self.tried.append((number, leaf))
        return view, leaf

    def _same(self, one: Any) -> Any:
        """The first that is equal: of millions a few thousand differ."""
        return self._one.setdefault(one, one)


def _tried(view: View, given: Input, machine: Firing, properties: Relevance, script: Script) -> Leaf:
    if given.waits is not None:
        return Leaf(view.situation, end=patch_of(view, waited(world_in(view), given.lapse)))
    machine.tried, machine.fired = set(), set()
    leaf = Leaf(view.situation, script)
    try:
        case = tried(world_in(view), given, machine, script, view.heard)
    except Unbearable as error:
        leaf.fault = Fault("No turn raises", str(error))
    else:
        leaf.fault = _fault(case, properties)
        leaf.end, leaf.visible = patch_of(view, case.after), (case.turn.replies, case.asked)
    leaf.looked, leaf.acted = frozenset(machine.tried), frozenset(machine.fired)
    return leaf


def _fault(case: Case, properties: Relevance) -> Fault | None:
    holds: Property
    try:
        for holds in properties.of(case):
            holds(case)
    except AssertionError as error:
        return Fault(called(holds), str(error))
    return None
