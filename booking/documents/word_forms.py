"""Words as they are compared: folded, without regard to their endings, and with a slip put right. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from booking.models.folded_text import without_accents

_STEM = 5
"""Letters that a word has in common with its other forms, where that alone tells; of one less, the endings must too."""
_LONGEST_ENDING = 7
_PLURAL = frozenset({"", "s", "es"})
_NOUNS = frozenset({"", "a", "o", "as", "os", "s", "es"})
_CONJUGATED = frozenset("a an ar ara are aba ado ada e en er era ido ir ira ue ues uen ando iendo amos emos".split())
"""Endings of verbs, which may be longer than what is before them."""
_DETERMINERS = frozenset("el la los las su sus cualquier ese esa este esta".split())
_LEADING = frozenset("en hasta".split())
_NUMBERS = frozenset("un una dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta".split())
CLITIC = "me|te|se|le|les|lo|la|los|las|nos|selo|sela|selos|selas|melo|mela|telo|tela|noslo"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def folded_words(text: str) -> list[str]:
    """Its words without accents, marks or capitals."""
    return re.findall(r"[a-z0-9]+", without_accents(text))


def with_and_without_clitic(said: str, *, shortest: int = 5) -> tuple[str, ...]:
    """A verb with whom it is done to, and without: "asolearme", "asolear"; where that has so many letters."""
    plain = re.fullmatch(rf"(.+[aei]r)(?:{CLITIC})", said)
    return (said, plain[1]) if plain and len(plain[1]) >= shortest else (said,)


def in_another_number(word: str) -> tuple[str, ...]:
    """A word that may be a noun, as it is of one and of several: "lunar", "lunares", which full text tells apart."""
    if word.isdigit() or len(word) < 4:
        return (word,)
    if word.endswith("es"):
        return word, word[:-2], word[:-1]
    return (word, word[:-1]) if word.endswith("s") else (word, f"{word}s" if word[-1] in "aeiou" else f"{word}es")


def not_small(word: str) -> tuple[str, ...]:
    """What a small one may be one of: "kilitos", "cafecito"."""
    small = re.fullmatch(r"(.{2,}?)(?:e?c)?it([oa])(s?)", word)
    if small is None:
        return ()
    stem, end, several = small.groups()
    return tuple(dict.fromkeys(f"{stem}{one}{several}" for one in (end, "e", "o", "a", "")))


def really(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether one of these ways to say it stands in a text's folded words. Full text cuts "partos" and "partir" down to
    the same letters."""
    return any(
        all(_alike(one, word) for one, word in zip(wanted, text[at:], strict=False))
        for way in ways
        for wanted in (way.split(),)
        for at in range(len(text) - len(wanted) + 1)
    )


def in_passing(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text's folded words have it only as the place or the end of something else: "hasta el parto", "en
    cualquier farmacia"; "en efectivo" is no place."""
    places = [
        at
        for way in ways
        for wanted in (way.split(),)
        for at in range(len(text) - len(wanted) + 1)
        if all(_alike(one, word) for one, word in zip(wanted, text[at:], strict=False))
    ]
    return bool(places) and all(_is_led(text, at) for at in places)


def _is_led(text: Sequence[str], at: int) -> bool:
    before = at - 1
    while before >= 0 and text[before] in _DETERMINERS:
        before -= 1
    return 0 <= before < at - 1 and text[before] in _LEADING


def counts(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text's folded words say how many there are of it: "un solo acompañante", "24 elementos"."""
    return any(
        (word.isdigit() or word in _NUMBERS) and any(really(ways, text[at + 1 : at + 2 + more]) for more in (0, 1))
        for at, word in enumerate(text)
    )


def fits(wanted: str, word: str) -> bool:
    """Whether a word is this one of a list, of which a star ends those of any ending."""
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


def _alike(wanted: str, word: str) -> bool:
    """The same word with another ending: as many letters as a stem has begin both."""
    if wanted.endswith("*"):
        return word.startswith(wanted[:-1])
    if wanted == word:
        return True
    shorter = min(len(wanted), len(word))
    same = next((n for n, (a, b) in enumerate(zip(wanted, word, strict=False)) if a != b), shorter)
    endings = {wanted[same:], word[same:]}
    if same >= _STEM:
        return same >= math.ceil(0.7 * shorter) and max(map(len, endings)) <= _LONGEST_ENDING
    if endings & {"o", "os"} and "es" in endings:
        return False  # "partos", "partes"
    return endings <= _PLURAL or (same == _STEM - 1 and (endings <= _NOUNS or endings <= _CONJUGATED))


@lru_cache(maxsize=256)
def slips(word: str) -> frozenset[str]:
    """What one slip makes of a word: a letter too many, missing, another, or two in each other's place."""

    def made() -> Iterator[str]:
        for at in range(len(word) + 1):
            head, tail = word[:at], word[at:]
            yield head + tail[1:]
            if len(tail) > 1:
                yield head + tail[1] + tail[0] + tail[2:]
            for letter in _LETTERS:
                yield head + letter + tail
                yield head + letter + tail[1:]

    return frozenset(made()) - {word}
