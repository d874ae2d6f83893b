"""Text as the reader sees it: folded words, numbers and signs, each knowing its place in the original.

Folding goes character by character, so every token can be traced back to what the person wrote.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from nlu.when.words import JOINED, SPELLING
from nlu.words import border_english, spelling

MAX_CHARS = 2000
MAX_TOKENS = 600

_TOKEN = re.compile(
    r"(?P<meridiem>(?<![a-z])[ap] ?\. ?m(?![a-z0-9])\.?|(?<![a-z])[ap] ?m(?![a-z0-9])\.?)"
    r"|(?P<number>[0-9]+(?:[:./-][0-9]+)*)"
    r"|(?P<word>[a-z]+)"
    r"|(?P<sign>\n|\S)"
)
_STRETCHED = re.compile(r"([a-z])\1\1+")
_DASHES = dict.fromkeys("‐‑‒–—―−", "-")


class Token(NamedTuple):
    """One word (`w`), number or cluster of numbers (`n`), sign (`s`) or the end (empty kind)."""

    word: str
    kind: str
    start: int
    end: int
    glued: bool  # touches a letter or digit on its left
    value: int | None  # of a plain number of at most four digits


_END = Token("", "", 0, 0, False, None)


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    """Lower case without accents; marks and invisible signs vanish, unreadable ones become a space."""
    if char in _DASHES:
        return "-"
    category = unicodedata.category(char)
    if category in ("Mn", "Me", "Cf"):
        return ""
    if category in ("Cs", "Cn", "Co", "Cc"):
        return "\n" if char == "\n" else " "
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", char).casefold())
    return "".join(c for c in folded if unicodedata.category(c) != "Mn") or " "


def fold(text: str) -> tuple[str, list[int]]:
    """The folded text and, for each of its characters, the place in the original."""
    if text.isascii() and text.isprintable():
        return text[:MAX_CHARS].lower(), [*range(min(len(text), MAX_CHARS))]
    pieces: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text[:MAX_CHARS]):
        folded = char.lower() if " " <= char <= "~" else _fold(char)
        pieces.append(folded)
        places.extend([place] * len(folded))
    return "".join(pieces), places


def tokens(text: str) -> list[Token]:
    """The tokens of a text, spelling normalised, followed by a few end marks (so that rules may look ahead)."""
    folded, places = fold(text)
    found: list[Token] = []
    last_end = -1
    for match in _TOKEN.finditer(folded):
        begin, end = match.span()
        start, stop = places[begin], places[end - 1] + 1
        glued = begin == last_end
        kind, word = match.lastgroup or "sign", match.group()
        last_end = end if kind != "sign" else -1
        if kind == "meridiem":
            found.append(Token("am" if word[0] == "a" else "pm", "w", start, stop, glued, None))
        elif kind == "number":
            value = int(word) if len(word) <= 4 and word.isdigit() else None
            found.append(Token(word, "n", start, stop, glued, value))
        elif kind == "sign":
            parts = word == ";" or (word == ":" and folded[end : end + 1] == " " and not folded[:begin][-1:].isdigit())
            found.append(Token("," if parts else word, "s", start, stop, False, None))
        else:
            written = text[start:stop]
            named = bool(found) and written[:1].isupper() and not written.isupper()  # "Carla Marza": no March
            _add_word(found, word, start, stop, glued, slips=not named)
        if len(found) >= MAX_TOKENS:
            break
    return found[:MAX_TOKENS] + [_END] * 12


@lru_cache(maxsize=8192)
def _drawn_together(word: str) -> str:
    """A word without letters that are stretched."""
    return _STRETCHED.sub(r"\1", word)


def _add_word(found: list[Token], word: str, start: int, stop: int, glued: bool, *, slips: bool) -> None:
    """Adds a word, its chat spelling undone, its slips too, and its halves joined ("medio día")."""
    if word not in SPELLING:
        word = _drawn_together(word)
    hyphen = len(found) > 1 and found[-1].word == "-"  # "tarde-noche"
    first = found[-2] if hyphen else found[-1] if found else None
    if first and (joined := JOINED.get((first.word, word))):
        del found[-2 if hyphen else -1 :]
        before = first
        found.append(Token(joined, "w", before.start, stop, before.glued, None))
        return
    english = border_english.spanish(word, found[-1].word if found else "")
    if english is not None:
        for part in english.split():
            found.append(Token(part, "w", start, stop, glued, None))
            glued = False
        return
    for part in SPELLING.get(word) or ((spelling.meant(word),) if slips else (word,)):
        found.append(Token(part, "w", start, stop, glued, None))
        glued = False
