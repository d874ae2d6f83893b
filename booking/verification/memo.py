"""Turns that were tried once, found again by what they looked at.

A turn is a function of the axes it looks at and of the answers it is given. So each input has a tree: a node names the
axis looked at next, its branches the values, a leaf what came of it. Situations that differ only where nobody looked
share a leaf: nothing is argued to be independent, it is seen to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from booking.models import Reply
from booking.verification.firing import Firing
from booking.verification.inputs import INPUTS, Input
from booking.verification.situation import Patch, Situation, View, patch_of, patched, world_in
from booking.verification.trial import Property, Unbearable, tried, waited
from booking.verification.world import Asked

Script = tuple[int, ...]
"""Which answer the world gives to each question; the first one beyond its end."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A property that a turn breaks, and how."""

    name: str
    why: str
    script: Script


@dataclass
class Leaf:
    """What comes of an input: the ends it may have, each with the first script that leads there."""

    situation: Situation  # one in which it was tried
    turns: int = 0
    ends: dict[Patch, Script] = field(default_factory=dict)
    looked: frozenset[int] = frozenset()  # places of the rows that were tried
    acted: frozenset[int] = frozenset()  # of those that fired
    visible: list[tuple[list[Reply], list[Asked]]] = field(default_factory=list)  # of each turn, in order
    fault: Fault | None = None

    @cached_property
    def seen(self) -> list[object]:
        """What anybody could see of each turn, in order."""
        return [
            ([(r.key, repr(r.params)) for r in replies], [(a.name, repr(a.answer)) for a in asked])
            for replies, asked in self.visible
        ]

    def leads(self, situation: Situation) -> set[Situation]:
        """Where it ends, from this situation."""
        return {patched(situation, end) for end in self.ends}


@dataclass(slots=True)
class _Node:
    axis: int  # looked at next
    branches: dict[int, _Node | Leaf] = field(default_factory=dict)


def called(holds: Callable[..., None]) -> str:
    """A property by what it says."""
    return (holds.__doc__ or holds.__name__).strip()


class Nondeterministic(Exception):
    """A turn looked at other things the second time: a hook depends on more than the situation."""


class Memo:
    """The tried turns of one table. `known` are those of a table that differs from it in the row at `changed`."""

    def __init__(
        self, machine: Firing, properties: Sequence[Property], known: Memo | None = None, changed: int = -1
    ) -> None:
        self.machine, self.properties = machine, properties
        self.leaves: list[tuple[int, Leaf]] = []
        self._roots: dict[int, _Node | Leaf] = {}
        self._known, self._changed = known, changed

    def leaf(self, situation: Situation, number: int) -> Leaf:
        """What comes of the input of that number in this situation."""
        if self._known is not None:
            known = self._known.leaf(situation, number)
            if self._changed not in known.looked:
                return known
        found = _walk(self._roots.get(number), situation)
        return found or self._try(situation, number)

    def _try(self, situation: Situation, number: int) -> Leaf:
        view = View(situation)
        leaf = _tried(view, INPUTS[number], self.machine, self.properties)
        self.leaves.append((number, leaf))
        self._keep(number, list(view.looked), leaf)
        return leaf

    def _keep(self, number: int, looked: list[int], leaf: Leaf) -> None:
        if not looked:
            self._roots[number] = leaf
            return
        node = self._roots.setdefault(number, _Node(looked[0]))
        for place, axis in enumerate(looked):
            if not isinstance(node, _Node) or node.axis != axis:
                raise Nondeterministic(INPUTS[number].label)
            value = leaf.situation[axis]
            if place + 1 == len(looked):
                node.branches[value] = leaf
            else:
                node = node.branches.setdefault(value, _Node(looked[place + 1]))


def _walk(node: _Node | Leaf | None, situation: Situation) -> Leaf | None:
    while type(node) is _Node:  # many millions of times: nothing slower
        node = node.branches.get(situation[node.axis])
    return node  # type: ignore[return-value]


def _tried(view: View, given: Input, machine: Firing, properties: Sequence[Property]) -> Leaf:
    leaf = Leaf(view.situation)
    if given.waits is not None:
        leaf.ends[patch_of(view, waited(world_in(view), given.lapse))] = ()
        return leaf
    machine.tried, machine.fired = set(), set()
    script: Script | None = ()
    while script is not None and leaf.fault is None:
        leaf.turns += 1
        try:
            case = tried(world_in(view), given, machine, script)
        except Unbearable as error:
            leaf.fault = Fault("No turn raises", str(error), script)
            break
        for holds in properties:
            try:
                holds(case)
            except AssertionError as error:
                leaf.fault = Fault(called(holds), str(error), script)
                break
        leaf.ends.setdefault(patch_of(view, case.after), script)
        leaf.visible.append((case.turn.replies, case.asked))
        script = _next(script, case.widths)
    leaf.looked, leaf.acted = frozenset(machine.tried), frozenset(machine.fired)
    return leaf


def _next(script: Script, widths: list[int]) -> Script | None:
    """The next choices of the world, depth first; None after the last."""
    choices = [*script, *([0] * (len(widths) - len(script)))][: len(widths)]
    while choices:
        if choices[-1] + 1 < widths[len(choices) - 1]:
            return (*choices[:-1], choices[-1] + 1)
        choices.pop()
    return None
