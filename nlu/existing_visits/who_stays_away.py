"""Who of several comes and who does not: "mañana nomás voy yo, mi mamá ya no", "ya no van a ir mis papás, cancele las dos". What
falls is the appointment of whom it is said of; where nobody can tell whose that is, it is asked which."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Attend, CancelAppointment, Reading, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.own_visits import when_it_is
from nlu.existing_visits.whose_visits import spoken_of
from nlu.naming.name_shape import folded
from nlu.naming.name_words import GIVEN, ONLY_WITH_OTHERS, RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.message import Message, plain
from nlu.words.verb_forms import ENDING

_ONE = rf"(?:yo|ella|el|(?:mi|la|el) (?:{RELATIVES_NOUN}|nin[oa]|bebe|senora?)(?: (?!ya |si |no |va |ni )\w+)?|(?!mi |la |el |ya |no |si |solo |nomas )[a-z]+)"
_ONLY = r"(?:no mas|nada mas|solo|solamente|unicamente)"
_GOES = r"(?:voy|va|ire|ira|vamos|asisto|asiste)(?: a ir)?"
_ONE_COMES = re.compile(
    rf"^(?: (?:,|y|oiga|oye|es que|siempre|fijese que|pues))*(?: {_ONLY} (?:{_GOES} (?P<comes>{_ONE})|(?P<comes2>{_ONE}) {_GOES})| {_GOES} {_ONLY} (?P<comes3>{_ONE}))"
    rf"(?: (?:,|y|pero|porque))* (?P<who>{_ONE}) (?:ya )?no(?: (?:va|voy|puede|puedo|podra|podre|ira|ire)(?: a)?(?: poder)?(?: (?:ir|asistir))?)?(?: (?:,|gracias|por favor|porfa))* $"
)
_PRONOUN = re.compile(r"yo|ella|el")
_THEY = r"(?:mis (?:papas|padres|hijos|hijas|ninos|ninas|suegros|abuelos|abuelitos|tios|hermanos|hermanas)|(?:los|las) (?:ninos|ninas|dos)|ellos|ellas|ambos|ninguno(?: de (?:los|ellos)(?: dos)?)?)"
_STAY_AWAY = r"(?:ya )?(?:siempre )?no (?P<{}>van|vienen|iran|pueden|podran|asistiran|vamos|podemos|podremos|iremos)(?: a)?(?: poder)?(?: (?:ir|asistir|venir|acudir|llegar))?"
_ALL_FALL = (
    rf"(?:(?:puede|pueden|podria|favor de|por favor|me|nos|les) )*(?:{ENDING})\w*(?: (?:por favor|porfa|me|nos))*"
    r" (?:las (?P<count>dos|tres)(?: citas)?|ambas(?: citas)?|sus (?:dos )?citas|las citas|todas)"
)
_SEVERAL_FALL = re.compile(
    rf"^(?: (?:,|y|oiga|oye|es que|fijese que|pues))*(?: (?:a )?{_THEY})? {_STAY_AWAY.format('verb')}(?: {_THEY})?(?: (?:,|y|entonces|asi que|por eso|mejor))* {_ALL_FALL}(?: (?:,|gracias|por favor|porfa|de favor))* $"
)


_DAY = re.compile(rf" (?:(?:para|el|este) ){{0,3}}(?:hoy|pasado manana|manana|(?:{DAY_NAMES})(?: [0-9]{{1,2}})?)(?= )")


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """What falls; None where it is not said so, or of fewer than two appointments."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or len(context.visits) < 2:
        return None
    message = Message.of(text)
    day, bare = _DAY.search(message.flat), [*message.text]
    if day:
        place = message.between(day.start() + 1, day.end())
        begin, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
        bare[begin:end] = " " * (end - begin)
    said = without_closing(without_greeting(Message.of("".join(bare)))[0])
    if said.asks or said.odd:
        return None
    those = _on_that_day(read_spans(day.group(), context.now).reading if day else None, context)
    if not those:
        return None
    if not _is_reminded(context) and (one := _ONE_COMES.match(said.flat)) and _are_people(said, one, context):
        return _one_falls(said, one, those, context)
    found = _SEVERAL_FALL.match(said.flat)
    return Parse((_all_fall(found, those, context),)) if found else None


def _are_people(said: Message, found: re.Match[str], context: UnderstandingContext) -> bool:
    """Whether who comes and who does not are people: any word that is no name, "temprano", "sola", may stand there too."""
    known = {word for patient in context.visits_of for word in plain(patient).split()}
    for part in ("comes", "comes2", "comes3", "who"):
        place = said.between(*found.span(part)) if found[part] else range(0)
        if len(place) == 1 and not _PRONOUN.fullmatch(found[part]):  # "mi hija mayor" is somebody by her first words
            word = folded(said.tokens[place.start])
            if word not in known and word not in GIVEN - ONLY_WITH_OTHERS:
                return False
    return True


def _is_reminded(context: UnderstandingContext) -> bool:
    """Whether it is asked who comes: what answers that is read with it."""
    return context.expected is not None and isinstance(context.expected.yes, Attend)


def _on_that_day(day: Reading | None, context: UnderstandingContext) -> tuple[dt.datetime, ...]:
    """Their appointments on the day that is said; all of them, where none is."""
    when = day.when if day else None
    if when is None or when.date_from is None or when.date_to is None:
        return context.visits
    zone = context.now.tzinfo
    return tuple(at for at in context.visits if when.date_from <= at.astimezone(zone).date() <= when.date_to)


def _one_falls(
    said: Message, found: re.Match[str], those: tuple[dt.datetime, ...], context: UnderstandingContext
) -> Parse | None:
    if len(those) < 2:
        return None  # of just one of them nobody needs to be told apart
    place = said.between(found.start("who"), found.end("who"))
    words = Message.of(said.text[said.tokens[place.start].start : said.tokens[place.stop - 1].end])
    named = spoken_of(words, said, context)
    about = tuple(at for at in named.about if at in those) if named else ()
    return Parse(
        (CancelAppointment(when=when_it_is(about[0], context) if len(about) == 1 else _any_of(those, context)),)
    )


def _all_fall(
    found: re.Match[str], those: tuple[dt.datetime, ...], context: UnderstandingContext
) -> CancelAppointment | Unknown:
    """Those that are all to fall: where others do not come, theirs. A doubt where none of that day may be theirs."""
    if found["verb"].endswith("mos"):
        return _falling(those, context)
    others = tuple(at for at in those if at in context.others_visits)
    if not others:
        return Unknown(doubt=True)
    count = {"dos": 2, "tres": 3}.get(found["count"] or "", len(others))
    return _falling(those if len(those) == count != len(others) else others, context)


def _falling(these: tuple[dt.datetime, ...], context: UnderstandingContext) -> CancelAppointment:
    return CancelAppointment(several=len(these) > 1, when=_any_of(these, context))


def _any_of(those: tuple[dt.datetime, ...], context: UnderstandingContext) -> Reading | None:
    """The times of these; None where they are all there are, or have none that words would say."""
    whens = tuple(when for at in those if (when := when_it_is(at, context).when) is not None)
    if len(those) == len(context.visits) or not whens:
        return None
    return Reading(candidates=whens, alternatives=True) if len(whens) > 1 else Reading(when=whens[0])
