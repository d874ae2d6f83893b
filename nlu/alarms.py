"""What staff must hear of at once: a medical urgency. Never triage: when in doubt, a human; where it may be a figure of
speech, the person is asked."""

from __future__ import annotations

import re
from enum import Enum

from booking.models import State
from nlu.acts import Act
from nlu.message import Message
from nlu.parts import Parts

_LONG_AGO = (
    r"hace (?:(?:muchos|varios|unos|como|\w+) )?(?:anos?|meses|mes|semanas?|tiempo)|hacia|pasad[oa]|anterior(?:es|mente)?"
    r"|antecedentes?|historial|una vez|de nin[oa]|de chic[oa]|(?:19|20)\d\d|el otro ano"
)
_TOLD_OF_LONG_AGO = re.compile(rf" (?:{_LONG_AGO}) ")
_TOLD_OF_THE_PAST = re.compile(
    rf" (?:{_LONG_AGO}|ayer|antier|dias|tuv[eo]|sufri|sufrio|padec\w*|despues de(?! (?:comer|tomar\w*|inyectar\w*|caer\w*|golpear\w*|que) )|tras|prevenir|revision|control|chequeo"
    r"|seguimiento|murio|fallecio|murieron|fallecieron) "
)
_NOW_AND_THEN = re.compile(
    r" (?:a veces|de vez en cuando|de repente si|seguido|cada (?:que|vez que)|cuando (?:corro|camino|subo|hago|trabajo|cargo|me agito))(?= )"
)
_NO_BODY = re.compile(
    r" (?:doctora?|dra?|medic[oa]|nadie|clinica|consultorio|recepcion\w*|secretaria|senorita|telefono|linea|numero|bot|robot|sistema|chat|whats\w*)"
    r"(?: [^ ,?]+){0,3} no (?:se |me |nos )?(?:despierta|reacciona|responde)"
    r"| no (?:se |me )?despierta(?: [^ ,?]+){0,3} (?:temprano|tarde|antes|hasta)(?= )"
)
"""Whoever does not answer a message, or sleeps long."""
_LAUGHS = re.compile(r" (?:(?:j+[aeio]+)+j*|(?:ha)+h?|x+d+|lol) ")
_LAUGHING = frozenset("😂🤣😅😆😹")
_DYING = re.compile(r" (?:me|nos) (?:muero|estoy muriendo|estaba muriendo|ando muriendo|morimos)(?= )")
_OF_WHAT = re.compile(
    r" (?:(?:aqui|ya|casi|literal) )*(?:de|del|por)(?: (?:la|el|los|las|pura|puro|tanta|tanto|un|una))? (\w+)"
)
_PAIN = re.compile(
    r"dolor\w*|tos|fiebre|calentura|asfixia|gripa|gripe|asma|infeccion|migrana|alergia|vomito|diarrea|colico\w*"
)
_AT_WORK = re.compile(
    r" (?:me ahogo|ahogad[oa]|ahogando|me estoy ahogando) (?:en|de|con)(?: (?:el|la|un|puro|tanto|tanta|mi|tantos|tantas))*"
    r" (?:trabajo|chamba|tarea\w*|pendientes|deudas|risa|vaso|papeleo|tramites|juntas)"
)
_DEAD = re.compile(r" (?:murio|fallecio|murieron|fallecieron) (?:de|del|por|con)(?: \w+){1,4}")
_ALMOST = re.compile(r" (?:casi|por poco|poquito y|un poco mas y) ")
_PLACE = re.compile(
    r" (?:tienen|tiene|hay|atienden|servicio de|area de|sala de|fui a|ir a|llevaron a|a|de|frente a|donde queda|dan)"
    r"(?: (?:el|la|un|area|servicio|de)){0,3} urgencias? "
)
_IS_CALLED = re.compile(
    r" (?:me llamo|soy|mi nombre es|a nombre de|se llama|llamad[oa]|nombre|para)(?: (?:la|el|mi))?(?: \w+)?$"
)


class Alarm(Enum):
    """How sure an emergency is."""

    SURE = "sure"
    MAYBE = "maybe"  # the emergency number is said, and it is asked


def alarm(parts: Parts, whole: str) -> Alarm | None:
    """Words of a medical urgency. An illness of long ago is none, nor what keeps somebody from coming, nor a figure of
    speech; where it may be one, nobody can tell. `whole` is the message with its greeting."""
    flat, said = parts.message.flat, Message.of(whole)
    laughs = bool(_LAUGHS.search(said.flat)) or bool(_LAUGHING & set(said.emoji))
    own = any(f" {' '.join(Message.of(words).words)} " in flat for words in parts.context.emergency_words)
    ill = own or (parts.has(Act.EMERGENCY) and not _is_figure(parts))
    told = _TOLD_OF_THE_PAST.search(flat)
    episode = (parts.has(Act.EPISODE) or parts.has(Act.DANGER_SIGN)) and not told
    if (figure := _dying_of(flat)) is not None and not ill:
        return None if not figure or laughs else Alarm.MAYBE
    called = _called(parts) and not parts.has(Act.CANCEL, Act.MOVE, Act.LATE)
    if laughs and (ill or episode) and _ALMOST.search(flat):
        return None
    if ill and (_TOLD_OF_LONG_AGO.search(flat) or (_NOW_AND_THEN.search(flat) and _asks_for_a_visit(parts))):
        return Alarm.MAYBE
    if ill or episode or called:
        return Alarm.MAYBE if laughs or (called and not ill and not episode and _only_word(parts)) else Alarm.SURE
    if parts.has(Act.DANGER_SIGN) and not _TOLD_OF_LONG_AGO.search(flat):
        return Alarm.MAYBE
    if parts.has(Act.POSSIBLE_SIGN) and not (told or _asks_for_a_visit(parts)):
        return Alarm.MAYBE
    return Alarm.MAYBE if flat.strip(" ,") == "urgencias" else None


def _asks_for_a_visit(parts: Parts) -> bool:
    return parts.wish is not None or parts.has(Act.START, Act.AVAILABILITY)


def _dying_of(flat: str) -> bool | None:
    """What somebody says they die of: True if it hurts, False if it does not ("de hambre"); None if they do not say."""
    if (dying := _DYING.search(flat)) is None or (of := _OF_WHAT.match(flat, dying.end())) is None:
        return None
    return bool(_PAIN.fullmatch(of[1]))


def _is_figure(parts: Parts) -> bool:
    """Whether all words of the body are part of one."""
    flat = parts.message.flat
    figures = [m.span() for pattern in (_AT_WORK, _DEAD, _NO_BODY) for m in pattern.finditer(flat)]
    if (dying := _DYING.search(flat)) and (of := _OF_WHAT.match(flat, dying.end())):
        figures.append((dying.start(), of.end()))
    emergencies = [f for f in parts.found if f.act is Act.EMERGENCY]
    return all(any(start <= f.start and f.end <= end for start, end in figures) for f in emergencies)


def _called(parts: Parts) -> bool:
    """Words that call for help, which are no name and no place."""
    flat, message = parts.message.flat, parts.message
    for found in (f for f in parts.found if f.act is Act.URGENCY):
        raw = [message.tokens[i].raw for i in message.between(found.start, found.end)]
        named = "socorro" in flat[found.start : found.end] and (
            _IS_CALLED.search(flat[: found.start - 1])
            or (len(raw) > 1 and all(word[:1].isupper() and word[1:].islower() for word in raw))
            or (parts.context.state is State.CUSTOMER_DATA and is_called_so(message))
        )
        if not named and not (_PLACE.search(flat) and message.asks):
            return True
    return False


def is_called_so(message: Message) -> bool:
    """ "Socorro Ruiz", where a name is asked for."""
    return "socorro" in message.words and len(message.words) <= 4


def _only_word(parts: Parts) -> bool:
    """ "Socorro", which is also a name."""
    return parts.message.flat.strip(" ,") == "socorro"
