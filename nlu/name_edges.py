"""What stands around a name and is none of it: courtesies, and how it is spelt."""

from __future__ import annotations

import re

from nlu.message import Message, Token

_LETTER = r"(?:[a-zñ]|hache|zeta|ene|eñe|be|ve|uve|ese|ce|ka|jota|acento|tilde)"
SPELT = re.compile(
    rf"[,.;]?\s*\b(?:(?:y|pero|va|lleva|es|se escribe)\s+)*(?:con|sin)\s+(?:(?:la|una|el|doble|dos)\s+)*{_LETTER}\b"
    r"(?:\s+(?:de\s+\w+|grande|chica|chiquita|may[uú]scula|min[uú]scula|griega|latina|alta|baja|al\s+(?:final|principio)|intermedia))*",
    re.IGNORECASE,
)
""" "Con B de burro", "con doble s al final": how a name is spelt."""
COURTEOUS = frozenset("gracias porfa por favor saludos muchas mil".split())
_COURTEOUS_BEFORE = frozenset("si ok claro va sale hola gracias perdon perdona disculpa disculpe digo".split())
_LONGEST_HINT = 80
"""Characters after a name that are searched for how it is spelt."""


def spelling(message: Message, last: int) -> frozenset[int]:
    """The tokens of "con doble n" after a name."""
    begin = message.tokens[last].end
    match = SPELT.match(message.text[begin : begin + _LONGEST_HINT])
    return frozenset(message.within(begin, begin + match.end())) if match else frozenset()


def spoken_of(tokens: tuple[Token, ...], clause: range) -> list[int]:
    """The words of a clause without courtesies at its end and without emoji after the name."""
    indexes = list(clause)
    while indexes and (tokens[indexes[-1]].kind == "emoji" or tokens[indexes[-1]].text in COURTEOUS):
        indexes.pop()
    while indexes and tokens[indexes[0]].text in _COURTEOUS_BEFORE:
        indexes.pop(0)
    return [i for i in indexes if tokens[i].kind != "mark"]


def is_courtesy(tokens: tuple[Token, ...], clause: range) -> bool:
    """Whether a clause is courtesies and nothing else."""
    said = COURTEOUS | _COURTEOUS_BEFORE | {"no"}
    return all(tokens[i].kind == "emoji" or tokens[i].text in said for i in clause)
