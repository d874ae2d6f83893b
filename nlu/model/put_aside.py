"""The words that a model says belong to nothing, and of which of them it is believed.

Where what is asked for ends something, it is believed about talk alone: a number, a time, a doctor, a name, a limit or a
"no" stay left over; of a "no" it is believed, too, where the message itself says the end. Where times or appointments are but shown, it is believed about all but somebody, a doctor or another
thing to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nlu.account import TIME
from nlu.choosing.choices import NUMBERS
from nlu.naming.name_words import GIVEN
from nlu.parts import Parts
from nlu.words.interrogative import whether
from nlu.words.message import Message, Token
from nlu.words.spelling import in_the_present
from nlu.words.statements import CLITICS, PERFECT, clauses_of, lists, tells
from nlu.words.word_sets import word_set

_NO = word_set("no ni nunca tampoco")
_BETWEEN = CLITICS | PERFECT | word_set("ya mas muy bien casi")
_OF_THE_VISIT = re.compile(
    r"(?:quier|quer|quis|pued|pod|pud|necesit|ocup|gust|conv|acomod|qued|sirv|hay|hab|tien|teng|ten[ei]|lleg|alcanz|asist|acud"
    r"|cancel|mov|muev|cambi|agend|apart|confirm|prefer|prefier|urg|import|dej|and)\w*|voy|vas?|vamos|van|ir|iba|iria|ire|es|sea|son|era|fuera|seria"
)
"""Verbs of wanting, of coming and of what is done with an appointment: a "no" before these is of the request."""


def said_to_be_nothing(said: Iterable[frozenset[int]], parts: Parts, *, ends: bool = False) -> set[int]:
    """Of the tokens that a model says belong to nothing, those that may. `ends`: the message says in so many words that
    something is not wanted any more, and nowhere that it is: any other "no" tells why."""
    named = set(parts.named.tokens) if parts.named else set[int]()
    doctor = set(parts.doctor.tokens) if parts.doctor else set[int]()
    of_acts = {i for found in parts.found for i in parts.message.between(found.start, found.end)}
    heavy = parts.timed | named | doctor | of_acts
    told_why = _NO | {"cuando"} if ends else frozenset()
    return {
        i
        for tokens in said
        for i in tokens
        if i not in heavy and (parts.message.tokens[i].text in told_why or not _weighs(parts.message, i))
    }


def believed(said: Iterable[frozenset[int]], parts: Parts) -> set[int]:
    """Of the tokens that a model says belong to nothing, those that do not name somebody, a doctor or another thing to do:
    a limit, a time or a "no" among them is of what is told. Enough where nothing is stored before it was shown."""
    named = set(parts.named.tokens) if parts.named else set[int]()
    doctor = set(parts.doctor.tokens) if parts.doctor else set[int]()
    of_acts = {i for found in parts.found for i in parts.message.between(found.start, found.end)}
    return {i for tokens in said for i in tokens} - named - doctor - of_acts


_NEAR = 3


def _is_idle(message: Message, index: int) -> bool:
    """Whether a word that might limit a request limits nothing where it stands: "antes de irme al tianguis", "hasta la
    madre", "crucé la línea", "siempre mejor", "quería preguntarle si"."""
    tokens = message.tokens
    before = tokens[index - 1].text if index else ""
    behind = [token for token in tokens[index + 1 : index + 1 + _NEAR] if token.kind in ("word", "number")]
    match tokens[index].text:
        case "antes" | "despues" | "hasta":
            return not any(_may_be_a_limit(token) for token in behind)
        case "linea":
            return before not in ("en", "por")
        case "siempre":
            return bool(behind) and behind[0].text in ("mejor", "si", "no")
        case "si":
            return index in whether(message)
    return False


def _may_be_a_limit(token: Token) -> bool:
    """Whether a word behind "antes de" may be a time or what ends at one."""
    return token.kind == "number" or token.text in TIME or token.text in NUMBERS or token.text in ("que", "eso", "una")


def _weighs(message: Message, index: int) -> bool:
    token = message.tokens[index]
    if token.kind == "number" or token.text in TIME:
        return True
    if _is_idle(message, index):
        return False
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
