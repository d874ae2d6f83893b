"""What staff must hear of at once: a medical urgency, and somebody who is late. Never triage: when in doubt, a human;
where it may be a figure of speech, the person is asked."""

from __future__ import annotations

import datetime as dt
import re
from enum import Enum

from booking.intents import HumanReason, RequestHuman, Thank
from booking.models import State
from nlu.acts import Act
from nlu.message import Message
from nlu.parts import Parts
from nlu.when import read_spans
from nlu.when.numbers import TENS, WORDS

_LONG_AGO = (
    r"hace (?:(?:muchos|varios|unos|como|\w+) )?(?:anos?|meses|mes|semanas?|tiempo)|hacia|pasad[oa]|anterior(?:es|mente)?"
    r"|antecedentes?|historial|una vez|de nin[oa]|de chic[oa]|(?:19|20)\d\d|el otro ano"
)
_TOLD_OF_LONG_AGO = re.compile(rf" (?:{_LONG_AGO}) ")
_TOLD_OF_THE_PAST = re.compile(
    rf" (?:{_LONG_AGO}|ayer|antier|dias|tuv[eo]|sufri|sufrio|padec\w*|despues de|tras|prevenir|revision|control|chequeo"
    r"|seguimiento|murio|fallecio|murieron|fallecieron) "
)
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
_IF = re.compile(r" (?:si|cuando|por si|y si|que pasa si|pasa si)(?: \w+)? $")


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
    episode = parts.has(Act.EPISODE) and not _TOLD_OF_THE_PAST.search(flat)
    if (figure := _dying_of(flat)) is not None and not ill:
        return None if not figure or laughs else Alarm.MAYBE
    called = _called(parts) and not parts.has(Act.CANCEL, Act.MOVE, Act.LATE)
    if laughs and (ill or episode) and _ALMOST.search(flat):
        return None
    if ill and _TOLD_OF_LONG_AGO.search(flat):
        return Alarm.MAYBE
    if ill or episode or called:
        return Alarm.MAYBE if laughs or (called and not ill and not episode and _only_word(parts)) else Alarm.SURE
    return Alarm.MAYBE if flat.strip(" ,") == "urgencias" else None


def _dying_of(flat: str) -> bool | None:
    """What somebody says they die of: True if it hurts, False if it does not ("de hambre"); None if they do not say."""
    if (dying := _DYING.search(flat)) is None or (of := _OF_WHAT.match(flat, dying.end())) is None:
        return None
    return bool(_PAIN.fullmatch(of[1]))


def _is_figure(parts: Parts) -> bool:
    """Whether all words of the body are part of one."""
    flat = parts.message.flat
    figures = [m.span() for pattern in (_AT_WORK, _DEAD) for m in pattern.finditer(flat)]
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


def is_late(parts: Parts) -> bool:
    """Somebody on the way, who means to come: "¿y si llego tarde?" only asks."""
    if not parts.has(Act.LATE) or parts.has(Act.CANCEL, Act.MOVE):
        return False
    flat = parts.message.flat
    return any(not _IF.search(flat[max(0, f.start - 30) : f.start]) for f in parts.found if f.act is Act.LATE)


_ARRIVES = re.compile(
    r"(?<! no)(?<! si)(?<! cuando)(?<! siempre) (?:llego|llegamos|llegare|llegaremos|(?:voy|vamos|ando|andamos|estoy|estamos) llegando|estare|estaremos"
    r"|(?:ahi|alla) (?:estoy|estamos|estare|estaremos))(?: (?:ahi|alla|con ustedes|como|tipo|a eso de|aprox|aproximadamente|mas o menos|hasta))*(?= )"
)
_ELSEWHERE = re.compile(r" (?:casa|trabajo|trabajar|escuela|viaje|vuelo|aeropuerto|chamba|oficina)(?= )")
_MINUTES_BARE = re.compile(
    r" (?:llego|llegamos|(?:ahi|alla) (?:estoy|estamos)) (?:como )?en (?:unos )?([1-5]?[0-9])(?= (?:, )*$)"
)


def arrives(parts: Parts) -> dt.datetime | None:
    """When somebody says they will be there today, who says nothing else of time: "voy en camino, llego 12:20"."""
    context, message = parts.context, parts.message
    if context.state is not State.IDLE or message.asks or _ELSEWHERE.search(message.flat):
        return None
    if bare := _MINUTES_BARE.search(message.flat):
        return context.now + dt.timedelta(minutes=int(bare[1]))
    if (match := _ARRIVES.search(message.flat)) is None or parts.has(Act.START, Act.AVAILABILITY, Act.MOVE, Act.CANCEL):
        return None
    last = message.between(match.start() + 1, match.end()).stop
    if last >= len(message.tokens):
        return None
    hours = (context.opens, context.closes) if context.opens and context.closes else None
    said = read_spans(
        "a las " + message.text[message.tokens[last].start :].removeprefix("a las "), context.now, hours=hours
    )
    when = said.reading.when
    if when is None or not when.exact or when.time_from is None or not said.spans or said.spans[0][0] > 0:
        return None
    if when.date_from not in (None, context.now.date()):
        return None
    return dt.datetime.combine(context.now.date(), when.time_from, context.now.tzinfo)


def on_the_way(parts: Parts) -> RequestHuman | Thank | None:
    """What comes of it where somebody says when they arrive: in time for the appointment of today, or late. Of none that
    is still to come nobody knows here by how much."""
    if (at := arrives(parts)) is None:
        return None
    local = (start.astimezone(parts.context.now.tzinfo) for start in parts.context.visits)
    after = [int((at - start).total_seconds()) // 60 for start in local]
    near = [minutes for minutes in after if abs(minutes) <= _MOST_MINUTES]
    if near:
        minutes = min(near, key=abs)
        return RequestHuman(reason=HumanReason.LATE, minutes=minutes) if minutes > 0 else Thank()
    soon = dt.timedelta() <= at - parts.context.now <= _SOON
    return RequestHuman(reason=HumanReason.LATE) if soon and not parts.named else None


_STRETCH = re.compile(
    r"(?<!hace )\b(?:(?P<ninety>(?:una )?hora y media)|(?P<half>media hora)|(?P<quarter>(?:un )?cuarto de hora)|(?P<hours>\w+) horas?\b"
    r"|(?P<minutes>\w+(?: y cinco)?) ?min(?:s|uto\w*|utit\w*)?\b)"
)
_COUNTS = WORDS | TENS | {"cuarenta y cinco": 45}
_MOST_MINUTES = 240
_SOON = dt.timedelta(hours=1)


def minutes_late(parts: Parts) -> int | None:
    """By how much, where just one stretch of time is said: "llego en 20 minutos", "media hora tarde"."""
    said = [minutes for found in _STRETCH.finditer(parts.message.flat) if (minutes := _minutes(found))]
    return said[0] if len(said) == 1 and said[0] <= _MOST_MINUTES else None


def _minutes(found: re.Match[str]) -> int | None:
    if found["ninety"] or found["half"] or found["quarter"]:
        return 90 if found["ninety"] else 30 if found["half"] else 15
    count = found["hours"] or found["minutes"]
    number = int(count) if count.isascii() and count.isdigit() else _COUNTS.get(count)
    return number * 60 if number and found["hours"] else number
