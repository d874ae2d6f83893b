"""A name that is the whole message, where one was asked for: also one of words that mean something else by
themselves ("Martes Pérez", "Martha Cancela"), if it is written as names are and no verb or mark says otherwise."""

from __future__ import annotations

import datetime as dt
import re

from nlu.naming.name_shape import MAX_WORDS, folded, plausible
from nlu.naming.name_words import GIVEN, MEANS_ELSE_TOO, ONLY_SURNAMES, PARTICLES, RELATIONS, TITLES
from nlu.when import read_spans
from nlu.words.message import Message, Token

_ANY_DAY = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Which stretches of a text are time does not depend on the day it is read on."""
TIMES = frozenset(
    """
    lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre
    octubre noviembre diciembre tarde noche
    """.split()
)
_PARTS = frozenset({"tarde", "noche"})
_AND = frozenset({"y", "e"})


def written_as_name(tokens: tuple[Token, ...], clause: list[int]) -> list[int]:
    """The words of a clause that is written as a name: every one capitalised but particles, one of them a name and
    nothing else. Empty where it is not."""
    while clause and folded(tokens[clause[-1]]) in PARTICLES:
        clause = clause[:-1]
    words = [i for i in clause if folded(tokens[i]) not in (*PARTICLES, "todos")]
    if not 2 <= len(words) <= MAX_WORDS or clause[0] != words[0] or tokens[words[0]].text in TITLES:
        return []
    if any(tokens[i].kind != "word" for i in clause):
        return []
    if any(not tokens[i].raw[0].isupper() for i in words) or all(tokens[i].raw.isupper() for i in words):
        return []
    if not all(_can_be_named(tokens[i]) for i in words):
        return []
    sure = [i for i in words if _only_names(tokens[i])]
    return clause if sure and not _is_time(tokens, clause) else []


def like_a_date(tokens: tuple[Token, ...], clause: list[int]) -> list[int]:
    """The words of a clause that is the name of a day or month twice, "Domingo Mayo", "Abril Enero": no date is said so,
    and the first is a given name too. Empty where it is anything else."""
    words = [folded(tokens[i]) for i in clause]
    if len(words) != 2 or not {*words} <= TIMES - _PARTS or words[0] not in GIVEN:
        return []
    return clause if clause[1] == clause[0] + 1 else []


def two_people(tokens: tuple[Token, ...], taken: list[int]) -> bool:
    """Whether the words of a name are those of two: "Ana y Luis", but not "Ortega y Gasset"."""
    joints = [place for place, i in enumerate(taken) if tokens[i].text in _AND]
    if joints == [1] and (len(taken) == 3 or folded(tokens[taken[0]]) in GIVEN):
        return True  # "Ian y Leo", "Leo y Santi Durán": no surname stands before it
    return any(
        0 < place < len(taken) - 1
        and folded(tokens[taken[place + 1]]) in GIVEN
        and (folded(tokens[taken[place - 1]]) in GIVEN or len(taken) - place > 2)
        for place in joints
    )


def _can_be_named(token: Token) -> bool:
    word = folded(token)
    return word in GIVEN or word in MEANS_ELSE_TOO or word in RELATIONS or token.raw.endswith(".") or plausible(token)


def _only_names(token: Token) -> bool:
    """Whether a word is nothing but a name."""
    word = folded(token)
    return word not in TIMES and (word in GIVEN or (word not in MEANS_ELSE_TOO | RELATIONS and plausible(token)))


def _is_time(tokens: tuple[Token, ...], clause: list[int]) -> bool:
    """Whether it is a time from end to end: "Jueves Santo"."""
    text = " ".join(tokens[i].raw for i in clause)
    return not read_spans(text, _ANY_DAY).leftover


def of_message(message: Message, clauses: list[list[int]]) -> list[int]:
    """The words of a message of one clause that is written as a name."""
    if len(clauses) != 1 or not clauses[0]:
        return []
    return written_as_name(message.tokens, clauses[0]) or like_a_date(message.tokens, clauses[0])


def is_only_time(tokens: tuple[Token, ...], clause: list[int]) -> bool:
    """Whether every word says a time, though some are names too: "Domingo Tarde"."""
    named = len(clause) > 2 and all(tokens[i].raw.istitle() for i in clause)  # "Domingo Abril Mayo"
    named = named and all(folded(tokens[i]) in GIVEN for i in clause[:2])
    return len(clause) > 1 and not named and all(folded(tokens[i]) in TIMES for i in clause)


def is_doubtful(tokens: tuple[Token, ...], clause: list[int]) -> bool:
    """ "martha cancela": a name, or somebody called Martha is told to cancel."""
    words = [folded(tokens[i]) for i in clause]
    if len(words) != 2 or words[0] not in GIVEN:
        return False
    return words[1] in MEANS_ELSE_TOO - TIMES - ONLY_SURNAMES or (
        words[1] not in GIVEN and bool(_ORDERS.fullmatch(words[1]))
    )


_ORDERS = re.compile(r"\w+[ae]n?(?:me|nos)")
""" "Socorro, ayúdenme"."""
