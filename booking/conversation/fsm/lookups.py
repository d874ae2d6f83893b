"""Lookups: what a state asks of a service, before the transaction opens. A service that fails is gone without."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from booking.conversation.in_time import or_else
from booking.conversation.turn import Journal, LookedUp, Lookups
from booking.intents import MAY_BE_UNSAID, AnyIntent, AskQuestion, Recall, StartBooking, UseTool
from booking.models import Effect
from booking.models.tool_answers import Answer
from booking.ports import Passage, Recalled, Remembered, Visited

_ANSWERED: TypeAdapter[list[tuple[UseTool, Answer]]] = TypeAdapter(list[tuple[UseTool, Answer]])
_PASSAGE: TypeAdapter[Passage | None] = TypeAdapter(Passage | None)
_VISITED: TypeAdapter[Visited | None] = TypeAdapter(Visited | None)
_REMEMBERED: TypeAdapter[list[Remembered] | None] = TypeAdapter(list[Remembered] | None)


def search_memory(intent: AnyIntent, lookups: Lookups, journal: Journal) -> LookedUp:
    """search what the person's conversations came to"""
    if not isinstance(intent, Recall):
        return LookedUp()
    asked = Recalled(intent.query, intent.words, intent.since, intent.until, intent.whose)

    def recall() -> list[Remembered] | None:
        found = or_else(None, lambda: lookups.memory(asked))
        return None if found is None else list(found)

    return LookedUp(remembered=journal.ask("memory", _REMEMBERED, recall, asked=asked))


def look_whom_last(intent: AnyIntent, lookups: Lookups, journal: Journal) -> LookedUp:
    """look with whom the person's last appointment was, where an appointment is begun and no more said than when"""
    if not only_begins(intent):
        return LookedUp()
    return LookedUp(visited=journal.ask("visited", _VISITED, lambda: or_else(None, lookups.visited)))


def only_begins(intent: AnyIntent) -> bool:
    """Whether an appointment is wanted, with nobody and of no type that was said; at one clock time the proposal names
    its doctor."""
    if not isinstance(intent, StartBooking) or intent != StartBooking(when=intent.when, soonest=intent.soonest):
        return False
    return intent.when is None or intent.when.when is None or not intent.when.when.exact


def search_documents(intent: AnyIntent, lookups: Lookups, journal: Journal) -> LookedUp:
    """search the clinic's documents"""
    if not isinstance(intent, AskQuestion) or intent.topic not in (None, *MAY_BE_UNSAID):
        return LookedUp()
    query = intent.query
    passage = journal.ask("documents", _PASSAGE, lambda: or_else(None, lambda: lookups.documents(query)), query=query)
    return LookedUp(passages=((query, passage),))


def looked_up_in(effects: Sequence[Effect]) -> LookedUp:
    """The same from recorded answers."""
    found = [effect for effect in effects if effect.name == "documents"]
    passages = [(_asked(effect), _PASSAGE.validate_python(effect.value)) for effect in found]
    answers = [pair for effect in effects if effect.name == "tools" for pair in _ANSWERED.validate_python(effect.value)]
    remembered = [_REMEMBERED.validate_python(effect.value) for effect in effects if effect.name == "memory"]
    visited = [_VISITED.validate_python(effect.value) for effect in effects if effect.name == "visited"]
    return LookedUp(
        passages=passages,
        answers=answers,
        remembered=remembered[-1] if remembered else (),
        visited=visited[-1] if visited else None,
    )


def _asked(effect: Effect) -> str | None:
    """The question that was looked for."""
    query = (effect.arguments or {}).get("query")
    return query if isinstance(query, str) else None


def read_tools(intents: Sequence[AnyIntent], lookups: Lookups, journal: Journal) -> None:
    """Every read that staff ask for in one message, at once; those of others are refused like tools that are not. What
    fills an order says only a part of what is asked for."""
    calls = [intent for intent in intents if isinstance(intent, UseTool) and intent.fills is None]
    if calls and lookups.read is not None:
        read = lookups.read
        nothing: list[tuple[UseTool, Answer]] = []
        journal.ask("tools", _ANSWERED, lambda: or_else(nothing, lambda: list(read(calls))), calls=calls)
