"""Of a reminder of several people's appointments, who comes and who does not: "yo sí, Leo no", "nomás va Leo"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from booking.intents import Attend, CancelAppointment
from booking.models import UnderstandingContext
from nlu.coming import clauses_of
from nlu.courtesies import without_closing, without_greeting
from nlu.message import Message
from nlu.name_words import RELATIONS
from nlu.word_sets import word_set

_ONLY = word_set("solo solamente nomas unicamente")
_SELF = word_set("yo mia mio mi")
_BETWEEN = word_set("y e pero")
_COMES = word_set(
    "si va voy vamos viene vengo ira ire puede puedo podra podre pudo asistira asistire confirmo confirma confirmen confirmada nada mas"
)
_VERDICTS = _COMES | _ONLY | {"no", "tampoco"}
_AROUND = word_set(
    "a la el lo los las de del que ya es por porfa favor pues cita ir venir poder creo tambien hoy manana"
)


class _Said(NamedTuple):
    """One clause: whom it names, whether somebody else is meant by it ("la mía"), that they come, and they alone."""

    named: frozenset[int]
    own: bool
    relative: bool
    comes: bool
    alone: bool


def of_each(message: Message, context: UnderstandingContext) -> tuple[Attend | CancelAppointment, ...] | None:
    """Those they come to, and those they cannot, each named by its person; which of them somebody cannot come to is asked
    where nobody can tell whose it is. None where anything else is said."""
    yes = context.expected.yes if context.expected is not None else None
    if not isinstance(yes, Attend) or not 1 < len(yes.those) == len(context.visits) == len(context.visits_of):
        return None
    names = [Message.of(name).words[0] for name in context.visits_of]
    if message.asks or message.odd or len(set(names)) < len(names):
        return None
    said = _all_said(without_closing(without_greeting(message)[0]), names)
    comes = _whose(said, context) if said else None
    if comes is None:
        return (CancelAppointment(),) if said and not all(one.comes for one in said) else None
    ways = ((tuple(told for n, told in enumerate(yes.those) if comes.get(n) is way), way) for way in (True, False))
    return tuple(Attend(those=those, coming=way) for those, way in ways if those) or None


def _all_said(message: Message, names: Sequence[str]) -> list[_Said] | None:
    """Every clause; one that only names somebody is of the next one's verdict: "Leo y yo no". None where one says
    anything else."""
    said: list[_Said] = []
    waiting: list[_Said] = []
    for words in clauses_of(message):
        if (one := _said(words, names)) is None:
            return None
        if not _VERDICTS.isdisjoint(words):
            said += [*(other._replace(comes=one.comes) for other in waiting), one]
            waiting = []
        elif "tambien" in words and said:
            said.append(one._replace(comes=said[-1].comes))
        else:
            waiting.append(one)
    return None if waiting else said


def _said(words: Sequence[str], names: Sequence[str]) -> _Said | None:
    named = frozenset(number for number, name in enumerate(names) if name in words)
    relative = any(word in RELATIONS or word == "ella" for word in words)
    own = not relative and not named and any(word in _SELF for word in words)
    known = _ONLY | _SELF | _COMES | _AROUND | {*RELATIONS} | {*names, "no", "tampoco", "ella"}
    if not (named or relative or own) or not all(word in known for word in words):
        return None
    alone = any(word in _ONLY for word in words) or " nada mas " in f" {' '.join(words)} "
    return _Said(named, own, relative, not {"no", "tampoco"} & {*words}, alone)


def _whose(said: Sequence[_Said], context: UnderstandingContext) -> dict[int, bool] | None:
    """Of each appointment that is spoken of, by its number, whether they come; None where that cannot be told."""
    everybody = frozenset(range(len(context.visits)))
    theirs = frozenset(number for number in everybody if context.visits[number] not in context.others_visits)
    named = frozenset[int]().union(*(one.named for one in said))
    comes: dict[int, bool] = {}
    for one in said:
        meant = one.named
        if one.own or one.relative:
            own = theirs if len(theirs) == 1 else everybody - named if named and one.own else frozenset()
            meant = own if one.own else everybody - own if own else frozenset()
        if not meant or ((one.own or one.relative) and len(meant) != 1) or comes.keys() & meant:
            return None
        comes |= dict.fromkeys(meant, one.comes)
    if any(one.alone for one in said):
        if not all(one.comes for one in said if one.alone):
            return None
        comes = dict.fromkeys(everybody, False) | comes
    return comes
