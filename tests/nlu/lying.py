"""A provider that lies: well-formed answers with any intent, spans of the message and spans of nothing, and faults."""

from __future__ import annotations

import json
from typing import Any, get_args

from booking.intents import INTENT_KINDS
from booking.testing.decisions import Decisions
from booking.testing.hostile import hash_of
from nlu.model.model_answer import FieldName
from tests.nlu.providers import Answering, Request, refuses, says

FIELDS: tuple[str, ...] = get_args(FieldName)
_INVENTED = (
    "sí",
    "la 1",
    "el 5 de mayo a las 3",
    "Eva Mora",
    "[NOMBRE 1]",
    "'; DROP TABLE citas_medicas; --",
    "\x00",
    "",
)
_FAULTS = (says(""), says("{"), says("Claro que sí, tu cita quedó agendada."), says("x" * 100_000), refuses(500))
_KINDS = (*INTENT_KINDS, "confirm", "opt_out", "select_slot", "cancel_appointment", "cancel_booking", "transfer_money")


def lies(request: Request) -> None:
    """The lie follows from what was asked alone, so that a turn tried again hears it again."""
    question = asked_of(request)
    if Decisions(hash_of(question[::-1])).once_in(8):
        Decisions(hash_of(question)).one_of(_FAULTS)(request)
        return
    lying(0)(request)


def lying(seed: int) -> Answering:
    """Always of the schema; what is said follows from the seed and from what was asked."""

    def answering(request: Request) -> None:
        question = asked_of(request)
        decisions = Decisions(hash_of(f"{question[::-1]}{seed}") + seed)
        words = shown_in(question).split()
        items = [_item(decisions, words) for _ in range(1 + decisions.below(5))]
        aside = [_span(decisions, words) for _ in range(decisions.below(4))]
        request.say(json.dumps({"items": items, "aside": aside}))

    return answering


def asked_of(request: Request) -> str:
    """The question of a request."""
    return str(request.server.asked[-1][1]["messages"][-1]["content"])


def shown_in(question: str) -> str:
    """The message as a model is shown it."""
    return question.partition("Mensaje: «")[2].removesuffix("»")


def _item(decisions: Decisions, words: list[str]) -> dict[str, Any]:
    fields = FIELDS if decisions.once_in(4) else [decisions.one_of(FIELDS) for _ in range(decisions.below(6))]
    asks = {"asks": _span(decisions, words)} if decisions.once_in(2) else {}
    return {
        "intent": decisions.one_of(_KINDS),
        **asks,
        "values": [{"field": field, "text": _span(decisions, words)} for field in fields],
        "tool": decisions.one_of((None, "cancelar_cita_medica", "rm -rf")),
        "arguments": [{"field": "id", "text": "1"}] if decisions.once_in(3) else [],
    }


def _span(decisions: Decisions, words: list[str]) -> str:
    """Words that stand in the message, all of it, or words that do not."""
    if not words or decisions.once_in(4):
        return decisions.one_of(_INVENTED)
    if decisions.once_in(6):
        return " ".join(words)[:400]
    start = decisions.below(len(words))
    return " ".join(words[start : start + 1 + decisions.below(5)])[:400]
