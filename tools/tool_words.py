"""Names and numbers as people write them, to be compared."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.models.folded_text import folded

_DIALLED = re.compile(r"^(?:0(?:44|45|1)(?=\d{10}$)|00)(\d+)$")
"""What was dialled in Mexico before a number until 2019 or is before one abroad: no part of it."""


def spelled(said: str, canonical: Callable[[str], str | None]) -> str | None:
    """One spelling of a phone number, the clinic's country where none is said. None: it is no number."""
    digits = _DIALLED.sub(r"\1", "".join(c for c in said if c.isdigit()))
    if len(digits) == 10:
        digits = f"52{digits}"
    return canonical(digits) if len(digits) > 10 else None


def all_in(said: str, name: str) -> bool:
    """Both `folded`: every word said begins a word of the name; titles of doctors count for nothing."""
    words = [w.strip(".") for w in said.split() if w.strip(".") not in {"dr", "dra", "doctor", "doctora", "la", "el"}]
    return bool(words) and all(any(part.startswith(word) for part in name.split()) for word in words)


_COUNTS = {"un": 1, "una": 1, "dos": 2, "tres": 3, "cinco": 5, "diez": 10, "quince": 15, "veinte": 20, "treinta": 30}
_COUNTS |= {"cuarenta": 40, "cuarenta y cinco": 45}
_BY = re.compile(
    r"(?:(?P<half>media hora)|(?P<quarter>un cuarto de hora)|(?P<hours>\w+) horas?(?P<more> y media)?"
    r"|(?P<minutes>\w+(?: y \w+)?) min(?:uto)?s?)(?P<before> antes| mas temprano)?(?: despues| mas tarde| mas)?"
)


def minutes_in(said: str) -> int | None:
    """Minutes of "media hora", "15 minutos antes" (below zero). None: it is no such stretch, or longer than a day."""
    found = _BY.fullmatch(folded(said))
    if found is None:
        return None
    if found["half"] or found["quarter"]:
        minutes: int | None = 30 if found["half"] else 15
    elif found["hours"]:
        hours = _count(found["hours"])
        minutes = None if hours is None else hours * 60 + (30 if found["more"] else 0)
    else:
        minutes = _count(found["minutes"])
    if minutes is None or not 0 < minutes <= 24 * 60:
        return None
    return -minutes if found["before"] else minutes


def _count(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else _COUNTS.get(word)


_AND = re.compile(r"\s*,\s*(?:y\s+)?|\s+(?:y|e|ni)\s+")
_WHOSE = re.compile(r"^(?:(?:a|al|el|la|los|las|de|del|cita|citas|lo|que|es|paciente|senora?|don|dona|sra|sr)\s+)+")
_HOUR = re.compile(
    r"(?:(?:las?|a)\s+)*(\d{1,2})(?:[:.](\d\d))?(\s+y\s+media)?(?:\s+(?:en punto|de la \w+|[ap]\.?m\.?))?"
)


def excepted(said: str) -> list[str]:
    """Each of those that are excepted: "la de Juana y la de las 4" is "juana" and "las 4"."""
    halves = folded(said).replace(" y media", ":30")
    return [_WHOSE.sub("", one).strip(" .,") or one for one in _AND.split(halves) if one.strip(" .,")]


def hour_of(said: str) -> tuple[int, int] | None:
    """Hour and minutes of "las 4", "4:30"; None where it is none."""
    found = _HOUR.fullmatch(said)
    if found is None:
        return None
    hour, minutes = int(found[1]), int(found[2] or 0)
    return (hour, minutes) if hour < 24 and minutes < 60 else None
