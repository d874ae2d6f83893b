"""What an input comes to, found again by what it looked at.

A turn is a function of the axes it looks at and of the answers it is given. So each input has a tree: a node names the
axis looked at next, or a question of which every answer is taken, a leaf what came of it. Situations that differ only
where nobody looked share a leaf, and so do those that differ only in what matters to another answer: nothing is argued
to be independent, it is seen to be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from booking.verification.situation import Question, Situation, View, mask_of, shift_of

LeafT = TypeVar("LeafT")

Script = tuple[int, ...]
"""Which answer the world gives to each question; the first one beyond its end."""


class Nondeterministic(Exception):
    """A turn looked at other things the second time: a hook depends on more than the situation."""


@dataclass(slots=True)
class _Node:
    shift: int  # to the axis looked at next
    branches: dict[int, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Fork:
    width: int  # answers to the question asked next
    branches: dict[int, Any] = field(default_factory=dict)


class Tree(Generic[LeafT]):
    """The tried turns of one input. Walked many millions of times: nothing slower."""

    __slots__ = ("_found", "_label", "_looked", "_root")

    def __init__(self, label: str) -> None:
        self._label = label
        self._root: dict[int, Any] = {}  # one branch, so that adding to the root is adding to any other
        self._looked: Situation = 0  # every axis it was seen to look at, as a mask
        self._found: dict[Situation, list[LeafT]] = {}  # by what a situation is on those

    def found(self, situation: Situation) -> list[LeafT] | None:
        """All that may come of the input in a situation; None if something has not been tried in it."""
        key = situation & self._looked
        if (found := self._found.get(key)) is None and (found := self._walked(situation)) is not None:
            self._found[key] = found
        return found

    def _walked(self, situation: Situation) -> list[LeafT] | None:
        found: list[LeafT] = []
        waiting: list[Any] = [self._root.get(0)]
        while waiting:
            tree = waiting.pop()
            while type(tree) is _Node:
                tree = tree.branches.get(situation >> tree.shift & 255)
            if type(tree) is _Fork:
                if len(tree.branches) < tree.width:
                    return None
                waiting.extend(reversed(tree.branches.values()))  # they were tried in order
            elif tree is None:
                return None
            else:
                found.append(tree)
        return found

    def missing(self, situation: Situation) -> Script | None:
        """The first answers that have not been tried in a situation; None if all have been."""
        waiting: list[tuple[Any, Script]] = [(self._root.get(0), ())]
        while waiting:
            tree, script = waiting.pop()
            while type(tree) is _Node:
                tree = tree.branches.get(situation >> tree.shift & 255)
            if tree is None:
                return script
            if type(tree) is _Fork:
                answers = reversed(range(tree.width))
                waiting.extend((tree.branches.get(answer), (*script, answer)) for answer in answers)
        return None

    def add(self, view: View, leaf: LeafT) -> None:
        """What came of a turn that looked so. Raises Nondeterministic if another one looked otherwise."""
        branches, key, looked, situation = self._root, 0, self._looked, view.situation
        for event in view.trace:
            tree = branches.get(key)
            if isinstance(event, Question):
                answer, width = event
                if tree is None:
                    tree = branches[key] = _Fork(width)
                elif type(tree) is not _Fork or tree.width != width:
                    raise Nondeterministic(self._label)
                key = answer
            else:
                shift = shift_of(event)
                if tree is None:
                    tree = branches[key] = _Node(shift)
                    looked |= mask_of(event)
                elif type(tree) is not _Node or tree.shift != shift:
                    raise Nondeterministic(self._label)
                key = situation >> shift & 255
            branches = tree.branches
        branches[key] = leaf
        if looked != self._looked:
            self._looked = looked
            self._found.clear()
