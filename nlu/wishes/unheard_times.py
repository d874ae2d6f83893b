"""Whether every time that a message says came into its reading: one that did not would be unsaid.

Rules read a wish from the words that they know. Here each stretch of time in the message is read by itself, and its day
and hour are looked for in what was read, whichever rule read it. Passed over are times that the message refuses, those
of what somebody does then, those of appointments that are known, and times told by another one, which is known later.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from booking.intents import AnyIntent, CheckAvailability, Reading, RescheduleAppointment, StartBooking, When
from booking.models import Role, UnderstandingContext
from nlu.existing_visits.theirs_words import GIVEN
from nlu.parsed import Parse, has_any
from nlu.told import reported
from nlu.when import read, read_spans, stretches
from nlu.when.words import DAY_NAMES
from nlu.words.meant_instead import as_meant
from nlu.words.message import Message, plain
from nlu.words.statements import clauses_of, tells
from nlu.words.word_sets import word_set

_DAY = dt.timedelta(days=1)
_NOON = 12
_FIELDS = ("when", "other_when", "of")
_REFUSES = word_set("no ni menos tampoco nada excepto salvo sin tarda tarde temprano")
"""Beside a time: not that one, or that one is too late."""
_IN_PLACE_OF = re.compile(r" en (?:vez|lugar)(?= )")
_TOO = word_set("muy tan demasiado no")
_NOT_THE_OTHER = re.compile(rf" (?:{DAY_NAMES}) (?P<so>no (?:el|la) (?:otro|otra|que sigue|siguiente))(?= )")
""" "Este viernes no el otro": without a sign nobody can tell which of the two is not meant."""
_SOONER_THAN_ITS_DAY = re.compile(
    rf" {GIVEN} (?:una |la |su |mi )?(?:cita|consulta) .*? (?P<so>(?:algo|lugar|espacio|una|cita|campo|otra)(?: mas)? antes)(?= )(?! del? )"
)
""" "Le dieron cita para el 2, ¿hay algo antes?": the day is that of the one they have."""
_MOST = 12
"""Times of one message that are looked for."""
_NEAR = 4
"""Tokens before or behind a time in which it is refused."""
_DOES = word_set("""entro entra entran salgo sale salen trabajo trabaja trabajamos toca tengo tiene tienen cuido cuida
    llevo lleva dejo recojo recoge paso pasa regreso regresa doy voy va esta estan estoy toma dije dijo dijeron puse puso equivoque confundi sali vino fui fue atendio""")
"""What somebody does at a time, where the same clause says nothing of being free."""
_SIDES = word_set("antes despues partir adelante")
_FREE = word_set("libre libres permiso chance puedo puede pueden podria podemos desocupo disponible oportunidad")


def unheard(text: str, said: Parse, context: UnderstandingContext) -> tuple[str, ...]:
    """The times of a patient's message, as they were written, that are in no field of the wish that was read of it."""
    if context.role is not Role.PATIENT or said.unread:
        return ()
    if any(getattr(intent, "several", False) for intent in said.intents):
        return ()  # "cambia las dos al jueves": no hour
    if not has_any(said.intents, StartBooking, CheckAvailability, RescheduleAppointment):
        return ()
    text = as_meant(text)
    message = Message.of(text)
    if unclear := _NOT_THE_OTHER.search(message.flat) or _SOONER_THAN_ITS_DAY.search(message.flat):
        place = message.between(unclear.start("so"), unclear.end("so"))
        if place and not has_any(said.intents, RescheduleAppointment):
            return (text[message.tokens[place.start].start : message.tokens[place.stop - 1].end],)
    clauses = clauses_of(message)
    missed = (
        place
        for place in _missed(text, said.intents, context)
        if not _is_beside(message, clauses, message.within(*place))
    )
    return tuple(text[start:end] for start, end in missed)


def count(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> int:
    """How many times of a message are in no field of what was read, those beside it counted: what is likely hangs on it."""
    return len(_missed(as_meant(text), intents, context))


def _missed(text: str, intents: Sequence[AnyIntent], context: UnderstandingContext) -> list[tuple[int, int]]:
    """Where a time stands that no field has."""
    hours = context.hours
    places = stretches(text, context.now, hours=hours)[:_MOST]
    readings = [*_readings(intents)]
    if (len(places) < 2 and readings) or any(one.anchor or one.problem for one in readings):
        return []
    heard = [when for one in readings for when in ((one.when,) if one.when else one.candidates)]
    names = {word for one in intents for word in plain(getattr(one, "name", None) or "").split()}
    refused = read_spans(text, context.now, hours=hours).refused
    known = [
        one for one in (*context.visits, *context.offered, context.proposed, context.standing, context.made) if one
    ]
    known = [one.astimezone(context.now.tzinfo) for one in known]
    found = []
    for start, end in places:
        reading = read(text[start:end], context.now, hours=hours)
        times = [reading.when] if reading.when else [*reading.candidates]
        if not times or any(_covers(heard, time) for time in times):
            continue
        if any(time in refused or _is_known(time, known) for time in times):
            continue
        if not names.issuperset(plain(text[start:end]).split()):
            found.append((start, end))
    return found


def _readings(intents: Sequence[AnyIntent]) -> Iterator[Reading]:
    for intent in intents:
        yield from (one for name in _FIELDS if isinstance(one := vars(intent).get(name), Reading))
        if isinstance(intent, StartBooking):
            yield from (one.when for one in intent.following if one.when)


def _covers(heard: Sequence[When], time: When) -> bool:
    return _day_is_in(heard, time) and _hour_is_in(heard, time)


def _day_is_in(heard: Sequence[When], time: When) -> bool:
    """Whether one of the wishes has the day, its weekday in another week, or ends beside it."""
    if time.date_from is None and time.date_to is None:
        return True
    days = {day for one in heard for day in (one.date_from, one.date_to) if day}
    days |= {one.date_from - _DAY for one in heard if one.date_from}
    days |= {one.date_to + _DAY for one in heard if one.date_to}
    weekdays = {day.weekday() for day in days}
    own = [day for day in (time.date_from, time.date_to) if day]
    if any(day.weekday() in weekdays for day in own):
        return True
    first, last = time.date_from or dt.date.min, time.date_to or dt.date.max
    return any(one.date_from and one.date_to and one.date_from <= last and one.date_to >= first for one in heard)


def _hour_is_in(heard: Sequence[When], time: When) -> bool:
    """Whether one of the wishes has the hour, of the morning or the evening, or lies in the stretch."""
    if time.time_from is None and time.time_to is None:
        return True
    own = [hour for hour in (time.time_from, time.time_to) if hour is not None]
    theirs = [hour for one in heard for hour in (one.time_from, one.time_to) if hour is not None]
    if any(_same_hour(a, b) for a in own for b in theirs):
        return True
    first, last = time.time_from or dt.time.min, time.time_to or dt.time.max
    return any(one.time_from is not None and first <= one.time_from <= last for one in heard)


def _same_hour(one: dt.time, other: dt.time) -> bool:
    return one.hour % _NOON == other.hour % _NOON


def _is_known(time: When, known: Sequence[dt.datetime]) -> bool:
    of_day = any(time.date_from == one.date() for one in known) if time.date_from else True
    of_hour = any(_same_hour(time.time_from, one.time()) for one in known) if time.time_from else True
    return of_day and of_hour


def _is_beside(message: Message, clauses: Sequence[range], place: range) -> bool:
    """Whether a time stands beside the wish: it is refused there, or its clause tells of something."""
    if not place:
        return False
    tokens = message.tokens
    if {*place} <= reported(message):
        return True  # "mi hermana me dijo que abren en la tarde"
    if _IN_PLACE_OF.search(
        " " + "".join(f"{token.text} " for token in tokens[max(0, place.start - _NEAR) : place.start + 2])
    ):
        return True  # "a las 4 en vez de las 5"
    how_so = [token.text for token in tokens[max(0, place.start - 2) : place.start]] == ["como", "que"]
    near = range(max(0, place.start - _NEAR), min(len(tokens), place.stop + _NEAR))
    if (
        any(tokens[i].text in _REFUSES for i in near if i not in place)
        or any(tokens[i].text in _TOO for i in place)
        or how_so
    ):
        return True
    at = next((n for n, one in enumerate(clauses) if place.start in one), None)
    if at is None:
        return False
    clause, after = clauses[at], clauses[at + 1 : at + 2]
    goes_on = [*after[0]] if after and after[0].start - place.stop <= 1 else []  # "a las 9 apenas | entro a trabajar"
    words = {tokens[i].text for i in (*clause, *goes_on)}
    sided = {tokens[i].text for i in place} & _SIDES  # "después de las 4, que salgo": a bound of the wish
    return not words & _FREE and not sided and (bool(words & _DOES) or tells(message, clause))
