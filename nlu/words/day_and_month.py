"""A month that is said behind its day, apart from it: "¿el 15? pero de enero", "el 15, de enero". It is one date."""

from __future__ import annotations

import re

from nlu.when.words import MONTH_NAMES

_MONTHS = "|".join((*sorted(MONTH_NAMES), "setiembre"))
_APART = re.compile(
    rf"\b((?:el|del|al)(?:\s+d[ií]a)?\s+\d{{1,2}})\s*[?,.;]+\s*(?:(?:pero|perd[oó]n|digo|o\s+sea|osea|ah)\s*,?\s*)*(?:el\s+)?de(?:l\s+mes\s+de)?\s+({_MONTHS})\b",
    re.IGNORECASE,
)


def joined(text: str) -> str:
    """The same with such a date in one piece."""
    return _APART.sub(r"\1 de \2", text) if any(map(str.isdigit, text)) else text
