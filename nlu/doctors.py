"""Which doctor of the clinic a message names: "con la doctora Ríos", by the clinic's own spelling."""

from __future__ import annotations

from typing import NamedTuple

from nlu.message import Message, plain

_TITLES = frozenset("doctor doctora medico medica dr dra".split())
_LINKS = frozenset("el la al con".split())
_SMALL = frozenset("de del la las los y".split())


class Wanted(NamedTuple):
    """The doctor, or None when the name fits none of them or several; and the tokens that said so."""

    name: str | None
    tokens: frozenset[int]
    asked: bool  # "con la doctora …", or named first


def wanted(message: Message, doctors: tuple[str, ...]) -> Wanted | None:
    """The doctor whom a message asks for; None where it asks for none by name."""
    known = {doctor: _parts(doctor) for doctor in doctors}
    anybody = frozenset().union(*known.values()) if known else frozenset()
    tokens = message.tokens
    for index, token in enumerate(tokens):
        titled = token.text in _TITLES
        if not titled and token.text != "con":
            continue
        place = index + 1
        while place < len(tokens) and (
            tokens[place].raw == "." or (not titled and tokens[place].text in _LINKS | _TITLES)
        ):
            place += 1
        said: list[int] = []
        while place < len(tokens) and tokens[place].kind == "word":
            word = plain(tokens[place].raw)
            if word not in anybody and not (said and word in _SMALL):
                break
            said.append(place)
            place += 1
        words = {plain(tokens[i].raw) for i in said} - _SMALL
        if not words:
            continue
        fits = [doctor for doctor, parts in known.items() if words <= parts]
        first = index - 1 if index and tokens[index - 1].text in _LINKS else index
        asked = index <= 1 or "con" in (t.text for t in tokens[max(0, index - 2) : index + 1])
        return Wanted(fits[0] if len(fits) == 1 else None, frozenset({first, index, *said}), asked)
    return None


def _parts(doctor: str) -> frozenset[str]:
    """The words of a name that tell a doctor apart."""
    words = {plain(token.raw) for token in Message.of(doctor).tokens if token.kind == "word"}
    return frozenset(words) - _TITLES - _SMALL
