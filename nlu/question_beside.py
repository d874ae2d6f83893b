"""A question to the clinic beside a wish: "¿tienen guardería para mis hijos? Es que quiero cita el viernes", "la A y
puedo pagar con tarjeta"."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import AskQuestion, Greet, Smalltalk, Unknown
from nlu.message import Message, plain
from nlu.parsed import MOST_INTENTS, Parse
from nlu.several_questions import stretches

_QUESTION = re.compile(r"(?:^|(?<=[.!\n])|(?=¿))[^?.!\n]*\?")


def asked(text: str, whole: Parse, read: Callable[[str], Parse]) -> Parse | None:
    """Each by itself, where the reading of the whole leaves out what the question asks for; None elsewhere. `read`
    reads a text alone."""
    if text.count("?") != 1 or any(isinstance(one, AskQuestion | Unknown) for one in whole.intents):
        return None
    found = _QUESTION.search(text)
    if found is None or not (set(whole.leftovers) & set(re.findall(r"\w+", plain(found[0])))):
        return None
    rest = f"{text[: found.start()]} {text[found.end() :]}".strip()
    question = read(found[0].strip())
    if len(question.intents) != 1 or not isinstance(question.intents[0], AskQuestion) or not rest:
        return None
    wish = read(rest)
    intents = (*wish.intents, *question.intents)
    if not wish.intents or len(intents) > MOST_INTENTS or any(isinstance(one, Unknown) for one in wish.intents):
        return None
    return wish._replace(intents=intents)


def alone(text: str, said: Parse, read: Callable[[str], Parse]) -> Parse:
    """The same, where what is asked is the words of the question and not those of the wish beside it, which documents
    would be searched for too. `read` reads a text alone."""
    asks = [one for one in said.intents if isinstance(one, AskQuestion)]
    wishes = any(not isinstance(one, AskQuestion | Greet | Smalltalk | Unknown) for one in said.intents)
    if len(asks) != 1 or not wishes or asks[0].query.strip() != text.strip():
        return said
    found = [question for stretch in stretches(Message.of(text)) if (question := _asked(stretch, asks[0], read))]
    if len(found) != 1:
        return said
    return said._replace(intents=tuple(found[0] if one is asks[0] else one for one in said.intents))


def _asked(stretch: str, question: AskQuestion, read: Callable[[str], Parse]) -> AskQuestion | None:
    """That question, where a stretch asks it and nothing else."""
    others = [one for one in read(stretch).intents if not isinstance(one, Greet | Smalltalk)]
    only = others[0] if len(others) == 1 else None
    if not isinstance(only, AskQuestion) or question.topic not in (None, only.topic):
        return None
    return only if question.topic is None else question.model_copy(update={"query": stretch})
