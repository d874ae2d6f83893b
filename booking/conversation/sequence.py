"""Runs one turn through the machine: which triggers, in what order, at most six. No input or output of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.enrolment import ENROL
from booking.conversation.fsm.heard import heard
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.left_alone import set_aside
from booking.conversation.meaning.kept_question import is_left_aside, kept
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_values import reply_of
from booking.conversation.said_in_order import as_another, in_order, is_besides, left_unanswered, one_by_one, taken_up
from booking.conversation.turn import Turn
from booking.intents import AnyIntent, Greet, Unknown, UseTool
from booking.models import Control, Purpose, State, Waiting
from booking.models.draft_parts import purpose_of

LIMIT = 6
"""Triggers a turn may fire."""
_CLOSING = 2
"""Triggers kept for the last thing said besides its own: `resume`, and the check that this may need."""

_ASKING = {
    Trigger.SELECT_SLOT: Trigger.RESUME,
    Trigger.FILL_ORDER: Trigger.USE_TOOL,
    Trigger.ENROL: Trigger.USE_TOOL,
    Trigger.MARK_NOTICE: Trigger.USE_TOOL,
}
"""What asks, of those that only do."""
_GIVES_WAY = (Trigger.RESUME, Trigger.OTHER_ONE)
"""What is not fired where more was said."""


def run(
    turn: Turn, system: Sequence[Trigger], intents: Sequence[AnyIntent] = (), machine: Conversing = CONVERSING
) -> None:
    """Fire the system's triggers that are due, then every intent, each with what its row names next. Without intents it
    is a turn of the system's own."""
    if any(isinstance(intent, UseTool) and intent.tool == ENROL for intent in intents):
        # The notice is the patients'; who brings a wrong code gets it with the next answer.
        system = [due for due in system if due is not Trigger.FIRST_CONTACT]
    dropped = Trigger.TIMEOUT in system  # what was under way is gone when the person is heard
    said = _ordered(turn, intents, dropped=dropped)
    orders: Sequence[UseTool] = ()
    if asked := one_by_one(said, turn.looked_up.answers):
        said, orders = asked.said, asked.orders
        turn.orders.reads, turn.orders.several = asked.reads, True
    whole, said = said, taken_up(said, max(LIMIT - _CLOSING - len(system), 1))
    turn.unanswered = left_unanswered(whole, said)
    turn.alone = len(said) == 1
    waiting: deque[tuple[Trigger | None, AnyIntent]] = deque((trigger, Unknown()) for trigger in system)
    waiting.extend((None, intent) for intent in said)
    fired = 0
    while waiting and fired < LIMIT:
        trigger, intent = waiting.popleft()
        if is_besides(intent) and turn.state is not State.IDLE:  # no yes was counted: the one under way comes first
            intent = as_another(intent)
            waiting.clear()
        turn.take_up(intent)
        if not isinstance(intent, Unknown | UseTool):
            turn.change(misses=0)
        if orders[1:] and intent is orders[0]:
            turn.orders.waiting = Waiting(calls=tuple(orders[1:]), since=turn.now)
        fired = _fire(turn, trigger or heard(turn), machine, fired, behind=len(waiting))
    set_aside(turn)
    if said and len(said) < len(intents) and any(isinstance(intent, Greet) for intent in intents):
        _greet(turn)
    if turn.unanswered and turn.replies:
        turn.replies.insert(-1, reply_of(ReplyKey.LEFT_UNANSWERED, turn))
    if turn.state is State.IDLE and kept(turn) is not None:  # in a flow the table asks again
        turn.replies.append(reply_of(ReplyKey.STILL_ASKED, turn))


def tell_left_aside(turn: Turn) -> None:
    """Say above the answer what had been said to be understood in part, where something else was begun. It is only
    told, after the rows have run: no row, question or button goes by it. So the checker, whose turns would all look at
    the question for it, has nothing to prove of it."""
    if turn.replies and is_left_aside(turn):
        greeted = turn.replies[0].key == ReplyKey.GREETING
        turn.replies.insert(int(greeted), reply_of(ReplyKey.LEFT_ASIDE, turn))


def _greet(turn: Turn) -> None:
    """A greeting beside something to do fires no trigger: with nothing under way it heads the answer."""
    began = turn.began
    addressed = began.control is Control.BOT and not began.person.opted_out
    if (
        turn.replies
        and addressed
        and began.state is State.IDLE
        and not {ReplyKey.GREETING, ReplyKey.GO_BACK} & {r.key for r in turn.replies}
    ):
        turn.replies.insert(0, reply_of(ReplyKey.GREETING, turn))


def _fire(turn: Turn, trigger: Trigger, machine: Conversing, fired: int, behind: int) -> int:
    """Fire a trigger and what the rows name next, as far as what waits `behind` leaves room; how many have `fired` in
    this turn then."""
    following: Trigger | None = trigger
    lost = True  # a refusal is always told; the first trigger always fires
    while following is not None and (lost or fired < _room(behind)) and fired < LIMIT:
        turn.last = fired + 1 >= _room(behind)
        # The last one only asks: what is refused by it could not be told. A next order asks before it does.
        if fired == LIMIT - 1 and following is not Trigger.NEXT_ORDER:
            turn.take_up(Unknown())
            following = _ASKING.get(following, following)
        _, following, intent, lost = machine.fire(turn, following)
        turn.take_up(intent)
        fired += 1
        if following in _GIVES_WAY and behind:
            break  # the next intent says where the flow stands, or is the other appointment
    return fired


def _ordered(turn: Turn, intents: Sequence[AnyIntent], *, dropped: bool) -> list[AnyIntent]:
    if dropped:
        return in_order(intents, State.IDLE)
    several = len(intents) > 1
    picking = several and turn.draft is not None and turn.draft.kind == "choice"
    moving = several and purpose_of(turn.draft) is Purpose.MOVE
    return in_order(intents, turn.state, picking=picking, moving=moving)


def _room(waiting: int) -> int:
    """Triggers that may have fired before the next one is left to what was said later: each of those keeps one, and
    the last one an answer, so that nobody is left without."""
    return LIMIT - waiting - _CLOSING if waiting else LIMIT
