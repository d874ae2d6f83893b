"""Whose the second of two appointments is: "para mí y para mi mamá", "para mis hijos Iván y Luis"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from booking.intents import (
    OWN,
)
from booking.models import State
from nlu.naming.name_shape import folded, take
from nlu.naming.name_words import GIVEN, RELATIONS, RELATIVES_NOUN, SPELT
from nlu.words.message import Message, Token
from nlu.words.word_sets import word_set


def other_of(message: Message, first: Message, state: State) -> str | None:
    """Whose the second of two appointments is, in one word: "hijo"; None where that is not told."""
    if message.text.startswith(first.text):
        rest = message.tokens[len(first.tokens) :]
    elif told := second_person(message, state):
        rest = message.tokens[told.start : told.stop]
    else:
        return None
    return whose_of(rest)


def whose_of(tokens: Sequence[Token]) -> str | None:
    """Whose an appointment is, in one word or by a given name, by these; None where they do not tell."""
    if any(token.raw.casefold() in ("mí", "yo", "mía") for token in tokens) or _ends_with_me(tokens):
        return OWN
    for token, name in zip_longest(tokens, tokens[1:]):
        if token.text in RELATIONS:
            named = name is not None and name.raw[:1].isupper() and folded(name) in GIVEN
            return name.raw.capitalize() if named else SPELT.get(token.text, token.text)  # "mi hermana Paty"
    return None


def _ends_with_me(tokens: Sequence[Token]) -> bool:
    """ "Para mi esposo y para mi", without an accent."""
    words = [token.text for token in tokens if token.kind == "word"]
    return words[-2:] in (["para", "mi"], ["a", "mi"], ["y", "mi"])


def two_people(message: Message) -> str:
    """The words that tell of two people whose times are not told apart: "para mi hijo Max o para mi hija Zoe, el que se
    sienta peor"; nothing where there is one, or they are joined."""
    tokens = message.tokens
    told = [
        index
        for index, token in enumerate(tokens)
        if token.text == "para"
        and _person(tokens, index + 1) > index + 1
        and all(before.text != "no" for before in tokens[max(0, index - 2) : index])  # "no es para mí"
    ]
    if len(told) < 2 or second_person(message, State.IDLE):
        return ""
    return message.text[tokens[told[0]].start :]


_PLURALS = frozenset(f"{noun}{end}" for noun in RELATIONS for end in ("", "s", "es"))
_OWNERS = word_set("mi mis nuestro nuestra nuestros nuestras los las")
_BESIDE = word_set("dos tres cuatro 2 3 4")
_LINKS = word_set("y e")


def second_person(message: Message, state: State) -> range | None:
    """The tokens that name the second of two people whom an appointment is asked for; None where it is for one. Where
    a name is asked for, nothing need announce them."""
    tokens = message.tokens
    starts = [index + 1 for index, token in enumerate(tokens) if token.text == "para"]
    for first in [0, *starts] if state is State.CUSTOMER_DATA else starts:
        joint = _person(tokens, first)
        if joint == first or joint >= len(tokens) or tokens[joint].text not in _LINKS:
            continue
        start = joint + 1
        while start < len(tokens) and tokens[start].text in ("para", "tambien", "a"):
            start += 1
        if (end := _person(tokens, start)) > start:
            return range(joint, end)
    return None


def _person(tokens: tuple[Token, ...], start: int) -> int:
    """Where the words end that say who: "mi mamá", "mis dos hijos Iván", "Ana Ruiz", "mí"; `start` where none do."""
    place, related = start, False
    if place < len(tokens) and tokens[place].raw.casefold() == "mí":
        told = place + 1 + sum(token.text in ("que", "soy") for token in tokens[place + 1 : place + 3])
        return max((*take(tokens, told), told - 1)) + 1 if tokens[told - 1].text == "soy" else place + 1
    if place < len(tokens) and tokens[place].text in _OWNERS:
        place += 1
        while place < len(tokens) and tokens[place].text in _BESIDE:
            place += 1
        if place >= len(tokens) or tokens[place].text not in _PLURALS:
            alone = place == len(tokens) or tokens[place].kind != "word" or tokens[place].text in _LINKS
            return place if alone and tokens[place - 1].text == "mi" else start
        place, related = place + 1, True
    named = [i for i in _before_and(tokens, take(tokens, place))]
    if named and (related or folded(tokens[named[0]]) in GIVEN):
        return named[-1] + 1
    return place if related else start


def _before_and(tokens: tuple[Token, ...], taken: list[int]) -> list[int]:
    """The words of a name before the "y" that joins another person's to it."""
    joint = next((n for n, i in enumerate(taken) if tokens[i].text in _LINKS), len(taken))
    return taken[:joint]


_I_AM_AND_THEY_ARE = re.compile(
    r"^(?: (?:,|si|ok|bueno))* yo (?:soy|me llamo) (?P<own>[^,?]+?)(?: ,)? y (?P<other>(?:el|ella|mi \w+|la otra persona)(?: (?:es|se llama))? [^,?]+?) $"
)
""" "Yo soy Elsa Marín y él es Jorge Marín"."""


def writer_and_other(message: Message) -> tuple[str, str] | None:
    """What the writer says of who they are, and of who somebody else is, as it was written; None where only one is named."""
    if (said := _I_AM_AND_THEY_ARE.search(message.flat)) is None:
        return None
    own, other = (message.between(*said.span(name)) for name in ("own", "other"))
    text, tokens = message.text, message.tokens
    return (
        text[tokens[own.start].start : tokens[own.stop - 1].end],
        text[tokens[other.start].start : tokens[other.stop - 1].end],
    )


_POINTED_AT = re.compile(
    rf"^(?: (?:primero|esta|la|de|para|a|es|seria|va|pon|,))* (?P<who>el|ella|yo|(?:mi|la|el) (?:{RELATIVES_NOUN}))(?: ,)+ "
)


def pointed_at(message: Message) -> tuple[str, str] | None:
    """Of which of two an appointment is, and the words behind that: "primero él, Hugo Peralta"; `OWN` for who writes."""
    said = _POINTED_AT.search(message.flat)
    if said is None or said.end() >= len(message.flat):
        return None
    rest = message.text[message.tokens[message.between(0, said.end()).stop].start :]
    return (OWN if said["who"] == "yo" else said["who"]), rest
