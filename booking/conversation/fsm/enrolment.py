"""The one-time code that gives a right, as it arrives by chat."""

from __future__ import annotations

from pydantic import TypeAdapter

from booking.access import identification
from booking.conversation.fsm.outcomes import DONE, Outcome, Refused
from booking.conversation.fsm.staff_notices import NOTICE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Turn
from booking.intents import UseTool
from booking.models import (
    Grant,
)

ENROL = "alta_personal"
"""The tool name under which a one-time code arrives; no tool of the catalogue, and open to everybody."""

NO_TOOLS = frozenset({ENROL, NOTICE})
"""What arrives as if a tool were asked for, and is none."""

_GRANT: TypeAdapter[Grant | None] = TypeAdapter(Grant | None)


def enrol(turn: Turn) -> Outcome:
    """give the right that the code promises this number; a wrong one counts as a try"""
    granted = turn.journal.ask("enrol", _GRANT, lambda: _enrol(turn))
    return DONE if granted is not None else Refused(Trigger.UNKNOWN)


def _enrol(turn: Turn) -> Grant | None:
    code = dict(turn.intent.arguments).get("codigo", "") if isinstance(turn.intent, UseTool) else ""
    return identification.enrol(turn.uow, turn.conversation.person, code, turn.now)
