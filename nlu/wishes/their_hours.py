"""The hours of whom an appointment is for, or of who brings them: "él no puede en la tarde", "mi hijo sale a las 2". They bound
a wish as one's own do, so they are read as one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message

_OWN = {
    "puede": "puedo", "pueden": "puedo", "sale": "salgo", "salen": "salgo", "entra": "entro", "entran": "entro",
    "trabaja": "trabajo", "trabajan": "trabajo", "descansa": "descanso", "descansan": "descanso",
    "tiene": "tengo", "tienen": "tengo", "prefiere": "prefiero", "prefieren": "prefiero", "esta": "estoy", "estan": "estoy",
    "estudia": "estudio", "estudian": "estudio", "llega": "llego", "llegan": "llego", "va": "voy", "van": "voy",
}  # fmt: skip
_LIMIT = r"(?:ya|casi|tampoco|no mas|nada mas|no|nomas|solo|solamente|unicamente)"
_TIME = (
    r"(?:(?:nomas|solo|hasta|despues|antes|como|de) )*(?:(?:en|por) las? |a la una |(?:a|de) las? [0-9a-z]|(?:el|los|este|ese) (?:dia|fin|[0-9])"
    rf"|(?:(?:el|los|este|ese) )?(?:{DAY_NAMES})(?: |$)|entre semana|(?:hoy|manana|temprano|tarde)(?: |$))"
)
_SHE = re.compile(
    rf"(?:^|(?<= ,)|(?<= pero)|(?<= porque)|(?<= que)|(?<= y)|(?<= pues)) (?P<who>ella|el|ellos|ellas) (?:{_LIMIT} )*(?P<verb>{'|'.join(_OWN)})(?= (?:{_LIMIT} )*[a-z0-9])"
)
""" "…, ella nomás puede en la mañana"."""
_UNSAID = re.compile(
    rf"(?:(?<= ,)|(?<= pero)|(?<= porque)|(?<= que)|(?<= y)|(?<= pues)) (?:{_LIMIT} )+(?P<verb>puede|pueden|sale|salen|entra|entran)(?= {_TIME})"
    rf"|(?:(?<= ,)|(?<= pero)|(?<= porque)|(?<= que)|(?<= y)|(?<= pues)) (?P<leaves>sale|salen|entra|entran)(?= (?:[^ ,?]+ ){{0,4}}a las? )"
)
""" "… para mi papá, no puede en la tarde", "… para mi hijo, sale a las 2"."""
_KIN_DO = re.compile(
    rf"(?P<who> (?:(?:mi|mis|el|la) (?:{RELATIVES_NOUN})|mi senora)) (?:{_LIMIT} )*(?P<verb>puede|pueden|sale|salen|entra|entran)(?= (?:{_TIME}|(?:[^ ,?]+ ){{1,4}}a las? ))"
)
_AFTER_TIME = re.compile(
    rf" (?:{DAY_NAMES}|tardes?|mananas?|noches?|hoy|manana|temprano|semana|[0-9]+)(?P<free> (?:si puede|anda libre|esta libre|descansa|tiene libre))(?= (?:[,?]|pero|y|ir|venir)| $)"
    rf"| (?:{DAY_NAMES}|tardes?|mananas?|noches?|hoy|manana|temprano|semana|[0-9]+)(?P<busy> (?:no pueden?|trabajan?|estudian?|va a la escuela|tiene (?:clases?|turno|guardia)))(?= (?:[,?]|pero|y)| $)"
    rf"| (?:{DAY_NAMES}|tardes|mananas|noches)(?P<can> pueden?)(?= (?:[,?]|pero|y)| $)"
)
""" "En las mañanas no puede, en la tarde sí", "el 15 trabaja pero el 16 anda libre", "nomás sábado puede"."""
_SAID_AFTER = {"free": "sí puedo", "busy": "no puedo", "can": "puedo"}
_KIN = re.compile(rf" (?:(?:mi|mis|un|una|el|la|nuestr[oa]) (?:{RELATIVES_NOUN})|mi senora)(?= )")
_FOR_KIN = re.compile(rf" (?:para|pa)(?= (?:mi|mis|un|una|el|la|nuestr[oa]) (?:{RELATIVES_NOUN}) )")
_OTHERS = re.compile(r" (?:doctora?|dra?|medic[oa]|especialista|\w+(?:ologo|ologa|iatra))(?= )")


def as_ones_own(text: str, context: UnderstandingContext) -> str:
    """A patient's text, with such hours said of themselves; as it is where it has none."""
    if context.role is not Role.PATIENT:
        return text
    message = Message.of(text)
    told = sorted(_told(message), key=lambda one: one[0].start, reverse=True)
    if not told or (context.state is State.IDLE and not is_new(message)):
        return text  # of one that there is: whose it is, has to be known
    if context.state is State.CONFIRM and message.asks:
        return text  # "¿y mi mamá puede a las 10:30?": of the one that is proposed, or hers
    text = message.text
    for place, own in told:
        start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
        text = f"{text[:start]}{own}{text[end:]}"
    return text


def is_new(message: Message) -> bool:
    """Whether a new appointment is spoken of."""
    for_kin = _FOR_KIN.search(message.flat) is not None
    return for_kin or any(found.act is Act.START for found in acts.find(message))


def _told(message: Message) -> Iterator[tuple[range, str]]:
    """The tokens that say who, and those of the verb, with what is said of oneself."""
    if _OWN.keys().isdisjoint(message.words) and "libre" not in message.words:
        return
    kin = _KIN.search(message.flat)
    found = [*_KIN_DO.finditer(message.flat)]
    if kin or not _OTHERS.search(message.flat):
        found += _SHE.finditer(message.flat)
    if kin:
        found += (match for match in _UNSAID.finditer(message.flat) if match.start() >= kin.end())
    for match in _AFTER_TIME.finditer(message.flat) if kin else ():
        name = next(name for name in _SAID_AFTER if match[name])
        yield message.between(match.start(name) + 1, match.end(name)), _SAID_AFTER[name]
    for match in found:
        groups = match.groupdict()
        name = "leaves" if groups.get("leaves") else "verb"
        yield message.between(match.start(name), match.end(name)), _OWN[match[name]]
        if groups.get("who"):
            yield message.between(match.start("who") + (match["who"][0] == " "), match.end("who")), "yo"
