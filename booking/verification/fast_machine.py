"""Fires rows as the machine does, without what only production needs: the log's facts, the library's callbacks.

Facts are read when a guard asks for them. A test holds every turn against the machine that is shipped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from booking.conversation.fsm.conversation_machine import Conversing, Fired, led_as_told
from booking.conversation.fsm.fact_readers import OF_TURN
from booking.conversation.fsm.outcomes import GoesOn, Refused
from booking.conversation.fsm.places import within
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.reply_values import reply_of
from booking.conversation.turn import Turn
from booking.errors import InvalidTable
from booking.intents import AnyIntent
from booking.models import Conversation, State, Step, SubState, sub_state_of

Looked = int | tuple[int, int] | tuple[str, Any]
"""What a turn may have looked at: a row, by its place in the table; one of its guards that did not hold, by the places
of both, or that all did (`ALL_HELD`); a fact, by its name, with its value."""
ALL_HELD = -1


class AskedFacts:
    """The facts of a turn, each read when it is asked for, which is noted in `looked`; some may be given."""

    def __init__(self, turn: Turn, looked: set[Looked], given: Mapping[str, Any], reached: set[Any]) -> None:
        self._turn, self._looked, self._given, self._reached = turn, looked, given, reached

    def __getattr__(self, name: str) -> Any:
        value = self._given[name] if name in self._given else OF_TURN[name](self._turn)
        read = (name, value)
        self._looked.add(read)
        self._reached.add(read)
        setattr(self, name, value)
        return value


class _Standing:
    """The sub-state of a conversation, worked out where it is asked for."""

    __slots__ = ("_chat", "_place")

    def __init__(self, chat: Conversation) -> None:
        self._chat = chat
        self._place: SubState | None = None

    def __call__(self) -> SubState:
        if self._place is None:
            self._place = sub_state_of(self._chat)
        return self._place


class Taken(NamedTuple):
    """The row that took a trigger, what its refusal became, the conversation as it then stood, and that trigger."""

    took: Row
    refused: Trigger | None
    after: Conversation
    trigger: Trigger

    @property
    def row(self) -> str:
        return self.took.name


class Firing(Conversing):
    """A table that fires. `tried` is what was looked at in it; `fired` are the places of the rows that acted. `given`
    are facts that are not read, but always so. `reached` is what ever came of it: facts with their values, guards with
    what they said, writes, and by the place of a row its replies and refusals."""

    def __init__(self, table: Sequence[Row] = TABLE, given: Mapping[str, Any] = {}) -> None:
        self.table, self.given = tuple(table), given
        self.tried: set[Looked] = set()
        self.fired: set[int] = set()
        self.reached: set[Any] = set()
        self._fitting: dict[tuple[Trigger, State], list[tuple[int, Row, bool]]] = {}
        for place, row in enumerate(self.table):
            for state in State:
                inside = set(within(state))
                if inside & set(row.source):
                    for trigger in row.on:
                        entry = (place, row, inside <= set(row.source))
                        self._fitting.setdefault((trigger, state), []).append(entry)

    def rows(self, trigger: Trigger, place: SubState) -> list[Row]:
        fitting = [one for one in self._fitting.get((trigger, place.parent), []) if place in one[1].source]
        self.tried.update(number for number, row, _ in fitting if row.lookups)
        return [row for _, row, _ in fitting]

    def fire(self, turn: Turn, trigger: Trigger) -> Fired:
        before = turn.conversation
        turn.found, turn.journal.effects = turn.found.for_the_next(), []
        place, row, facts = self._taking(turn, trigger)
        source = _Standing(before)
        reply, following = row.said(source, facts), row.following(source, facts)
        goes_on, refused = _write(row, turn)
        if refused is None:
            self.reached.update(row.writes)
            if row.to is not None:
                turn.stand(row.goes(source()))
            if reply is not None:
                self.reached.add((place, reply))
                turn.replies.append(reply_of(reply, turn))
        else:
            self.reached.add((place, "refused", refused))
        if row.to is not None or row.writes:
            led_as_told(row, source(), turn.sub_state, refused)
        turn.steps.append(cast(Step, Taken(row, refused, turn.conversation, trigger)))
        return Fired(row, refused or following, goes_on, refused is not None)

    def _taking(self, turn: Turn, trigger: Trigger) -> tuple[int, Row, Any]:
        facts: Any = None
        standing: SubState | None = None  # looked at where the rows of a state's sub-states part
        for place, row, everywhere in self._fitting.get((trigger, turn.state), []):
            if not everywhere:
                standing = standing or turn.sub_state
                if standing not in row.source:
                    continue
            self.tried.add(place)
            for read in row.reads:
                read(turn)
            if facts is None or row.reads:
                facts = AskedFacts(turn, self.tried, self.given, self.reached)
            for number, guard in enumerate(row.guards):
                holds = guard(facts)
                self.reached.add((guard, holds))
                if not holds:
                    self.tried.add((place, number))
                    break
            else:
                self.tried.add((place, ALL_HELD))
                self.fired.add(place)
                return place, row, facts
        raise InvalidTable(f"no row for {trigger} in {turn.state}")


def _write(row: Row, turn: Turn) -> tuple[AnyIntent, Trigger | None]:
    """Make the row's writes; the intent to go on with, and the trigger that a refusal becomes."""
    intent = turn.intent
    for write in row.writes:
        outcome = write(turn)
        if isinstance(outcome, GoesOn):
            intent = outcome.intent
        if isinstance(outcome, Refused):
            if outcome.trigger not in row.on_refusal:
                raise InvalidTable(f"{row.name}: {write.__name__} refused with {outcome.trigger}")
            return intent, outcome.trigger
    return intent, None
