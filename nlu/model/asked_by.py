"""The words of a message by which a model says that something is asked for: quoted, and no others' words.

A model that cannot say which words ask for what it names has made it up; one that quotes words which rules gave another
meaning has misread them. What it quotes of a question is accounted for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

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
from nlu.acts import Act
from nlu.carried import CARRIES, passed_over
from nlu.model.put_aside import said_to_be_nothing
from nlu.model.quoted import quoted
from nlu.parts import Parts
from nlu.words.filler import FILLER
from nlu.words.interrogative import interrogates
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING

_LOOKS = (StartBooking, CheckAvailability)
_ANSWERED = (AskQuestion, Recall, ListAppointments)
"""Of these nothing is begun and nothing changed."""
_NEED_NO_WORDS = (Unknown, UseTool, ProvideCustomerData, Greet)
"""What says nothing, what stands by its own values, and what courtesy is."""


def is_quoted(
    kind: type[AnyIntent], asks: str | None, parts: Parts, whole: Message, *, doubted: Set[int] = frozenset()
) -> bool:
    """Whether words of the `whole` message ask for it, and not only those that rules gave another meaning; those of a
    `doubted` meaning may be its own."""
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
    return not said or not said <= others - doubted


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


def answered_instead(
    items: Sequence[tuple[type[AnyIntent], str | None]], by_rules: Sequence[AnyIntent], parts: Parts
) -> frozenset[int]:
    """The words of what rules, which were not sure, would only answer, where a model quotes all of them for another thing
    that it names, and names nothing that is answered: "no tengo cómo llegar a esa hora" is no question. Nothing where it does not,
    nor of what is put as a question: that is answered, whatever stands beside it."""
    if not any(isinstance(intent, (AskQuestion, ListAppointments)) for intent in by_rules) or interrogates(
        parts.message
    ):
        return frozenset()
    if any(issubclass(kind, _ANSWERED) for kind, _ in items):
        return frozenset()
    asked = (f for f in parts.found if any(issubclass(kind, _ANSWERED) for kind in CARRIES.get(f.act, ())))
    words = frozenset(i for found in asked for i in parts.message.between(found.start, found.end))
    others = (asks for kind, asks in items if asks and not issubclass(kind, (*_NEED_NO_WORDS, Thank, Smalltalk)))
    quotes = (quoted(asks, parts.message) for asks in others)
    return words if any(quote is not None and words <= quote.tokens for quote in quotes) else frozenset()


def accounted_for(kind: type[AnyIntent], asks: str | None, parts: Parts) -> set[int]:
    """The tokens of the quote that need no other reading: those of a question, which is only answered; of anything else
    what does not weigh, and of a wish for times its "cuándo". A name stands by its own words: what is beside it may be
    more of it."""
    quote = quoted(asks, parts.message) if asks and not issubclass(kind, ProvideCustomerData) else None
    if quote is None or issubclass(kind, _ANSWERED):
        return set(quote.tokens) if quote else set()
    when = {i for i in quote.tokens if parts.message.tokens[i].text == "cuando" and issubclass(kind, _LOOKS)}
    return when | said_to_be_nothing([quote.tokens], parts)


_ENDING = re.compile(
    rf" (?:(?:{ENDING})\w*|(?:ya|siempre|mejor) (?:ya )?no|no (?:(?:la|lo|me|nos) )*(?:voy|vamos|puedo|podemos|podre|podremos|"
    r"alcanz\w+|lleg\w+|asist\w+|ir|ire|iremos|quiero|queremos|ocupo|necesito)|mejor (?:nada|olvid\w+)|olvid\w+|dej[aeo]\w* asi)(?= )"
)
_NOT_ENDING = re.compile(rf" (?:no|ni|nunca) (?:(?:me|nos|la|lo|se|vayan|vaya|vayas|a|quiero|que) )*(?:{ENDING})")


def says_an_end(asks: str | None, parts: Parts) -> bool:
    """Whether the quoted words say by themselves that something is not wanted any more: "quíteme la que tenía"."""
    quote = quoted(asks, parts.message) if asks else None
    said = Message.of(quote.text) if quote else None
    if said is None or parts.message.asks or {*said.words} & {"si", "aunque", "depende", "pasa"}:
        return False
    return bool(_ENDING.search(said.flat)) and not _NOT_ENDING.search(parts.message.flat)
