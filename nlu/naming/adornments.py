"""What stands in or beside a name and is none of it, where the name is asked for: little pictures between its words, and what
somebody is called among friends ("me llamo Jesús Manuel pero me dicen Chuma"), how it is spelt, the question said again."""

from __future__ import annotations

import re
import unicodedata

from booking.models import State, UnderstandingContext

_CALLED = re.compile(
    r",?\s+(?:pero|aunque|y)\s+(?:me|le|nos)\s+(?:dicen|llaman|apodan|conocen\s+como)\s+(?:(?:el|la)\s+)?(?!que\b)[^\W\d_]+(?=\s|$)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:me llamo|se llama|nombre|soy)\b", re.IGNORECASE)
_REALLY = re.compile(r"\b(?:pero|aunque|en realidad)\b.*\b(?:me llamo|se llama|soy|es)\b", re.IGNORECASE)
_ASKED_AGAIN = re.compile(
    r"^\W*(?:(?:mi|el|su|tu)\s+)?nombre(?:\s+completo)?(?:\s+(?:m[ií]o|de\s+la\s+paciente|del\s+paciente))?\s*\?+\s*(?=\w)",
    re.IGNORECASE,
)
""" "¿Mi nombre completo? Víctor Sandoval": it is answered."""
_SPELT = re.compile(r"\b(apellidos?)\s+(?:se\s+escriben?|es|va|lleva)\s+con\s+\w+\s*[,:]\s*(?=\w)", re.IGNORECASE)
_THE_SAME = re.compile(
    r"\b(soy)\s+(?:la|el)\s+mism[oa](?:\s+(?:de\s+siempre|de\s+la\s+otra\s+vez|persona|paciente))*\s*[,.:]\s*(?=\w)",
    re.IGNORECASE,
)


def without_adornments(text: str, context: UnderstandingContext) -> str:
    """The text without these; as it is where no name is asked for."""
    if context.state is not State.CUSTOMER_DATA:
        return text
    text = _THE_SAME.sub(r"\1 ", _SPELT.sub(r"\1 es ", _ASKED_AGAIN.sub("", text)))
    called = _CALLED.search(text)
    if called and _NAMED.search(text[: called.start()]) and not _REALLY.search(text[called.end() :]):
        text = f"{text[: called.start()]}, {text[called.end() :].strip()}".strip(", ")
    if text.isascii() or sum(word[:1].isalpha() for word in text.split()) < 2:
        return text
    last = max((place for place, char in enumerate(text) if char.isalpha()), default=0)
    return "".join(" " if place < last and _is_picture(char) else char for place, char in enumerate(text)).strip()


def _is_picture(char: str) -> bool:
    return unicodedata.category(char) == "So" or char in "\u200d\ufe0f" or 0x1F3FB <= ord(char) <= 0x1F3FF
