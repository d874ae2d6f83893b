"""That they cannot come to what they are reminded of, with why."""

from __future__ import annotations

import re

from booking.intents import Attend, Thank
from booking.models import Expected
from nlu.message import Message
from nlu.turning_words import RATHER

_MOST_TOLD = 16
_CANNOT = re.compile(
    r" (?:(?:ay|uy|uf|hijole|chin|pues|perdon|disculpe|disculpa|que pena|lo siento|fijese que|fijate que|no|creo que|es que|,) )*"
    r"(?:no (?:voy|vamos) a (?:poder|alcanzar|llegar|ir)|(?:ya )?no (?:podre|podremos|puedo|podemos|alcanzo|ire|iremos|asistire|caigo)"
    r"|(?:se me hace|me es) imposible|me sera imposible)"
    r"(?: (?:ir|asistir|llegar|venir|estar|a|la|mi|cita|ese|esa|hora|dia|hoy|manana|ahi|esta|vez))*"
    r"(?= $| ,| (?:y|porque|por|pq|xq|ya que|es que|pues|gracias|disculp|perdon|lo siento))"
)
""" "No voy a poder", and then its why; not "no puedo dormir"."""
_ASKS_BESIDE = re.compile(
    rf" (?:cambi|muev|mov[ae]|cancel|agend|reagend|reprogram|pas(?:a|e)(?:la|me|nos)|pon(?:la|me|game)|dej|quier|quisier|otr[oa]s?|{RATHER}|puede|pueden"
    rf"|podri|llego|tarde|antes|despues|pero|gustaria|necesit|si )"
)


def cannot(expected: Expected | None, message: Message) -> Attend | None:
    """That they cannot come, with why: "no voy a poder, me salió un viaje". None where they may ask for anything
    beside, which other rules read."""
    no = expected.no if expected is not None else None
    if expected is None or not isinstance(expected.yes, Attend | Thank) or not isinstance(no, Attend):
        return None
    said = _CANNOT.match(message.flat)
    if said is None or message.odd or message.asks or len(message.words) > _MOST_TOLD:
        return None
    return None if _ASKS_BESIDE.search(message.flat[said.end() :]) else no
