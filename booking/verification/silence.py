"""What becomes of a flow that silence has ended, worked out once for every situation: what follows in the same turn is
known by what that leaves behind, whatever was under way before.

The trigger is fired for itself, before anything is heard. That nothing of the message matters to it is not declared but
seen: what the message would say is not there, and where it is asked for, the turn is run as any other. What is left is
told apart by its kind, which says everything of it but the search that is kept, and by that search; where nobody looks
at the search, what follows is the same after any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn, cast

from booking.conversation.asked_orders import AskedOrders
from booking.conversation.due_triggers import due
from booking.conversation.fsm.conversation_machine import Fired
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Found, Services, Turn
from booking.models import Reply
from booking.ports import UnitOfWork
from booking.verification.axes import INDEX, Situation, mask_of
from booking.verification.checker_model import World
from booking.verification.fast_machine import Firing, Looked, Taken
from booking.verification.situation import NO_PATCH, Patch, Watched, patch_of, world_in
from booking.verification.small_world import CLINIC, IDLE_AFTER, NOW, Asked, Oracle
from booking.verification.tree import Look
from booking.verification.view import MOST, WHOLE, Left, Question, Seen, View

_KEPT = mask_of(INDEX["chat", "unfinished"])


class _Heard(Exception):
    """What the message says matters."""


def _heard(of: object) -> NoReturn:
    raise _Heard


def _leave_out(of: object, value: object) -> None:
    """What the message says is not there."""


_SAID: Any = property(_heard, _leave_out)


class _Unheard(Turn):
    """Begins with what silence ends, whatever the message says."""

    __slots__ = ()
    message, source, looked_up, last, alone = _SAID, _SAID, _SAID, _SAID, _SAID


class _NothingAsked(AskedOrders):
    """As it is before anything is taken up; what the sequence says of the message is not there."""

    __slots__ = ()
    several, reads = _SAID, _SAID


class _Zone:
    """All that is the same of every clinic that is asked."""

    zone = CLINIC.zone

    def __getattr__(self, name: str) -> NoReturn:
        raise _Heard


@dataclass(frozen=True, slots=True)
class Ended:
    """Where silence left everything that the rest of the turn can see; where that is not known, only `left` and what
    it depends on."""

    left: Left
    looks: tuple[Look, ...]
    fired: Fired | None = None
    own: dict[str, Any] | None = None  # of the conversation, but the search that is kept and the person
    orders: dict[str, Any] | None = None  # what is left of staff's
    replies: tuple[Reply, ...] = ()
    steps: tuple[Taken, ...] = ()
    asked: tuple[Asked, ...] = ()
    tried: frozenset[Looked] = frozenset()
    acted: frozenset[int] = frozenset()
    keeps: bool = False
    kept: Patch = NO_PATCH  # the search that is kept, as the next turn finds it

    def conversation(self, began: Any) -> Any:
        """As it goes on in the turn that began so."""
        moved = frozenset({"unfinished"}) if self.keeps else frozenset[str]()
        return Watched("chat", began.view, {**began.own, **(self.own or {})}, moved)

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
        world = world_in(view)
        if due(world.conversation, NOW, IDLE_AFTER) != [Trigger.TIMEOUT]:
            return None
        oracle = Oracle((), view.heard)
        turn = _Unheard(world.conversation, NOW, cast(Any, _Zone()), Services(cast(UnitOfWork, None)))
        turn.journal, oracle.turn = oracle, turn
        turn.orders = _NothingAsked()
        machine = self._machine
        machine.tried, machine.fired = set(), set()
        try:
            fired = machine.fire(turn, Trigger.TIMEOUT)
        except Exception:  # it is looked at where the turn is run
            return Ended(Left(MOST, 0, None), _looks(view))
        finally:
            oracle.turn = None
        return self._found(world, turn, oracle.asked, fired) or Ended(Left(MOST, 0, None), _looks(view))

    def _found(self, before: World, turn: Turn, asked: list[Asked], fired: Fired) -> Ended | None:
        began, now = cast(Any, before.conversation), cast(Any, turn.conversation)
        own = {name: value for name, value in now.own.items() if name not in ("person", "unfinished")}
        view, keeps = began.view, "unfinished" in now.own
        forked = any(isinstance(event, Question) and event.width > 1 for event in view.trace)
        strange = any(isinstance(value, Watched) or type(value) is Seen for value in own.values())
        if forked or strange or now.own.get("draft", now) is not None or now.own["person"] is not began.own["person"]:
            return None
        if turn.found != Found() or type(turn.orders) is not _NothingAsked:
            return None
        orders = {name: _itself(getattr(turn.orders, name)) for name in ("waiting", "undone", "left", "refusal")}
        machine, (step,) = self._machine, cast(list[Taken], turn.steps)
        kind = self._number(
            self._kinds,
            (
                keeps,
                repr(sorted(own.items())),
                repr(orders),
                repr(turn.replies),
                repr([(one.name, one.arguments, one.answer) for one in asked]),
                (id(fired.row), fired.then, fired.refused, repr(fired.intent)),
                frozenset(machine.tried),
                frozenset(machine.fired),
            ),
        )
        kept = self._number(self._kept, now.own["unfinished"]) if keeps else 0
        if kind >= MOST or kept > MOST:
            return None
        end = patch_of(view, World(turn.conversation, before.known))
        return Ended(
            Left(kind, kept, now.own.get("unfinished")),
            _looks(view),
            fired,
            own,
            orders,
            tuple(turn.replies),
            (step,),
            tuple(asked),
            frozenset(machine.tried),
            frozenset(machine.fired),
            keeps,
            Patch(end.left | ~_KEPT, end.put & _KEPT) if keeps else NO_PATCH,
        )

    @staticmethod
    def _number(numbers: dict[object, int], of: object) -> int:
        return numbers.setdefault(of, len(numbers))


def _itself(value: Any) -> Any:
    return value.whole() if type(value) is Seen else value


def _looks(view: View) -> tuple[Look, ...]:
    seen = [event for event in view.trace if not isinstance(event, Question)]
    return tuple((event, WHOLE) if isinstance(event, int) else (event.index, event) for event in seen)
