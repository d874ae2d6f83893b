"""A time at which somebody has something else: "el jueves tengo posada", "a las 10 estoy en junta", "trabajo martes y
jueves". It is none to look for, so it is read as what it says: that they cannot then."""

from __future__ import annotations

import re

from booking.models import Role, UnderstandingContext
from nlu.message import Message
from nlu.when.words import DAY_NAMES

_THING = (
    r"posada|junta|boda|bautizo|fiesta|examen|examenes|escuela|clases?|trabajo|compromisos?|reunion|evento|viaje|turno|guardia"
    r"|festival|graduacion|curso|congreso|audiencia|entrevista|mudanza|partido|ensayo|practica|torneo|vuelo"
)
_BUSY = (
    rf"(?:tengo (?:(?:un|una|mi|la|el|otro|otra|una?s|mucho|mucha) )*(?:{_THING}|que (?:trabajar|viajar|estar en (?:el |la )?\w+|cuidar a [^ ,?]+(?: [^ ,?]+)?))"
    r"|(?:me|nos) toca (?:trabajar|guardia|turno|chamba)|trabaj(?:o|amos)"
    r"|(?:ando|andamos|estoy|estamos|(?:(?:voy|vamos) a )?estar|estare) (?:fuera|de viaje|de guardia|de vacaciones|trabajando|en (?:(?:la|el|una?|mi) )?(?:"
    rf"{_THING}|oficina|chamba|universidad|prepa|terapia|gimnasio|gym|misa))(?: de (?:la ciudad|tijuana))?|me operan"
    r"|(?:recojo|llevo|dejo) a (?:mi|la|el|los|las) [^ ,?]+|(?:salgo|me voy) de viaje)"
    r"(?: (?:todo (?:el|ese) dia|tiempo completo))?"
)
_HOUR = r"(?:[0-9][0-9:]*|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y media)?"
_PART = r"(?:en|por) las? (?:mananas?|tardes?|noches?)"
_DAY = rf"(?:el|los|este|todos los) (?:{DAY_NAMES})(?: [0-9]{{1,2}})?"
_SIDE = rf"(?:[0-9]{{1,2}}|{DAY_NAMES})(?: de [a-z]+)?"
_TIME = rf"{_PART}|del? (?:el )?{_SIDE} al? {_SIDE}|a las? {_HOUR}"
_ENDS = r"(?= (?:$|,|y (?!de |a |en |por )|pero|asi que|mejor|entonces|por eso))"
_ON_A_DAY = re.compile(rf" (?P<day>(?P<whole>{_DAY})|{_TIME}) (?:si |ya |yo |siempre )?(?P<busy>{_BUSY}){_ENDS}")
_PARTLY_FREE = re.compile(
    rf" (?P<day>{_DAY}) (?:si |ya )?(?P<busy>{_BUSY})(?: {_PART})?(?: ,)?(?: (?:y|pero|aunque))?(?: (?:ya|si|nomas|solo))*"
    rf"(?P<free> {_PART})(?: (?:ya|si|la|estoy|ando|tengo|quedo|libre|puedo|podria))+(?= (?:$|,)| $)"
)
""" "El lunes tengo clases y en la tarde estoy libre": the afternoon of that day."""
_WORKS = re.compile(
    rf" (?P<busy>trabajo|trabajamos|tengo (?:clases?|escuela|turno|guardia)) (?P<day>{_PART}|(?P<whole>(?:(?:el|los) )?(?:{DAY_NAMES})(?:(?: ,)?(?: y)?(?: (?:el|los))? (?:{DAY_NAMES}))*)){_ENDS}"
)
_FREE_THEN = re.compile(
    r" (?:puedo|podemos|podria|podre|salgo|salimos|entro|libres?|me desocupo|alcanzo|hasta|despues|antes|a partir|en la (?:manana|tarde|noche)|temprano)(?= )"
)
""" "El lunes trabajo, pero salgo a las 3": of that day a part is left, and nothing is read into it here."""
_RESTS = re.compile(
    rf" (?:descanso|descansamos)(?= (?:(?:el|los|en) )?(?:{DAY_NAMES})(?: (?:,|y|o))* (?:(?:el|los) )?(?:{DAY_NAMES})(?: |$))"
)
""" "Nomás descanso sábado y domingo": then they can."""
_NAMES_A_DAY = re.compile(rf" (?:{DAY_NAMES})(?= )")


def as_days_they_cannot(text: str, context: UnderstandingContext) -> str:
    """A patient's text, with each such day as one on which they cannot; as it is where it asks or says nothing of the
    kind."""
    message = Message.of(text)
    if context.role is not Role.PATIENT:
        return text
    if rests := _RESTS.search(message.flat):
        text = _replaced(message, message.between(rests.start() + 1, rests.end()), "puedo")
        message = Message.of(text)
    if message.asks:
        return text
    if free := _PARTLY_FREE.search(message.flat):
        whole, day, part = (message.between(free.start(n) + (n != "day"), free.end(n)) for n in (0, "day", "free"))
        said = " ".join(_written(message, place) for place in (day, part))
        text = _replaced(message, whole, f"{said} puedo")
        message = Message.of(text)
    for pattern in (_ON_A_DAY, _WORKS):
        for found in reversed([*pattern.finditer(message.flat)]):
            another = _NAMES_A_DAY.search(message.flat, found.end())
            rest = message.flat[: another.start() + 1 if another else None]
            if found["whole"] and _FREE_THEN.search(rest, found.end()):
                continue
            whole = message.between(found.start() + 1, found.end())
            day = message.between(found.start("day"), found.end("day"))
            said = _written(message, day)
            if pattern is _WORKS and found["whole"]:  # today, too, where it is one of them
                said = _EACH.sub(r"los \1", found["day"])
            text = _replaced(message, whole, f"{said} no puedo")
            message = Message.of(text)
    return text


_EACH = re.compile(rf"(?:(?:el|los) )?\b({DAY_NAMES})\b")


def _written(message: Message, place: range) -> str:
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]


def _replaced(message: Message, place: range, said: str) -> str:
    start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
    return f"{message.text[:start]}{said}{message.text[end:]}"
