"""Runs one turn through the machine: which triggers, in what order, at most six. No input or output of its own."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Sequence

from booking.conversation.fsm.consent_facts import NOTICE_VERSION
from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.heard import heard
from booking.conversation.fsm.lookups import looked_up_in, read_tools
from booking.conversation.fsm.staff_orders import ENROL
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Journal, LookedUp, Lookups, Turn
from booking.intents import (
    AnyIntent,
    Confirm,
    Greet,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    RequestHuman,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UseTool,
    changes_nothing,
)
from booking.models import Control, Conversation, Effect, Purpose, State, SubState, Waiting
from booking.models.draft_parts import choices_of, purpose_of
from booking.models.tool_answers import Done, ToolRefused

LIMIT = 6
"""Triggers a turn may fire."""
_CLOSING = 2
"""Triggers kept for the last thing said besides its own: `resume`, and the check that this may need."""

_ASKING = {
    Trigger.SELECT_SLOT: Trigger.RESUME,
    Trigger.FILL_ORDER: Trigger.USE_TOOL,
    Trigger.ENROL: Trigger.USE_TOOL,
}
"""What asks, of those that only do."""


def run(turn: Turn, system: Sequence[Trigger], intents: Sequence[AnyIntent], machine: Conversing = CONVERSING) -> None:
    """Fire the system's triggers that are due, then every intent, each with what its row names next."""
    waiting: deque[tuple[Trigger | None, AnyIntent]] = deque((trigger, Unknown()) for trigger in system)
    dropped = Trigger.TIMEOUT in system  # what was under way is gone when the person is heard
    state = State.IDLE if dropped else turn.state
    picking = len(intents) > 1 and not dropped and bool(choices_of(turn.draft))
    moving = not dropped and purpose_of(turn.draft) is Purpose.MOVE
    ordered = in_order(intents, state, picking=picking, moving=moving)
    ordered, orders = _one_by_one(turn, ordered)
    said = _taken_up(ordered, max(LIMIT - _CLOSING - len(waiting), 1))
    waiting.extend((None, intent) for intent in said)
    fired = 0
    while waiting and fired < LIMIT:
        trigger, turn.intent = waiting.popleft()
        if not isinstance(turn.intent, Unknown | UseTool):
            turn.change(misses=0)
        if orders[1:] and turn.intent is orders[0]:
            turn.waiting = Waiting(calls=tuple(orders[1:]), since=turn.now)
        following: Trigger | None = trigger or heard(turn)
        lost = True  # a refusal is always told; the first trigger always fires
        while following is not None and (lost or fired < _room(len(waiting))) and fired < LIMIT:
            turn.last = fired + 1 >= _room(len(waiting))
            # The last one only asks: what is refused by it could not be told. A next order asks before it does.
            if fired == LIMIT - 1 and following is not Trigger.NEXT_ORDER:
                turn.intent = Unknown()
                following = _ASKING.get(following, following)
            _, following, lost = machine.fire(turn, following)
            fired += 1
            if following is Trigger.RESUME and waiting:
                break  # the next intent says where the flow stands


def _one_by_one(turn: Turn, intents: list[AnyIntent]) -> tuple[list[AnyIntent], list[UseTool]]:
    """Of several tools that are asked for, the reads answered already are told at once; of the others, which come
    back too, the first is taken up, and the rest waits behind it."""
    calls = [intent for intent in intents if isinstance(intent, UseTool) and intent.tool != ENROL]
    if len(calls) < 2:
        return intents, []
    known = [call for call, answer in turn.looked_up.answers if isinstance(answer, Done | ToolRefused)]
    reads = [call for call in calls if call in known and call.fills is None]
    orders = [call for call in calls if call not in reads]
    turn.together, turn.several = reads[1:], True
    place = intents.index(calls[0])
    others = [intent for intent in intents if intent not in calls]
    return [*others[:place], *reads[:1], *orders[:1], *others[place:]], orders


def _taken_up(said: list[AnyIntent], room: int) -> list[AnyIntent]:
    """Of more things at once than a turn has triggers for, the first ones; but a call for a human, consent, privacy, a
    yes and what staff order, behind which more may wait, are never left out for another."""
    if len(said) <= room:
        return said
    kept = RequestHuman | OptOut | PrivacyRequest | UseTool | Confirm
    first = sorted(range(len(said)), key=lambda place: not isinstance(said[place], kept))
    return [said[place] for place in sorted(first[:room])]


def _room(waiting: int) -> int:
    """Triggers that may have fired before the next one is left to what was said later: each of those keeps one, and
    the last one an answer, so that nobody is left without."""
    return LIMIT - waiting - _CLOSING if waiting else LIMIT


def due(conversation: Conversation, now: dt.datetime, idle: dt.timedelta) -> list[Trigger]:
    """The system's own triggers that come before what the person says. `idle` ends a flow left alone."""
    triggers = []
    if handoff_is_over(conversation, now):
        triggers.append(Trigger.BOT_RETURNS)
    if conversation.state is not State.IDLE and conversation.updated_at and conversation.updated_at + idle <= now:
        triggers.append(Trigger.TIMEOUT)
    if conversation.person.notice_version != NOTICE_VERSION and not conversation.person.opted_out:
        triggers.append(Trigger.FIRST_CONTACT)
    return triggers


def handoff_is_over(conversation: Conversation, now: dt.datetime) -> bool:
    """Whether a human has had the chat as long as was said."""
    return (
        conversation.control is Control.HUMAN
        and conversation.control_until is not None
        and conversation.control_until <= now
    )


def in_order(
    intents: Sequence[AnyIntent], state: State, *, picking: bool = False, moving: bool = False
) -> list[AnyIntent]:
    """Data about the patient before a time is chosen, so that the choice knows it; but another person's only once
    there is a draft to keep it, what the doctor should know too, and a correction after the change of time that
    comes with it. `picking` one of several appointments, the draft that keeps it is the new booking's; `moving` one,
    another's name comes first, for it ends that.

    A greeting or thanks beside something to do needs no trigger of its own. A yes is one beside what changes nothing:
    it comes after the questions and what the doctor should know, so that the last thing said is what was done. Beside
    anything else it is no plain yes.
    """
    agreed = state is State.CONFIRM and all(
        isinstance(intent, Confirm) or changes_nothing(intent) for intent in intents
    )
    aside = (Greet, Thank, Smalltalk) if agreed else (Greet, Thank, Smalltalk, Confirm)
    said = [intent for intent in intents if not isinstance(intent, aside)] or list(intents)[:1]

    anew = picking and any(isinstance(intent, StartBooking) for intent in said)

    def place(intent: AnyIntent) -> int:
        if agreed:
            return 2 if isinstance(intent, Confirm) else 3 if isinstance(intent, ListAppointments) else 1
        if not isinstance(intent, ProvideCustomerData):
            return 1
        if anew or state is State.IDLE:
            return 2 if intent.for_other or intent.reason else 0
        return 0 if state is State.SLOT_SELECTION or (moving and intent.for_other) else 2

    return sorted(said, key=place)


def look_up(
    place: SubState, intents: Sequence[AnyIntent], lookups: Lookups, machine: Conversing = CONVERSING
) -> tuple[LookedUp, tuple[Effect, ...]]:
    """Ask the services of the rows that these intents can reach from here, before any transaction."""
    journal = Journal()
    read_tools(intents, lookups, journal)
    for intent in intents:
        asked = {look: None for row in machine.rows(Trigger(intent.kind), place) for look in row.lookups}
        for look in asked:
            look(intent, lookups, journal)
    # As a replay would have it: a question that asks no service does not undo the answer to another.
    return looked_up_in(journal.effects), tuple(journal.effects)
