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


_DAYS = {
    "lun": "lunes",
    "mar": "martes",
    "mie": "miércoles",
    "mié": "miércoles",
    "jue": "jueves",
    "vie": "viernes",
    "sab": "sábados",
    "sáb": "sábados",
    "dom": "domingos",
    "l": "lunes",
    "m": "martes",
    "j": "jueves",
    "v": "viernes",
    "s": "sábados",
    "d": "domingos",
}
_SHORT_DAY = re.compile(
    r"\b(?:lun|jue|vie|mi[eé]|s[aá]b|dom)\b\.?|\bmar\b\.?(?=\s*(?::|[-–—,/ya]+ ?(?:mi[eé]|jue|vie|s[aá]b|dom)\b))",
    re.IGNORECASE,
)
_DAY_LETTERS = re.compile(r"\b([LMJVSD])(\s*(?:[-–—]|a|y)\s*)([MJVSD])\b|\b([LMJVSD])(?=:?\s+\d{1,2}:\d\d)")
_DAYS_BETWEEN = re.compile(r"(lunes|martes|miércoles|jueves|viernes|sábados)\s*[-–—]\s*(?=[a-záé])")
_HOURS_BETWEEN = re.compile(
    r"(?:\bde )?\b(\d{1,2})(?::\d\d)?\s*(?:[-–—]|a(?: las)?)\s*(\d{1,2}):\d\d(?: ?(?:h|hrs?)\b)?"
)
_UNITS = ((re.compile(r"(?<=\d) ?(?:h|hrs?|hs)\b"), " horas"), (re.compile(r"(?<=\d) ?mins?\b"), " minutos"))


def spelled_out(text: str) -> str:
    """What tables and lists write short: "L-V 7:00–14:00, 30 min"."""
    text = _DAY_LETTERS.sub(_days, text)
    text = _HOURS_BETWEEN.sub(r"de \1 a \2 horas", text)
    for unit, said in _UNITS:
        text = unit.sub(said, text)
    text = _SHORT_DAY.sub(lambda short: _DAYS[short[0].rstrip(".").lower()], text)
    return _DAYS_BETWEEN.sub(r"\1 a ", text)


def _days(letters: re.Match[str]) -> str:
    first, between, last, alone = letters.groups()
    if alone:
        return _DAYS[alone.lower()]
    joined = " y " if "y" in between else " a "
    return f"{_DAYS[first.lower()]}{joined}{_DAYS[last.lower()]}"
