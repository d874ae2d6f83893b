"""The words that sentences are made of. `lexicon.toml` carries the meanings; stories, fillers, requests, names and
unknown words come from one of two halves, of which the hidden one is read by nobody who writes rules."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent


class Half(StrEnum):
    SHOWN = "shown"
    HIDDEN = "hidden"


@cache
def table(name: str) -> dict[str, Any]:
    """One file of words, by its name without the ending."""
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def words(path: str, half: Half | None = None) -> list[str]:
    """The phrases under a dotted path, of the common words or of one half."""
    found: Any = table(half.value if half else "lexicon")
    for step in path.split("."):
        found = found[step]
    return list(found)


def plain(text: str) -> str:
    """Without accents and capitals; ñ becomes n."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def tokens(text: str) -> list[str]:
    """The words of a text, plain, without signs and gaps ("{day}")."""
    return "".join(c if c.isalnum() else " " for c in plain(text)).split()


def _phrases(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        for key, value in found.items():
            yield key
            yield from _phrases(value)
    else:
        for value in found:
            yield from _phrases(value)


@cache
def listed() -> frozenset[str]:
    """Every word of every file, plain: what a typo must not make."""
    return frozenset(word for name in ("lexicon", *Half) for phrase in _phrases(table(name)) for word in tokens(phrase))


_ONSETS = ("b", "ch", "fl", "gr", "j", "m", "p", "qu", "t", "z", "dr", "n", "v")
_MIDDLES = ("a", "e", "i", "o", "u", "ur", "im", "ol", "en")


def made_up(rng: Random) -> str:
    """A noun that Spanish has not: of three syllables, never a listed word."""
    while True:
        parts = [rng.choice(_ONSETS) + rng.choice(_MIDDLES) for _ in range(2)]
        word = "".join(parts).replace("qua", "ca").replace("quo", "co").replace("quu", "cu") + rng.choice(
            ("mbro", "pio", "zuelo", "ngue", "rtol")
        )
        if plain(word) not in listed():
            return word
