"""How likely a message is to say something of a kind: learned from labelled messages, by the look of the whole.

One logistic regression a kind, over words, their beginnings, letters in a row, and two or three words in a row; each
also beside the state that the message is read in. The weights lie beside this file; `python -m tests.nlu.learn_kinds`
learns them anew.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final
from zlib import crc32

from booking.models import State

KINDS: Final = ("book", "select", "data", "deny", "drop", "cancel", "move", "list", "ask", "recall", "confirm")
"""What is told apart. Whatever else a message may say counts as none of them."""
PLACES: Final = 1 << 15
"""Of a kind's weights: a feature's lies where its checksum says; two that share a place share it."""
SCALE: Final = 16.0
"""How many of the whole numbers that are kept make one."""
NONE: Final = 128
"""The number that is kept for no weight."""
_BEGINNING: Final = 4
"""Letters: "cancelar", "cancela" and "cancelen" begin alike."""
_LETTERS: Final = 5
"""In a row, across the ends of words."""


class Looks:
    """What a message looks like in a state."""

    def __init__(self, text: str, state: State) -> None:
        self._places = places(text, state)

    def like(self, kind: str) -> float:
        """How likely it says something of this kind, from 0 to 1."""
        weights = _weights(kind)
        total = sum(weights[place] for place in self._places) - NONE * len(self._places)
        return 1 / (1 + math.exp(-total / SCALE / math.sqrt(len(self._places))))


def features(text: str, state: State) -> set[str]:
    """What of a message is looked at."""
    return set(_features(text, state))


def places(text: str, state: State) -> Sequence[int]:
    """Where the weights of its features lie."""
    return [place(one) for one in features(text, state)]


def place(feature: str) -> int:
    """Where the weight of one lies."""
    return crc32(feature.encode()) % PLACES


def _features(text: str, state: State) -> Iterator[str]:
    written = _plain(text)
    words = ["^", *written.split(), "$"]
    short = [word[:_BEGINNING] for word in words]
    yield state.value
    for word, begins in zip(words, short, strict=True):
        yield from (word, f"{state.value} {word}", f"{begins}~", f"{state.value} {begins}~")
    for n in range(len(written) - _LETTERS + 1):
        yield "_" + written[n : n + _LETTERS]
    for n in range(len(words) - 1):
        yield f"{words[n]} {words[n + 1]}"
        yield f"{short[n]}~ {short[n + 1]}~"
    for n in range(len(words) - 2):
        yield f"{short[n]}~ {short[n + 1]}~ {short[n + 2]}~"
        yield f"{short[n]}~ _ {short[n + 2]}~"


def _plain(text: str) -> str:
    """Lower case without accents; every number is alike."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return " " + re.sub(r"[^a-z0?]+", " ", re.sub(r"\d+", "0", bare)).strip() + " "


@cache
def _weights(kind: str) -> bytes:
    start = KINDS.index(kind) * PLACES
    return files("nlu").joinpath("likely_kinds.bin").read_bytes()[start : start + PLACES]
