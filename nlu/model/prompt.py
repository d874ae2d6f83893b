"""What a model is asked: the one prompt, and about each message what it may name there and the words to be read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from booking.intents import ProvideCustomerData, Unknown
from booking.models import UnderstandingContext
from nlu.model.masked import Masked, masked
from nlu.model.model_answer import ToolSchema, possible_intents
from nlu.parsed import Parse

LONGEST_TEXT = 1000
"""Characters of a message that a model is shown."""


def prompt(tools: Sequence[ToolSchema] = ()) -> str:
    """The one prompt, and for staff the tools of their role. It does not change from message to message, so that
    providers can cache it."""
    if not tools:
        return _prompt()
    listed = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    return f"{_prompt()}\nHerramientas permitidas para quien escribe:\n{listed}\n"


@cache
def _prompt() -> str:
    return files("nlu").joinpath("prompt_es.md").read_text(encoding="utf-8")


def question(message: Masked, context: UnderstandingContext) -> str:
    """What is asked about one message; date and text come last."""
    return (
        f"Intenciones permitidas: {', '.join(possible_intents(context))}\n"
        f"Paso: {context.state.value}\n"
        f"Ahora: {context.now:%Y-%m-%d %H:%M}\nMensaje: «{message.text}»"
    )


def shown(text: str, said: Parse, context: UnderstandingContext) -> Masked:
    """What a model is shown of a message that was read as `said`."""
    return masked(text[:LONGEST_TEXT], _names(said, context), context.doctors)


def _names(said: Parse, context: UnderstandingContext) -> Iterator[str]:
    """The names that rules read in the message, and those that are known here."""
    for intent in (one for i in said.intents for one in (i.understood if isinstance(i, Unknown) else (i,))):
        if isinstance(intent, ProvideCustomerData):
            yield from filter(None, (intent.name, intent.instead_of))
        if whose := getattr(intent, "whose", None):
            yield whose.name or ""
    yield from context.patients
    yield from filter(None, (context.surname_of, context.made_for, context.order_for, *context.visits_of))
