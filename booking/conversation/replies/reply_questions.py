"""What the replies ask, and what answers it: declared beside the text in `es.toml`, checked when this is imported.

A text that asks declares what answers it, and one that declares it asks, one thing only. A notice asks nothing: what
follows it may. No answer books, moves or cancels anything: that is left to the yes of a proposal. To receive no more
messages is the yes only of the question that asks just that, on a button of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, TypeAdapter

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS, AnsweredBy, QuestionText, Text
from booking.errors import InvalidReplies
from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsUnderstood,
    CheckAvailability,
    Confirm,
    Intent,
    OptOut,
    PrivacyRequest,
    Reading,
    UseTool,
    When,
)
from booking.models import Reply

_ASKING: dict[str, re.Pattern[str]] = {
    "asked_name": re.compile(r"ask_(?:name|surname)"),
    "not_here": re.compile(r"not_here"),
    "question": re.compile(r"choose|ask_\w+"),
}
"""Placeholders that may put a question into a text, and the words that do."""
_QUOTED = re.compile(r"«[^»]*»")
_CARRIES_OUT = (Confirm, PrivacyRequest, UseTool)
_MOST_CHOICES = 3


class _Passage(BaseModel):
    """What of a passage's values says that it is none, but asks of which area."""

    text: str
    areas: tuple[str, ...] = ()


_INTENTS: TypeAdapter[tuple[AnyIntent, ...]] = TypeAdapter(tuple[Intent, ...])


def choices_of(reply: Reply) -> tuple[CheckAvailability, ...]:
    """The times that a reply gives to choose from, each with a button of its own."""
    shown = TEXTS[ReplyKey(reply.key)].choices
    values = reply.params.get(shown) if shown else None
    times = [When.model_validate(value) for value in values] if isinstance(values, list) else []
    return tuple(CheckAvailability(when=Reading(when=when)) for when in times[:_MOST_CHOICES])


def areas_in(replies: Sequence[Reply]) -> tuple[AskQuestion, ...]:
    """Where documents of several areas tell of what was asked, and which is meant was to be said: the question as it is
    for each, "precios de ultrasonido"."""
    found = (reply.params.get("passage") for reply in replies if reply.key == ReplyKey.ANSWER_DOCUMENT)
    asked = (_Passage.model_validate(passage) for passage in found if passage)
    return tuple(AskQuestion(query=f"{WORDS[f'area_{area}']} de {one.text}") for one in asked for area in one.areas)


def understood_in(reply: Reply) -> tuple[AnyIntent, ...]:
    """What a reply says was understood: its yes means that."""
    return _INTENTS.validate_python(reply.params.get("understood") or ())


def check(texts: Mapping[ReplyKey, Text], words: Mapping[str, str]) -> None:
    """The rules of questions. Raises InvalidReplies: a question that nothing answers cannot be imported."""
    for key, text in texts.items():
        if _asks(text.notice or ""):
            raise InvalidReplies(f"the notice of {key} asks, and something else follows it")
        if _asks(text.staff or ""):
            raise InvalidReplies(f"{key} asks staff, and does not say what answers it")
        for variant in (text, text.one) if text.one else (text,):
            _check_one(key, variant)
    for name, said in words.items():
        if _asks(said) and not any(pattern.fullmatch(name) for pattern in _ASKING.values()):
            raise InvalidReplies(f"the words {name} ask, and no text that they go into is known to")


def _check_one(key: ReplyKey, text: Text) -> None:
    asks = _asks(text.body) + sum("{" + name + "}" in text.body for name in _ASKING)
    if asks > 1:
        raise InvalidReplies(f"{key} asks {asks} things at once")
    if bool(asks) != (text.question is not None):
        raise InvalidReplies(f"{key} asks and does not say what answers it, or says so and does not ask")
    if text.question is not None:
        _check_answers(key, text, text.question)


def _check_answers(key: ReplyKey, text: Text, question: QuestionText) -> None:
    on_buttons = [button.intent for button in text.buttons]
    proposes = question.answered_by is AnsweredBy.PROPOSAL
    if proposes != (Confirm() in on_buttons) or (proposes and (question.yes or question.no)):
        raise InvalidReplies(f"{key}: a yes that carries something out answers a proposal, and nothing else does")
    if question.answered_by is AnsweredBy.YES_NO and not (question.yes and question.no):
        raise InvalidReplies(f"{key} does not say what a yes and a no to it mean")
    for meaning in (question.yes, question.no):
        if question.answered_by is AnsweredBy.YES_NO and meaning not in on_buttons:
            raise InvalidReplies(f"{key} has no button for {meaning}")
    for meaning in _meanings(text, question):
        silences = isinstance(meaning, OptOut) and question.answered_by is not AnsweredBy.YES_NO
        if silences or isinstance(meaning, _CARRIES_OUT):
            raise InvalidReplies(f"{key}: {meaning.kind} is more than an answer")


def _meanings(text: Text, question: QuestionText) -> Iterator[AnyIntent | AsUnderstood]:
    """Everything that an answer may mean, but for the yes of a proposal."""
    yield from (meaning for meaning in (question.yes, question.no) if meaning is not None)
    yield from (wording.intent for wording in question.also)
    yield from (button.intent for button in text.buttons if not isinstance(button.intent, Confirm))


def _asks(text: str) -> int:
    """How many questions a text asks; what it quotes is said by somebody else."""
    return _QUOTED.sub("", text).count("¿")


check(TEXTS, WORDS)
