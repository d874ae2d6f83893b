"""What an input comes to, found again by what it looked at.

A turn is a function of the axes it looks at, or of aspects of them, and of the answers it is given. So each input has
a tree: a node names the axis looked at next, or a question of which every answer is taken, a leaf what came of it.
Situations that differ only where nobody looked share a leaf, and so do those that differ only in what matters to
another answer: nothing is argued to be independent, it is seen to be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from booking.verification.view import WHOLE, Question, View

LeafT = TypeVar("LeafT")
AllT = TypeVar("AllT")
"""What several leaves come to."""

Script = tuple[int, ...]
"""Which answer the world gives to each question; the first one beyond its end."""


Look = tuple[int, dict[int, int]]
"""An axis, and for the number of each value on it the kind by which it is told apart."""


class Nondeterministic(Exception):
    """A turn looked at other things the second time: a hook depends on more than the situation."""


@dataclass(slots=True)
class _Node:
    index: int  # of the axis looked at next
    kinds: dict[int, int]  # for the number of each value: which branch
    branches: dict[int, Any] = field(default_factory=dict)


@dataclass(slots=True)
class _Fork:
    width: int  # answers to the question asked next
    branches: dict[int, Any] = field(default_factory=dict)


class Tree(Generic[LeafT, AllT]):
    """The tried turns of one input."""

    __slots__ = ("_all", "_label", "_made", "_root")

    def __init__(self, label: str, all_of: Callable[[tuple[LeafT, ...]], AllT]) -> None:
        self._label, self._all = label, all_of
        self._made: dict[tuple[LeafT, ...], AllT] = {}
        self._root: dict[int, Any] = {}  # one branch, so that adding to the root is adding to any other

    def leaves(self, values: Sequence[int], run: Callable[[Script], tuple[View, LeafT]]) -> tuple[AllT, list[Look]]:
        """All that may come of the input where these are the values (`View.numbers`), and what it looks at there; `run`
        tries what was not yet. Raises Nondeterministic."""
        found: list[LeafT] = []
        looked: dict[tuple[int, int], Look] = {}
        waiting: list[tuple[dict[int, Any], int, Script]] = [(self._root, 0, ())]
        while waiting:
            branches, key, script = waiting.pop()
            while True:
                tree = branches.get(key)
                if type(tree) is _Node:
                    looked[tree.index, id(tree.kinds)] = tree.index, tree.kinds
                    branches, key = tree.branches, tree.kinds[values[tree.index]]
                elif type(tree) is _Fork:
                    branches = tree.branches
                    waiting.extend((branches, answer, (*script, answer)) for answer in reversed(range(tree.width)))
                    break
                elif tree is None:
                    self._add(*run(script))
                    if key not in branches:
                        raise Nondeterministic(self._label)
                else:
                    found.append(tree)
                    break
        same = tuple(found)
        if (made := self._made.get(same)) is None:
            made = self._made[same] = self._all(same)
        return made, [*looked.values()]

    def _add(self, view: View, leaf: LeafT) -> None:
        """What came of a turn that looked so."""
        branches, key = self._root, 0
        values = view.numbers()
        for event in view.trace:
            tree = branches.get(key)
            if isinstance(event, Question):
                if tree is None:
                    tree = branches[key] = _Fork(event.width)
                elif type(tree) is not _Fork or tree.width != event.width:
                    raise Nondeterministic(self._label)
                key = event.answer
            else:
                index, kinds = (event, WHOLE) if isinstance(event, int) else (event.index, event)
                if tree is None:
                    tree = branches[key] = _Node(index, kinds)
                elif type(tree) is not _Node or tree.kinds is not kinds or tree.index != index:
                    raise Nondeterministic(self._label)
                key = kinds[values[index]]
            branches = tree.branches
        branches[key] = leaf
