"""Words that say that the appointment is for the person who writes: "es para mí", "soy yo"."""

from __future__ import annotations

import re

from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.word_sets import word_set

FOR_ME = re.compile(
    r"^(?:(?: si| no| mejor| siempre| digo| perdon)(?: ,)?)*"
    r" ?(?:(?:es |seria |sera |(?:(?:quiero|pero|una|la|mi) )*cita (?:es |seria |sera )?)?para (?:mi|mi mismo|mi misma|yo)|(?:pon\w+ )?a (?:mi nombre|nombre mio)"
    r"|(?:(?:el|la) paciente )?soy yo(?: mero| mera| mismo| misma)?|yo(?: mero| mera| mismo| misma)?)(?: (?:,|pues|si|claro|por favor|porfa|gracias))* $"
)
_LAST = word_set("mi mio mismo misma yo mero mera")
_FIRST = 12
"""Tokens among which "es para mí" stands that begins a message."""
NOT_FOR_ME = re.compile(
    r"^(?: ,)? no (?:(?:es |seria |la cita es )para (?:mi|mi mismo|mi misma|yo)|soy yo(?: (?:el|la) paciente)?)(?: ,)? $"
)
""" "No es para mí": without its comma it may also say the contrary, so whose it is is asked."""
_DENIED = re.compile(r" no (?:es |seria |la cita es )para (?:mi|yo)(?= )")
_BESIDE = re.compile(
    r" (?:(?:ahora|una|otra|cita|consulta|la|es|seria|mejor|y) ){0,5}para (?:mi|mi mismo|mi misma|yo)"
    rf"(?= (?:,|\?|el|a las|a la|al|hoy|manana|pasado|por|en|este|esta|{DAY_NAMES}"
    r"|si|pero|y|mejor|ahora|tambien|gracias|la|las|entre|despues|antes|temprano) )"
)


def name_after(message: Message) -> Message | None:
    """What follows "es para mí": perhaps the name. Without a mark, or the accent that tells it from "mi hija", only
    several words are one."""
    if _DENIED.search(message.flat) or " nombre " in message.flat:
        return None
    for index, token in reversed(list(enumerate(message.tokens[:-1][:_FIRST]))):
        if token.text not in _LAST or not FOR_ME.search(Message.of(message.text[: token.end]).flat):
            continue
        rest = Message.of(message.text[token.end :].lstrip(" ,.;:"))
        if message.tokens[index + 1].kind == "mark" or token.raw.casefold() == "mí" or len(rest.words) > 1:
            return rest
    return None


def is_me(message: Message, place: range) -> bool:
    """Whether "para mi" means the writer, and not something of theirs: a mark follows, or the accent is there."""
    said = [message.tokens[i] for i in place]
    return said[-1].kind == "mark" or any(token.raw.casefold() == "mí" for token in said)


def beside(message: Message) -> frozenset[int]:
    """The tokens of "para mí" beside something else, where nothing denies it."""
    match = None if _DENIED.search(message.flat) else _BESIDE.search(message.flat)
    return frozenset(message.between(match.start() + 1, match.end())) if match else frozenset()
