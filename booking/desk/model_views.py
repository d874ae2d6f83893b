"""What the model was asked in a turn, what came of it, and which of what was understood is its own: as JSON."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from booking.desk.json_views import Json
from booking.desk.machine_words import INTENTS, in_words
from booking.intents import CallOutcome, Intent, ModelCall, Source, Unknown
from booking.models import TurnRecord

Answered = Callable[[ModelCall], Mapping[str, Any] | None]
"""What a model said in a call, as it said it (`nlu.model.model_answer`); None where that is not known."""

RULES, MODEL = "reglas", "modelo"
"""Whose a field is."""

_OUTCOMES = {
    CallOutcome.OK: "contestó",
    CallOutcome.BLANK: "contestó en blanco",
    CallOutcome.MALFORMED: "contestó algo que no se puede leer",
    CallOutcome.LATE: "no contestó a tiempo",
    CallOutcome.REFUSED: "no aceptó la clave o su nombre",
    CallOutcome.FAILED: "no respondió",
}
_NOT_ASKED = "No se le preguntó: las reglas entendieron sin él."
_NOBODY_TO_ASK = "No se le preguntó, y las reglas no estaban seguras: no había modelo a quien preguntar."
_NOTHING_CAME = "Se siguió sin él, con lo que leyeron las reglas."
_REFUSED = "No se tomó nada de lo que dijo: queda lo que leyeron las reglas."
_ASKED_BACK = "De lo que dijo no se hace nada sin preguntar: se le dice a la persona, y se espera su sí."
_KEPT = "Se tomó lo que está en el mensaje y las reglas no tenían; lo demás, no."


def model_json(turn: TurnRecord, calls: Sequence[ModelCall], answered: Answered, *, sure: bool) -> Json:
    """How often it was asked, with what outcome, what it said where that is known, and what became of it. `sure`: rules
    are of the message, so that nobody else is asked."""
    return {
        "llamadas": [
            {
                "modelo": call.model,
                "resultado": _OUTCOMES[call.outcome],
                "ms": call.took_ms,
                "dijo": _said(answered(call)) if call.outcome is CallOutcome.OK else None,
                "en_el_mensaje": _share(call, answered(call)),
            }
            for call in calls
        ],
        "quedo": _became(turn, calls, sure=sure),
        "se_tomo": turn.source == Source.MODEL,
        "se_rechazo": turn.source != Source.MODEL and any(call.outcome is CallOutcome.OK for call in calls),
    }


def _share(call: ModelCall, answer: Mapping[str, Any] | None) -> int | None:
    """How many hundredths of the words that it gave stand in the message; None where it gave none."""
    gave_none = answer is not None and not any(item.get("values") for item in answer.get("items", ()))
    return None if call.confidence is None or gave_none else round(100 * call.confidence)


def _became(turn: TurnRecord, calls: Sequence[ModelCall], *, sure: bool) -> str:
    if turn.source == Source.MODEL:
        return _ASKED_BACK if any(isinstance(intent, Unknown) for intent in turn.intents) else _KEPT
    if any(call.outcome is CallOutcome.OK for call in calls):
        return _REFUSED
    if calls or turn.source == Source.FALLBACK:
        return _NOTHING_CAME
    return _NOT_ASKED if sure else _NOBODY_TO_ASK


def _said(answer: Mapping[str, Any] | None) -> list[str] | None:
    """«confirma», «da sus datos (name: «Nadie Del Todo»)»."""
    if answer is None:
        return None
    found = []
    for item in answer.get("items", ()):
        values = ", ".join(f"{one['field']}: «{one['text']}»" for one in item.get("values", ()))
        found.append(in_words(INTENTS, item["intent"]) + (f" ({values})" if values else ""))
    return found or ["nada"]


def whose(turn: TurnRecord, intent: Intent, by_rules: Sequence[Intent]) -> Mapping[str, str]:
    """Of each field of what was understood, whose it is: the rules', where they read the same in the message today, or
    the model's."""
    fields = fields_of(intent)
    if turn.source != Source.MODEL:
        return dict.fromkeys(fields, RULES)
    theirs = {_itself(name, value) for one in by_rules for name, value in fields_of(one).items()}
    theirs |= {(_KIND, repr(one.kind)) for one in by_rules}
    return {
        name: RULES if name in _OF_THE_ACCOUNT or _itself(name, value) in theirs else MODEL
        for name, value in fields.items()
    }


def _itself(name: str, value: object) -> tuple[str, str]:
    """A field wherever it stands: what is only said back (`Unknown.understood`) has the same ones."""
    return _PLACE.sub("", name), repr(value)


_KIND = "kind"
_OF_THE_ACCOUNT = ("why", "left", "doubt")
"""Nobody says these: they are what was not accounted for."""
_PLACE = re.compile(r"^understood\.\d+\.")


def fields_of(intent: Intent) -> Json:
    """Each field that says something, by itself: those within `when` as «when.date_from», those of the first of several
    as «understood.1.name»."""
    plain = intent.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    plain.pop("kind", None)
    for n, one in enumerate(getattr(intent, "understood", None) or ()):
        plain["understood"][n] = {_KIND: one.kind} | plain["understood"][n]
    return _flat(plain)


def _flat(fields: Mapping[str, Any]) -> Json:
    found: Json = {}
    for name, value in fields.items():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            value = {str(n): one for n, one in enumerate(value, start=1)}
        if isinstance(value, dict):
            found |= {f"{name}.{inner}": one for inner, one in _flat(value).items()}
        else:
            found[name] = value
    return found


def shown(value: object) -> str:
    """A value as people read it: 27/11/2026, 16:00, «a la tarde · el viernes»."""
    match value:
        case str():
            return _moment(INTENTS.get(value, value))
        case list():
            return " · ".join(": ".join(map(shown, one)) if isinstance(one, list) else shown(one) for one in value)
    return {True: "sí", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _moment(text: str) -> str:
    for kind, form in ((dt.date, "%d/%m/%Y"), (dt.time, "%H:%M"), (dt.datetime, "%d/%m/%Y %H:%M")):
        with suppress(ValueError):
            if not text.isdigit():
                return format(kind.fromisoformat(text), form)
    return text
