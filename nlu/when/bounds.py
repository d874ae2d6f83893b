"""The words that bound a time or a day: "a partir de", "después de", "antes de", "hasta"."""

from __future__ import annotations

from nlu.when.parts import meant_at
from nlu.when.text import Token
from nlu.word_lists import meanings

FROM, AFTER, BEFORE, UNTIL = "from", "after", "before", "until"

_SIDES = meanings(
    {
        FROM: "a partir de, a partir del, desde, no antes de, no antes del, empezando, comenzando",
        AFTER: """
    despues de, despues del, luego de, luego del, pasando, pasadas, mas tarde de, mas tarde del, mas tarde que, posterior a, posterior al
    """,
        BEFORE: "antes de, antes del, mas temprano de, mas temprano del, mas temprano que, previo a, previo al",
        UNTIL: """
    hasta, de aqui al, de hoy al, a mas tardar, mas tardar, mas tardar para, a mas tardar para, no despues de, no despues del,
    no mas tarde de, no mas tarde del, maximo, como maximo, a lo mucho
    """,
    }
)


def bound(t: list[Token], i: int) -> tuple[str, int] | None:
    """The side that the longest phrase at a place bounds, and the token after it."""
    return meant_at(t, i, _SIDES)
