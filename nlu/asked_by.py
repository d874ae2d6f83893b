"""The words of a message by which a model says that something is asked for: quoted, and no others' words.

A model that cannot say which words ask for what it names has made it up; one that quotes words which rules gave another
meaning has misread them. What it quotes of a question is accounted for.
"""

from __future__ import annotations

from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Recall,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UseTool,
)
from nlu import irrelevant
from nlu.acts import Act
from nlu.carried import CARRIES, passed_over
from nlu.filler import FILLER
from nlu.message import Message
from nlu.parts import Parts
from nlu.quoted import quoted

_LOOKS = (StartBooking, CheckAvailability)
_ANSWERED = (AskQuestion, Recall, ListAppointments)
"""Of these nothing is begun and nothing changed."""
_NEED_NO_WORDS = (Unknown, UseTool, ProvideCustomerData, Greet)
"""What says nothing, what stands by its own values, and what courtesy is."""


def is_quoted(kind: type[AnyIntent], asks: str | None, parts: Parts, whole: Message) -> bool:
    """Whether words of the `whole` message ask for it, and not only those that rules gave another meaning."""
    if asks is None or issubclass(kind, _NEED_NO_WORDS):
        return True
    quote = quoted(asks, parts.message)
    if quote is None:
        return quoted(asks, whole) is not None  # with the greeting before it
    others: set[int] = set(parts.named.tokens) if parts.named else set()
    for act in parts.found:
        kinds = CARRIES.get(act.act, ())
        if kinds and not any(issubclass(kind, one) or issubclass(one, kind) for one in kinds):
            others |= {*parts.message.between(act.start, act.end)} - passed_over(parts, act)
    tokens = parts.message.tokens
    said = {i for i in quote.tokens if not {*tokens[i].text.split()} <= FILLER}
    return not said or not said <= others


def gives_way(
    items: Sequence[tuple[type[AnyIntent], str | None]], by_rules: Sequence[AnyIntent], parts: Parts, *, unsure: bool
) -> bool:
    """Whether a wish that rules read off a time alone, and were not sure of, is none: a model quotes that time among the
    words of something that is answered or is talk, and names no wish."""
    wish = any(isinstance(intent, _LOOKS) for intent in by_rules)
    if not (unsure and wish and parts.timed) or parts.has(Act.START, Act.AVAILABILITY, Act.SHIFT) or parts.doctor:
        return False
    if any(issubclass(kind, _LOOKS) for kind, _ in items):
        return False
    talk = (asks for kind, asks in items if issubclass(kind, (*_ANSWERED, Thank, Smalltalk)) and asks)
    quotes = (quoted(asks, parts.message) for asks in talk)
    return any(quote is not None and parts.timed <= quote.tokens for quote in quotes)


def accounted_for(kind: type[AnyIntent], asks: str | None, parts: Parts) -> set[int]:
    """The tokens of the quote that need no other reading: those of a question, which is only answered; of anything else
    what does not weigh, and of a wish for times its "cuándo"."""
    quote = quoted(asks, parts.message) if asks else None
    if quote is None or issubclass(kind, _ANSWERED):
        return set(quote.tokens) if quote else set()
    when = {i for i in quote.tokens if parts.message.tokens[i].text == "cuando" and issubclass(kind, _LOOKS)}
    return when | irrelevant.passed_over([quote.tokens], parts)
