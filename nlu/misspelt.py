"""Words written as they sound, or with one slip, beside those they may stand for: whoever writes in an emergency writes
in haste ("no puedo respirrar", "le dio un imfarto")."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SOUNDS = (
    (re.compile(r"ch"), "x"),
    (re.compile(r"ll"), "y"),
    (re.compile(r"qu|[kq]|c(?![ei])"), "k"),
    (re.compile(r"c|z"), "s"),
    (re.compile(r"g(?=[ei])"), "j"),
    (re.compile(r"h"), ""),
    (re.compile(r"v"), "b"),
    (re.compile(r"n(?=[bpf])"), "m"),
    (re.compile(r"(.)\1"), r"\1"),
)
_SHORTEST = 5
"""Letters of a word that a slip is looked for in: shorter ones are too near to others."""


def sound(word: str) -> str:
    """What is the same of words that sound alike in Mexico, folded."""
    for pattern, letter in _SOUNDS:
        word = pattern.sub(letter, word)
    return word


def by_sound(words: frozenset[str]) -> dict[str, str]:
    """The words, long enough for a slip, by how they sound."""
    return {sound(word): word for word in sorted(words) if len(word) >= _SHORTEST}


def meant(word: str, known: Mapping[str, str]) -> str:
    """Which of the `known` words a word stands for, by its sound or one letter; the word itself if for none."""
    if len(word) < _SHORTEST - 1:
        return word
    heard = sound(word)
    if heard in known:
        return known[heard]
    return next((right for key, right in known.items() if _one_slip(heard, key) or _one_slip(word, right)), word)


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter added, left out, changed or swapped with the next makes one of the other; never the first."""
    if one[:1] != other[:1] or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < _SHORTEST - 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    if len(one) == len(other):
        return swapped or one[at + 1 :] == other[at + 1 :]
    return one[at + (len(one) > len(other)) :] == other[at + (len(other) > len(one)) :]
