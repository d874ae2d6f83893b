"""Which doctor of the clinic a message names: "con la doctora Ríos", by the clinic's own spelling."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.message import Message, plain
from nlu.name_shape import evidence, take, written

_TITLES = frozenset("doctor doctora medico medica dr dra".split())
_LINKS = frozenset("el la al con".split())
_WORK = re.compile(r"log[oa]s?$|ist[ao]s?$|iatras?$|lar$|geni[ao]$")
_SURNAMES = frozenset(
    """garcia hernandez martinez lopez gonzalez rodriguez perez sanchez ramirez cruz flores gomez morales vazquez
    reyes jimenez torres diaz gutierrez ruiz mendoza aguilar ortiz castillo moreno romero alvarez chavez rivera juarez
    ramos dominguez herrera medina castro vargas guzman mendez salazar fernandez ortega santiago rojas contreras luna
    munoz soto delgado rios salas silva leon navarro campos vega ibarra valdez cortes""".split()
)
"""Frequent surnames: what tells one that is written small from any other word."""
_SMALL = frozenset("de del la las los y".split())


class Wanted(NamedTuple):
    """The doctor, or None when the name fits several; and the tokens that said so. Who is asked for and is none of
    them is named as the person did: nobody else is meant."""

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
        if titled and known and (other := _nobody_here(message, index, place, anybody)):
            return other
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


def _nobody_here(message: Message, index: int, place: int, anybody: frozenset[str]) -> Wanted | None:
    """ "Con la doctora García", who is none of the clinic's."""
    tokens = message.tokens
    if "con" not in (token.text for token in tokens[max(0, index - 2) : index]):
        return None
    taken = take(tokens, place)
    strange = [i for i in taken if plain(tokens[i].raw) not in anybody | _SMALL]
    if not strange or any(_WORK.search(plain(tokens[i].raw)) for i in strange):
        return None
    if not any(plain(tokens[i].raw) in _SURNAMES for i in strange) and not evidence(tokens, strange, pairs=False):
        return None
    title = "Dra." if tokens[index].text in ("doctora", "medica", "dra") else "Dr."
    return Wanted(f"{title} {written(tokens, taken)}", frozenset({index - 1, index, *taken}), True)


def _parts(doctor: str) -> frozenset[str]:
    """The words of a name that tell a doctor apart."""
    words = {plain(token.raw) for token in Message.of(doctor).tokens if token.kind == "word"}
    return frozenset(words) - _TITLES - _SMALL
