"""A day on which somebody has something else: "el jueves tengo posada", "trabajo martes y jueves". It is no day to look for, so
it is read as what it says: that day they cannot."""

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
    r"|(?:ando|estoy|(?:voy a )?estar|estare) (?:fuera|de viaje|de guardia|trabajando)(?: de (?:la ciudad|tijuana))?|me operan|(?:salgo|me voy) de viaje)"
)
_ENDS = r"(?= (?:$|,|y (?!de |a |en |por )|pero|asi que|mejor|entonces|por eso))"
_ON_A_DAY = re.compile(
    rf" (?P<day>(?:el|los|este|todos los) (?:{DAY_NAMES})(?: [0-9]{{1,2}})?) (?:si |ya )?(?P<busy>{_BUSY}){_ENDS}"
)
_WORKS = re.compile(
    rf" (?P<busy>trabajo|trabajamos|tengo (?:clases?|escuela|turno|guardia)) (?P<day>(?:(?:el|los) )?(?:{DAY_NAMES})(?:(?: ,)?(?: y)?(?: (?:el|los))? (?:{DAY_NAMES}))*){_ENDS}"
)
_FREE_THEN = re.compile(
    r" (?:puedo|podemos|podria|podre|salgo|salimos|entro|libres?|me desocupo|alcanzo|hasta|despues|antes|a partir|en la (?:manana|tarde|noche)|temprano)(?= )"
)
""" "El lunes trabajo, pero salgo a las 3": of that day a part is left, and nothing is read into it here."""
_NAMES_A_DAY = re.compile(rf" (?:{DAY_NAMES})(?= )")


def as_days_they_cannot(text: str, context: UnderstandingContext) -> str:
    """A patient's text, with each such day as one on which they cannot; as it is where it asks or says nothing of the
    kind."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or message.asks:
        return text
    for pattern in (_ON_A_DAY, _WORKS):
        for found in reversed([*pattern.finditer(message.flat)]):
            another = _NAMES_A_DAY.search(message.flat, found.end())
            if _FREE_THEN.search(message.flat[: another.start() + 1 if another else None], found.end()):
                continue
            whole = message.between(found.start() + 1, found.end())
            day = message.between(found.start("day") + 1, found.end("day"))
            start, end = message.tokens[whole.start].start, message.tokens[whole.stop - 1].end
            said = message.text[message.tokens[day.start].start : message.tokens[day.stop - 1].end]
            text = f"{message.text[:start]}{said} no puedo{message.text[end:]}"
            message = Message.of(text)
    return text
