"""Names and numbers as people write them, to be compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable


def spelled(said: str, canonical: Callable[[str], str | None]) -> str | None:
    """One spelling of a phone number, the clinic's country where none is said. None: it is no number."""
    digits = "".join(c for c in said if c.isdigit())
    if len(digits) == 10:
        digits = f"52{digits}"
    return canonical(digits) if len(digits) > 10 else None


def folded(text: str) -> str:
    """Text as names are compared: accents and case aside."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def all_in(said: str, name: str) -> bool:
    """Both `folded`: every word said begins a word of the name; titles of doctors count for nothing."""
    words = [w.strip(".") for w in said.split() if w.strip(".") not in {"dr", "dra", "doctor", "doctora", "la", "el"}]
    return bool(words) and all(any(part.startswith(word) for part in name.split()) for word in words)
