"""What a model is shown of a message: no telephone, address, identity number or name of a patient's.

Each becomes a placeholder ("[TEL 1]", "[NOMBRE 2]"), and a span of the model's gets back what stood there, so that it
still is words of the message. Hours, dates and the doctors' names stay: what was meant depends on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nlu.naming.name_shape import folded, plausible
from nlu.naming.name_words import GIVEN, ONLY_WITH_OTHERS, PARTICLES
from nlu.words.message import Message, Token, plain, tidy
from nlu.words.word_sets import word_set

_DAY, _MONTH = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])"
_DATE = rf"(?<![0-9])(?:{_DAY}[-.]{_MONTH}[-.](?:20)?[0-9]{{2}}|20[0-9]{{2}}[-.]{_MONTH}[-.]{_DAY})(?![0-9]|[-.][0-9])"
_STREET = r"(?:calle|c/|av\.|avenida|blvd\.?|bulevar|boulevard|calzada|privada|priv\.|andador|colonia|col\.|fracc\.|fraccionamiento)"
_KINDS = {
    "date": _DATE,
    "CORREO": r"\S+@\S+",
    "CURP": r"\b[A-Z]{4}[ -]?[0-9]{6}[ -]?[A-Z]{6}[ -]?[A-Z0-9][ -]?[0-9]\b",
    "RFC": r"\b[A-ZÑ&]{3,4}[ -]?[0-9]{6}[ -]?[A-Z0-9]{3}\b",
    "TEL": r"\+?[0-9](?:[\s().-]{0,3}[0-9]){6,}",
    "DOMICILIO": rf"\b{_STREET}\s+(?:[^\W\d_]+\.?\s+){{1,5}}?(?:#|no\.?\s*|n[uú]m(?:ero|\.)?\s*)?[0-9]+[a-z]?\b",
}
_HIDDEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()), re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\[(?:NOMBRE|CORREO|CURP|RFC|TEL|DOMICILIO) [0-9]+\]", re.IGNORECASE)
_OF_A_PATIENT = word_set("senor senora senorita sr sra srta srita don dona paciente")
"""Titles that no doctor of the clinic is called by."""


class Masked(NamedTuple):
    """A message as a model is shown it, and what stands behind each placeholder."""

    text: str
    hidden: dict[str, str]

    def restored(self, span: str) -> str:
        """A span of the shown text as it was written."""
        return _PLACEHOLDER.sub(lambda found: self.hidden.get(found[0].upper(), found[0]), span)


def masked(text: str, names: Iterable[str] = (), doctors: Iterable[str] = ()) -> Masked:
    """The text without what tells who somebody is. `names` are those known to be in it or of this person; `doctors`,
    whose names stay unless they are among them."""
    text = tidy(text)
    known = {word for name in names for word in _words(name)}
    public = {word for name in doctors for word in _words(name)}
    stretches = [(*found.span(), str(found.lastgroup)) for found in _HIDDEN.finditer(text)]
    taken = [range(start, end) for start, end, _ in stretches]
    tokens = Message.of(text).tokens
    for start, end in _names(tokens, known, public - known):
        if not any(start < other.stop and other.start < end for other in taken):
            stretches.append((start, end, "NOMBRE"))
    counts: dict[str, int] = {}
    pieces, hidden, at = [], {}, 0
    for start, end, kind in sorted(stretches):
        if kind == "date":
            continue
        counts[kind] = counts.get(kind, 0) + 1
        placeholder = f"[{kind} {counts[kind]}]"
        hidden[placeholder] = text[start:end]
        pieces += [text[at:start], placeholder]
        at = end
    return Masked("".join((*pieces, text[at:])), hidden)


def _names(tokens: tuple[Token, ...], known: set[str], public: set[str]) -> Iterator[tuple[int, int]]:
    """Where names stand: words of known ones, common given names, what follows a patient's title; each with the words
    after it that are written as part of it."""
    index = 0
    while index < len(tokens):
        titled = index > 0 and tokens[index - 1].text in _OF_A_PATIENT and plausible(tokens[index])
        if not (titled and folded(tokens[index]) not in public) and not _begins(tokens[index], known, public):
            index += 1
            continue
        last = end = index
        while end + 1 < len(tokens) and _goes_on(tokens[end + 1], known | public):
            end += 1
            last = last if folded(tokens[end]) in PARTICLES else end
        yield tokens[index].start, tokens[last].end
        index = last + 1


def _begins(token: Token, known: set[str], public: set[str]) -> bool:
    word = folded(token)
    if token.kind != "word" or word in PARTICLES:
        return False
    common = word in GIVEN and word not in public and (word not in ONLY_WITH_OTHERS or token.raw[0].isupper())
    return word in known or common


def _goes_on(token: Token, known: set[str]) -> bool:
    word = folded(token)
    if token.kind != "word":
        return False
    return word in PARTICLES or word in known or word in GIVEN or (token.raw[0].isupper() and plausible(token))


def _words(name: str) -> set[str]:
    return {plain(token.raw) for token in Message.of(name).tokens if token.kind == "word" and len(token.raw) > 2}
