"""The words of a message by which a model says that something is asked for: quoted, and no others' words.

A model that cannot say which words ask for what it names has made it up; one that quotes words which rules gave another
meaning has misread them. What it quotes of a question is accounted for. Of words that it says belong to nothing it is
believed about talk: a number, a time, a doctor, a name, a limit or a "no" to what is asked for stay left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Recall,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UseTool,
)
from nlu.account import TIME
from nlu.acts import Act
from nlu.carried import CARRIES, passed_over
from nlu.choosing.choices import NUMBERS
from nlu.model.quoted import quoted
from nlu.naming.name_words import GIVEN
from nlu.parts import Parts
from nlu.words.filler import FILLER
from nlu.words.interrogative import interrogates, whether
from nlu.words.message import Message, Token
from nlu.words.spelling import in_the_present
from nlu.words.statements import CLITICS, PERFECT, clauses_of, lists, tells
from nlu.words.verb_forms import ENDING
from nlu.words.word_sets import word_set

_LOOKS = (StartBooking, CheckAvailability)
_ANSWERED = (AskQuestion, Recall, ListAppointments)
"""Of these nothing is begun and nothing changed."""
_NEED_NO_WORDS = (Unknown, UseTool, ProvideCustomerData, Greet)
"""What says nothing, what stands by its own values, and what courtesy is."""


def is_quoted(
    kind: type[AnyIntent], asks: str | None, parts: Parts, whole: Message, *, doubted: Set[int] = frozenset()
) -> bool:
    """Whether words of the `whole` message ask for it, and not only those that rules gave another meaning; those of a
    `doubted` meaning may be its own."""
    if asks is None or issubclass(kind, _NEED_NO_WORDS):
        return True
    quote = quoted(asks, parts.message)
    if quote is None:
        return quoted(asks, whole) is not None  # with the greeting before it
    others: set[int] = set(parts.named.tokens) if parts.named else set()
    for act in parts.found:
        kinds = CARRIES.get(act.act, ())
        if kinds and not any(issubclass(kind, one) or issubclass(one, kind) for one in kinds):
            others |= {*parts.message.between(act.start, act.end)} - passed_over(parts, act)
    tokens = parts.message.tokens
    said = {i for i in quote.tokens if not {*tokens[i].text.split()} <= FILLER}
    return not said or not said <= others - doubted


def gives_way(
    items: Sequence[tuple[type[AnyIntent], str | None]], by_rules: Sequence[AnyIntent], parts: Parts, *, unsure: bool
) -> bool:
    """Whether a wish that rules read off a time alone, and were not sure of, is none: a model quotes that time among the
    words of something that is answered or is talk, and names no wish."""
    wish = any(isinstance(intent, _LOOKS) for intent in by_rules)
    if not (unsure and wish and parts.timed) or parts.has(Act.START, Act.AVAILABILITY, Act.SHIFT) or parts.doctor:
        return False
    if any(issubclass(kind, _LOOKS) for kind, _ in items):
        return False
    talk = (asks for kind, asks in items if issubclass(kind, (*_ANSWERED, Thank, Smalltalk)) and asks)
    quotes = (quoted(asks, parts.message) for asks in talk)
    return any(quote is not None and parts.timed <= quote.tokens for quote in quotes)


def answered_instead(
    items: Sequence[tuple[type[AnyIntent], str | None]], by_rules: Sequence[AnyIntent], parts: Parts
) -> frozenset[int]:
    """The words of what rules, which were not sure, would only answer, where a model quotes all of them for another thing
    that it names, and names nothing that is answered: "no tengo cómo llegar a esa hora" is no question. Nothing where it does not,
    nor of what is put as a question: that is answered, whatever stands beside it."""
    if not any(isinstance(intent, (AskQuestion, ListAppointments)) for intent in by_rules) or interrogates(
        parts.message
    ):
        return frozenset()
    if any(issubclass(kind, _ANSWERED) for kind, _ in items):
        return frozenset()
    asked = (f for f in parts.found if any(issubclass(kind, _ANSWERED) for kind in CARRIES.get(f.act, ())))
    words = frozenset(i for found in asked for i in parts.message.between(found.start, found.end))
    others = (asks for kind, asks in items if asks and not issubclass(kind, (*_NEED_NO_WORDS, Thank, Smalltalk)))
    quotes = (quoted(asks, parts.message) for asks in others)
    return words if any(quote is not None and words <= quote.tokens for quote in quotes) else frozenset()


def accounted_for(kind: type[AnyIntent], asks: str | None, parts: Parts) -> set[int]:
    """The tokens of the quote that need no other reading: those of a question, which is only answered; of anything else
    what does not weigh, and of a wish for times its "cuándo"."""
    quote = quoted(asks, parts.message) if asks else None
    if quote is None or issubclass(kind, _ANSWERED):
        return set(quote.tokens) if quote else set()
    when = {i for i in quote.tokens if parts.message.tokens[i].text == "cuando" and issubclass(kind, _LOOKS)}
    return when | said_to_be_nothing([quote.tokens], parts)


_NO = word_set("no ni nunca tampoco")
_BETWEEN = CLITICS | PERFECT | word_set("ya mas muy bien casi")
_OF_THE_VISIT = re.compile(
    r"(?:quier|quer|quis|pued|pod|pud|necesit|ocup|gust|conv|acomod|qued|sirv|hay|hab|tien|teng|ten[ei]|lleg|alcanz|asist|acud"
    r"|cancel|mov|muev|cambi|agend|apart|confirm|prefer|prefier|urg|import|dej|and)\w*|voy|vas?|vamos|van|ir|iba|iria|ire|es|sea|son|era|fuera|seria"
)
"""Verbs of wanting, of coming and of what is done with an appointment: a "no" before these is of the request."""


def said_to_be_nothing(said: Iterable[frozenset[int]], parts: Parts) -> set[int]:
    """Of the tokens that a model says belong to nothing, those that may."""
    named = set(parts.named.tokens) if parts.named else set[int]()
    doctor = set(parts.doctor.tokens) if parts.doctor else set[int]()
    of_acts = {i for found in parts.found for i in parts.message.between(found.start, found.end)}
    heavy = parts.timed | named | doctor | of_acts
    return {i for tokens in said for i in tokens if i not in heavy and not _weighs(parts.message, i)}


_ENDING = re.compile(
    rf" (?:(?:{ENDING})\w*|(?:ya|siempre|mejor) (?:ya )?no|no (?:(?:la|lo|me|nos) )*(?:voy|vamos|puedo|podemos|podre|podremos|"
    r"alcanz\w+|lleg\w+|asist\w+|ir|ire|iremos|quiero|queremos|ocupo|necesito)|mejor (?:nada|olvid\w+)|olvid\w+|dej[aeo]\w* asi)(?= )"
)
_NOT_ENDING = re.compile(rf" (?:no|ni|nunca) (?:(?:me|nos|la|lo|se|vayan|vaya|vayas|a|quiero|que) )*(?:{ENDING})")


def says_an_end(asks: str | None, parts: Parts) -> bool:
    """Whether the quoted words say by themselves that something is not wanted any more: "quíteme la que tenía"."""
    quote = quoted(asks, parts.message) if asks else None
    said = Message.of(quote.text) if quote else None
    if said is None or parts.message.asks or {*said.words} & {"si", "aunque", "depende", "pasa"}:
        return False
    return bool(_ENDING.search(said.flat)) and not _NOT_ENDING.search(parts.message.flat)


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
