"""Lookups: what a state asks of a service, before the transaction opens. A service that fails is gone without."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from booking.errors import ServiceUnavailable
from booking.intents import AnyIntent, AskQuestion
from booking.models import Effect
from booking.ports import Knowledge, Passage
from booking.turn import Journal, LookedUp, Lookups

_PASSAGE: TypeAdapter[Passage | None] = TypeAdapter(Passage | None)


def search_documents(intent: AnyIntent, lookups: Lookups, journal: Journal) -> LookedUp:
    """search the clinic's documents"""
    if not isinstance(intent, AskQuestion) or intent.topic is not None:
        return LookedUp()
    return LookedUp(passage=journal.ask("documents", _PASSAGE, lambda: _answer(lookups.knowledge, intent.query)))


def looked_up_in(effects: Sequence[Effect]) -> LookedUp:
    """The same from recorded answers."""
    passages = [_PASSAGE.validate_python(effect.value) for effect in effects if effect.name == "documents"]
    return LookedUp(passage=passages[-1] if passages else None)


def _answer(knowledge: Knowledge, query: str) -> Passage | None:
    try:
        return knowledge.answer(query)
    except ServiceUnavailable:
        return None
