"""What the log of turns holds of patients: answers that may, kept apart from it, so that they can be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pydantic import JsonValue

from booking.models.turns import Effect, TurnRecord

_NOT_CLINICAL = frozenset(
    {
        "search",
        "hold",
        "renew",
        "release",
        "doctors",
        "closed",
        "desk",
        "open",
        "attends",
        "may",
        "right",
        "notice",
        "enrol",
        "mark_notice",
    }
)
"""Questions that speak of times, doctors and rights alone, as their answers do. Any other, and any new one, is kept
apart."""
_ASKED = "?"
"""Ends the reference of what was asked for."""


def taken_apart(record: TurnRecord) -> tuple[TurnRecord, dict[str, JsonValue]]:
    """The record with references in the place of clinical answers, and these answers by reference."""
    answers: dict[str, JsonValue] = {}

    def refer(effects: Iterable[Effect]) -> tuple[Effect, ...]:
        return tuple(referred(effect) for effect in effects)

    def referred(effect: Effect) -> Effect:
        if effect.name in _NOT_CLINICAL or not (effect.value or effect.arguments):
            return effect
        reference = str(len(answers))
        answers[reference] = effect.value
        if effect.arguments is not None:
            answers[f"{reference}{_ASKED}"] = effect.arguments
        return Effect(name=effect.name, kept_as=reference)

    return _with(record, refer), answers


def put_together(record: TurnRecord, answers: Mapping[str, JsonValue]) -> TurnRecord:
    """The record with the answers that there still are; what is forgotten keeps its reference."""

    def found(effect: Effect) -> Effect:
        if effect.kept_as is None or effect.kept_as not in answers:
            return effect
        asked = answers.get(f"{effect.kept_as}{_ASKED}")
        arguments = asked if isinstance(asked, dict) else None
        return Effect(name=effect.name, value=answers[effect.kept_as], arguments=arguments)

    return _with(record, lambda effects: tuple(found(effect) for effect in effects))


def has_forgotten(record: TurnRecord) -> bool:
    """Whether an answer is gone without which the turn cannot be replayed."""
    effects = [*record.lookups, *(effect for step in record.steps for effect in step.effects)]
    return any(effect.kept_as is not None for effect in effects)


def _with(record: TurnRecord, change: Callable[[Iterable[Effect]], tuple[Effect, ...]]) -> TurnRecord:
    lookups = change(record.lookups)
    steps = tuple(step.model_copy(update={"effects": change(step.effects)}) for step in record.steps)
    return record.model_copy(update={"lookups": lookups, "steps": steps})
