"""That they come to the one that they are reminded of, or cannot, in words of its time or with why."""

from __future__ import annotations

import re

from booking.intents import Attend, Thank
from booking.models import Expected, UnderstandingContext
from nlu.answers.made_of import made_of
from nlu.answers.yes_no import is_perhaps_if
from nlu.answers.yes_phrases import COMES, FULL_YES, IS_THERE, WILL_COME, formed, phrases
from nlu.existing_visits.visit_clauses import fitting, time_of
from nlu.words.closed_phrases import BEFORE, NO, NO_MATTER, POLITE
from nlu.words.message import Message
from nlu.words.turning_words import RATHER

_MOST_TOLD = 16
_THEN = re.compile(
    r" (?:(?:a|en|para|ya) )?(?:es[ae]|la|el|est[ae])(?: (?:mism[oa]|mer[oa]))? (?:hora|dia|fecha|horario)(?: y (?:a )?esa hora)?(?= )"
)
_REASSURES = NO_MATTER | phrases(
    "no se preocupe, no te preocupes, no se preocupen, claro, por supuesto, claro que, por supuesto que, si"
)
_NOT_MISSING = formed(
    r"(?:yo )?(?:siempre si(?: (?:voy|vamos|puedo|podemos))?|si (?:voy|vamos)|ahi (?:estoy|voy|vamos|nos vemos|llego|caigo)|(?:estoy|llego|voy|caigo) (?:ahi|alla)|no (?:faltare|faltaremos|falto|faltamos|(?:voy|vamos) a faltar|les fallo|fallo|fallare))"
)
COMING = IS_THERE | WILL_COME | COMES | _NOT_MISSING
_SUITS_THEN = (
    FULL_YES
    | COMING
    | formed(
        r"(?:si )?(?:esta(?: muy| super)? (?:bien|perfect[oa]|excelente)|(?:me|nos) (?:queda|acomoda|parece|conviene)(?: (?:muy )?(?:bien|perfecto))?|(?:voy|vamos|puedo|podemos|llego|estoy|ando)(?: (?:ahi|alla|ir|llegar|sin falta))?)"
    )
)
_NOT_THEN = NO | formed(
    r"(?:ya )?(?:no (?:me (?:queda|acomoda|conviene)|nos (?:queda|acomoda)|puedo|podemos|podre|alcanzo|llego|voy|voy a poder)"
    r"|se (?:me|nos) (?:va a )?(?:complica|complico|complicar|dificulta|dificulto|dificultar|hace (?:muy )?(?:dificil|imposible)|hace tarde)"
    r"|(?:me |nos )?(?:esta|queda|es|sera) (?:muy |medio |bien )?(?:dificil|complicado|imposible))(?: (?:ir|llegar|asistir|mucho|un poco|poquito))?"
)


def says_so(message: Message) -> bool:
    """ "No se preocupe, ahí voy", "no faltaré"."""
    said = not message.asks and made_of(message.words, COMING, BEFORE | _REASSURES, POLITE)
    return said and not is_perhaps_if(message)


def at_its_time(message: Message, context: UnderstandingContext) -> bool | None:
    """Whether they come, said of the time that it has: "a esa hora sí", "mañana a las 11 estoy ahí", "a esa hora se me
    complica". None where it says anything else, or of another time."""
    expected = context.expected
    yes = expected.yes if expected is not None else None
    if not isinstance(yes, Attend) or not yes.coming or len(yes.those) != 1 or message.asks or message.odd:
        return None
    then = {i for said in _THEN.finditer(message.flat) for i in message.between(said.start() + 1, said.end())}
    time = time_of(message, then, context) if len(context.visits) == 1 else None
    if time is not None:
        if not fitting(context.visits, time, context):
            return None
        then |= {i for begin, end in time.spans for i in message.within(begin, end)}
    words = tuple(
        word
        for index, token in enumerate(message.tokens)
        if index not in then and token.kind in ("word", "number")
        for word in token.text.split()
    )
    if not then or not words:
        return None
    if made_of(words, _NOT_THEN, BEFORE, POLITE):
        return False
    return True if made_of(words, _SUITS_THEN, BEFORE | NO_MATTER, POLITE) else None


_CANNOT = re.compile(
    r" (?:(?:ay|uy|uf|hijole|chin|pues|perdon|disculpe|disculpa|que pena|lo siento|fijese que|fijate que|no|creo que|es que|,) )*"
    r"(?:no (?:voy|vamos) a (?:poder|alcanzar|llegar|ir)|(?:ya )?no (?:podre|podremos|puedo|podemos|alcanzo|ire|iremos|asistire|caigo)"
    r"|no(?= (?:, )?(?:porque|pq|xq|ya que) )|(?:se me hace|me es) imposible|me sera imposible)"
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
