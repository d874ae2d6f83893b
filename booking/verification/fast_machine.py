"""Fires rows as the machine does, without what only production needs: the log's facts, the library's callbacks.

Facts are read when a guard asks for them. A test holds every turn against the machine that is shipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from booking.conversation.fsm.conversation_machine import Conversing, Fired
from booking.conversation.fsm.facts import OF_TURN
from booking.conversation.fsm.outcomes import Refused
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.template_values import reply_of
from booking.conversation.turn import Found, Turn
from booking.errors import InvalidTable
from booking.models import Conversation, State, Step


class AskedFacts:
    """The facts of a turn, each read when it is asked for."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn

    def __getattr__(self, name: str) -> Any:
        value = OF_TURN[name](self._turn)
        setattr(self, name, value)
        return value


class Taken(NamedTuple):
    """The row that took a trigger, the trigger that its refusal became, and the conversation as it then stood."""

    took: Row
    refused: Trigger | None
    after: Conversation

    @property
    def row(self) -> str:
        return self.took.name


class Firing(Conversing):
    """A table that fires. `tried` are the places in it of the rows that were looked at, `fired` of those that acted."""

    def __init__(self, table: Sequence[Row] = TABLE) -> None:
        self.table = tuple(table)
        self.tried: set[int] = set()
        self.fired: set[int] = set()
        self._fitting: dict[tuple[Trigger, State], list[tuple[int, Row]]] = {}
        for place, row in enumerate(self.table):
            for trigger in row.on:
                for state in row.source:
                    self._fitting.setdefault((trigger, state), []).append((place, row))

    def rows(self, trigger: Trigger, state: State) -> list[Row]:
        fitting = self._fitting.get((trigger, state), [])
        self.tried.update(place for place, row in fitting if row.lookups)
        return [row for _, row in fitting]

    def fire(self, turn: Turn, trigger: Trigger) -> Fired:
        source = turn.state
        turn.found, turn.journal.effects = Found(), []
        row = self._taking(turn, trigger, source)
        turn.row = row
        refused = _write(row, turn)
        if refused is None:
            if row.to is not None:
                turn.state = row.to
            if row.reply is not None:
                turn.replies.append(reply_of(row.reply, turn))
        turn.steps.append(cast(Step, Taken(row, refused, turn.conversation)))
        return Fired(row, refused or row.then)

    def _taking(self, turn: Turn, trigger: Trigger, state: State) -> Row:
        facts: Any = None
        for place, row in self._fitting.get((trigger, state), []):
            self.tried.add(place)
            for read in row.reads:
                read(turn)
            if facts is None or row.reads:
                facts = AskedFacts(turn)
            for guard in row.guards:
                if not guard(facts):
                    break
            else:
                self.fired.add(place)
                return row
        raise InvalidTable(f"no row for {trigger} in {state}")


def _write(row: Row, turn: Turn) -> Trigger | None:
    """Make the row's writes; the trigger that a refusal becomes."""
    for write in row.writes:
        outcome = write(turn)
        if isinstance(outcome, Refused):
            if outcome.trigger not in row.on_refusal:
                raise InvalidTable(f"{row.name}: {write.__name__} refused with {outcome.trigger}")
            return outcome.trigger
    return None
