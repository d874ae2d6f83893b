"""Which of the doctors sees to what was told before it: "mi suegro trae una llaga que no cierra. ¿Eso lo ve la dermatóloga o la
general?". It is a question, and no wish for a time with whoever is named."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Topic, only_note
from booking.models import Role, State, UnderstandingContext
from nlu.acts import ILLNESS, find
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.words.message import Message

_WHOM = r"(?:(?:el|la|un|una|algun|alguna) )?(?:(?:doctora?|medic[oa]|especialista) )?[^ ,?]+(?: [^ ,?]+){0,2}?"
_SEES = re.compile(
    rf"(?:^| )(?:(?:eso|esto|es[ae]) (?:se )?(?:l[aeo]s? )?|(?:se )?l[aeo]s? )(?:ven?|atienden?|tratan?|revisan?|checan?|curan?|manejan?) (?:(?P<first>{_WHOM}) o (?:con )?{_WHOM}|(?:el|la) (?:doctora?|dermatolog[oa]|pediatra|general)(?: [^ ,?]+){{0,2}}) (?:\? )+$"
)


def read(text: str, said: Parse, context: UnderstandingContext) -> Parse | None:
    """The question; None where none is asked, or the message was understood."""
    told = all(map(only_note, said.intents))  # "trae una llaga": what is told the doctor, and no answer
    if (
        context.role is not Role.PATIENT
        or context.state is not State.IDLE
        or not (told or said.unread or not said.sure)
    ):
        return None
    message = Message.of(text)
    if not message.asks or (found := _SEES.search(message.flat)) is None:
        return None
    if any(one.act in ILLNESS for one in find(message)):
        return None
    if read_spans(message.flat[found.start() :], context.now).spans:
        return None  # "¿la ve la doctora mañana?"
    last = message.between(found.start() + 1, found.end())
    query = message.text[message.tokens[last.start].start :].strip()
    return Parse((AskQuestion(query=query, topic=Topic.DOCTORS),))
