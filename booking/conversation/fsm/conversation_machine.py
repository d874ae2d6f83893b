"""Builds the one static machine from the table and fires it. The only module that knows `transitions`.

Its four callback stages have one meaning each: prepare = reads, conditions = guards, before = writes (a raise
leaves the state unchanged), after = reply. `model=None`: a turn is handed in each time, so nothing is glued
onto it and one machine serves all threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, cast

from transitions import EventData, Machine

from booking.conversation.fsm.fact_readers import facts_of
from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.guards import Guard
from booking.conversation.fsm.outcomes import GoesOn, Refused
from booking.conversation.fsm.places import named
from booking.conversation.fsm.row import Case, Row, Says
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.reply_values import reply_of
from booking.conversation.replies.texts import TEXTS
from booking.conversation.turn import ReplayDiverged, Turn
from booking.errors import InvalidTable
from booking.intents import AnyIntent
from booking.models import Step, SubState


class _Refusal(Exception):
    """Carries an expected "no" out of `before`, so that the machine leaves the state as it was."""

    def __init__(self, trigger: Trigger) -> None:
        super().__init__(trigger)
        self.trigger = trigger


class Fired(NamedTuple):
    """The row that took the trigger, and the trigger to fire next, if any, with the intent it is fired for; `refused`:
    it is what a refusal became."""

    row: Row
    then: Trigger | None
    intent: AnyIntent
    refused: bool = False


@dataclass(slots=True)
class _Firing:
    """One trigger being fired: what the library moves."""

    turn: Turn
    goes_on: AnyIntent  # with what the row's writes go on
    facts: Facts | None = None  # as the guards of the last row tried saw them
    row: Row | None = None  # the one that takes it

    @property
    def sub_state(self) -> SubState:
        return self.turn.sub_state

    @sub_state.setter
    def sub_state(self, place: SubState) -> None:
        self.turn.stand(place)


class Conversing:
    """The machine of one table."""

    def __init__(self, table: Sequence[Row] = TABLE) -> None:
        check(table)
        self.table = tuple(table)
        self._machine = Machine(
            model=None,
            states=SubState,
            initial=SubState.IDLE,
            auto_transitions=False,
            send_event=True,
            model_attribute="sub_state",
        )
        for row in self.table:
            stages = _Stages(row)
            for trigger, source in product(row.on, row.source):
                self._machine.add_transition(
                    trigger=trigger.value,
                    source=source,
                    dest=None if row.to is None else row.goes(source),
                    prepare=stages.read,
                    conditions=stages.fits,
                    before=stages.write,
                    after=stages.say,
                )

    def fire(self, turn: Turn, trigger: Trigger) -> Fired:
        """Fire one trigger and record the step. What follows is the engine's to fire: a trigger inside a
        callback would run nested, and its outer destination would overwrite the state."""
        source, before = turn.sub_state, turn.state
        turn.found, turn.journal.effects = turn.found.for_the_next(), []
        firing, refused = _Firing(turn, turn.intent), None
        try:
            self._machine.events[trigger.value].trigger(firing)
        except _Refusal as refusal:
            refused = refusal.trigger
        except ReplayDiverged as difference:
            difference.row = firing.row.name if firing.row else None
            raise
        row, facts = firing.row, firing.facts
        if row is None or facts is None:
            raise InvalidTable(f"no row for {trigger} in {source}")
        led_as_told(row, source, turn.sub_state, refused)
        turn.steps.append(
            Step(
                trigger=trigger.value,
                intent=turn.intent,
                row=row.name,
                source=before,
                target=turn.state,
                facts=facts.plain(),
                effects=tuple(turn.journal.effects),
                refused=refused,
            )
        )
        following = refused or row.following(lambda: source, facts)
        return Fired(row, following, firing.goes_on, refused is not None)

    def rows(self, trigger: Trigger, place: SubState) -> list[Row]:
        """The rows that may take this trigger there, in order."""
        return [row for row in self.table if trigger in row.on and place in row.source]


def led_as_told(row: Row, source: SubState, place: SubState, refused: Trigger | None) -> None:
    """The draft says that the conversation stands where the row says that it leads. Raises InvalidTable."""
    told = source if refused else row.goes(source)
    if place is not told:
        raise InvalidTable(f"{row.name} says that it leads from {source} to {told}, and led to {place}")


class _Stages:
    """Adapts one row to the machine's callbacks, once."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def read(self, event: EventData) -> None:
        for read in self.row.reads:
            read(_firing(event).turn)

    def fits(self, event: EventData) -> bool:
        firing = _firing(event)
        if firing.facts is None or self.row.reads:
            firing.facts = facts_of(firing.turn)  # between the rows of one trigger only reads change them
        facts = firing.facts
        if not all(guard(facts) for guard in self.row.guards):
            return False
        firing.row = self.row
        return True

    def write(self, event: EventData) -> None:
        firing = _firing(event)
        for write in self.row.writes:
            outcome = write(firing.turn)
            if isinstance(outcome, GoesOn):
                firing.goes_on = outcome.intent
            if isinstance(outcome, Refused):
                if outcome.trigger not in self.row.on_refusal:
                    raise InvalidTable(f"{self.row.name}: {write.__name__} refused with {outcome.trigger}")
                raise _Refusal(outcome.trigger)

    def say(self, event: EventData) -> None:
        firing = _firing(event)
        if event.transition is None or firing.facts is None:
            return
        source = SubState(event.transition.source)
        key = self.row.said(lambda: source, firing.facts)
        if key is not None:
            firing.turn.replies.append(reply_of(key, firing.turn))


def _firing(event: EventData) -> _Firing:
    return cast(_Firing, event.model)


def check(table: Iterable[Row]) -> None:
    """What a machine needs of its table: it is total, and rows are told apart by name. Raises InvalidTable."""
    rows = tuple(table)
    check_total(rows)
    names: dict[str, Row] = {}
    for row in rows:
        if row.to is not None and all(row.goes(place) is place for place in row.source):
            raise InvalidTable(f"{row.name} goes where it is: leave `to` empty")
        if names.setdefault(row.name, row) is not row:
            raise InvalidTable(f"two rows are called {row.name}")


def check_claims(rows: Iterable[Row]) -> None:
    """What a reply says was done is done by the row that says it. Raises InvalidTable: our own table cannot be imported
    with a lie in it; a test may try one."""
    for row in rows:
        does = {write.__name__ for write in row.writes}
        for reply in row.replies:
            done_by = TEXTS[reply].done_by
            if done_by and not does & {*done_by}:
                raise InvalidTable(f"{row.name} says {reply}, and does nothing of {', '.join(done_by)}")


def check_total(rows: Sequence[Row]) -> None:
    """Each trigger ends in a row without guards wherever it is fired, and none follows it. Every `then` and refusal is
    answered, because every trigger is total. Raises InvalidTable."""
    for trigger, place in product(Trigger, SubState):
        fitting = [row for row in rows if trigger in row.on and place in row.source]
        if not fitting or fitting[-1].guards:
            raise InvalidTable(f"{trigger} in {place} has no last row without guards")
        for row in fitting[:-1]:
            if not row.guards:
                raise InvalidTable(f"{trigger} in {place}: nothing can follow {row.name}")


check_claims(TABLE)
CONVERSING = Conversing()


def describe(row: Row) -> dict[str, Any]:
    """One row as text, for tables and reports."""
    return {
        "on": ", ".join(row.on),
        "source": named(row.source),
        "guards": " & ".join(map(_word, row.guards)) or "-",
        "to": str(row.to) if row.to else "stay",
        "lookups": ", ".join(h.__name__ for h in row.lookups),
        "reads": ", ".join(h.__name__ for h in row.reads),
        "writes": ", ".join(h.__name__ for h in row.writes),
        "reply": _reply(row),
        "then": f"{row.then}{_where(row.then_if)}" if row.then else "",
        "on_refusal": ", ".join(row.on_refusal),
    }


def _word(guard: Guard) -> str:
    return (guard.__doc__ or guard.__name__).strip()


def _reply(row: Row) -> str:
    if isinstance(row.reply, Says):
        cases = [f"{key or 'nothing'}{_where(case)}" for case, key in row.reply.cases]
        return "; ".join([*cases, f"else {row.reply.otherwise or 'nothing'}"])
    return row.reply or "-"


def _where(case: Case | None) -> str:
    if case is None:
        return ""
    return f" (in {named(case)})" if isinstance(case, tuple) else f" (if {_word(case)})"
