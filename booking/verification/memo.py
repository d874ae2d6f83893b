"""Turns that were tried once, with what came of them; each is found again by what it looked at (`tree`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Protocol, TypeVar

from booking.verification.axes import AXES, BITS, INDEX, LOWEST, Situation, mask_of, shift_of
from booking.verification.cases import Case, Property
from booking.verification.checker_model import World
from booking.verification.contention import Contention, disputes
from booking.verification.fast_machine import Firing, Looked
from booking.verification.inputs import INPUTS, Input
from booking.verification.relevance import Relevance, relevance_of
from booking.verification.resumed import Resumed
from booking.verification.silence import Ended, Silence
from booking.verification.situation import NO_PATCH, Patch, patch_of, world_in
from booking.verification.tree import Look, Script, Tree
from booking.verification.trial import Unbearable, tried, waited
from booking.verification.view import WHOLE, View

HashableT = TypeVar("HashableT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fault:
    """A property that a turn breaks, and how."""

    name: str
    why: str


@dataclass(slots=True, eq=False)
class Leaf:
    """What came of an input that was answered by the script. Hundreds of thousands are kept: what is equal is the same
    one in all of them, and what anybody could see of the turn is seen again by trying it again."""

    situation: Situation  # in which it was tried
    script: Script = ()
    end: Patch = NO_PATCH
    looked: frozenset[Looked] = frozenset()  # rows that were tried, guards that failed, and facts
    acted: frozenset[int] = frozenset()  # places of the rows that fired
    keys: tuple[str, ...] = ()  # of the replies
    questions: tuple[str, ...] = ()  # that were asked, by name
    disputes: tuple[Contention, ...] = ()  # where somebody else came first
    fault: Fault | None = None


class Outcome:
    """All that may come of an input in a situation. What is equal is the same one, and its `ends` are the same tuple as
    those of every other outcome that ends so: they are compared by identity."""

    __slots__ = ("acted", "ends", "faults", "leaves")

    def __init__(self, leaves: tuple[Leaf, ...], ends: tuple[Patch, ...]) -> None:
        self.leaves, self.ends = leaves, ends
        self.acted = frozenset[int]().union(*(leaf.acted for leaf in leaves))
        self.faults = tuple(leaf.fault for leaf in leaves if leaf.fault is not None)


class Outcomes(list[Outcome]):
    """What may come of each input, by its number, in situations that are the same to all of them."""

    __slots__ = ("ends", "turns")

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        super().__init__(outcomes)
        self.turns = sum([len(outcome.leaves) for outcome in self])
        self.ends = ends_of(self)


def ends_of(outcomes: Iterable[Outcome]) -> tuple[Patch, ...]:
    """How these may end, each but once, in order."""
    several = {id(outcome.ends): outcome.ends for outcome in outcomes}
    return tuple(dict.fromkeys(chain.from_iterable(several.values())))


def called(holds: Callable[..., None]) -> str:
    """A property by what it says."""
    return (holds.__doc__ or holds.__name__).strip()


_LIKE = sum(
    mask_of(INDEX[axis])
    for axis in (
        ("chat", "state"),
        ("chat", "control"),
        ("chat", "control_until"),
        ("chat", "updated_at"),
        ("person", "opted_out"),
        ("draft", "kind"),
        ("draft", "hold"),
    )
)
"""Axes that say most of what else is looked at: situations are alike that are the same on these. Where a flow has ended
by silence, say, hardly any other axis matters, and elsewhere many do: told apart, more is found again at once."""


_QUESTION = INDEX["chat", "question"]
_ASKED, _ABOVE = shift_of(_QUESTION), shift_of(len(AXES))
_ALL_ONE = dict.fromkeys(range(1 << BITS), 0)


class _Meant(dict[int, Situation]):
    """For the number of each question its kind, standing above all axes."""

    def __init__(self, kinds: dict[int, int]) -> None:
        super().__init__()
        self.kinds = kinds

    def __missing__(self, asked: int) -> Situation:
        self[asked] = self.kinds[asked] << _ABOVE
        return self[asked]


class _Alike:
    """What is known of situations that are alike. For each input the axes that it was seen to look at, as a mask; where
    it looks at what a question means to it and no further, that; and what came of it, by what a situation is on those.
    For all inputs together the same: what came of each, by what a situation is on any of these axes.
    """

    __slots__ = ("_any", "_together", "known", "looked", "meant")

    def __init__(self, inputs: int) -> None:
        self._any: Situation = _LIKE
        self._together: dict[Situation, Outcomes] = {}
        self.looked: list[Situation] = [_LIKE] * inputs
        self.meant: list[dict[int, int]] = [_ALL_ONE] * inputs
        self.known: list[dict[Situation, Outcome]] = [{} for _ in range(inputs)]

    def together(self, situation: Situation) -> Outcomes | None:
        """What came of each input, where that is known of all together."""
        return self._together.get(situation & self._any)

    def learn_together(self, situation: Situation, outcomes: Outcomes) -> None:
        """What came of each input in a situation: of each by itself it is known."""
        self._together[situation & self._any] = outcomes

    def all(self, situation: Situation) -> list[Outcome | None]:
        """What is known of each input."""
        asked = situation >> _ASKED & LOWEST
        every = zip(self.known, self.looked, self.meant, strict=True)
        return [known.get(situation & looked | meant[asked]) for known, looked, meant in every]

    def one(self, situation: Situation, number: int) -> Outcome | None:
        """What is known of this input."""
        return self.known[number].get(self._key(situation, number))

    def learn(self, number: int, situation: Situation, outcome: Outcome, looked: Sequence[Look]) -> None:
        """What came of the input in a situation, where it looked at these."""
        mask, meant = self.looked[number], self.meant[number]
        for axis, kinds in looked:
            if axis >= len(AXES):
                continue  # what is left behind, of which it is told what that depends on
            if axis != _QUESTION or kinds is WHOLE:
                mask |= mask_of(axis)
            elif meant is _ALL_ONE:
                meant = _Meant(kinds)
            elif meant.kinds is not kinds:  # type: ignore[attr-defined]
                mask |= mask_of(axis)
        if mask != self.looked[number] or meant is not self.meant[number]:
            self.looked[number], self.meant[number] = mask, meant
            self.known[number].clear()  # found again by the tree, one by one
            any_ = self._any | mask | (0 if meant is _ALL_ONE else mask_of(_QUESTION))
            if any_ != self._any:
                self._any = any_
                self._together.clear()
        self.known[number][self._key(situation, number)] = outcome

    def _key(self, situation: Situation, number: int) -> Situation:
        return situation & self.looked[number] | self.meant[number][situation >> _ASKED & LOWEST]


class Knows(Protocol):
    """Tells what may come of each of its inputs in every situation."""

    inputs: Sequence[Input]

    def outcomes(self, situation: Situation) -> Outcomes:
        """Of each input, by its number."""

    def outcome(self, situation: Situation, number: int) -> Outcome:
        """Of the input of that number."""


class Memo:
    """The tried turns of one table."""

    def __init__(self, machine: Firing, properties: Sequence[Property], inputs: Sequence[Input] = INPUTS) -> None:
        self.machine, self.properties, self.inputs = machine, tuple(properties), inputs
        self._relevance = relevance_of(self.properties)
        self.tried: list[tuple[int, Leaf]] = []  # each with the number of its input
        self._trees: list[Tree[Leaf, Outcome]] = [Tree(given.label, self._outcome_of) for given in inputs]
        self._alike: dict[Situation, _Alike] = {}
        self._one: dict[Any, Any] = {}
        self._silence = Silence(machine)
        self._ended: dict[tuple[Outcome, Patch], Outcome] = {}

    def outcomes(self, situation: Situation) -> Outcomes:
        """What may come of each input in this situation, by its number. Asked millions of times: nothing slower."""
        alike = self._alike_to(situation)
        if (known := alike.together(situation)) is None:
            found = alike.all(situation)
            known = Outcomes([one or self._learned(alike, situation, number) for number, one in enumerate(found)])
            alike.learn_together(situation, known)
        return known

    def outcome(self, situation: Situation, number: int) -> Outcome:
        """What may come of the input of that number in this situation."""
        alike = self._alike_to(situation)
        return alike.one(situation, number) or self._learned(alike, situation, number)

    def _alike_to(self, situation: Situation) -> _Alike:
        if (alike := self._alike.get(situation & _LIKE)) is None:
            alike = self._alike[situation & _LIKE] = _Alike(len(self.inputs))
        return alike

    def _learned(self, alike: _Alike, situation: Situation, number: int) -> Outcome:
        ended = self._silence.ended(situation) if self.inputs[number].waits is None else None
        view = View(situation) if ended is None else View(situation, ended.left)
        before, machine = world_in(view), Resumed(self.machine, view, ended)
        outcome, looked = self._trees[number].leaves(
            view.numbers(), lambda script: self._try(before, machine, number, script)
        )
        if ended is not None:
            outcome, looked = self._after(ended, situation, outcome), [*looked, *ended.looks]
        alike.learn(number, situation, outcome, looked)
        return outcome

    def _after(self, ended: Ended, situation: Situation, outcome: Outcome) -> Outcome:
        """The same where silence left this search behind."""
        if ended.kept is NO_PATCH:
            return outcome
        if (known := self._ended.get((outcome, ended.kept))) is None:
            leaves = tuple(
                replace(leaf, situation=situation, end=self._same(ended.after(leaf.end))) for leaf in outcome.leaves
            )
            known = self._ended[outcome, ended.kept] = self._outcome_of(leaves)
        return known

    def _outcome_of(self, leaves: tuple[Leaf, ...]) -> Outcome:
        return Outcome(leaves, self._same(tuple(dict.fromkeys(leaf.end for leaf in leaves))))

    def _try(self, before: World, machine: Resumed, number: int, script: Script) -> tuple[View, Leaf]:
        leaf = _tried(before, self.inputs[number], machine, self._relevance, script)
        leaf.script, leaf.end = self._same(leaf.script), self._same(leaf.end)
        leaf.looked, leaf.acted = self._same(leaf.looked), self._same(leaf.acted)
        leaf.keys, leaf.questions = self._same(leaf.keys), self._same(leaf.questions)
        self.tried.append((number, leaf))
        return machine.view, leaf

    def seen(self, number: int, leaf: Leaf) -> object:
        """What anybody could see of the turn, tried again."""
        given = self.inputs[number]
        if given.waits is not None:
            return None
        case = tried(world_in(View(leaf.situation)), given, self.machine, leaf.script)
        replies = [(reply.key, repr(reply.params)) for reply in case.turn.replies]
        return replies, [(asked.name, repr(asked.arguments), repr(asked.answer)) for asked in case.asked]

    def _same(self, one: HashableT) -> HashableT:
        """The first that is equal: of millions a few thousand differ."""
        same: HashableT = self._one.setdefault((type(one), one), one)
        return same


def _tried(before: World, given: Input, machine: Resumed, properties: Relevance, script: Script) -> Leaf:
    view = machine.view
    if given.waits is not None:
        return Leaf(view.situation, end=patch_of(view, waited(before, given.lapse)))
    machine.begin(script)
    leaf = Leaf(view.situation, script)
    try:
        case = tried(before, given, machine, script, view.heard)
    except Unbearable as error:
        leaf.fault = Fault("No turn raises", str(error))
    else:
        leaf.fault = _fault(case, properties)
        leaf.end, leaf.keys = patch_of(view, case.after), tuple(case.keys)
        leaf.questions, leaf.disputes = tuple([asked.name for asked in case.asked]), disputes(case.asked)
    leaf.looked, leaf.acted = frozenset(machine.machine.tried), frozenset(machine.machine.fired)
    return leaf


def _fault(case: Case, properties: Relevance) -> Fault | None:
    for holds in properties.of(case):
        try:
            holds(case)
        except AssertionError as error:
            return Fault(called(holds), str(error))
        except Exception as error:  # what a changed table says may be without what a property looks for
            return Fault(called(holds), f"{type(error).__name__}: {error}")
    return None
