"""A question to the clinic beside a wish: "¿tienen guardería para mis hijos? Es que quiero cita el viernes"."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import AskQuestion, Unknown
from nlu.message import plain
from nlu.parsed import MOST_INTENTS, Parse

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
