"""What doctors and staff have done for them by chat: reads, and orders that a yes carries out. And enrolment."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking import identification
from booking.answers import ANSWER, Answer, Done, Proposed, Refused, Why
from booking.fsm.outcomes import DONE, Outcome
from booking.fsm.outcomes import Refused as No
from booking.fsm.triggers import Trigger
from booking.intents import UseTool
from booking.models import Draft, Grant, Purpose
from booking.rights import caller_of
from booking.turn import Turn

ENROL = "alta_personal"
"""The tool name under which a one-time code arrives; no tool of the catalogue, and open to everybody."""

_GRANT: TypeAdapter[Grant | None] = TypeAdapter(Grant | None)


def ask_tool(turn: Turn) -> None:
    """use the tool asked for, or prepare the order"""
    if turn.found.answer is None and isinstance(turn.intent, UseTool):
        known = [answer for intent, answer in turn.looked_up.answers if intent == turn.intent]
        turn.found.answer = known[0] if known else turn.journal.ask("tool", ANSWER, lambda: _use(turn))


def _use(turn: Turn) -> Answer:
    intent, tools = turn.intent, turn.services.tools
    if not isinstance(intent, UseTool) or tools is None:
        return Refused(tool="", why=Why.NOT_ALLOWED)
    caller = caller_of(turn.conversation.person, turn.now)
    return tools.use(turn.uow, turn.clinic, caller, turn.now, intent.tool, dict(intent.arguments))


def keep_order(turn: Turn) -> Outcome:
    """keep the order that a yes will carry out"""
    answer = turn.found.answer
    if not isinstance(answer, Proposed):
        raise ValueError("nothing was proposed")
    turn.change(draft=Draft(purpose=Purpose.STAFF, order=answer.order), offer=None)
    return DONE


def carry_out(turn: Turn) -> Outcome:
    """carry out the order"""
    turn.found.answer = turn.journal.ask("perform", ANSWER, lambda: _perform(turn))
    return DONE if isinstance(turn.found.answer, Done) else No(Trigger.ORDER_REFUSED)


def _perform(turn: Turn) -> Answer:
    order, tools = turn.draft.order, turn.services.tools
    if order is None or tools is None:
        return Refused(tool="", why=Why.NOT_ALLOWED)
    caller = caller_of(turn.conversation.person, turn.now)
    return tools.perform(turn.uow, turn.clinic, caller, turn.now, order)


def enrol(turn: Turn) -> Outcome:
    """give the right that the code promises this number; a wrong one counts as a try"""
    granted = turn.journal.ask("enrol", _GRANT, lambda: _enrol(turn))
    return DONE if granted is not None else No(Trigger.UNKNOWN)


def _enrol(turn: Turn) -> Grant | None:
    code = dict(turn.intent.arguments).get("codigo", "") if isinstance(turn.intent, UseTool) else ""
    return identification.enrol(turn.uow, turn.conversation.person, code, turn.now)
