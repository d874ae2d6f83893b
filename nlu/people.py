"""Two patients in one message: "para mis hijos Iván y Luis", "para mi mamá y mi papá el martes"."""

from __future__ import annotations

from booking.models import State
from nlu.message import Message, Token
from nlu.name_shape import folded, take
from nlu.name_words import GIVEN, RELATIONS

_PLURALS = frozenset(f"{noun}{end}" for noun in RELATIONS for end in ("", "s", "es"))
_OWNERS = frozenset("mi mis nuestro nuestra nuestros nuestras los las".split())
_BESIDE = frozenset("dos tres cuatro 2 3 4".split())
_LINKS = frozenset("y e".split())


def second(message: Message, state: State) -> range | None:
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
        return place + 1
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
