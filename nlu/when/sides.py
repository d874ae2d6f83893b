"""On which side of now a unit of time lies: "esta semana", "el mes que viene", "el año pasado"."""

from __future__ import annotations

from nlu.when.parts import follows, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import LAST, NEXT, NEXT_AFTER, THIS, UNITS, phrases

_AFTER_NEXT = phrases("despues de la proxima, siguiente a la proxima, despues de la que viene, despues de la siguiente")
_PLURAL = ("semanas", "meses", "anos", "quincenas")  # "los próximos meses": how many?


def unit_shift(t: list[Token], i: int) -> tuple[str, int, int] | None:
    """A week, month, year or fortnight of pay, how many after this one it lies, and the token after it."""
    j = skip(t, i, "el", "la", "los", "las")
    word = t[j].word
    if word in THIS | NEXT | LAST or word in ("otra", "otro"):
        unit = UNITS.get(t[j + 1].word) if t[j + 1].word not in _PLURAL else None
        if unit in ("week", "month", "year", "fortnight"):
            after = phrase_at(t, j + 2, NEXT_AFTER)
            if word in THIS and after > j + 2:
                return unit, 1, after  # "esta semana que viene"
            return unit, 0 if word in THIS else -1 if word in LAST else 1, j + 2
        return None
    unit = UNITS.get(word)
    if unit not in ("week", "month", "year", "fortnight"):
        return None
    after = phrase_at(t, j + 1, _AFTER_NEXT)
    if after > j + 1:
        return unit, 2, after
    after = phrase_at(t, j + 1, NEXT_AFTER)
    if after > j + 1:
        return unit, 1, after
    following = t[j + 1].word
    if following in NEXT:
        return unit, 1, j + 2
    if following in LAST:
        return unit, -1, j + 2
    if following == "antepasada" or following == "antepasado":
        return unit, -2, j + 2
    if following in ("actual", "presente") or follows(t, j + 1, ("en", "curso")):
        return unit, 0, j + (2 if following != "en" else 3)
    return None
