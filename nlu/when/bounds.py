"""The words that bound a time or a day: "a partir de", "después de", "antes de", "hasta"."""

from __future__ import annotations

from nlu.when.text import Token

FROM, AFTER, BEFORE, UNTIL = "from", "after", "before", "until"

_PHRASES: dict[str, str] = {
    "a partir de": FROM,
    "desde": FROM,
    "no antes de": FROM,
    "empezando": FROM,
    "comenzando": FROM,
    "despues de": AFTER,
    "luego de": AFTER,
    "pasando": AFTER,
    "pasadas": AFTER,
    "mas tarde de": AFTER,
    "mas tarde que": AFTER,
    "posterior a": AFTER,
    "antes de": BEFORE,
    "mas temprano de": BEFORE,
    "mas temprano que": BEFORE,
    "previo a": BEFORE,
    "hasta": UNTIL,
    "de aqui al": UNTIL,
    "de hoy al": UNTIL,
    "a mas tardar": UNTIL,
    "mas tardar": UNTIL,
    "mas tardar para": UNTIL,
    "a mas tardar para": UNTIL,
    "no despues de": UNTIL,
    "no mas tarde de": UNTIL,
    "maximo": UNTIL,
    "como maximo": UNTIL,
    "a lo mucho": UNTIL,
}
_BY_FIRST: dict[str, list[tuple[tuple[str, ...], str]]] = {}
for _phrase, _side in _PHRASES.items():
    _words = tuple(_phrase.split())
    _BY_FIRST.setdefault(_words[0], []).append((_words, _side))
_CONTRACTED = {"de": "del", "a": "al"}


def bound(t: list[Token], i: int) -> tuple[str, int] | None:
    """The side a phrase at a place bounds and the token after it; "de" and "a" may be contracted with "el"."""
    best: tuple[str, int] | None = None
    for words, side in _BY_FIRST.get(t[i].word, ()):
        j = i + len(words)
        head = all(t[i + k].word == word for k, word in enumerate(words[:-1]))
        if head and t[j - 1].word in (words[-1], _CONTRACTED.get(words[-1])) and (best is None or j > best[1]):
            best = side, j
    return best
