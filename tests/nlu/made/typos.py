"""Misspellings as they are typed: none of them makes a word of the lexicon."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from random import Random

from tests.nlu.made.lexicon import listed, plain

SOUNDS = (
    (r"^que$", "q"), (r"^que$", "k"), (r"^por$", "x"), (r"^porfa$", "xfa"), (r"^para$", "pa"), (r"qu(?=[ei])", "k"),
    (r"c(?=[ei])", "s"), (r"z(?=[aeo])", "s"), (r"s(?=[aeo])", "z"), (r"v", "b"), (r"b(?=[aeiou])", "v"), (r"^h", ""),
    (r"ll", "y"), (r"c(?=[ao])", "k"),
)  # fmt: skip
"""How a sound is spelt otherwise."""


class Typo(StrEnum):
    ACCENTS = "accents dropped"
    SOUND = "spelt by sound"
    LETTER = "one letter dropped"


def without_accents(text: str) -> str:
    """Capitals stay; ñ becomes n."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def misspelt(text: str, typo: Typo, rng: Random, spared: frozenset[str] = frozenset()) -> str:
    """The text with one such typo (of accents: all of them dropped); as it was where there is no place for one.
    `spared` words, plain, stay as they are."""
    if typo is Typo.ACCENTS:
        return re.sub(r"\w+", lambda m: m[0] if plain(m[0]) in spared else without_accents(m[0]), text)
    places = []
    for found in re.finditer(r"[^\W\d_]+", text):
        word = found[0]
        if plain(word) in spared:
            continue
        for wrong in _by_letter(word) if typo is Typo.LETTER else _by_sound(word):
            if plain(wrong) != plain(word) and plain(wrong) not in listed():
                places.append((found.start(), found.end(), wrong))
    if not places:
        return text
    start, end, wrong = rng.choice(places)
    return text[:start] + wrong + text[end:]


def _by_letter(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))] if len(word) >= 5 else []


def _by_sound(word: str) -> list[str]:
    return [
        re.sub(sound, other, word, count=1)
        for sound, other in SOUNDS
        if re.search(sound, word) and (len(word) >= 4 or sound.startswith("^"))
    ]
