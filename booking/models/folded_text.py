"""Texts as they are compared, whoever wrote them and however."""

from __future__ import annotations

import re
import unicodedata

_NAIL = re.compile(r"\bu\u00f1(as?)\b", re.IGNORECASE)


def without_accents(text: str) -> str:
    """Small letters, accents aside; spacing as it was."""
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def searched(text: str) -> str:
    """As texts are looked through, and what is looked for: "uña" is not "una"."""
    return without_accents(_NAIL.sub(r"unn\1", text))


def folded(text: str) -> str:
    """What two spellings of one name have in common: accents, capitals and spacing aside. Names are kept so too
    (`storage`), so that what it gives may not change."""
    return " ".join(without_accents(text).split())
