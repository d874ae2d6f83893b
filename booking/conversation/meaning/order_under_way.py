"""The order of staff's that is under way, and whether a message is about it. Pure."""

from __future__ import annotations

from booking.conversation.turn import Turn
from booking.intents import UseTool
from booking.models import Draft, is_called
from booking.models.draft_parts import order_of, request_of
from booking.models.tool_answers import PERSONS

_WHO = PERSONS | {"cita"}
"""What is asked for where nobody knows yet whose order it is."""


def patient_of(draft: Draft | None) -> str | None:
    """Whose order is under way: as the clinic knows them, or as far as they were named."""
    if draft is None or draft.kind != "ordering":
        return None
    if draft.order is not None:
        return draft.order.whose
    return _named(draft.request.arguments) if draft.request else None


def goes_on(turn: Turn) -> bool:
    """The message fills or changes the order under way."""
    return is_about_it(turn) and not names_another(turn)


def names_another(turn: Turn) -> bool:
    """It reads like a change of the order under way, but names another patient: that is another order."""
    request, known = request_of(turn.draft), patient_of(turn.draft)
    said = _named(turn.intent.arguments) if isinstance(turn.intent, UseTool) else None
    if not is_about_it(turn) or request is None or request.asked.field in _WHO or known is None or said is None:
        return False
    more = order_of(turn.draft) is None and is_called(known, said)  # "Ana", and then "Ana Ruiz"
    return not (more or is_called(said, known))


def is_about_it(turn: Turn) -> bool:
    """It reads as something that fills or changes the order under way."""
    request, intent = request_of(turn.draft), turn.intent
    if request is None or not isinstance(intent, UseTool):
        return False
    return intent.fills is not None and intent.tool == request.asked.tool


def _named(arguments: tuple[tuple[str, str], ...]) -> str | None:
    return next((said for name, said in arguments if name in PERSONS and said), None)
