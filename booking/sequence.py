"""Runs one turn through the machine: which triggers, in what order, at most six. No input or output of its own."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Sequence

from booking.fsm.facts import NOTICE_VERSION
from booking.fsm.machine import CONVERSING, Conversing
from booking.fsm.triggers import Trigger
from booking.intents import AnyIntent, ProvideCustomerData, Unknown, UseTool
from booking.models import Control, Conversation, Effect, State
from booking.turn import Journal, LookedUp, Lookups, Turn

LIMIT = 6
"""Triggers a turn may fire."""


def run(
    turn: Turn, system: Sequence[Trigger], intents: Sequence[AnyIntent], machine: Conversing = CONVERSING
) -> None:
    """Fire the system's triggers that are due, then every intent, each with what its row names next."""
    waiting: deque[tuple[Trigger, AnyIntent]] = deque((trigger, Unknown()) for trigger in system)
    waiting.extend((Trigger(intent.kind), intent) for intent in in_order(intents))
    fired = 0
    while waiting and fired < LIMIT:
        trigger, turn.intent = waiting.popleft()
        if not isinstance(turn.intent, Unknown | UseTool):
            turn.change(misses=0)
        following: Trigger | None = trigger
        while following is not None and fired < LIMIT:
            following = machine.fire(turn, following).then
            fired += 1
            if following is Trigger.RESUME and waiting:
                break  # the next intent says where the flow stands


def due(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> list[Trigger]:
    """The system's own triggers that come before what the person says. `idle` ends a flow left alone."""
    triggers = []
    if conversation.control is Control.HUMAN and conversation.control_until and conversation.control_until <= now:
        triggers.append(Trigger.BOT_RETURNS)
    if conversation.state is not State.IDLE and conversation.updated_at and conversation.updated_at + idle <= now:
        triggers.append(Trigger.TIMEOUT)
    if conversation.person.notice_version != NOTICE_VERSION and not conversation.person.opted_out:
        triggers.append(Trigger.FIRST_CONTACT)
    return triggers


def in_order(intents: Sequence[AnyIntent]) -> list[AnyIntent]:
    """Data about the patient comes after what begins or moves the flow: only a draft can keep it."""
    return sorted(intents, key=lambda intent: isinstance(intent, ProvideCustomerData))


def look_up(
    state: State, intents: Sequence[AnyIntent], lookups: Lookups, machine: Conversing = CONVERSING
) -> tuple[LookedUp, tuple[Effect, ...]]:
    """Ask the services of the rows that these intents can reach from here, before any transaction."""
    looked_up, journal = LookedUp(), Journal()
    for intent in intents:
        asked = {look: None for row in machine.rows(Trigger(intent.kind), state) for look in row.lookups}
        for look in asked:
            looked_up = look(intent, lookups, journal)
    return looked_up, tuple(journal.effects)
