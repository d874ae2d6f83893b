"""Who no longer comes because it is too late by now: "se me hizo tarde, ya no llego", "ya pasó la hora, ya ni para qué ir". It is
read as "ya no voy a poder ir", and not as a delay; who will not be there "a tiempo" is late."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu.answers.made_of import made_of
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse, Reader
from nlu.words.closed_phrases import BEFORE, GREETINGS, POLITE, THANKS
from nlu.words.message import Message

_MOST_WORDS = 24
_LED = r"(?:(?:ay|uy|no|hijole|pues|es que|que pena|disculp[ae]|perdon|oiga|fijese que|fijate que|creo que|y|entonces|asi que|por eso|la verdad|nombre) )*"
_GOES = r"(?:(?:alcanzo|alcanzamos|alcanzaria)(?: (?:a )?(?:llegar|ir))?|llego|llegamos|llegaria|voy|vamos|(?:voy|vamos) a (?:ir|llegar|alcanzar|poder)(?: (?:a )?(?:ir|llegar|alcanzar))?|la (?:hago|armo))"
_TO_IT = r"(?: (?:a (?:la|mi) (?:cita|consulta)|para alla|alla|a la clinica|al consultorio|con (?:la|el) doctora?))*"
_NO_USE = r"(?:para que (?:ir|voy|vamos|llego|le (?:hago|corro))|tiene caso(?: (?:ir|llegar|que vaya))?|caso tiene(?: (?:ir|que vaya))?)"
_GONE = re.compile(rf"{_LED}ya (?:no {_GOES}{_TO_IT}|ni (?:{_GOES}{_TO_IT}|{_NO_USE})|(?:no )?{_NO_USE})")
_WHO = rf"(?:me|nos|le|se me|se nos|se le|a mi (?:{RELATIVES_NOUN}) se le)"
_WHY = re.compile(
    rf"{_LED}(?:(?:ya |apenas |me )*(?:{_WHO} hizo (?:bien |muy |re |ya |super |demasiado )?tarde|(?:es|era|son|seria) (?:muy |bien |demasiado |super )?tarde|paso (?:la|mi) (?:hora|cita|consulta)|(?:se )?{_WHO} (?:paso|fue)(?: (?:la|mi|el) (?:hora|cita|turno|tiempo|camion))?|quede dormid[oa]|nos quedamos dormid[oa]s)"
    r"|(?:hay|habia) (?:mucho |muchisimo |un )?trafico|son las [0-9:]+|no (?:sono|escuche) (?:la alarma|el despertador))"
)
_LATER = re.compile(
    rf"{_LED}(?:(?:mejor|ya|despues|luego|otro dia|al rato|manana) )+(?:saco|sacamos|agendo|agendamos|pido|hago|les? (?:hablo|marco|llamo|escribo|aviso|pido))(?: (?:otra|cita|nueva|una))*"
)
""" "Otro día saco otra": nothing that is asked for now."""
_ASIDE = GREETINGS | POLITE | THANKS


def read(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """As of who cannot come; None where that is not said, or anything is said beside it but why."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or context.expected is not None:
        return None
    if message.asks or message.odd or "ya" not in message.words or len(message.words) > _MOST_WORDS:
        return None
    gone = False
    for clause in _clauses(message):
        words = " ".join(clause)
        if _GONE.fullmatch(words):
            gone = True
        elif not (_WHY.fullmatch(words) or _LATER.fullmatch(words) or made_of(clause, _ASIDE, BEFORE | _ASIDE, _ASIDE)):
            return None
    return reader("no voy a poder ir a mi cita", context) if gone else None


_CUT = re.compile(r" (?=(?:y )?ya (?:no|ni|para|tiene|se me|es|paso) )")


def _clauses(message: Message) -> list[tuple[str, ...]]:
    """What stands between marks, and before another "ya no …"."""
    found = list[tuple[str, ...]]()
    for clause in message.clauses():
        words = " ".join(message.tokens[i].text for i in clause if message.tokens[i].kind in ("word", "number"))
        found += [tuple(piece.split()) for piece in _CUT.split(words) if piece]
    return found
