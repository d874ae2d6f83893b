"""The answer of staff to what a tool still needs: one of those listed, or the words that were asked for.

What reads as something else (a greeting, giving up, a call for a human, another order) is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Deny,
    Fills,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Unknown,
    UseTool,
)
from booking.models import Asked, UnderstandingContext
from nlu.choosing.choices import LETTERS, NUMBERS, ORDINALS
from nlu.naming.names import begins_given
from nlu.naming.somebody import names_another
from nlu.staff.filling import filled, told
from nlu.staff.staff_words import asks_for_nothing
from nlu.when import read_spans
from nlu.words.message import plain

LONGEST = 200
"""Characters of an answer."""

_WORDS = (CheckAvailability, ProvideCustomerData, StartBooking, SelectSlot, AskQuestion, Unknown)
"""What a name, a day or a number may be read as where nothing was asked."""
_OPTION = re.compile(r"(?:(?:con|a|es|el|la|al|lo|opcion|numero|num)\s+)*(?P<place>\d{1,4}|[a-j]|[a-z]+)[\s.)]*")
_NONE = re.compile(r"(?:ya )?(?:ningun[oa]?|ninguna de (?:esas|ellas)|nada|olvidalo)")
_REFUSES = re.compile(
    r"ningun[oa]?|ninguna de (?:esas|ellas)|nada|no[ ,]+(?:solo|solamente|nada mas|nomas) .{1,60}|(?:esa|ese|esta) no"
)
""" "Ninguna", "no, solo la del 7": not the one that is proposed."""
_EVERY = re.compile(
    r"(?:cancela )?(?:a )?(?:tod[oa]s|amb[oa]s|l[oa]s (?P<count>dos|tres|cuatro|cinco))(?: l[oa]s citas| ellas)?"
)
_FIRST = re.compile(r"(?:la )?(?:mas (?:proxima|cercana|pronta)|que sigue|siguiente|proxima)")
_EACH_YES = re.compile(
    r"(?:si|ok|va)[\s,]+(?:a |y )?(?:tod[oa]s|(?:a )?l[oa]s (?:demas|otr[oa]s|que siguen))(?: tambien)?"
)
_LEAD = re.compile(r"(?:(?:es|sería|seria|se llama|su nombre es|para|con|a|al|de|del|la de|el de)\s+)+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:la|el)\s+(?=\S)", re.IGNORECASE)
""" "La Ruiz", of those listed."""
_NAME = re.compile(r"[^\W\d_][\w\s.'’-]*")


def answer(text: str, asked: Asked, context: UnderstandingContext, meant: Sequence[AnyIntent]) -> AnyIntent | None:
    """The answer in a text that otherwise reads as `meant`; None if it is something else, `Unknown` if it is a word
    that is no answer."""
    if asked.options and (listed := _of_the_listed(text, asked)):
        return listed
    if len(text) > LONGEST:
        return None
    if found := filled(text, asked, context):
        return found
    if not asked.field and _REFUSES.fullmatch(plain(text).strip(" .,;:¡!")):
        return Deny()
    if not asked.field and _EACH_YES.fullmatch(plain(text).strip(" .,;:¡!")):
        return Smalltalk()  # each of several has a yes of its own
    if not asked.field or not all(isinstance(intent, _WORDS) for intent in meant):
        return None
    said = " ".join(text.split()).strip(" .,;:¡!")
    about_time = asked.time or (asked.field == "cita" and _time(said, asked, context) is not None)
    value = _time(said, asked, context) if about_time else _words(said, asked)
    if value is None:
        nothing_else = all(isinstance(intent, ProvideCustomerData | SelectSlot | Unknown) for intent in meant)
        return Unknown() if nothing_else else None
    field = ("cuando" if about_time else "paciente") if asked.field == "cita" else asked.field
    anew = asked.options and not about_time and (asked.field == "doctor" or begins_given(value))
    return UseTool(tool=asked.tool, arguments=((field, value),), fills=Fills.CHANGES if anew else Fills.ADDS)


def _of_the_listed(text: str, asked: Asked) -> AnyIntent | None:
    """One of those listed by its place, all or none of them; an hour where there are not so many."""
    said = plain(text).strip(" .,;:¡!¿?")
    if _NONE.fullmatch(said):
        return Deny()
    if asked.field == "cita" and asked.tool == "cancelar_cita_medica" and (every := _EVERY.fullmatch(said)):
        count = every["count"]
        if count is None or NUMBERS.get(count, asked.options) == asked.options:
            return UseTool(tool=asked.tool, arguments=(("todas", "si"),), fills=Fills.ADDS)
    if _FIRST.fullmatch(said):
        return SelectSlot(option=1)
    option = _picked(text, asked.options)
    if option and option > asked.options and asked.field == "cita" and said.isdigit():
        return UseTool(tool=asked.tool, arguments=(("cuando", f"a las {said}"),), fills=Fills.ADDS)
    return SelectSlot(option=option) if option else None


def _picked(text: str, options: int) -> int | None:
    """The place in the list, from 1, whether there is one so far down or not."""
    found = _OPTION.fullmatch(plain(text).strip(" .,;:¡!¿?"))
    if found is None:
        return None
    place = found["place"]
    if place == "ultimo" or place == "ultima":
        return options
    return int(place) or None if place.isdigit() else ORDINALS.get(place) or NUMBERS.get(place) or LETTERS.get(place)


def _time(said: str, asked: Asked, context: UnderstandingContext) -> str | None:
    """The words, if they say something about time, and of nobody else; a bare figure is the hour where that was asked
    for."""
    if names_another(said, context):
        return None
    said = told(said, asked.field, asked)
    hours = context.hours
    found = read_spans(said, context.now, hours=hours)
    return said if found.reading != Reading() and asks_for_nothing(found.leftover) else None


def _words(said: str, asked: Asked) -> str | None:
    """A name as it was said, without the words before it; a number where one was asked for."""
    if any(c.isdigit() for c in said):
        return said if asked.field in ("telefono", "busqueda") else None
    name = _LEAD.sub("", said, count=1) if _LEAD.match(said) else said
    name = _ARTICLE.sub("", name, count=1) if asked.options else name
    return name if _NAME.fullmatch(name) and len(name.split()) <= 6 and "?" not in said else None
