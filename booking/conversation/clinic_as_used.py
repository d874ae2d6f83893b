"""The clinic as a turn looked at it: what is kept in the log, so that the turn can be told and replayed.

What the clinic answers to questions that nobody asked is left out: the log would repeat it with every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from booking.conversation.turn import Turn
from booking.intents import AskQuestion, Topic
from booking.models import Answers, Clinic

_OF_TOPIC = {
    Topic.INSURANCE: "insurances",
    Topic.CARDS: "cards",
    Topic.BRING: "bring",
    Topic.FASTING: "fasting",
}
_SHOWN = {"place": ("map_link",), "record": ("map_link", "specialties"), "emergency": ("emergency_text",)}
"""By the value of a reply, what of the answers is shown with it."""


def as_used(turn: Turn) -> Clinic:
    """With the answers alone that this turn told, or looked for."""
    clinic = turn.clinic
    asked = [step.intent for step in turn.steps if isinstance(step.intent, AskQuestion)]
    values = {name for reply in turn.replies for name in reply.params}
    names = {name for value, shown in _SHOWN.items() if value in values for name in shown}
    used = clinic.model_copy(update={"answers": Answers(**dict(_used(clinic.answers, names, asked)))})
    if all(used.says(one.topic, one.query) == clinic.says(one.topic, one.query) for one in asked):
        return used
    return clinic.model_copy(update={"answers": clinic.answers.model_copy(update={"emergency_words": ()})})


def _used(answers: Answers, names: set[str], asked: Sequence[AskQuestion]) -> Iterator[tuple[str, Any]]:
    names = names | {_OF_TOPIC[one.topic] for one in asked if one.topic in _OF_TOPIC}
    if any(one.topic is Topic.ADDRESS for one in asked):
        names.add("map_link")
    yield from ((name, getattr(answers, name)) for name in names)
    told = [price for one in asked for price in _prices(answers, one)]
    yield "prices", tuple(price for price in answers.prices if price in told)
    own = {answers.own_answer(one.query) for one in asked if one.topic is None}
    yield "others", tuple(one for one in answers.others if one.says in own)


def _prices(answers: Answers, asked: AskQuestion) -> Sequence[object]:
    if asked.topic is Topic.PRICES:
        return answers.prices_asked(asked.query)
    return answers.prices_of(asked.query) if asked.topic is None else ()
