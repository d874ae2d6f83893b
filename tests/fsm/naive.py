"""The verification as plainly as it can be: every turn in every situation is run by itself, every property held to it,
nothing shared and nothing known of a table before. For a few inputs alone: with all of them it would take days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from booking.conversation.fsm.row import Row
from booking.verification.axes import Situation
from booking.verification.cases import Case
from booking.verification.explore import standing_fault
from booking.verification.fast_machine import Firing
from booking.verification.goals import GOALS
from booking.verification.inputs import Input
from booking.verification.memo import called
from booking.verification.properties import PROPERTIES
from booking.verification.situation import patch_of, patched, start, world_in
from booking.verification.tree import Script
from booking.verification.trial import Unbearable, tried, waited
from booking.verification.view import Question, View


@dataclass
class Naive:
    """What was found."""

    turns: int = 0
    told: list[object] = field(default_factory=list)  # of each turn, what could be seen of it
    acted: set[int] = field(default_factory=set)
    leads: dict[Situation, list[list[Situation]]] = field(default_factory=dict)  # by each input
    broken: set[str] = field(default_factory=set)  # every property that does not hold somewhere


def explored(table: Sequence[Row], inputs: Sequence[Input], facts: dict[str, object]) -> Naive:
    """Everything that can be reached."""
    machine, found, waiting = Firing(table, facts), Naive(), [start()]
    while waiting:
        situation = waiting.pop()
        if situation in found.leads:
            continue
        found.leads[situation] = [list(_ends(situation, given, machine, found)) for given in inputs]
        for end in (end for ends in found.leads[situation] for end in ends):
            if (fault := standing_fault(end)) is not None:
                found.broken.add(fault[0])
            waiting.append(end)
    found.acted |= machine.fired
    found.broken.update(goal.name for goal in GOALS if not _within(goal.within, set(_near(goal, found)), found))
    return found


def _ends(situation: Situation, given: Input, machine: Firing, found: Naive) -> Iterator[Situation]:
    if given.waits is not None:
        found.turns += 1
        view = View(situation)
        yield patched(situation, patch_of(view, waited(world_in(view), given.lapse)))
        return
    scripts: list[Script] = [()]
    while scripts:
        script, view = scripts.pop(), View(situation)
        found.turns += 1
        try:
            case = tried(world_in(view), given, machine, script, view.heard)
        except Unbearable:
            found.broken.add("No turn raises")
            case = None
        questions = [event for event in view.trace if isinstance(event, Question)]
        for place in range(len(script), len(questions)):
            before = tuple(question.answer for question in questions[:place])
            scripts.extend((*before, answer) for answer in range(1, questions[place].width))
        if case is not None:
            found.broken.update(_broken(case))
            found.told.append([(reply.key, repr(reply.params)) for reply in case.turn.replies])
            yield patched(situation, patch_of(view, case.after))


def _broken(case: Case) -> Iterator[str]:
    for holds in PROPERTIES:
        try:
            holds(case)
        except Exception:  # what a changed table says may be without what a property looks for
            yield called(holds)


def _near(goal: object, found: Naive) -> Iterator[Situation]:
    return (situation for situation in found.leads if goal.reached(world_in(View(situation))))  # type: ignore[attr-defined]


def _within(steps: int, near: set[Situation], found: Naive) -> bool:
    for _ in range(steps):
        near |= {s for s, inputs in found.leads.items() if any(near.issuperset(ends) for ends in inputs)}
    return near.issuperset(found.leads)
