"""One of their appointments to be on the day, or at the hour, of another one of theirs: "la mía el mismo día que la de Rosa".
The one that is spoken of first is moved, never that by which its time is told; where nobody can tell which they are, it is
asked about."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Reading, RescheduleAppointment, Unknown, When
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.existing_visits.named_patients import known_patients
from nlu.existing_visits.own_visits import when_it_is
from nlu.existing_visits.whose_visits import left_by, spoken_of
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.message import Message, plain
from nlu.words.spelling import is_spanish
from nlu.words.verb_forms import CHANGING_TIME, MOVING

_THEIRS = (
    rf"(?:mi cita|(?:la|el)(?: cita)? (?:mi[ao]|de mi|(?:de|del) (?:(?:mi|la|el) )?(?:{RELATIVES_NOUN}|nin[oa]|bebe|senora?)(?: (?!el |a |al |para |en |por |que |sea |se |pas|mism)\w+){{0,3}}"
    r"|de (?!mi |la |el )\w+(?: (?!el |a |al |para |en |por |que |sea |se |pas|mism)\w+){0,3}))"
)
_PUT = rf"(?:(?:{MOVING}|{CHANGING_TIME})\w*|acomod\w*)"
_WANTED = r"(?:quiero|quisiera|queremos|necesito|ocupo|prefiero|me gustaria|puede|pueden|podria|podrian|podemos|favor de|se puede)"
_MOVED = re.compile(
    rf"^(?: (?:,|\?|oiga|oye|disculpe|perdon|y|pues|mejor|si|es que|{_WANTED}|que|a|(?P<verb>{_PUT}))){{0,12}}"
    rf"(?: (?P<which>{_THEIRS}))?(?: (?:,|\?|sea|quede|este|fuera|se pase|(?P<verb2>{_PUT}))){{0,4}}(?: (?:para|en|a|al|por)){{0,3}}"
    r"(?: (?P<day>(?:el |al )?mismo dia|(?:el )?dia)(?: (?:y|a|la|misma|con)){0,5}(?P<both> hora)?|(?: la)? (?P<hour>(?:misma hora|mismo horario)))"
    rf" (?:que|de|como|en que (?:va|tiene)|que (?:va|es|tiene)) (?P<than>{_THEIRS}|(?:mi|la|el) (?:{RELATIVES_NOUN})|(?P<name>\w+(?: \w+){{0,3}}?))(?: (?:por favor|porfa|porfis|gracias|\?|,))* $"
)

_OF_WHOM = re.compile(
    rf" (?:la|el)(?: cita)? de (?!(?:{RELATIVES_NOUN}|nin[oa]|bebe|senora?) |mi |la |el )(?P<who>\w+) "
)
""" "La de Memo", who is none of their own by a word for one."""


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """The move, or a question; None where no time is told so."""
    picking = context.state is State.SLOT_SELECTION and context.purpose is Purpose.MOVE and context.picking > 1
    if context.role is not Role.PATIENT or len(context.visits) < 2 or not (context.state is State.IDLE or picking):
        return None
    said = without_closing(without_greeting(message)[0])
    found = _MOVED.match(said.flat)
    if found is None or not (found["which"] or found["verb"]):
        return None
    if not _is_somebodys(said, found, context):
        return None
    then = _only_one(said, found, "than", context)
    which = _only_one(said, found, "which", context) if found["which"] else None
    if then is None or then == which or (found["which"] and which is None):
        return Parse((Unknown(doubt=True),))
    of = when_it_is(which, context) if which else None
    return Parse((RescheduleAppointment(of=of, when=_time(found, then, context)),))


def _is_somebodys(said: Message, found: re.Match[str], context: UnderstandingContext) -> bool:
    """Whether that by which the time is told is an appointment of somebody: "que siempre", "de hoy", "que la de ayer" is none."""
    words = _part(said, found, "than")
    if known := known_patients(words, context):
        return found["name"] is None or len(plain(known[0]).split()) == len(words.tokens)
    bare = _OF_WHOM.match(words.flat)
    return found["name"] is None and (bare is None or bare["who"] in GIVEN or not is_spanish(bare["who"]))


def _only_one(said: Message, found: re.Match[str], part: str, context: UnderstandingContext) -> dt.datetime | None:
    """The one appointment that these words name."""
    words = _part(said, found, part)
    if words.flat.strip() == "mi cita":
        own = tuple(start for start in context.visits if start not in context.others_visits)
        about = own or left_by(said, context)
    else:
        named = spoken_of(words, said, context)
        about = named.about if named else ()
    return about[0] if len(about) == 1 else None


def _part(said: Message, found: re.Match[str], part: str) -> Message:
    place = said.between(*found.span(part))
    return Message.of(said.text[said.tokens[place.start].start : said.tokens[place.stop - 1].end])


def _time(found: re.Match[str], then: dt.datetime, context: UnderstandingContext) -> Reading:
    start = then.astimezone(context.now.tzinfo)
    day, hour = start.date(), start.time().replace(tzinfo=None)
    if found["hour"]:
        return Reading(when=When(time_from=hour, exact=True))
    if found["both"]:
        return Reading(when=When(date_from=day, date_to=day, time_from=hour, exact=True))
    return Reading(when=When(date_from=day, date_to=day))
