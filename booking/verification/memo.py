"""Turns that were tried once, found again by what they looked at.

A turn is a function of the axes it looks at and of the answers it is given. So each input has a tree: a node names the
axis looked at next, or a question of which every answer is taken, a leaf what came of it. Situations that differ only
where nobody looked share a leaf, and so do those that differ only in what matters to another answer: nothing is argued
to be independent, it is seen to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from booking.models import Reply
from booking.verification.firing import Firing
from booking.verification.inputs import INPUTS, Input
from booking.verification.situation import Patch, Question, Situation, View, patch_of, world_in
from booking.verification.trial import Case, Property, Unbearable, tried, waited
from booking.verification.world import Asked

Script = tuple[int, ...]
"""Which answer the world gives to each question; the first one beyond its end."""


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
    end: Patch = ()
    looked: frozenset[int] = frozenset()  # places of the rows that were tried
    acted: frozenset[int] = frozenset()  # of those that fired
    visible: tuple[Sequence[Reply], Sequence[Asked]] = ((), ())
    fault: Fault | None = None

    @cached_property
    def seen(self) -> object:
        """What anybody could see of the turn."""
        replies, asked = self.visible
        return [(r.key, repr(r.params)) for r in replies], [(a.name, repr(a.answer)) for a in asked]


@dataclass(slots=True)
class _Node:
    axis: int  # looked at next
    branches: dict[int, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Fork:
    width: int  # answers to the question asked next
    branches: dict[int, Any] = field(default_factory=dict)


_Tree = _Node | _Fork | Leaf | None


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
        self.tried: list[tuple[int, Leaf]] = []  # each with the number of its input
        self._roots: dict[int, Any] = {}
        self._known, self._changed = known, changed

    def leaves(self, situation: Situation, number: int) -> list[Leaf]:
        """All that may come of the input of that number in this situation."""
        if self._known is not None:
            known = self._known.leaves(situation, number)
            for leaf in known:
                if self._changed in leaf.looked:
                    break
            else:
                return known
        while (found := _found(self._roots.get(number), situation)) is None:
            self._try(situation, number, _missing(self._roots.get(number), situation))
        return found

    def untouched(self) -> set[int]:
        """The inputs none of whose tried turns looked at the changed row."""
        if self._known is None:
            return set()
        return set(range(len(INPUTS))) - {n for n, leaf in self._known.tried if self._changed in leaf.looked}

    def _try(self, situation: Situation, number: int, script: Script) -> None:
        view = View(situation)
        leaf = _tried(view, INPUTS[number], self.machine, self.properties, script)
        self.tried.append((number, leaf))
        branches, key = self._roots, number
        for event in view.trace:
            made = _Fork(event.width) if isinstance(event, Question) else _Node(event)
            tree = branches.setdefault(key, made)
            if type(tree) is not type(made) or (isinstance(tree, _Node) and tree.axis != event):
                raise Nondeterministic(INPUTS[number].label)
            branches, key = tree.branches, event.answer if isinstance(event, Question) else situation[event]
        branches[key] = leaf


def _found(root: _Tree, situation: Situation) -> list[Leaf] | None:
    """The leaves of a situation; None if something has not been tried in it."""
    found: list[Leaf] = []
    waiting: list[Any] = [root]
    while waiting:
        tree = waiting.pop()
        while type(tree) is _Node:  # many millions of times: nothing slower
            tree = tree.branches.get(situation[tree.axis])
        if type(tree) is Leaf:
            found.append(tree)
        elif tree is None or len(tree.branches) < tree.width:
            return None
        else:
            waiting.extend(reversed(tree.branches.values()))  # they were tried in order
    return found


def _missing(root: _Tree, situation: Situation) -> Script:
    """The first answers that have not been tried in a situation."""
    waiting: list[tuple[Any, Script]] = [(root, ())]
    while waiting:
        tree, script = waiting.pop()
        while isinstance(tree, _Node):
            tree = tree.branches.get(situation[tree.axis])
        if tree is None:
            return script
        if isinstance(tree, _Fork):
            answers = reversed(range(tree.width))
            waiting.extend((tree.branches.get(answer), (*script, answer)) for answer in answers)
    raise AssertionError("all of them were tried")


def _tried(view: View, given: Input, machine: Firing, properties: Sequence[Property], script: Script) -> Leaf:
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


def _fault(case: Case, properties: Sequence[Property]) -> Fault | None:
    for holds in properties:
        try:
            holds(case)
        except AssertionError as error:
            return Fault(called(holds), str(error))
    return None
