"""A provider that lies: well-formed answers with any intent, spans of the message and spans of nothing, and faults."""

from __future__ import annotations

import json
from typing import Any

from booking.intents import INTENT_KINDS
from booking.testing.decisions import Decisions
from booking.testing.hostile import hash_of
from tests.nlu.providers import Request, refuses, says

_INVENTED = ("sí", "la 1", "el 5 de mayo a las 3", "Eva Mora", "'; DROP TABLE citas_medicas; --", "\x00", "")
_FAULTS = (says(""), says("{"), says("Claro que sí, tu cita quedó agendada."), says("x" * 100_000), refuses(500))


def lies(request: Request) -> None:
    """The lie follows from what was asked alone, so that a turn tried again hears it again."""
    question = str(request.server.asked[-1][1]["messages"][-1]["content"])
    decisions = Decisions(hash_of(question[::-1]))
    if decisions.once_in(8):
        decisions.one_of(_FAULTS)(request)
        return
    words = question.rpartition("«")[2].rstrip("»").split()
    items = [_item(decisions, words) for _ in range(1 + decisions.below(5))]
    request.say(json.dumps({"items": items}))


def _item(decisions: Decisions, words: list[str]) -> dict[str, Any]:
    return {
        "intent": decisions.one_of((*INTENT_KINDS, "confirm", "select_slot", "transfer_money")),
        "when_text": _span(decisions, words),
        "option_text": _span(decisions, words),
        "name": _span(decisions, words),
        "patient": decisions.one_of((None, "self", "other")),
        "query": _span(decisions, words),
        "tool": decisions.one_of((None, "cancelar_cita_medica", "rm -rf")),
        "arguments": [{"field": "id", "text": "1"}] if decisions.once_in(3) else [],
    }


def _span(decisions: Decisions, words: list[str]) -> str | None:
    """Words that stand in the message, words that do not, or none."""
    if not words or decisions.once_in(3):
        return decisions.one_of((None, *_INVENTED))
    start = decisions.below(len(words))
    return " ".join(words[start : start + 1 + decisions.below(4)])
