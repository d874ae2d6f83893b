"""The day that only one of the times on screen has, named alone, is that time: "jueves", "mejor el viernes porfa", "el jueves en
la tarde me late". A weekday is that of the offer, whatever week that is in; a part of the day has to be that one's too. A part
alone chooses only where one time is pointed at by it: "la de la tarde".

Everything else that is said falls into closed classes; a question, a "no", another wish or a second time of that day choose
nothing."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Reading, SelectSlot, When
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.choosing import choices
from nlu.choosing.choice_words import stripped
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when import Bare, Spans, read_spans
from nlu.words.closed_phrases import PLEASED_EMOJI
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING, SUITING

_MOST_WORDS = 24
TIME = "time"
"""Stands for what is said of when: no word of a folded Spanish message in these classes."""
_DENIES = frozenset("no ni nunca tampoco excepto menos salvo otro otra otros otras pero o u algun alguna algo".split())
_BOUNDS = frozenset("antes despues desde hasta entre cada todos todas los".split())
_RESIGNED = re.compile(r"\bni modo\b")
_POINTS = r"(?:la|el|lo|es[ae]|al?)(?: (?:opcion|horario|hora|hueco|espacio|lugar))?"
_WHICH = r"(?:(?:del?|que)(?: (?:se )?(?:es|cae|toca|esta|sale|aparece|dice|viene|hay|sea|tienen?))?(?: (?:de|del|en|para|por))? )"
ALONE = re.compile(rf"(?:{_POINTS} )?{_WHICH}?(?:(?:el|la|es[ae]|dia|en|por) ){{0,2}}{TIME}(?: {TIME})*")
POINTED_AT = re.compile(rf"(?:la|el|es[ae])(?: (?:opcion|horario|hora))? (?:{_WHICH}|{TIME})(?:(?:la|el|en|por) )*.*")
_WHO = rf"(?:(?:a |con )?(?:mi|mis|el|la) (?:{RELATIVES_NOUN}|senora?|jef[ea]|patron|trabajo|agenda|horarios?|turno)|en (?:mi|el|la) (?:trabajo|casa|chamba|jale))"
_LOOKED = rf"ya (?:l[aoe]s? )?(?:cheq?u[eé]|revise|vi|consulte|pregunte|hable|platique|me organice|pedi permiso)(?: {_WHO}){{0,2}}"
_MOST_SUITS = rf"(?:la|el) que (?:mas|mejor) (?:me|nos) (?:{SUITING})\w* (?:es|seria)"
_LEADS = re.compile(
    rf"^(?:(?:{_LOOKED}(?: y)?|{_MOST_SUITS}|y|con|es|ni modo|me l[ao] (?:das?|de|den|apartas?|pone|ponga)|de (?:es[ao]s|tod[ao]s|las opciones)|gracias|voy|ahi) )+"
)
_TRAILS = re.compile(
    rf"(?: (?:(?:es[ae]|es[ae] dia|es[ae] mer[oa]|l[oa]) (?:quiero|mero|mera|tomo|agarro|me (?:{SUITING})\w*)|(?:{BOOKING})(?:a|e|en)(?:me|nos)(?:l[ao]| es[ae])?|me l[ao] (?:das?|den?|apartas?|pone)"
    rf"|(?:me|nos) (?:cae|queda|viene|va) (?:al|de|a) (?:puro |mero )?(?:centavo|cien|pelo|tiro|perlas|lujo|maravilla)|(?:me|nos) (?:cae|viene) (?:bien|perfecto)|senorita|doctora?|mija|mijo|no mas|nada mas|mejor))+$"
)


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """The choice; None where anything else is said, or not just one of the times fits."""
    if context.role is not Role.PATIENT or context.state is not State.SLOT_SELECTION or not context.offered:
        return None
    if context.picking or context.another or context.purpose is Purpose.CANCEL or context.expected is not None:
        return None
    message = Message.of(text)
    if message.odd or message.asks or len(message.words) > _MOST_WORDS or set(message.emoji) - PLEASED_EMOJI:
        return None
    said = read_spans(text, context.now, hours=context.hours)
    when = said.reading.when
    if when is None or said.refused or said.unread or said.told or when.exact or said.reading != Reading(when=when):
        return None
    words = around(message, said)
    if _DENIES & {*_RESIGNED.sub("", words).split()} or _BOUNDS & {*message.words}:
        return None
    if not _is_alone(words, when, text[slice(*said.spans[0])]):
        return None
    local = [start.astimezone(context.now.tzinfo) for start in context.offered]
    fitting = [option for option, start in enumerate(local, start=1) if fits(when, said.bare, start)]
    return Parse((SelectSlot(option=fitting[0]),)) if len(fitting) == 1 else None


def around(message: Message, said: Spans) -> str:
    """The words of a message, each stretch of time of them as one word."""
    words: list[str] = []
    for token in message.tokens:
        if token.kind not in ("word", "number"):
            continue
        timed = any(start <= token.start < end for start, end in said.spans)
        words.append(TIME if timed else token.text)
    return re.sub(rf"{TIME}(?: {TIME})+", TIME, " ".join(words))


def _is_alone(words: str, when: When, first: str) -> bool:
    """Whether nothing is said but the time, and a part of the day is pointed at."""
    words = bare(words)
    return bool(ALONE.fullmatch(words)) and (when.date_from is not None or bool(POINTED_AT.fullmatch(words)))


def bare(words: str) -> str:
    """Words without what leads to a time and follows it."""
    before = None
    while words != before:
        before, words = words, stripped(_TRAILS.sub("", _LEADS.sub("", words)))
    return words


def fits(when: When, told_by: Bare | None, start: dt.datetime, *, of_month: bool = False) -> bool:
    """Whether a local start lies on the day that is named, and in the part of it. A weekday alone is any of that name; a
    day of the month alone is one only where it can be no option's number and no hour, or `of_month`, where that is said."""
    day = when.date_from
    if day is not None and day != when.date_to:
        return False
    if told_by in (Bare.FOLLOWING, Bare.OTHER) or (day and told_by is Bare.MONTHDAY and day.day <= 12 and not of_month):
        return False
    if day and told_by is Bare.WEEKDAY and day.weekday() == start.weekday():
        when = when.model_copy(update={"date_from": None, "date_to": None})
    if day and told_by is Bare.MONTHDAY and day.day == start.day:
        when = when.model_copy(update={"date_from": None, "date_to": None})
    return choices.meets(when, start)
