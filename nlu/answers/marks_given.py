"""The mark of a visit that was asked about: "un 5", "5 gracias", stars; a number beside anything else is none."""

from __future__ import annotations

import re

from booking.intents import (
    Rate,
)
from booking.models import Expected
from nlu.choosing.choices import is_figure
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_MARKS = {"uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, **{str(mark): mark for mark in range(1, 6)}}
_LEADS = word_set(""", hola buenos buenas buen dias dia tardes noches si pues ok claro yo le les te la lo mi me nos un
    una con de del el numero calificacion califico calificaria doy daria dare damos pongo pondria es seria fue estuvo
    consulta atencion servicio experiencia gracias muchas excelente excelentes perfecto perfecta super muy bien bueno
    buena buenisimo buenisima mal mala malo regular pesimo pesima terrible horrible todo""")
""" "Le doy un …", "muy bien, …"."""
_OF_IT = re.compile(r"^(?:(?:de|sobre) (?:5|cinco)|estrellas?|puntos?)\b ?")
_GOES_ON = word_set(", pero porque aunque todo muy excelente gracias muchas super la el me nos fue estuvo por sin")
""" "5 gracias", "4 pero tardaron": after any other word it is a number of something."""
_ASKS_FOR_MORE = re.compile(
    r" (?:citas?|agend|reagend|cambi|muev|mover|cancel|apart|reserv|quier|quisier|necesit|pued|podri|gustaria|factur|recet"
    rf"|resultado|inform|urge|dolor|duele|horario|{DAY_NAMES}|manana|mensaje|baja"
    r"|comuni|llam|hablar|dia |hora |am |pm )"
)
_OF_FIVE = re.compile(r"\s*([1-5])\s*/\s*5[\s.!]*")
_STARS = frozenset("⭐🌟★")
_MOST_WORDS = 30


def mark(expected: Expected | None, message: Message) -> Rate | None:
    """The mark of the visit that was asked about; None where nobody asked, or it says anything else."""
    marks = [one.intent for one in expected.options if isinstance(one.intent, Rate)] if expected is not None else []
    given = _given(message) if marks and not message.asks and len(message.words) <= _MOST_WORDS else None
    return next((one for one in marks if one.mark == given), None)


def _given(message: Message) -> int | None:
    if whole := _OF_FIVE.fullmatch(message.text):
        return int(whole[1])
    signs = message.text.split()
    if not message.words and signs and set("".join(signs)) <= _STARS:
        return len("".join(signs))
    said = message.flat.split()
    place = next((place for place, word in enumerate(said) if word in _MARKS), None)
    if is_figure(message) or message.odd or place is None or not set(said[:place]) <= _LEADS:
        return None
    rest = _OF_IT.sub("", " ".join(said[place + 1 :]))
    goes_on = not rest or rest.split()[0] in _GOES_ON
    more = any(word in _MARKS or word.isdigit() for word in rest.split()) or _ASKS_FOR_MORE.search(f" {rest} ")
    return _MARKS[said[place]] if goes_on and not more else None
