"""Words that a model says belong to nothing that is asked for: passed over, but for what may turn a request round.

A model is believed about talk. Whether a number, a time, a doctor, a name, a limit or a "no" to what is asked for
belongs to nothing it does not decide: these stay left over, and are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nlu.account import TIME
from nlu.message import Message
from nlu.name_words import GIVEN
from nlu.parts import Parts
from nlu.spelling import in_the_present
from nlu.statements import CLITICS, PERFECT, clauses_of, lists, tells
from nlu.word_sets import word_set

_NO = word_set("no ni nunca tampoco")
_BETWEEN = CLITICS | PERFECT | word_set("ya mas muy bien casi")
_OF_THE_VISIT = re.compile(
    r"(?:quier|quer|quis|pued|pod|pud|necesit|ocup|gust|conv|acomod|qued|sirv|hay|hab|tien|teng|ten[ei]|lleg|alcanz|asist|acud"
    r"|cancel|mov|muev|cambi|agend|apart|confirm|prefer|prefier|urg|import|dej|and)\w*|voy|vas?|vamos|van|ir|iba|iria|ire|es|sea|son|era|fuera|seria"
)
"""Verbs of wanting, of coming and of what is done with an appointment: a "no" before these is of the request."""


def passed_over(said: Iterable[frozenset[int]], parts: Parts) -> set[int]:
    """Of the tokens that a model says belong to nothing, those that may."""
    named = set(parts.named.tokens) if parts.named else set[int]()
    doctor = set(parts.doctor.tokens) if parts.doctor else set[int]()
    of_acts = {i for found in parts.found for i in parts.message.between(found.start, found.end)}
    heavy = parts.timed | named | doctor | of_acts
    return {i for tokens in said for i in tokens if i not in heavy and not _weighs(parts.message, i)}


def _weighs(message: Message, index: int) -> bool:
    token = message.tokens[index]
    if token.kind == "number" or token.text in TIME:
        return True
    if token.kind == "word" and token.text in GIVEN and token.raw[:1].isupper():
        return True
    if token.text in _NO:
        return not _denies_what_is_told(message, index)
    return bool({*token.text.split()} & lists()["weighty"])


def _denies_what_is_told(message: Message, index: int) -> bool:
    """Whether a "no" belongs to a verb that is none of the request's: "creo que no lo aceptan"."""
    clause = next((c for c in clauses_of(message) if index in c), range(index, index + 1))
    after = [i for i in range(index + 1, clause.stop) if message.tokens[i].text not in _BETWEEN][:1]
    if not after or _OF_THE_VISIT.fullmatch(verb := message.tokens[after[0]].text):
        return False
    return in_the_present(verb) or verb == "se" or tells(message, range(index, after[0] + 1))
