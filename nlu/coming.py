"""Whether they come to the appointments that they are reminded of: each by itself, and that they cannot, with why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from booking.intents import (
    AsTold,
    Attend,
    Thank,
)
from booking.models import Expected
from nlu.choices import ORDINALS
from nlu.message import Message
from nlu.name_words import RELATIVES_NOUN
from nlu.turning_words import RATHER
from nlu.word_sets import word_set

_REST = word_set("otra otro otras otros demas")
_LAST = word_set("ultima ultimo")
_OF_SOMEBODY = re.compile(rf"\b(?:la|el) del? (?:(?:mi|la|el|tu|su) )?(?:{RELATIVES_NOUN})\b")
"""Of two, once the other was spoken of: "la primera sí, pero la del niño no"."""
_BETWEEN = word_set("y e pero")
_MOST_TOLD = 16
_AROUND_EACH = word_set("a la el las los de del que ya por favor porfa gracias cita citas solo nomas nada mas")
_COMES = word_set("si voy vamos ire iremos puedo podemos podre confirmo asistire asistiremos estare estaremos")


def of_each(expected: Expected | None, message: Message) -> tuple[Attend, ...] | None:
    """Those they come to, and those they cannot; None where a message says anything else."""
    yes = expected.yes if expected is not None else None
    if not isinstance(yes, Attend) or len(yes.those) < 2 or message.odd or message.asks:
        return None
    said: dict[AsTold, bool] = {}
    for clause in clauses_of(message):
        if (one := _clause(clause, yes.those, said)) is None:
            return None
        said |= one
    if not said:
        return None
    ways = ((tuple(told for told in yes.those if said.get(told) is comes), comes) for comes in (True, False))
    return tuple(Attend(those=those, coming=comes) for those, comes in ways if those)


def clauses_of(message: Message) -> Iterator[list[str]]:
    """The words of each clause; "no más" that begins one or ends it is one word, as it is said here: "nomás la primera"."""
    for clause in _split(message):
        words = " ".join(clause)
        yield re.sub(r"^((?:si|pues|ya|y) )*no mas (?=\w)|(?<=\w )no mas$", r"\1nomas ", words).split()


def _split(message: Message) -> Iterator[list[str]]:
    clause: list[str] = []
    for token in message.tokens:
        if token.kind == "mark" or token.text in _BETWEEN:
            if clause:
                yield clause
            clause = []
        elif token.kind in ("word", "number"):
            clause += token.text.split()
    if clause:
        yield clause


def _clause(words: Sequence[str], those: Sequence[AsTold], said: dict[AsTold, bool]) -> dict[AsTold, bool] | None:
    """Of which it speaks, and whether they come to these; "solo la segunda" says so of that one alone."""
    meant: set[AsTold] = set()
    comes = "no" not in words
    for word in _OF_SOMEBODY.sub(" otra ", " ".join(words)).split() if len(those) == 2 and said else words:
        place = ORDINALS.get(word)
        if place is not None and place <= len(those):
            meant.add(those[place - 1])
        elif word in _LAST:
            meant.add(those[-1])
        elif word in _REST:
            meant |= {told for told in those if told not in said}
        elif word not in _AROUND_EACH | _COMES | {"no"}:
            return None
    return {told: comes for told in those if told in meant} if meant else None


_CANNOT = re.compile(
    r" (?:(?:ay|uy|uf|hijole|chin|pues|perdon|disculpe|disculpa|que pena|lo siento|fijese que|fijate que|no|creo que|es que|,) )*"
    r"(?:no (?:voy|vamos) a (?:poder|alcanzar|llegar|ir)|(?:ya )?no (?:podre|podremos|puedo|podemos|alcanzo|ire|iremos|asistire|caigo)"
    r"|(?:se me hace|me es) imposible|me sera imposible)"
    r"(?: (?:ir|asistir|llegar|venir|estar|a|la|mi|cita|ese|esa|hora|dia|hoy|manana|ahi|esta|vez))*"
    r"(?= $| ,| (?:y|porque|por|pq|xq|ya que|es que|pues|gracias|disculp|perdon|lo siento))"
)
""" "No voy a poder", and then its why; not "no puedo dormir"."""
_ASKS_BESIDE = re.compile(
    rf" (?:cambi|muev|mov[ae]|cancel|agend|reagend|reprogram|pas(?:a|e)(?:la|me|nos)|pon(?:la|me|game)|dej|quier|quisier|otr[oa]s?|{RATHER}|puede|pueden"
    rf"|podri|llego|tarde|antes|despues|pero|gustaria|necesit|si )"
)


def cannot(expected: Expected | None, message: Message) -> Attend | None:
    """That they cannot come, with why: "no voy a poder, me salió un viaje". None where they may ask for anything
    beside, which other rules read."""
    no = expected.no if expected is not None else None
    if expected is None or not isinstance(expected.yes, Attend | Thank) or not isinstance(no, Attend):
        return None
    said = _CANNOT.match(message.flat)
    if said is None or message.odd or message.asks or len(message.words) > _MOST_TOLD:
        return None
    return None if _ASKS_BESIDE.search(message.flat[said.end() :]) else no
