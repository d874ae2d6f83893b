"""How likely a message is to say something of a kind: learned from labelled messages, by the look of the whole.

One logistic regression a kind, over words, their beginnings, letters in a row, and two or three words in a row; each
also beside the state that the message is read in. The weights lie beside this file; `python -m tests.nlu.learn_kinds`
learns them anew.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final
from unicodedata import normalize
from zlib import crc32

from booking.models import State

KINDS: Final = ("book", "select", "data", "deny", "drop", "cancel", "move", "list", "ask", "recall", "human", "confirm")
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
_PAIR, _GAP = b" ", b" _ "
_NUMBERS, _OTHERS = re.compile(r"[0-9]+"), re.compile(r"[^a-z0?]+")


class Looks:
    """What a message looks like in a state, by the weights that lie here or by others."""

    def __init__(self, text: str, state: State, weights: bytes | None = None) -> None:
        self._places = places(features(text, state))
        self._all = weights

    def like(self, kind: str) -> float:
        """How likely it says something of this kind, from 0 to 1."""
        weights = _weights(kind) if self._all is None else _of_kind(self._all, kind)
        total = sum(map(weights.__getitem__, self._places)) - NONE * len(self._places)
        return 1 / (1 + math.exp(-total / SCALE / math.sqrt(len(self._places))))


def features(text: str, state: State) -> set[bytes]:
    """What of a message is looked at."""
    written = _plain(text)
    words = [b"^", *written.split(), b"$"]
    short = [word[:_BEGINNING] + b"~" for word in words]
    there = state.value.encode() + b" "
    parts = {*words, *short}
    return {
        there,
        *parts,
        *(there + one for one in parts),
        *(b"_" + written[n : n + _LETTERS] for n in range(len(written) - _LETTERS + 1)),
        *map(_PAIR.join, pairwise(words)),
        *map(_PAIR.join, pairwise(short)),
        *map(_PAIR.join, zip(short, short[1:], short[2:], strict=False)),
        *map(_GAP.join, zip(short, short[2:], strict=False)),
    }


def places(features: Iterable[bytes]) -> Sequence[int]:
    """Where the weights of features lie."""
    return [one % PLACES for one in map(crc32, features)]


def _plain(text: str) -> bytes:
    """Lower case without accents; every number is alike."""
    bare = normalize("NFD", text.casefold()).encode("ascii", "ignore").decode()
    return f" {_OTHERS.sub(' ', _NUMBERS.sub('0', bare)).strip()} ".encode()


@cache
def _weights(kind: str) -> bytes:
    return _of_kind(files("nlu").joinpath("likely_kinds.bin").read_bytes(), kind)


def _of_kind(weights: bytes, kind: str) -> bytes:
    start = KINDS.index(kind) * PLACES
    return weights[start : start + PLACES]
