"""A day told by the one on screen: "no, el jueves que viene", said to a Thursday that is shown, is the one after it; "el de la
otra semana" is that weekday of the next week."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Anchor, AnyIntent, CheckAvailability, Reading, RescheduleAppointment, Shift, StartBooking
from booking.models import Role, State, UnderstandingContext
from nlu.parsed import Parse
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.words.message import Message
from nlu.words.turning_words import RATHER
from nlu.words.word_sets import word_set

_COMING = re.compile(rf" (?:{DAY_NAMES}) que (?P<said>sigue|viene|entra)(?= )")
_REFUSES = re.compile(rf" (?:no|nel|{RATHER}|espera\w*|que sea|pasal[ao]|cambial[ao]|muevel[ao])(?= )")
""" "El jueves que sigue a las 11", without such a word, may be the very Thursday that is shown."""
_OF_A_WEEK = re.compile(
    r"(?:^|(?<= ))(?:el|la|lo|al|para el) (?P<of>(?:mism[oa] )?(?:de|en) la (?:otra|proxima|siguiente) semana|de la semana (?:que (?:viene|entra|sigue)|siguiente|proxima))(?= )"
)
_TODAY_LATER = re.compile(
    r" hoy(?: mismo)?(?: pero)? (?:(?:un poco|un poquito|algo) )?(?:mas (?:tarde|tardecito|al rato)|al rat(?:o|ito))(?= )"
)
_NOT_SO = re.compile(r" no (?:muy|tan|demasiado) (?P<how>tempran\w+|tarde)(?= )")
_THAT_DAY = re.compile(
    r" (?:(?:en|para|de|por) )?(?:ese|este|el mismo|ese mismo|este mismo|del mismo) (?:mero )?dia(?! (?:trabajo|salgo|entro|tengo|voy|de) )(?= )"
)
""" "Ese día pero en la tarde", of one that is on screen."""
_REFUSED = word_set("no ni tampoco nunca imposible complica complico sin menos excepto sino ocupado ocupada")
_SAME_DAY = re.compile(r"\b(?:el|ese|este) mismo (d[ií]a)\b(?! de\b)", re.IGNORECASE)
_ANOTHER_DAY = re.compile(r" otr[oa]s? (?:dia|fecha|semana)s?(?= )")
_NAMES = {number: name for name, number in reversed(WEEKDAYS.items())}


def as_named(text: str, context: UnderstandingContext) -> str:
    """The text with the weekday that is shown in "el de la otra semana", and "ese día" for the same one; as it is where
    no one day is shown."""
    if context.state is State.SLOT_SELECTION and shown_day(context) is not None:
        text = _SAME_DAY.sub(r"ese \1", text)
    message = Message.of(text)
    if context.role is not Role.PATIENT or (found := _OF_A_WEEK.search(message.flat)) is None:
        return text
    if (day := shown_day(context)) is None:
        return text
    place = message.between(found.start("of"), found.end("of"))
    start = message.tokens[place.start].start
    return f"{text[:start]}{_NAMES[day.weekday()]} {text[start:]}"


def shown_day(context: UnderstandingContext) -> dt.date | None:
    """The day of what is proposed, else that of all that is offered, where that is one."""
    if context.state is State.IDLE:
        return None
    starts = (context.proposed,) if context.proposed else context.offered
    days = {start.astimezone(context.now.tzinfo).date() for start in starts}
    return days.pop() if len(days) == 1 else None


def after_it(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """What was read, "el jueves que viene" being the one after a Thursday that is shown, where that is refused."""
    flat = Message.of(text).flat
    if found := _NOT_SO.search(flat):
        early = found["how"].startswith("temp")
        return said._replace(intents=tuple(_beyond(one, context, early=early) for one in said.intents))
    if _TODAY_LATER.search(flat):
        return said._replace(intents=tuple(_later(one, shown_day(context), context) for one in said.intents))
    if _COMING.search(flat) is None:
        return said
    day = shown_day(context)
    if context.state is State.IDLE and len(context.visits) == 1:
        day = context.visits[0].astimezone(context.now.tzinfo).date()
    if day is None:
        return said
    refused = bool(_REFUSES.search(flat))
    wishes = StartBooking | CheckAvailability | RescheduleAppointment
    intents = tuple(
        one.model_copy(update={"when": _told(one.when, day, refused=refused)})
        if isinstance(one, wishes) and one.when
        else one
        for one in said.intents
    )
    return said._replace(intents=intents)


def on_that_day(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """What was read, with the day that is shown where a wish tells its day by it and by nothing else."""
    message = Message.of(text)
    day, found = shown_day(context), _THAT_DAY.search(message.flat)
    if day is None or found is None or _ANOTHER_DAY.search(message.flat):
        return said
    place = message.between(found.start() + 1, found.end()).start
    clauses = [*message.clauses()]
    at = next((n for n, one in enumerate(clauses) if place in one), 0)
    near = [message.tokens[i].text for one in clauses[at : at + 1] for i in one]
    after = [message.tokens[one[0]].text for one in clauses[at + 1 : at + 2] if one]  # "ese día, no"
    if not _REFUSED.isdisjoint([*near, *after]):
        return said
    return said._replace(intents=tuple(_on(one, day) for one in said.intents))


def _on(one: AnyIntent, day: dt.date) -> AnyIntent:
    when = one.when.when if isinstance(one, CheckAvailability) and one.when else None
    other = isinstance(one, CheckAvailability) and one.shift is not None
    if when is None or other or when.date_from or when.date_to or not (when.time_from or when.time_to):
        return one
    dated = when.model_copy(update={"date_from": day, "date_to": day})
    return one.model_copy(update={"when": Reading(when=dated)})


def _beyond(one: AnyIntent, context: UnderstandingContext, *, early: bool) -> AnyIntent:
    """ "No tan temprano", where nothing early is on screen: later than that."""
    when = one.when.when if isinstance(one, CheckAvailability) and one.when else None
    hours = [start.astimezone(context.now.tzinfo).time() for start in context.offered]
    bound = (when.time_from if early else when.time_to) if when else None
    listed = bool(hours) and context.state is State.SLOT_SELECTION and not (when and (when.date_from or when.date_to))
    if not isinstance(one, CheckAvailability) or bound is None or not listed:
        return one
    if any(hour < bound if early else hour >= bound for hour in hours):
        return one
    return one.model_copy(update={"when": None, "shift": Shift.LATER if early else Shift.EARLIER})


def _later(one: AnyIntent, day: dt.date | None, context: UnderstandingContext) -> AnyIntent:
    """ "Hoy más tarde": after what is shown, where that is of today; else at any hour that is left of it."""
    today = context.now.date()
    when = one.when.when if isinstance(one, StartBooking | CheckAvailability) and one.when else None
    if when is None or not when.date_from == when.date_to == today or when.time_from or when.time_to:
        return one
    if day == today and isinstance(one, CheckAvailability):
        return one.model_copy(update={"when": None, "shift": Shift.LATER})
    return one.model_copy(update={"when": Reading(when=when, any_hour=True)})


def _told(wish: Reading, day: dt.date, *, refused: bool) -> Reading:
    when = wish.when
    if when is None or not when.date_from == when.date_to == day:
        return wish
    timed = bool(when.time_from or when.time_to)
    told = wish.anchor or Anchor()
    following = refused or (told.following and not timed)
    return wish.model_copy(update={"anchor": told.model_copy(update={"weekday": False, "following": following})})
