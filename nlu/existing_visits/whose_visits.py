"""Whose of the appointments to come a clause is about, where it says so by a person: "la mía", "mi hija sí va", "la de Sofía"."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from booking.intents import Whose
from booking.models import UnderstandingContext
from nlu.choosing.picking import is_called
from nlu.existing_visits.named_patients import known_patients
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message, plain

_MINE = re.compile(
    r" (?:(?:a|de|con) )?(?:la|lo|el) mi[ao](?= )| yo(?= )| (?:a|de|para) mi(?= (?:ya|no|si|se|,|me|tampoco|quit|cancel)| $)"
)
_THEIRS = re.compile(
    rf" (?:(?:a|de|para) )?(?:(?:la|lo|el|cita) (?:de|del|para) )?(?:mi (?:otr[oa] )?|(?:la|el) |al )(?P<who>{RELATIVES_NOUN}|nin[oa]|bebe|senora?)(?= )"
    r"| (?:la|lo|cita) de (?:ella|el(?= (?:,|si|no|ya|quit|cancel|dej)| $))(?= )| (?:la|lo) suy[ao](?= )| ella(?= )"
)


class Spoken(NamedTuple):
    """Who it is, the starts of their appointments, and the words that say so."""

    who: Whose
    about: tuple[dt.datetime, ...]
    tokens: set[int]


def spoken_of(words: Message, whole: Message, context: UnderstandingContext) -> Spoken | None:
    """Whose a clause of a message is about; None where it names nobody, or nobody can tell which are theirs."""
    if len(context.visits) < 2:
        return None
    if len(names := known_patients(words, context)) == 1:
        said = plain(names[0]).split()
        pairs = zip(context.visits, context.visits_of, strict=False)
        about = tuple(start for start, patient in pairs if is_called(patient, said))
        place = [i for i, token in enumerate(words.tokens) if plain(token.raw) in said]
        lead = words.tokens[place[0] - 1].text if place and place[0] else ""
        extra = {place[0] - 1} if lead in ("de", "a", "para", "que") else set[int]()
        return Spoken(Whose(name=names[0]), about, {*place, *extra}) if about else None
    own = tuple(start for start in context.visits if start not in context.others_visits) or left_by(whole, context)
    if mine := _MINE.search(words.flat):
        who, about, found = Whose(own=True), own, mine
    elif theirs := _THEIRS.search(words.flat):
        who, about, found = Whose(), context.others_visits, theirs
        named = {match["who"] for match in _THEIRS.finditer(whole.flat) if match["who"]}
        if len(named) > 1 or len(context.others_visits) != 1:
            return None  # whose is whose nobody can tell
    else:
        return None
    return Spoken(who, about, {*words.between(found.start() + 1, found.end())}) if about and own else None


def left_by(whole: Message, context: UnderstandingContext) -> tuple[dt.datetime, ...]:
    """Those of nobody whom the message names, where they are one person's: "Leo no puede, la mía sí" of who is not known
    to be Ana."""
    named = [plain(name).split() for name in known_patients(whole, context)]
    pairs = [*zip(context.visits, context.visits_of, strict=False)]
    left = [(start, patient) for start, patient in pairs if not any(is_called(patient, said) for said in named)]
    return tuple(start for start, _ in left) if named and len({patient for _, patient in left}) == 1 else ()
