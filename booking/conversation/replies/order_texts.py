"""What is told of staff's orders and questions: raw values, as in `reply_values`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from booking.conversation.turn import Turn
from booking.intents import UseTool
from booking.models import Request, Role, roles_in
from booking.models.draft_parts import request_of, waiting_of
from booking.models.tool_answers import Missing, ToolRefused, Why


def _answer(turn: Turn) -> JsonValue:
    answer = turn.found.answer
    return answer.model_dump(mode="json") if answer else None


def _answers(turn: Turn) -> JsonValue:
    told = [(turn.found.call, turn.found.answer), *turn.found.also]
    return [
        # What could not be done is named where several things were asked for.
        {
            "answer": a.model_dump(mode="json"),
            "call": _call(c) if turn.orders.several and isinstance(a, ToolRefused) else None,
        }
        for c, a in told
        if c and a
    ]


def _left(turn: Turn) -> JsonValue:
    """What staff asked for and nobody will take up any more."""
    return _calls(turn.orders.left)


def _next(turn: Turn) -> JsonValue:
    """What comes after the order that is proposed or asked about."""
    return _calls(waiting.calls if (waiting := waiting_of(turn.draft)) else ())


def _calls(calls: Sequence[UseTool]) -> JsonValue:
    return [_call(call) for call in calls]


def _call(call: UseTool) -> JsonValue:
    return {"tool": call.tool, "said": [said for _, said in call.arguments]}


def _question(turn: Turn) -> JsonValue:
    request = request_of(turn.draft)
    if request is None:
        return None
    options: list[JsonValue] = [
        {"text": o.text, "at": o.at.astimezone(turn.zone).isoformat() if o.at else None, "tail": o.tail}
        for o in request.options
    ]
    answer = turn.found.answer
    taken = answer.taken.model_dump(mode="json") if isinstance(answer, Missing) and answer.taken else None
    asked = request.asked.model_dump(mode="json")
    return {"asked": asked, "options": options, "taken": taken, "call": _request(request)}


def _request(request: Request) -> JsonValue:
    return _call(UseTool(tool=request.asked.tool, arguments=request.arguments))


def _undone(turn: Turn) -> JsonValue:
    """The order under way that is left."""
    return _request(turn.orders.undone) if turn.orders.undone else None


def _may_say(turn: Turn) -> JsonValue:
    """In which role they work here, whose words they are shown; None for a patient."""
    roles = roles_in(turn.conversation.person.grants, turn.now) - {Role.PATIENT}
    return ("doctor" if roles == {Role.DOCTOR} else "staff") if roles else None


def _marked(turn: Turn) -> JsonValue:
    """The notice that was marked, and as what."""
    said = dict(turn.intent.arguments) if isinstance(turn.intent, UseTool) else {}
    return {"notice": turn.found.notice, "state": said.get("estado", "visto")} if turn.found.notice else None


def _refusal(turn: Turn) -> JsonValue:
    return turn.orders.refusal.why.value if turn.orders.refusal else None


def _ask_again(turn: Turn) -> JsonValue:
    """Whether what was refused may be asked for again: not by whoever has no right to it any more."""
    return turn.orders.refusal is not None and turn.orders.refusal.why is not Why.NOT_ALLOWED


def _ended(turn: Turn) -> JsonValue:
    """What is left to whoever has no right any more to what was refused: what they may do, and whom to ask."""
    if turn.orders.refusal is None or turn.orders.refusal.why is not Why.NOT_ALLOWED:
        return None
    return _may_say(turn) or "patient"


def _still(turn: Turn) -> JsonValue:
    """Whether they still work here, so that what was left can be asked for again."""
    return _may_say(turn) is not None


ORDERS: dict[str, Callable[[Turn], JsonValue]] = {
    "answer": _answer,
    "answers": _answers,
    "left": _left,
    "next": _next,
    "question": _question,
    "undone": _undone,
    "may_say": _may_say,
    "refusal": _refusal,
    "marked": _marked,
    "ask_again": _ask_again,
    "ended": _ended,
    "still": _still,
}
