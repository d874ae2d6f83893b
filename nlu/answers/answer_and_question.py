"""A time that is chosen, or the name that is asked for, with a question behind it: "la 2, ¿y hay elevador?", "Rosa Peña, y
llevo a mi niño, ¿se puede?". Each is read by itself; neither takes the other's place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from booking.intents import AnyIntent, AskQuestion, Confirm, Greet, ProvideCustomerData, SelectSlot, Topic, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.parsed import MOST_INTENTS, Parse, meant
from nlu.words.message import Message

_STATES = (State.SLOT_SELECTION, State.CUSTOMER_DATA, State.CONFIRM)
_JOINTS = frozenset("y oiga oye".split())
_LEADS = re.compile(
    r"^(?: (?:,|\?|y|oiga|oye|disculpe|disculpa|perdon|ah|una pregunta|otra pregunta|otra cosa|una duda))+(?= )"
)
_DEPENDS = re.compile(
    r" (?:si no|pero si|o si|o mejor|entonces|depende|segun)(?= )| si(?=(?: ,| \?)* $)|^(?: ,| \?)* o(?= )| (?:es|era|seria) para(?= )"
)
""" "La 2, ¿o si no la 3?", "Rosa Peña, es para mi hija, ¿…?": what waits for the answer, takes its place or tells of it."""
_MOST = 60
"""Tokens; more is a story."""


def both(text: str, said: Parse, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The answer and what is asked beside it, where the reading `said` of the whole leaves one of them out; None where it
    does not, or nobody can tell them apart. `read` reads a part."""
    if context.role is not Role.PATIENT or context.state not in _STATES or (context.picking and not context.offered):
        return None
    message = Message.of(text)
    if not message.asks or message.odd or len(message.tokens) > _MOST or _has_both(said):
        return None
    for head, tail in _cuts(message):
        answer = [intent for intent in meant(read(head)) if not isinstance(intent, Greet)]
        if len(answer) != 1 or not _answers(answer[0], context):
            continue
        asked = _asked(tail, context, read)
        if isinstance(answer[0], Confirm):  # "sí, para mañana lunes, ¿verdad?": it is shown once more
            return Parse(asked) if _of_what_is_shown(asked) else None
        return Parse((*asked, *answer)[:MOST_INTENTS]) if asked and len(asked) >= _asks(said) else None
    return None


def _has_both(said: Parse) -> bool:
    kinds = {type(intent) for intent in meant(said)}
    return bool(kinds & {SelectSlot, ProvideCustomerData}) and AskQuestion in kinds


def _of_what_is_shown(asked: tuple[AnyIntent, ...]) -> bool:
    return len(asked) == 1 and isinstance(asked[0], AskQuestion) and asked[0].topic is Topic.PROPOSAL


def _asks(said: Parse) -> int:
    return sum(isinstance(intent, AskQuestion) for intent in said.intents)


def _answers(intent: AnyIntent, context: UnderstandingContext) -> bool:
    if isinstance(intent, SelectSlot):
        return context.state is State.SLOT_SELECTION
    if isinstance(intent, Confirm):
        return context.state is State.CONFIRM
    named = isinstance(intent, ProvideCustomerData) and intent.name and not intent.reason
    return bool(named) and context.state is State.CUSTOMER_DATA


def _cuts(message: Message) -> Iterator[tuple[str, str]]:
    """The message before and after each mark and each word that joins, the first of them first."""
    for place, token in enumerate(message.tokens[1:-1], start=1):
        if token.kind in ("mark", "ask"):
            yield (
                message.text[: token.start].strip(),
                message.text[token.end if token.kind == "mark" else token.start :].strip(),
            )
        elif token.text in _JOINTS and message.tokens[place - 1].kind not in ("mark", "ask"):
            yield message.text[: token.start].strip(), message.text[token.start :].strip()


def _asked(tail: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> tuple[AnyIntent, ...]:
    """What the rest asks; nothing where it says more than that."""
    rest = Message.of(tail)
    if lead := _LEADS.search(rest.flat):
        place = rest.between(lead.start() + 1, lead.end())
        tail = tail[rest.tokens[place.stop - 1].end :].strip()
        rest = Message.of(tail)
    if not rest.words or not rest.asks or _DEPENDS.search(rest.flat):
        return ()
    said = tuple(intent for intent in meant(read(tail)) if not isinstance(intent, Greet))
    if said and all(isinstance(intent, AskQuestion) for intent in said):
        return said
    return (AskQuestion(query=tail),) if all(intent == Unknown() for intent in said) else ()
