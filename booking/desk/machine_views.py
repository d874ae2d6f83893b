"""The machine as something to look at: its places and ways, read off the table, and the way that one turn took."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

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
from booking.desk.model_views import Answered, fields_of, model_json, shown, whose
from booking.desk.reading_views import by_rules, read_today
from booking.desk.replay_views import differences
from booking.desk.veil import texts_in, veil
from booking.intents import Intent
from booking.models import State, Step, SubState, TurnRecord
from booking.models.conversations import sub_state_of
from booking.models.draft_parts import hold_of
from booking.ports import UnitOfWork
from nlu.parsed import Parse

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


def turn_json(
    uow: UnitOfWork, seen: Seen, number: int | None, *, whole: bool, answered: Answered = lambda call: None
) -> Json:
    """One turn (None: the last) as it was understood and decided, and where the conversation stood before and after.
    Without `whole` names and numbers are short in all of it. `answered` tells what a model said, where that is kept."""
    told = _told(uow, seen, number, answered)
    return told if whole else veil(uow, seen, texts_in(told)).over_all(told)


def _told(uow: UnitOfWork, seen: Seen, number: int | None, answered: Answered) -> Json:
    turn = next((t for t in reversed(seen.turns) if number in (None, t.number)), None)
    now = chat_json(seen)
    told: Json = {
        "chat": seen.conversation.id,
        "lugar": sub_state_of(seen.conversation).value,
        "quien": seen.conversation.person.name,
        "control": now["control"],
        "proposito": now["proposito"] and in_words(PURPOSES, now["proposito"]),
        "oferta": now["oferta"] and now["oferta"] | {"vigente": _is_fresh(seen)},
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
    calls = uow.model_calls.of(seen.conversation.id, turn.at)
    read = by_rules(turn, seen)
    model = model_json(turn, calls, answered, sure=read is None or read.certain)
    return told | {"turno": _turn(turn, seen, read) | {"modelo": model}}


def _turn(turn: TurnRecord, seen: Seen, read: Parse | None) -> Json:
    places = _places(turn)
    return {
        "numero": turn.number,
        "hora": turn.at.astimezone(seen.zone).strftime("%d/%m %H:%M:%S"),
        "textos": list(turn.texts),
        "origen": in_words(SOURCES, turn.source),
        "intenciones": [_intent(turn, intent, read.intents if read else ()) for intent in turn.intents],
        "lectura": read_today(read),
        "de": places[0].value,
        "lugares": [place.value for place in places],
        "pasos": [_step(step, *pair) for step, pair in zip(turn.steps, pairwise(places), strict=True)],
        "consultas": [_effect(effect.name, effect.value) for effect in turn.lookups],
        "respuestas": [reply.key for reply in turn.replies],
        "etapas": _stages(turn.stages_ms),
        "sentencias": turn.statements,
        "hoy": differences(turn, seen),
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


def _intent(turn: TurnRecord, intent: Intent, by_rules: Sequence[Intent]) -> Json:
    """Each field with its value, and whose it is."""
    owners = whose(turn, intent, by_rules)
    return {
        "palabras": in_words(INTENTS, intent.kind),
        "kind": intent.kind,
        "campos": {name: (shown(value), owners[name]) for name, value in fields_of(intent).items()},
    }


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


def _is_fresh(seen: Seen) -> bool:
    """Whether what is offered can still be chosen from; later it is looked for anew."""
    offer = seen.conversation.offer
    if offer is None or not seen.turns:
        return False
    return seen.now < offer.made_at + dt.timedelta(minutes=seen.turns[-1].clinic.policy.offer_minutes)


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
