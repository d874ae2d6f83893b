"""What staff asked for in one message beside the thing that is under way: taken up one after the other.

A draft keeps it while an order waits for its yes; between two orders, in IDLE, the turn does.
"""

from __future__ import annotations

from booking.conversation.fsm.outcomes import DONE, GoesOn, Outcome
from booking.conversation.meaning.order_under_way import goes_on
from booking.conversation.turn import Turn
from booking.intents import UseTool
from booking.models import Waiting
from booking.models.draft_parts import request_of, waiting_of


def waiting_behind(turn: Turn) -> Waiting | None:
    """What waits behind the order under way, or behind the one that ended in this turn."""
    before = waiting_of(turn.draft)
    said = turn.orders.waiting if turn.conversation.draft is None or goes_on(turn) else None
    return _after(before, said.calls) if before and said else before or said


def queued(turn: Turn) -> bool:
    """Something waits that can be taken up now: on a later day than it was said, its words would mean another day."""
    waiting = waiting_behind(turn)
    if waiting is None or turn.last:
        return False
    return waiting.since.astimezone(turn.zone).date() == turn.now.astimezone(turn.zone).date()


def first_of_several(turn: Turn) -> bool:
    """More waits behind the order under way, and to nothing of the message a yes was said yet."""
    waiting = waiting_of(turn.draft)
    return waiting is not None and not waiting.agreed


def agree(turn: Turn) -> None:
    """A yes carried out one of several: what waits is wanted too."""
    if (waiting := waiting_of(turn.draft)) is not None:
        turn.change_draft(waiting=waiting.model_copy(update={"agreed": True}))


def next_order(turn: Turn) -> Outcome:
    """end this order and take up the next thing asked for"""
    waiting = waiting_behind(turn)
    if waiting is None:
        raise ValueError("nothing waits")
    first, *rest = waiting.calls
    turn.orders.several = True
    turn.orders.waiting = waiting.model_copy(update={"calls": tuple(rest)}) if rest else None
    if turn.conversation.draft is not None:
        turn.change(draft=None, offer=None)
        turn.next_draft_version()
    return GoesOn(first)


def wait_behind(turn: Turn) -> Outcome:
    """what was said beside it waits behind it"""
    if turn.orders.waiting is not None:
        turn.change_draft(waiting=taken_along(turn))
    return DONE


def taken_along(turn: Turn, then: tuple[UseTool, ...] = ()) -> Waiting | None:
    """What a draft is to keep: what the order brings with it, what waited already, and what was said beside this.
    What it brings of another tool comes last, and not at all where that was asked for itself."""
    before, said = waiting_of(turn.draft), turn.orders.waiting
    turn.orders.waiting = None
    kept = _after(before, said.calls) if before and said else before or said
    if not then:
        return kept
    if kept is None:
        return Waiting(calls=then, since=turn.now)
    own = turn.intent.tool if isinstance(turn.intent, UseTool) else None
    asked_for = {call.tool for call in kept.calls}
    first = tuple(call for call in then if call.tool == own)
    last = tuple(call for call in then if call.tool != own and call.tool not in asked_for)
    return kept.model_copy(update={"calls": (*first, *kept.calls, *last)})


def _after(waiting: Waiting, calls: tuple[UseTool, ...]) -> Waiting:
    return waiting.model_copy(update={"calls": (*waiting.calls, *calls)})


def leave_rest(turn: Turn) -> Outcome:
    """leave what else was asked for, and tell"""
    _leave(turn, turn.orders.waiting)
    turn.orders.waiting = None
    return DONE


def leave_order(turn: Turn) -> None:
    """The order under way, if there is one, is left, and what waits behind it: the reply tells."""
    _leave(turn, waiting_of(turn.draft))
    turn.orders.undone = request_of(turn.draft)


def _leave(turn: Turn, waiting: Waiting | None) -> None:
    if waiting is not None:
        turn.orders.left = (*turn.orders.left, *waiting.calls)
