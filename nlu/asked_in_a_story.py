"""A question with a story around it: "mi esposo trabaja y no puede ir por sus análisis, ¿puedo pasar yo?".

Such a message has ages, days, hours and relatives in it that are of no appointment. Where it is not understood, or in part
only, and what asks in it wants nothing but to know something, all of it is that question.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.documents.asking_clauses import clauses
from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Smalltalk,
    Unknown,
)
from booking.models import Role, UnderstandingContext
from nlu.message import Message
from nlu.parsed import Parse

_MAY_BE_TOLD = (AskQuestion, CheckAvailability, Greet, ListAppointments, ProvideCustomerData, Smalltalk, Unknown)
"""What a story may read as: of its days and relatives."""
_ONLY_ASKS = (AskQuestion, Greet, Smalltalk, Unknown)
_WANTS = re.compile(
    r" (?:(?:quiero|quisiera|queremos|necesito|necesitamos|ocupo|urge|gustaria|busco|deseo) (?:(?:una?|la|mi|otra|hacer|sacar|que me den|tener) )*(?:cita|consulta|agend|reserv|hora|lugar|espacio|turno)"
    r"|(?:me|nos|le|la|lo) (?:agend|reserv|apart|anot|cambi|muev|mov|cancel|reagend|atras|adelant)\w*|(?:agend|reserv|cancel|reagend|reprogram)\w*|(?:apart|cambi)(?:a|e|ar|en|an|o|ame|eme|arla|arlo|ala|ela|emos)|mejor|si no|entonces|depende|segun"
    r"|(?:hay|tienen?|habra|tendran?) (?:algun |alguna |algo de )?(?:cita|citas|lugar|lugares|espacio|espacios|disponib\w+|horarios?|turno)"
    r"|(?:me|nos|le|la|lo) (?:puede[ns]?|podrian?|pueden?) (?:atender|ver|recibir|dar|apartar|agendar)(?= (?:[^ ]+ )*(?:hoy|manana|ahorita|lunes|martes|miercoles|jueves|viernes|sabado|a las|cita)))(?= )"
)
""" "Quiero una cita", "¿tienen lugar?", "¿me pueden ver hoy?": about an appointment."""
_OF_COMING = re.compile(
    r" (?:(?:voy|vamos|ire) o no(?: voy| vamos)?|(?:algo|mas|tan|puede ser) (?:[^ ]+ ){0,2}(?:tarde|temprano|pronto|antes|despues)"
    r"|(?:puedo|podemos|podria|podriamos) (?:ir|pasar|llegar|venir) (?:hoy|ahorita|manana|mas|al rato|antes|despues|a las?|en la|por la|el (?:lunes|martes|miercoles|jueves|viernes|sabado)))(?= )"
)
""" "¿Puedo ir más tarde?": when somebody comes."""
_NO_QUESTION = re.compile(
    r" (?:(?:el|la|los|las) (?:que|siguiente|otr[oa]s?)|(?:repit|recuerd|recuerde|confirm)\w* (?:el|la|mi|mis) (?:dia|hora|fecha|citas?))(?= )"
)
""" "El que sigue", "la siguiente" choose; "me repite el día" asks for one's own appointment."""
_SHORTEST = 8
"""Words; what is shorter has no story."""


def asked(text: str, whole: Parse, context: UnderstandingContext, read: Callable[[str], Parse]) -> Parse | None:
    """The question in a message that otherwise reads as `whole`; None where that is understood, or it asks for more."""
    message = Message.of(text)
    not_read = whole.unread or all(isinstance(one, Greet) or one == Unknown() for one in whole.intents)
    if (
        context.role is not Role.PATIENT
        or not not_read
        or len(message.words) < _SHORTEST
        or _WANTS.search(message.flat)
    ):
        return None
    if _OF_COMING.search(message.flat) or (not message.asks and _NO_QUESTION.search(message.flat)):
        return None
    if not all(isinstance(one, _MAY_BE_TOLD) for one in whole.intents):
        return None
    asking = [one.text.strip() for one in clauses(text) if one.asks and one.sure]
    if not asking or not all(isinstance(one, _ONLY_ASKS) for clause in asking for one in read(f"¿{clause}?").intents):
        return None
    greeting: tuple[AnyIntent, ...] = tuple(one for one in whole.intents[:1] if isinstance(one, Greet))
    return Parse((*greeting, AskQuestion(query=" ".join(text.split()))))
