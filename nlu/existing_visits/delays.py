"""Who says that they will be late, or when they arrive: for the appointment of today, of the day that they name, or of the
one that they were just reminded of."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import AskQuestion, Attend, HumanReason, RequestHuman, Thank
from booking.models import State
from nlu.acts import Act
from nlu.parts import Parts
from nlu.when import read_spans
from nlu.when.numbers import TENS, WORDS
from nlu.words.message import Message

_IF = re.compile(r" (?:si|cuando|por si|y si|que pasa si|pasa si)(?: \w+)? $")
_HABIT = re.compile(
    r" (?:siempre|luego|a veces|seguido|nunca|diario|para no|por no|sin|casi siempre)(?: (?:a|me|yo))* $"
)
""" "Siempre llego tarde"."""
_TO_OTHERS = re.compile(
    r" (?:avis|di[lg]|dec|inform|escrib|marc|habl)\w*(?: \w+){0,2} (?:en|a|al) (?:mi |el |la )?(?:trabajo|chamba|oficina|escuela|jef[ea]|patron(?:a)?|empleo|fabrica|maquila|maestr[oa])(?= )"
)
""" "Avisa en mi trabajo que voy a llegar tarde": nobody here is told."""
_MAY = re.compile(r" (?:puedo|podemos|podria|podriamos|se puede|puede|hay problema|pasa algo|importa|dejan)(?= )")


def late(parts: Parts, text: str) -> RequestHuman | AskQuestion | Thank | None:
    """What comes of it where somebody is late, or says when they arrive. Who asks whether they may be, and has none of
    that day, asks for the rule."""
    if not is_late(parts):
        return AskQuestion(query=text) if _asks_of_it(parts) else on_the_way(parts)
    day, today = _day(parts), parts.context.now.date()
    said_yes = (
        parts.context.state is State.CONFIRM and parts.context.expected is None and _YES.match(parts.message.flat)
    )
    if said_yes and not _visits_on(parts, day or today):
        return None  # "sí, pero llegaría 10 minutos tarde", of what is only proposed
    known = bool(parts.context.visits)  # else one may have begun, of which nobody knows here
    if parts.message.asks and known and _MAY.search(parts.message.flat) and not _visits_on(parts, day or today):
        return AskQuestion(query=text)
    minutes = minutes_late(parts)
    if minutes is None and day is not None and parts.wish and parts.wish.when and parts.wish.when.exact:
        minutes = _after(parts, dt.datetime.combine(day, parts.wish.when.time_from or dt.time()))
    return RequestHuman(reason=HumanReason.LATE, minutes=minutes, day=day if day != today else None)


_YES = re.compile(
    r"^(?: (?:,|ay|pues|bueno))* (?:si|sip|simon|claro|ok|va|sale|confirmo|perfecto|de acuerdo|esta bien)(?= )"
)
_WHAT_IF = re.compile(r"^(?: (?:y|oiga|oye|disculp\w+|,))*(?: (?:que )?pasa(?: algo)? si| si)(?= )")
""" "¿Y si llego tarde?", "qué pasa si llego 10 minutos tarde"."""


def _asks_of_it(parts: Parts) -> bool:
    """Whether it is asked what becomes of who is late."""
    flat = parts.message.flat
    asks = parts.message.asks or " pasa " in flat
    return asks and parts.has(Act.LATE) and not parts.has(Act.CANCEL, Act.MOVE) and bool(_WHAT_IF.match(flat))


def told_to_others(message: Message) -> bool:
    """Whether somebody else is to hear of it: "avisa en mi trabajo que llego tarde"."""
    return _TO_OTHERS.search(message.flat) is not None


def _day(parts: Parts) -> dt.date | None:
    """The day that is named, or of what they were reminded of; None where nothing tells. A weekday is that of an
    appointment of theirs, where one is on it."""
    zone, when = parts.context.now.tzinfo, parts.wish.when if parts.wish else None
    if when is not None and when.date_from is not None and when.date_from == when.date_to:
        named = when.date_from
        theirs = [start.astimezone(zone).date() for start in parts.context.visits]
        alike = [day for day in theirs if parts.by_weekday(named) and day.weekday() == named.weekday()]
        return named if named in theirs or len(alike) != 1 else alike[0]
    expected, today = parts.context.expected, parts.context.now.date()
    reminded = expected is not None and isinstance(expected.yes, Attend) and len(expected.yes.those) == 1
    if reminded and parts.context.visits and not _visits_on(parts, today):
        return parts.context.visits[0].astimezone(zone).date()
    return None


def _visits_on(parts: Parts, day: dt.date) -> list[dt.datetime]:
    local = (start.astimezone(parts.context.now.tzinfo) for start in parts.context.visits)
    return [start for start in local if start.date() == day]


def _after(parts: Parts, at: dt.datetime) -> int | None:
    """By how many minutes they come after the one appointment of that day."""
    theirs = _visits_on(parts, at.date())
    minutes = int((at.replace(tzinfo=theirs[0].tzinfo) - theirs[0]).total_seconds()) // 60 if len(theirs) == 1 else 0
    return minutes if 0 < minutes <= _MOST_MINUTES else None


_WHY_NOT = re.compile(r" (?:porque|pues|ya que|es que|si no|sino|siempre)(?: [^ ,?]+){0,12}? $")
""" "Quiero cita, pero temprano no porque llego tarde": of one that there is not yet."""


def is_late(parts: Parts) -> bool:
    """Somebody on the way, who means to come: "¿y si llego tarde?" only asks."""
    if not parts.has(Act.LATE) or parts.has(Act.CANCEL, Act.MOVE):
        return False
    flat = parts.message.flat
    if told_to_others(parts.message):
        return False
    new = parts.has(Act.START) and parts.context.state is State.IDLE and not parts.context.visits
    if new and all(_WHY_NOT.search(flat[: f.start]) for f in parts.found if f.act is Act.LATE):
        return False
    return any(not _is_told(flat[: f.start]) for f in parts.found if f.act is Act.LATE)


def _is_told(before: str) -> bool:
    return bool(_IF.search(before[-30:]) or _HABIT.search(f"{before.rstrip()} "))


_ARRIVES = re.compile(
    r"(?<! no)(?<! si)(?<! cuando)(?<! siempre) (?:llego|llegamos|llegare|llegaremos|(?:voy|vamos) a llegar|(?:voy|vamos|ando|andamos|estoy|estamos) llegando|estare|estaremos"
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
    hours = context.hours
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
    return minutes_in(parts.message)


def minutes_in(message: Message) -> int | None:
    """The same of a message."""
    said = [minutes for found in _STRETCH.finditer(message.flat) if (minutes := _minutes(found))]
    return said[0] if len(said) == 1 and said[0] <= _MOST_MINUTES else None


def _minutes(found: re.Match[str]) -> int | None:
    if found["ninety"] or found["half"] or found["quarter"]:
        return 90 if found["ninety"] else 30 if found["half"] else 15
    count = found["hours"] or found["minutes"]
    number = int(count) if count.isascii() and count.isdigit() else _COUNTS.get(count)
    return number * 60 if number and found["hours"] else number
