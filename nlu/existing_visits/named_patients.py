"""A patient who is named as the one whose appointment is spoken of: "la de Brenda", "quítenle la cita a Iker".

Whoever has appointments here is known by name, written as it may be. Anybody else is named where a word stands as a name
does, and is none of the language: an order about them is never one about somebody else.
"""

from __future__ import annotations

import re

from booking.models import UnderstandingContext
from nlu.naming.name_shape import folded, take, written
from nlu.naming.name_words import GIVEN, NOT_A_NAME, RELATIONS, TITLES
from nlu.when.words import MONTHS, PARTS, WEEKDAYS
from nlu.words.message import Message, Token, plain, words_of
from nlu.words.spelling import is_spanish, vocabulary
from nlu.words.verb_forms import ENDING, MOVING
from nlu.words.word_sets import word_set

_WITH = word_set("con doctor doctora dr dra soy llamo nombre")
"""Before a name that is a doctor's, or of who writes."""
_OF = re.compile(
    r" (?:la|el|las|los|lo|cita|citas|consulta|turno|lugar|asistencia|a nombre) (?:de|del|para|a)(?: la| el)? (?=[^ ,?#])"
    r"| \w+(?:le|les|lela|lelas)(?: (?:la|las|su|sus) (?:cita|citas|consulta|turno|lugar))? a(?: la| el)? (?=[^ ,?#])"
    rf"| (?:{ENDING}|{MOVING}|pas)\w+ a(?: la| el)? (?=[^ ,?#])"
    r"| (?:ya |tampoco )?no (?:va|puede|podra|viene|ira|quiere)(?: a)?(?: poder)?(?: (?:ir|venir|asistir|llegar))? (?=[^ ,?#])"
)
_BEFORE = re.compile(
    r"(?:^| [,;])(?: (?:y|que|pero|oiga|oye|es que|hola|ya|pues|siempre))* (?=[^ ,?#]+(?: [^ ,?#]+)? (?:ya |tampoco )?no (?:va|puede|podra|viene|ira|quiere|asistira)(?= ))"
)
""" "Iker no va a poder ir"."""


def named_patient(message: Message, context: UnderstandingContext | None) -> str | None:
    """The name, as it is written; None where nobody is named, or more than one."""
    theirs = known_patients(message, context)
    if theirs:
        return theirs[0] if len(theirs) == 1 else None
    doctors = words_of(context.doctors if context else ())
    for pattern in (_OF, _BEFORE):
        for match in pattern.finditer(message.flat):
            place = message.between(match.start() + 1, match.end()).stop if match.group().strip() else 0
            taken = take(message.tokens, place)
            if taken and _is_a_name(message.tokens[taken[0]], doctors):
                return written(message.tokens, taken)
    return None


def known_patients(message: Message, context: UnderstandingContext | None) -> list[str]:
    """Those with appointments to come who are named, each as the message has it."""
    found: list[str] = []
    for name in dict.fromkeys(context.visits_of if context else ()):
        words = plain(name).split()
        for index, token in enumerate(message.tokens):
            before = message.tokens[index - 1].text if index else ""
            if not words or folded(token) != words[0] or before in _WITH:
                continue
            end = index + 1
            while end < len(message.tokens) and folded(message.tokens[end]) in words[1:]:
                end += 1
            said = written(message.tokens, list(range(index, end)))
            if said and not any(plain(said) == plain(one) for one in found):
                found.append(said)
            break
    return found


def _is_a_name(token: Token, doctors: frozenset[str]) -> bool:
    """Whether a word is somebody's name, and no doctor's, day or word of the language."""
    word = folded(token)
    if (
        word in doctors
        or word in WEEKDAYS
        or word in MONTHS
        or word in PARTS
        or word in NOT_A_NAME | RELATIONS | TITLES
    ):
        return False
    return word in GIVEN or (word not in vocabulary() and token.text == word and not is_spanish(word))
