"""What patients want done that only people can: an appointment in another's name, a message to a relative."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, RequestHuman, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message
from nlu.words.verb_forms import MOVING

_IN_ANOTHERS_NAME = re.compile(
    rf" (?:(?:{MOVING}|pas|pon|pong)\w*?l[ao]s?|(?:{MOVING}|pas|pon|pong)\w* (?:la|las|mi|mis|esa)(?: [^ ,?]+){{0,5}})"
    r" (?:a|al)(?: el)? nombre de(?= )"
    rf"| (?:se la (?:paso|cedo|doy|dejo|regalo)|la (?:puedo|podria|podre|quiero|quisiera) (?:pasar|ceder|dar|dejar|regalar)(?:sela)?) a (?:mi \w+|(?:la|el) (?:{RELATIVES_NOUN})|alguien|otra persona)(?= )"
    rf"| (?:(?:pas|ced|dej|regal)\w*|d(?:a|e|o|oy|ar)(?:le)?) (?:mi|nuestro) (?:lugar|turno|espacio|cita) a (?:mi \w+|(?:la|el) (?:{RELATIVES_NOUN})|alguien|otra persona|otro paciente)(?= )"
    r"| (?:(?:va|ira|viene|vendra|voy|vaya)(?: [^ ,?]+){0,4} )?en (?:mi|su|nuestro) lugar(?: (?:va|ira|viene|vendra|puede|que vaya))?(?= )"
    r"| (?:que )?(?:la|mi cita) (?:tome|use|aproveche|agarre|ocupe) (?:alguien mas|otra persona|otro paciente|mi \w+)(?= )"
    rf"| (?:ya )?no (?:(?:soy|es|era|voy|va|viene|ire|ira|vendra|puede|puedo)(?= ))(?: [^ ,?]+){{0,6}}(?: ,)? sino (?:que )?(?:(?:va|viene|ira|vendra|sera|es)(?: a ir)? )?(?:yo|ella|el|(?:mi|su|la|el) (?:{RELATIVES_NOUN}))(?= )"
)
""" "La del 14 pásala a nombre de mi hija", "se la paso a mi comadre", "ya no va a ir Leo sino su hermano"."""
_MAY_COME = re.compile(
    r" (?:puedo|puede|podria|se puede) (?:mandar|enviar|ir|venir|asistir) [^?]*en (?:mi|su) lugar(?= )"
)
""" "¿Puedo mandar a mi esposa en mi lugar?" asks for a rule of the clinic's, and orders nothing."""
_TELL_THEM = re.compile(
    r"^(?: (?:,|oiga|oye|y|entonces|por favor|porfa))* (?:(?:me )?(?:puede[ns]?|podria[ns]?) )?"
    r"(?:di|diga|digan|decir|avis\w+?|mand\w+?|escrib\w+?|marc\w+?|llam\w+?|habl\w+?)(?:le|les|la|lo)(?: (?:por favor|porfa))?"
    rf" a (?:mi|el|la) (?:{RELATIVES_NOUN})(?= )"
    r"|^(?: (?:,|oiga|oye|y|por favor|porfa))* avis\w+ (?:en|a) (?:mi|el|la) (?:trabajo|jale|escuela|jef[ea]|maestr[ao]|patron)(?= )"
)
""" "Dile a mi hija Mónica que la cita ya quedó"."""


def asked(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """A human for what only people change; nothing understood of what nobody here does."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE:
        return None
    if message.asks and _MAY_COME.search(message.flat):
        return None
    if _IN_ANOTHERS_NAME.search(message.flat):
        return RequestHuman()
    return Unknown() if _TELL_THEM.search(message.flat) else None
