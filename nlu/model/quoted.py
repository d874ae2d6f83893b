"""What words that a model quotes say: found in the message as they stand there, and read by the code that reads
messages. A model never says a value itself; what cannot be read from its words is none. A value fills what rules left
empty, joins what was said apart, and contradicts what is otherwise."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any, NamedTuple

from booking.intents import AnyIntent, AskQuestion, CancelAppointment, Greet, Problem, Reading, Recall, When
from booking.models import UnderstandingContext
from nlu.acts import find
from nlu.carried import ALL_OF_THEM
from nlu.existing_visits import whose as whose_words
from nlu.naming import names
from nlu.parts import UNREAD
from nlu.requests import composed
from nlu.taken_apart import taken_apart
from nlu.when import read_spans
from nlu.wishes import several
from nlu.wishes.anchors import near
from nlu.wishes.doings import as_times_they_cannot
from nlu.wishes.refusals import without
from nlu.with_whom import doctors, specialties, visits
from nlu.words.message import Message, plain

Said = dict[str, Any]
"""Fields of intents with what they are, as code read them."""


class Quote(NamedTuple):
    """Words of a message as they were written, and their tokens."""

    text: str
    tokens: frozenset[int]


def quoted(span: str, message: Message) -> Quote | None:
    """Where whole words of the message are these, however a model wrote them; None where they do not stand in it."""
    said = [token.text for token in Message.of(span).tokens if token.kind in ("word", "number")]
    places = [i for i, token in enumerate(message.tokens) if token.kind in ("word", "number")]
    written = [message.tokens[i].text for i in places]
    for first in range(len(written) - len(said) + 1):
        if said and written[first : first + len(said)] == said:
            found = places[first : first + len(said)]
            start, end = message.tokens[found[0]].start, message.tokens[found[-1]].end
            return Quote(message.text[start:end], frozenset(found))
    return None


def read(field: str, words: str, whole: Message, context: UnderstandingContext) -> Said:
    """What these words of the `whole` message say of a field; nothing where they say nothing of it."""
    return _READERS[field](words, whole, context)


def _when(words: str, whole: Message, context: UnderstandingContext) -> Said:
    """A time as it is read alone; what cannot be read, and an hour at which the whole message says that somebody does
    something else, is no time left unsaid, and no wish. A time that the whole message refuses is none."""
    hours = context.hours
    heard = as_times_they_cannot(whole.text, context)
    said, all_said = (read_spans(text, context.now, hours=hours) for text in (words, heard))
    if said.unread or (all_said.told and _hours_of(said.reading) - _hours_of(all_said.reading)):
        return {"when": Reading(problem=Problem.UNREAD)}
    wish = taken_apart(Message.of(words), context).sought
    if wish is None or wish.when in all_said.refused:
        return {}
    return {"when": wish}


def _hours_of(reading: Reading) -> set[dt.time]:
    """The clock times that a reading names."""
    whens = (reading.when,) if reading.when else reading.candidates
    return {when.time_from for when in whens if when.exact and when.time_from}


def _not_when(words: str, whole: Message, context: UnderstandingContext) -> Said:
    parts = taken_apart(Message.of(f"{words} no puedo"), context)
    return {"refused": parts.refused} if parts.refused else {}


def _of(words: str, whole: Message, context: UnderstandingContext) -> Said:
    hours = context.hours
    reading = near(read_spans(words, context.now, hours=hours))
    return {"of": reading} if reading and reading.when else {}


def _doctor(words: str, whole: Message, context: UnderstandingContext) -> Said:
    """A doctor of the clinic's, by name or by what they treat; anybody; another one."""
    for text in (words, f"con {words}", f"con el doctor {words}"):
        message = Message.of(text)
        found = doctors.wanted(message, context.doctors)
        if found and found.name in context.doctors:
            return {"doctor": found.name}
        special = specialties.wanted(message, context.specialties)
        if special and len(special.doctors) == 1:
            return {"doctor": special.doctors[0]}
        if visits.wanted(message).anyone:
            return {"anyone": True}
    another = taken_apart(Message.of(f"con {words}"), context).unnamed
    return {"another": True} if another and another.another else {}


def _not_with(words: str, whole: Message, context: UnderstandingContext) -> Said:
    for text in (words, f"no quiero con {words}", f"no quiero con el doctor {words}"):
        found = doctors.wanted(Message.of(text), context.doctors)
        if found and found.not_with:
            return {"not_with": found.not_with}
    return {}


def _whose(words: str, whole: Message, context: UnderstandingContext) -> Said:
    for text in (words, f"la cita de {words}"):
        if (found := whose_words.whose(Message.of(text), None)) is not None:
            return {"whose": found}
    return {}


def _several(words: str, whole: Message, context: UnderstandingContext) -> Said:
    message = Message.of(words)
    many = several.first_of(message, context.state) is not None or {*message.words} & ALL_OF_THEM
    return {"several": True} if many else {}


def _visit(words: str, whole: Message, context: UnderstandingContext) -> Said:
    for text in (words, f"es {words}", f"cita de {words}"):
        if visit := visits.wanted(Message.of(text)).visit:
            return {"visit": visit}
    return {}


def _shift(words: str, whole: Message, context: UnderstandingContext) -> Said:
    shift = next((found.shift for found in find(Message.of(words)) if found.shift), None)
    return {"shift": shift} if shift else {}


def _name(words: str, whole: Message, context: UnderstandingContext) -> Said:
    """A name as the code that reads names writes it."""
    found = names.introduced(Message.of(f"me llamo {words}"), context.state)
    return {"name": found.name} if found and found.name else {}


def _patient(words: str, whole: Message, context: UnderstandingContext) -> Said:
    """Whether somebody else, or the person who writes, is the patient."""
    for text in (words, f"es para {words}"):
        found = names.introduced(Message.of(text), context.state)
        if found and (found.for_other or found.for_self):
            return {"for_other": True} if found.for_other else {"for_self": True}
    return {}


def _query(words: str, whole: Message, context: UnderstandingContext) -> Said:
    """A question is what is read as one, and as nothing else."""
    asked = [i for i in composed(Message.of(words), context).intents if not isinstance(i, Greet)]
    if not asked or not all(isinstance(i, AskQuestion | Recall) for i in asked):
        return {}
    topic = next((i.topic for i in asked if isinstance(i, AskQuestion) and i.topic), None)
    return {"query": words, "topic": topic}


_READERS: dict[str, Callable[[str, Message, UnderstandingContext], Said]] = {
    "when": _when,
    "not_when": _not_when,
    "of": _of,
    "doctor": _doctor,
    "not_with": _not_with,
    "whose": _whose,
    "several": _several,
    "visit": _visit,
    "shift": _shift,
    "name": _name,
    "patient": _patient,
    "query": _query,
}


_CALLED = {"of": "when", "doctor": "of_doctor"}
"""What a field is called of an intent that has but the other: a cancellation's time is that of the appointment."""


def as_of(intent: AnyIntent, said: Said) -> Said:
    """What was read, under the names that its fields have in an intent; of several appointments, which one."""
    known = type(intent).model_fields
    named = {_CALLED[key] if key not in known and _CALLED.get(key) in known else key: v for key, v in said.items()}
    one = isinstance(intent, CancelAppointment) and "of" in said and intent.several
    return {**named, "several": False} if one else named


def merged(intent: AnyIntent, key: str, value: Any, context: UnderstandingContext) -> Any:
    """What a field becomes: the value where it was empty or says the same, both where they fit together; None where it
    stays what rules read."""
    if key == "refused":
        key = "when"
        if key not in type(intent).model_fields:
            return None
        hours = context.opens, context.closes
        return without(getattr(intent, key), value, context.now.date(), hours)
    if key not in type(intent).model_fields:
        return None
    before = getattr(intent, key)
    if before in (None, (), False, "", UNREAD) or before == value or (before, value) == (True, False):
        return value
    if key == "name" and [*plain(value).split()[: len(before.split())]] == plain(before).split():
        return value
    if isinstance(before, Reading) and isinstance(value, Reading):
        if isinstance(intent, CancelAppointment) and value.when in before.candidates:
            return value  # of several that are spoken of, that one
        return _both(before, value)
    return None


def contradicts(before: Any, value: Any) -> bool:
    """Whether a model's words say another doctor, day or hour than rules read: one of both is wrong."""
    if isinstance(before, Reading) and isinstance(value, Reading):
        ones, others = (([r.when] if r.when else [*r.candidates]) for r in (before, value))
        return bool(ones and others) and not any(_overlap(one, other) for one in ones for other in others)
    if not (isinstance(before, str) and isinstance(value, str)):
        return False
    one, other = plain(before).split(), plain(value).split()
    return not ({*other} <= {*one} or other[: len(one)] == one)  # "Ochoa" and "Ana Ochoa" may be two people


def _overlap(one: When, other: When) -> bool:
    """Whether a time may lie in both."""
    days = one.date_to is None or other.date_from is None or other.date_from <= one.date_to
    days = days and (other.date_to is None or one.date_from is None or one.date_from <= other.date_to)
    hours = one.time_to is None or other.time_from is None or other.time_from <= one.time_to
    hours = hours and (other.time_to is None or one.time_from is None or one.time_from <= other.time_to)
    same = not (one.exact and other.exact) or one.time_from == other.time_from
    return days and hours and same


def _both(one: Reading, other: Reading) -> Reading | None:
    """A day and an hour that were said apart, or all that the one says and more; None where both say a day, or both an
    hour."""
    if one.when is None or other.when is None:
        return None
    if all(value in (None, False, getattr(other.when, name)) for name, value in one.when):
        return other
    day, hour = (one.when, other.when) if one.when.date_from or one.when.date_to else (other.when, one.when)
    if day.time_from or day.time_to or hour.date_from or hour.date_to:
        return None
    when = When(**{**hour.model_dump(), "date_from": day.date_from, "date_to": day.date_to})
    return one.model_copy(update={"when": when})
