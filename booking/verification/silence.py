"""What becomes of a flow that silence has ended, worked out once for every situation: what follows in the same turn is
known by what that leaves behind, whatever was under way before.

The trigger is fired for itself, before anything is heard. That nothing of the message matters to it is not declared but
seen: what the message would say is not there, and where it is asked for, the turn is run as any other. What is left is
told apart by its kind, which says everything of it but the search that is kept, and by that search; where nobody looks
at the search, what follows is the same after any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from booking.conversation.asked_orders import AskedOrders
from booking.conversation.due_triggers import due
from booking.conversation.fsm.conversation_machine import Fired
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Found, Services, Turn
from booking.intents import Unknown
from booking.models import Reply
from booking.ports import UnitOfWork
from booking.verification.axes import INDEX, Situation, mask_of
from booking.verification.checker_model import World
from booking.verification.fast_machine import Firing, Looked, Taken
from booking.verification.situation import NO_PATCH, Patch, Watched, patch_of, world_in
from booking.verification.small_world import ASKING, CLINIC, IDLE_AFTER, NOW, Asked, Oracle
from booking.verification.tree import Look, Script
from booking.verification.view import MOST, WHOLE, Left, Question, Seen, View

_KEPT = mask_of(INDEX["chat", "unfinished"])


class _Unknown(Exception):
    """What the message says matters, or what is left is not known by what is told of it."""


def _heard(of: object) -> NoReturn:
    raise _Unknown


def _leave_out(of: object, value: object) -> None:
    """What the message says is not there."""


_SAID: Any = property(_heard, _leave_out)


class _Unheard(Turn):
    """Begins with what silence ends, whatever the message says."""

    __slots__ = ()
    message, source, looked_up, last, alone, unanswered = _SAID, _SAID, _SAID, _SAID, _SAID, _SAID


class _NothingAsked(AskedOrders):
    """As it is before anything is taken up; what the sequence says of the message is not there."""

    __slots__ = ()
    several, reads = _SAID, _SAID


class _AnyClinic:
    """What is the same of every clinic that is asked; no more is there."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(CLINIC, name)
        if value != getattr(ASKING, name):
            raise _Unknown
        return value


@dataclass(frozen=True, slots=True)
class Way:
    """Where the end of a flow left everything that the rest of the turn can see, after these answers of the world."""

    fired: Fired
    own: dict[str, Any]  # of the conversation, but the search that is kept and the person
    orders: dict[str, Any]  # what is left of staff's
    replies: tuple[Reply, ...]
    step: Taken
    asked: tuple[Asked, ...]  # for the end of the flow; the world has one answer to each
    tried: frozenset[Looked]
    acted: frozenset[int]

    def like(self) -> object:
        """Equal of two ways that are the same to what follows."""
        asked = [(one.name, one.arguments, one.answer) for one in self.asked]
        fired = (id(self.fired.row), self.fired.then, self.fired.refused, repr(self.fired.intent))
        seen = repr((sorted(self.own.items()), self.orders, self.replies, asked))
        return seen, fired, self.tried, self.acted


@dataclass(frozen=True, slots=True)
class Ended:
    """What silence left, by what the world answered before; where that is not known, no way."""

    left: Left
    place: int  # of the end of the flow, among what is fired
    looks: tuple[Look, ...]  # what it depends on
    ways: Mapping[Script, Way]
    kept: Patch = NO_PATCH  # the search that is kept, as the next turn finds it

    def conversation(self, way: Way, before: Any) -> Any:
        """As it goes on in the turn whose flow ends so."""
        moved = frozenset[str]() if self.kept is NO_PATCH else frozenset({"unfinished"})
        return Watched("chat", before.view, {**before.own, **way.own}, moved)

    def after(self, end: Patch) -> Patch:
        """What a turn leaves that goes on from there and ends so."""
        if end.left & _KEPT != _KEPT:
            return end  # it kept another one, or forgot it
        return Patch(end.left & self.kept.left, end.put | self.kept.put)


class Silence:
    """The situations in which silence has ended a flow, for one table."""

    def __init__(self, machine: Firing) -> None:
        self._machine = machine
        self._kinds: dict[object, int] = {}
        self._kept: dict[object, int] = {}
        self._last: tuple[Situation, Ended | None] = (-1, None)

    def ended(self, situation: Situation) -> Ended | None:
        """What is left where the next turn begins with the end of a flow; None where it does not."""
        if self._last[0] != situation:
            self._last = situation, self._ended(situation)
        return self._last[1]

    def _ended(self, situation: Situation) -> Ended | None:
        view = View(situation)
        triggers = due(world_in(view).conversation, NOW, IDLE_AFTER)
        if triggers[-1:] != [Trigger.TIMEOUT]:
            return None
        looks, ways, kept = _looks(view), dict[Script, Way](), set[tuple[object, Patch]]()
        scripts: list[Script] = [()]
        left, end = Left(MOST, 0, None), NO_PATCH
        try:
            while scripts:
                script, view = scripts.pop(), View(situation)
                answered, way, kept_so = self._fired(view, triggers, script)
                choices = tuple(question.answer for question in answered)
                ways[choices] = way
                kept.add(kept_so)
                looks |= _looks(view)
                for place in range(len(script), len(answered)):
                    scripts.extend((*choices[:place], answer) for answer in range(1, answered[place].width))
            left, end = self._left(ways, kept)
        except Exception:  # it is looked at where the turn is run
            looks |= _looks(view)
            ways = {}
        return Ended(left, len(triggers), tuple(looks.values()), ways, end)

    def _fired(
        self, view: View, triggers: Sequence[Trigger], script: Script
    ) -> tuple[list[Question], Way, tuple[object, Patch]]:
        """What was asked before the end of the flow, where that led, and the search that it kept."""
        machine, world = self._machine, world_in(view)
        oracle = Oracle(script, view.heard)
        turn = _Unheard(world.conversation, NOW, cast(Any, _AnyClinic()), Services(cast(UnitOfWork, None)))
        turn.orders, turn.journal, oracle.turn = _NothingAsked(), oracle, turn
        for trigger in triggers[:-1]:
            if machine.fire(turn, trigger).then is not None:
                raise _Unknown
        turn.take_up(Unknown())
        answered, before = _questions(view), cast(Any, turn.conversation)
        machine.tried, machine.fired = set(), set()
        fired = machine.fire(turn, triggers[-1])
        oracle.turn = None
        now = cast(Any, turn.conversation)
        own = {name: value for name, value in now.own.items() if name not in ("person", "unfinished")}
        if any(isinstance(value, Watched) or type(value) is Seen for value in own.values()):
            raise _Unknown
        if now.own.get("draft", now) is not None or now.own["person"] is not before.own["person"]:
            raise _Unknown
        if turn.searched or turn.found != Found() or type(turn.orders) is not _NothingAsked:
            raise _Unknown
        if any(question.width > 1 for question in _questions(view)[len(answered) :]):
            raise _Unknown
        way = Way(
            fired,
            own,
            {name: _itself(getattr(turn.orders, name)) for name in ("waiting", "undone", "left", "refusal")},
            tuple(turn.replies),
            cast(Taken, turn.steps[-1]),
            tuple(oracle.asked[len(answered) :]),
            frozenset(machine.tried),
            frozenset(machine.fired),
        )
        if "unfinished" not in now.own:
            return answered, way, (None, NO_PATCH)
        end = patch_of(view, World(turn.conversation, world.known))
        return answered, way, (now.own["unfinished"], Patch(end.left | ~_KEPT, end.put & _KEPT))

    def _left(self, ways: Mapping[Script, Way], kept: Set[tuple[object, Patch]]) -> tuple[Left, Patch]:
        ((unfinished, end),) = kept  # whatever was answered
        kind = _number(self._kinds, (end is NO_PATCH, *sorted((choices, way.like()) for choices, way in ways.items())))
        number = _number(self._kept, unfinished)
        if kind >= MOST or number > MOST:
            raise _Unknown
        return Left(kind, number, unfinished), end


def _number(numbers: dict[object, int], of: object) -> int:
    return numbers.setdefault(of, len(numbers))


def _questions(view: View) -> list[Question]:
    return [event for event in view.trace if isinstance(event, Question)]


def _itself(value: Any) -> Any:
    return value.whole() if type(value) is Seen else value


def _looks(view: View) -> dict[tuple[int, int], Look]:
    """What was looked at, each but once."""
    seen = [
        (event, WHOLE) if isinstance(event, int) else (event.index, event)
        for event in view.trace
        if not isinstance(event, Question)
    ]
    return {(index, id(kinds)): (index, kinds) for index, kinds in seen}
