"""What a person can always reach, and how far every situation is from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from booking.models import Control, State
from booking.verification.axes import Situation
from booking.verification.checker_model import World
from booking.verification.explore import Broken, Explored
from booking.verification.memo import Knows
from booking.verification.situation import patched, world_in
from booking.verification.view import View


@dataclass(frozen=True, slots=True)
class Goal:
    """What a person can always reach, whatever the world answers; within how many messages or waits at most."""

    name: str
    reached: Callable[[World], bool]
    within: int


GOALS = (
    Goal(
        "A human can be reached",
        lambda world: world.conversation.control is Control.HUMAN,
        within=2,  # one to be heard again after BAJA
    ),
    Goal(
        "The exit can be reached: nothing under way, and the bot answers",
        lambda world: world.conversation.state is State.IDLE and world.conversation.control is Control.BOT,
        within=2,  # one until a human has let go of the chat
    ),
    Goal(
        "Every state can be left: a time can be looked for",
        lambda world: world.conversation.state is State.SLOT_SELECTION,
        within=3,
    ),
)

Distances = dict[Situation, tuple[int, int]]
"""How many steps a situation is away from a goal, and the number of an input that leads nearer, whatever is answered;
of none, -1."""


def distances(
    goal: Goal, situations: Iterable[Situation], memo: Knows, known: Mapping[Situation, tuple[int, int]]
) -> tuple[Distances, list[Situation]]:
    """Of each of these that is near enough, and those that are not. Of others it is `known`."""
    found: Distances = {}
    far: list[Situation] = []
    for situation in situations:
        if goal.reached(world_in(View(situation))):
            found[situation] = 0, -1
        else:
            far.append(situation)
    numbers = list(range(len(memo.inputs)))
    for steps in range(1, goal.within + 1):
        nearer: Distances = {}
        left: list[Situation] = []
        for situation in far:
            for place, number in enumerate(numbers):
                for end in memo.outcome(situation, number).ends:
                    to = patched(situation, end)
                    if to not in found and ((step := known.get(to)) is None or step[0] >= steps):
                        break
                else:
                    nearer[situation] = steps, number
                    numbers.insert(0, numbers.pop(place))  # what helps one helps most that come after it
                    break
            else:
                left.append(situation)
        found |= nearer
        far = left
    return found, far


def not_reached(goal: Goal, far: Iterable[Situation], explored: Explored) -> Broken:
    """That these are too far from the goal, told of the one to which the way is shortest."""
    way = min((explored.way_to(situation) for situation in far), key=len)
    return Broken(goal.name, f"not within {goal.within} steps", way, shown=False)
