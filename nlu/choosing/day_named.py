"""A day, a part of it or an hour, said alone: "jueves", "mejor el viernes porfa", "el jueves en la tarde me late". A weekday is
that of the offer, whatever week that is in; a part of the day has to be that one's too."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import When
from nlu.choosing import choices
from nlu.choosing.choice_words import stripped
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when import Bare, Spans
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING, SUITING

TIME = "time"
"""Stands for what is said of when: no word of a folded Spanish message in these classes."""
_POINTS = r"(?:la|el|lo|es[ae]|al?)(?: (?:opcion|horario|hora|hueco|espacio|lugar))?"
_WHICH = r"(?:(?:del?|que)(?: (?:se )?(?:es|cae|toca|esta|sale|aparece|dice|viene|hay|sea|tienen?))?(?: (?:de|del|en|para|por))? )"
ALONE = re.compile(rf"(?:{_POINTS} )?{_WHICH}?(?:(?:el|la|es[ae]|dia|en|por) ){{0,2}}{TIME}(?: (?:ya )?{TIME})*")
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


def around(message: Message, said: Spans) -> str:
    """The words of a message, each stretch of time of them as one word."""
    words: list[str] = []
    for token in message.tokens:
        if token.kind not in ("word", "number"):
            continue
        timed = any(start <= token.start < end for start, end in said.spans)
        words.append(TIME if timed else token.text)
    return re.sub(rf"{TIME}(?: {TIME})+", TIME, " ".join(words))


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
