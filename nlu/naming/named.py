"""A name as a message gives it, and the words of a message that are taken for one."""

from __future__ import annotations

from typing import NamedTuple

from nlu.naming.name_shape import MAX_WORDS, take
from nlu.naming.name_words import TITLES
from nlu.naming.whole_names import like_a_date, written_as_name
from nlu.words.message import Message

OPENS = r"^(?: (?:,|ya|ok|va|sale|si|claro|mire|mira|pues|bueno|ah|ay|oh|uy|entonces|a ver|perdon|disculpe|cierto))*"


class Named(NamedTuple):
    """A name, whether it is a third party's, the tokens that said so, and whether it is surely a name."""

    name: str | None
    for_other: bool = False
    tokens: frozenset[int] = frozenset()
    sure: bool = True
    whole: bool = True  # nothing else was said
    for_self: bool = False  # the person who writes is meant
    instead_of: str | None = None  # the word of the name that this one puts right
    of_patient: bool = False  # whom the appointment is for is called so, and who writes perhaps not


def words_of_name(message: Message, start: int) -> list[int]:
    """The words of a name after what announces it: to the end of the clause, where it is written as one."""
    tokens = message.tokens
    if [t.text in group for t, group in zip(tokens[start : start + 2], (("la", "el"), TITLES), strict=False)] == [
        True
    ] * 2:
        start += 1  # "a nombre de la señora Lucía Méndez"
    start += start < len(tokens) and tokens[start].text in TITLES
    stop = start
    while stop < len(tokens) and tokens[stop].kind == "word" and stop - start <= MAX_WORDS:
        stop += 1
    words = list(range(start, stop))
    return written_as_name(tokens, words) or like_a_date(tokens, words) or take(tokens, start)
