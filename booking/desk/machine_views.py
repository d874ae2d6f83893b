"""The machine as something to look at: its places and ways, read off the table, and the way that one turn took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from booking.conversation.fsm.places import within
from booking.conversation.fsm.table import TABLE
from booking.desk.chat_views import Seen, chat_json
from booking.desk.guard_words import GUARDS
from booking.desk.json_views import Json
from booking.desk.machine_words import (
    EFFECTS,
    INTENTS,
    PLACES,
    PURPOSES,
    SOURCES,
    STATES,
    TRIGGERS,
    in_words,
)
from booking.desk.masking import short_name
from booking.desk.reading_views import read_today
from booking.desk.replay_views import differences
from booking.intents import Intent
from booking.models import State, Step, SubState, TurnRecord
from booking.models.conversations import sub_state_of
from booking.models.draft_parts import hold_of

HIDDEN = "…"
"""What stands in the place of what somebody wrote or is called."""

_ROWS = {row.name: row for row in TABLE}


class Way(NamedTuple):
    """From one place to another, with the triggers that lead there."""

    source: str
    target: str
    triggers: tuple[str, ...]


def states() -> list[Json]:
    """Each state with what is told apart in it."""
    return [
        {
            "estado": state.value,
            "palabras": in_words(STATES, state.value),
            "lugares": [{"lugar": p.value, "palabras": in_words(PLACES, p.value)} for p in within(state)],
        }
        for state in State
    ]


def ways() -> list[Way]:
    """Every way from one place to another one that a row of the table leads."""
    found: dict[tuple[SubState, SubState], dict[str, None]] = {}
    for row in TABLE:
        for source in row.source:
            if (target := row.goes(source)) is not source:
                found.setdefault((source, target), {}).update(dict.fromkeys(in_words(TRIGGERS, on) for on in row.on))
    return [Way(source.value, target.value, tuple(triggers)) for (source, target), triggers in found.items()]


def turn_json(seen: Seen, number: int | None, *, whole: bool) -> Json:
    """One turn (None: the last) as it was understood and decided, and where the conversation stood before and after.
    Without `whole` names are short, and neither what was written nor what was read in it is told."""
    turn = next((t for t in reversed(seen.turns) if number in (None, t.number)), None)
    now = chat_json(seen)
    told: Json = {
        "chat": seen.conversation.id,
        "lugar": sub_state_of(seen.conversation).value,
        "quien": seen.conversation.person.name if whole else short_name(seen.conversation.person.name),
        "control": now["control"],
        "borrador": now["borrador"] if whole else None,
        "proposito": now["proposito"] and in_words(PURPOSES, now["proposito"]),
        "oferta": now["oferta"],
        "apartado": now["apartado"],
        "segundos_de_apartado": _seconds_held(seen),
        "pregunta": _question(seen),
        "turnos": [t.number for t in seen.turns],
        "turno": None,
    }
    if turn is None:
        return told
    if turn is not seen.turns[-1]:  # how it stood then is what the next turn found
        after = seen.turns[seen.turns.index(turn) + 1].before
        told |= {"lugar": sub_state_of(after).value, "oferta": None, "apartado": None, "pregunta": None}
    return told | {"turno": _turn(turn, seen, whole=whole)}


def _turn(turn: TurnRecord, seen: Seen, *, whole: bool) -> Json:
    places = _places(turn)
    return {
        "numero": turn.number,
        "hora": turn.at.astimezone(seen.zone).strftime("%d/%m %H:%M:%S"),
        "textos": list(turn.texts) if whole else [HIDDEN] * len(turn.texts),
        "origen": in_words(SOURCES, turn.source),
        "intenciones": [_intent(intent, whole=whole) for intent in turn.intents],
        "lectura": read_today(turn, seen) if whole else None,
        "de": places[0].value,
        "lugares": [place.value for place in places],
        "pasos": [_step(step, *pair) for step, pair in zip(turn.steps, pairwise(places), strict=True)],
        "consultas": [_effect(effect.name, effect.value) for effect in turn.lookups],
        "respuestas": [reply.key for reply in turn.replies],
        "etapas": _stages(turn.stages_ms),
        "sentencias": turn.statements,
        "hoy": differences(turn, seen) if whole else [],
    }


def _places(turn: TurnRecord) -> list[SubState]:
    """Where it stood before each step, and after the last."""
    places = [sub_state_of(turn.before)]
    for step in turn.steps:
        row = _ROWS.get(step.row)
        here = places[-1]
        if step.refused or row is None or here not in row.source:
            found = here if here.parent is step.target else within(step.target)[0]
        else:
            found = row.goes(here)
        places.append(found)
    return places


def _intent(intent: Intent, *, whole: bool) -> Json:
    plain = intent.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    plain.pop("kind", None)
    fields = _flat(plain) if whole else dict.fromkeys(plain, HIDDEN)
    return {"palabras": in_words(INTENTS, intent.kind), "kind": intent.kind, "campos": fields}


def _flat(fields: Mapping[str, Any]) -> Json:
    """Each field by itself: those within `when` as «when.date_from» and so on."""
    found: Json = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            found |= {f"{name}.{inner}": one for inner, one in _flat(value).items()}
        else:
            found[name] = value
    return found


def _step(step: Step, source: SubState, target: SubState) -> Json:
    row = _ROWS.get(step.row)
    guards = [(in_words(GUARDS, g.__name__), (g.__doc__ or "").strip()) for g in row.guards] if row else []
    return {
        "disparador": in_words(TRIGGERS, step.trigger),
        "fila": step.row,
        "de": source.value,
        "a": target.value,
        "condiciones": guards,
        "hechos": {name: value for name, value in step.facts.items() if value not in (None, False, 0, "", "none")},
        "efectos": [_effect(effect.name, effect.value) for effect in step.effects],
        "rechazo": step.refused and in_words(TRIGGERS, step.refused),
    }


def _effect(name: str, value: object) -> Json:
    found = len(value) if isinstance(value, list) else None
    return {"palabras": in_words(EFFECTS, name), "nombre": name, "cuantos": found}


def _stages(stages_ms: dict[str, float]) -> list[tuple[str, float, int]]:
    """Each stage with its milliseconds and its share of the longest, in hundredths."""
    longest = max(stages_ms.values(), default=0) or 1
    return [(name, ms, max(1, round(100 * ms / longest))) for name, ms in stages_ms.items()]


def _seconds_held(seen: Seen) -> int | None:
    hold = hold_of(seen.conversation.draft)
    return max(0, int((hold.expires_at - seen.now).total_seconds())) if hold else None


def _question(seen: Seen) -> str | None:
    question = seen.conversation.question
    return question.reply if question else None


def numbers(turns: Sequence[int], at: int | None) -> tuple[int | None, int | None]:
    """The turn before and the one after."""
    if not turns or at is None or at not in turns:
        return None, None
    place = list(turns).index(at)
    before = turns[place - 1] if place else None
    return before, turns[place + 1] if place + 1 < len(turns) else None
