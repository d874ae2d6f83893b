"""All of one's appointments but one: "cancela todas menos la del martes", "pásame todas salvo la de Ana". The one that is
set apart is never the one that is cancelled or moved: the other of two is, and where there are more it is asked which."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from booking.intents import CancelAppointment, Greet, Unknown, When
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.own_visits import when_it_is
from nlu.existing_visits.whose_visits import spoken_of
from nlu.parsed import Parse
from nlu.when.words import DAY_NAMES
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message
from nlu.words.verb_forms import CHANGING_TIME, ENDING, MOVING

_CHANGE = re.compile(rf" (?:(?P<ends>{ENDING})|{MOVING}|{CHANGING_TIME})\w*(?= )")
_EVERY = re.compile(
    r" (?:tod[oa]s?|cualquier(?:a|(?= cita))|ambas|(?:mis|las)(?: (?:dos|tres|cuatro|demas|otras))? citas|la(?: cita)? que no|las que tengo"
    r"|(?:las|mis) (?:dos|tres|cuatro|demas|otras))(?= )"
)
_IT = r"(?:a )?(?:la|lo|el|las) (?:mi[ao]|suy[ao]|otra|(?:cita )?(?:del?|con|para|que|a)(?= ))"
_BUT = re.compile(
    rf" (?:excepto|menos|salvo|quitando|que no (?:sea|es|sean|son)|(?:a|con) excepcion de|aparte de|fuera de) (?={_IT})"
)

_WEEKDAY = re.compile(rf" (?:la|el) (?:cita )?del? (?:{DAY_NAMES})(?: no)?(?: (?:por favor|porfa|gracias))? ")
""" "La del lunes": of whatever week theirs is."""


def changed(text: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The cancelling of the other of two; else a question. None where nothing is."""
    message, hello = without_greeting(Message.of(text))
    change = _CHANGE.search(message.flat)
    but = _BUT.search(message.flat)
    if context.role is not Role.PATIENT or change is None or but is None:
        return None
    if not _EVERY.search(message.flat[: but.end()]):
        return None
    kept = message.text[message.tokens[message.between(0, but.end()).stop].start :]
    others = [*context.visits]
    if context.state is State.IDLE and change["ends"] and (named := _named(kept, context, read)):
        others = [start for start in context.visits if start not in named]
        if len(others) == 1:
            theirs = CancelAppointment(when=when_it_is(others[0], context))
            return Parse((*((Greet(),) if hello else ()), theirs))
    return Parse((Unknown(doubt=True),), sure=False)


def _named(words: str, context: UnderstandingContext, read: Callable[[str], Parse]) -> set[dt.datetime]:
    """Those of their appointments that words name, by whose they are or by their day; none where they may be others."""
    message = Message.of(words)
    if theirs := spoken_of(message, message, context):
        return {*theirs.about} if len(theirs.tokens) + 1 >= len(message.tokens) else set()
    said = read(f"cancela {words}")
    asked = said.intents[0] if len(said.intents) == 1 and not said.unread else None
    if not isinstance(asked, CancelAppointment) or asked.whose or asked.when is None:
        return set()
    days = [asked.when.when] if asked.when.when else [*asked.when.candidates]
    starts = {start: start.astimezone(context.now.tzinfo) for start in context.visits}
    weekdays = {day.date_from.weekday() for day in days if day.date_from and day.date_from == day.date_to}
    if len(weekdays) == 1 and _WEEKDAY.fullmatch(message.flat):
        return {start for start, at in starts.items() if at.weekday() in weekdays}
    return {start for start, at in starts.items() if any(_is_on(at, day) for day in days)}


def _is_on(start: dt.datetime, day: When) -> bool:
    if not day.date_from or not day.date_to or not day.date_from <= start.date() <= day.date_to:
        return False
    return day.time_from is None or start.time() == day.time_from
