"""One input in one situation, tried with one script after the other: what two scripts have in common is not run twice.

Scripts differ from one answer on. Whatever was fired before that question was asked ends as it ended: its end is kept
and given back, and the rest of the turn is run. What was looked at since is forgotten first (`View.back_to`), so that
the trace is the one of a turn that was run whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from booking.conversation.asked_orders import AskedOrders
from booking.conversation.fsm.conversation_machine import Conversing, Fired
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Found, Turn
from booking.models import Conversation, Reply, Step, SubState
from booking.verification.fast_machine import Firing, Looked
from booking.verification.silence import Ended
from booking.verification.small_world import Asked, Oracle
from booking.verification.view import MOST, Mark, View


@dataclass(slots=True)
class _End:
    """Where a trigger left everything that a later one, or a property, can see of the turn."""

    fired: Fired
    choices: tuple[int, ...]  # of the world, until then
    mark: Mark
    conversation: Conversation
    found: Found
    orders: AskedOrders
    searched: bool
    replies: list[Reply]
    steps: list[Step]
    asked: list[Asked]
    tried: set[Looked]
    acted: set[int]


class Resumed(Conversing):
    """A machine for the scripts of one input in the situation that is viewed."""

    def __init__(self, machine: Firing, view: View, ended: Ended | None = None) -> None:
        self.machine, self.view, self.ended = machine, view, ended
        self.table = machine.table
        self._began = view.mark()
        self._ends: list[_End] = []
        self._next = 0  # of those, in the turn that is run

    def begin(self, script: tuple[int, ...]) -> None:
        """Another turn, with this script: what was fired before it differs is kept, and nothing that was seen later."""
        kept = 0
        for end in self._ends:
            if len(end.choices) > len(script) or end.choices != script[: len(end.choices)]:
                break
            kept += 1
        del self._ends[kept:]
        self.view.back_to(self._ends[-1].mark if kept else self._began)
        self.machine.tried, self.machine.fired = set(), set()
        self._next = 0

    def rows(self, trigger: Trigger, place: SubState) -> list[Row]:
        return self.machine.rows(trigger, place)

    def fire(self, turn: Turn, trigger: Trigger) -> Fired:
        self._next += 1
        if self._next <= len(self._ends):
            return self._given_back(self._ends[self._next - 1], turn)
        if self.ended is not None and self._next == self.ended.place and self.view.kind_left() != MOST:
            self._ends.append(self._silenced(self.ended, turn))
            return self._given_back(self._ends[-1], turn)
        fired = self.machine.fire(turn, trigger)
        asked = _oracle(turn).asked
        self._ends.append(
            _End(
                fired,
                self.view.choices(),
                self.view.mark(),
                turn.conversation,
                turn.found,
                replace(turn.orders),
                turn.searched,
                turn.replies[:],
                turn.steps[:],
                asked[:],
                set(self.machine.tried),
                set(self.machine.fired),
            )
        )
        return fired

    def _silenced(self, ended: Ended, turn: Turn) -> _End:
        """Where the end of the flow, with which the turn begins, left everything."""
        way = ended.ways[self.view.choices()]
        for _ in way.asked:
            self.view.heard(0, 1)
        now = ended.conversation(way, turn.conversation)
        return _End(
            way.fired,
            self.view.choices(),
            self.view.mark(),
            now,
            Found(),
            replace(turn.orders, **way.orders),
            turn.searched,
            [*way.replies],
            [*turn.steps, cast(Step, way.step._replace(after=now))],
            [*_oracle(turn).asked, *way.asked],
            {*way.tried, *self.machine.tried},
            {*way.acted, *self.machine.fired},
        )

    def _given_back(self, end: _End, turn: Turn) -> Fired:
        turn.conversation, turn.found, turn.orders = end.conversation, end.found, replace(end.orders)
        turn.searched = end.searched
        turn.replies[:], turn.steps[:], _oracle(turn).asked[:] = end.replies, end.steps, end.asked
        self.machine.tried |= end.tried
        self.machine.fired |= end.acted
        return end.fired


def _oracle(turn: Turn) -> Oracle:
    if not isinstance(turn.journal, Oracle):
        raise TypeError("a turn is resumed in the small world alone")
    return turn.journal
