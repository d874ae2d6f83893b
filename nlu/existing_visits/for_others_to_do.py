"""What patients want done that only people can: an appointment in another's name, a message to a relative."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, CancelAppointment, RequestHuman, Unknown
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message
from nlu.words.verb_forms import MOVING

_IN_ANOTHERS_NAME = re.compile(
    rf" (?:(?:{MOVING}|pas|pon|pong)\w*?l[ao]s?|(?:{MOVING}|pas|pon|pong)\w* (?:la|las|mi|mis|esa)(?: [^ ,?]+){{0,5}})"
    r" (?:a|al)(?: el)? nombre de(?= )"
    rf"| (?:se la (?:paso|cedo|doy|dejo|regalo)|la (?:puedo|podria|podre|quiero|quisiera) (?:pasar|ceder|dar|dejar|regalar)(?:sela)?) a (?:mi \w+|(?:la|el) (?:{RELATIVES_NOUN}))(?= )"
    rf"| (?:(?:pas|ced|dej|regal)\w*|d(?:a|e|o|oy|ar)(?:le)?) (?:mi|nuestro) (?:lugar|turno|espacio|cita) a (?:mi \w+|(?:la|el) (?:{RELATIVES_NOUN}))(?= )"
    r"| (?:va|ira|ir|viene|vendra|venga|voy|vaya|asiste|mand\w+)(?: [^ ,?]+){0,9} en (?:mi|su|nuestro) lugar(?= )"
    r"| en (?:mi|su|nuestro) lugar(?: [^ ,?]+){0,3} (?:va|ira|ir|viene|vendra|venga|vaya|asiste|mand\w+)(?= )"
    r"| (?:que )?(?:la|mi cita) (?:tome|use|aproveche|agarre|ocupe) (?:alguien mas|otra persona|otro paciente|mi \w+)(?= )"
    rf"| (?:ya )?no (?:(?:soy|es|era|voy|va|viene|ire|ira|vendra|puede|puedo)(?= ))(?: [^ ,?]+){{0,6}}(?: ,)? sino (?:que )?(?:(?:va|viene|ira|vendra|sera|es)(?: a ir)? )?(?:yo|ella|el|(?:mi|su|la|el) (?:{RELATIVES_NOUN}))(?= )"
)
""" "La del 14 pásala a nombre de mi hija", "se la paso a mi comadre", "ya no va a ir Leo sino su hermano"."""
_ANYBODY = r"(?:alguien(?: mas)?|otra persona|otro paciente)"
_PLACE = r"(?:mi|nuestro) (?:lugar|turno|espacio|cita)"
_TO_ANYBODY = re.compile(
    rf" (?:(?:se|le) )?(?:l[ao] (?:paso|cedo|doy|dejo|regalo)|l[ao] (?:puedo|quiero|quisiera) (?:pasar|ceder|dar|dejar|regalar)(?:sela)?|(?:(?:pas|ced|dej|regal)\w*|d(?:a|e|en|o|oy|ar|ieron|io)(?:les?)?) {_PLACE}) a {_ANYBODY}(?= )"
)
""" "Dejaron mi lugar a alguien más": whoever gave it, or is to give it."""
_LEADS = rf"(?:^|{'|'.join(f'(?<= {word})' for word in (',', 'y', 'pues', 'mejor', 'entonces', 'asi que', 'por favor', 'porfa', 'ya', 'yo', 'ahi', 'favor de', 'mi cita', 'mi lugar', 'mi turno', 'gusta', 'gustan'))})"
_GIVEN_UP = re.compile(
    rf"{_LEADS} (?:(?:d[ae]n?|pas[ae]n?|ced[ae]n?|dej[ae]n?|regal[ae]n?)(?:les?)? {_PLACE}"
    r"|(?:d[ae]n?|pas[ae]n?|ced[ae]n?|dej[ae]n?|regal[ae]n?)(?:se)?l[ao]"
    rf"|(?:quiero|quisiera|prefiero|puedo|puede[ns]?|podrian?|voy a) (?:dar|pasar|ceder|dejar|regalar)(?:(?:les?)? {_PLACE}|(?:se)?l[ao])"
    rf"|(?:se )?l[ao] (?:(?:puedo|quiero|quisiera|voy a) (?:dar|pasar|ceder|dejar|regalar)|paso|cedo|doy|dejo|regalo)|(?:paso|cedo|doy|dejo|regalo) {_PLACE}"
    rf"|(?:dar|pasar|ceder|dejar)(?:les?)? {_PLACE}) a {_ANYBODY}(?= )"
)
""" "Denle mi lugar a otra persona", "quiero cederlo a alguien más": nobody comes in their name, and it is given up."""
_HANGS_ON = re.compile(r" \w+l[ao] a ")
_APPOINTMENT = re.compile(r" (?:citas?|lugar|turno|espacio|consulta)(?= )")
""" "Páselo a otra persona" is said of one only where one is spoken of."""
_NOT = frozenset(("no", "ni", "nunca", "tampoco", "jamas", "sin"))
_CONDITION = re.compile(
    r" (?:si(?= (?!,|gust|quier|es posible|fuera posible|se puede|es tan|son tan|me hace|no es molestia))|cuando|en caso|por si|a menos|salvo que|hasta que)(?= )"
)
""" "Si no llego, denle mi lugar a otra persona": only then. Not "si gusta"."""
_MAY_COME = re.compile(
    r" (?:puedo|puede|podria|se puede) (?:mandar|enviar|ir|venir|asistir) [^?]*en (?:mi|su) lugar(?= )"
)
""" "¿Puedo mandar a mi esposa en mi lugar?" asks for a rule of the clinic's, and orders nothing."""
_I_CANNOT = rf" (?:yo )?(?:ya )?no (?:voy|vamos|ire|asistire|puedo|podre|alcanzo|llego)(?= )(?: (?!(?:{RELATIVES_NOUN}) )[^ ,?]+){{0,6}}"
_THEY = rf"(?:mi|el|la|su) (?:{RELATIVES_NOUN})(?: (?!(?:va|ira|puede|podria|quiere|si|no) )[^ ,?]+){{0,3}}?"
_GO = r"(?:(?:si )?(?:(?:va|puede|podria|quiere|iba)(?: a)? (?:ir|asistir|acudir|pasar|presentarse)|va|ira|iria|asiste|asistira|acude|acudira|se presenta)|que vaya)"
_SEND = r"(?:mando|mandare|voy a mandar|mandaria|envio|le digo que vaya)(?: a)?"
_THEN = r"(?: (?:a (?:la|esa|mi)(?: misma)?(?: (?:hora|cita|consulta))?|(?:ese|el mismo) dia|por mi|en mi lugar|en lugar mio|entonces|mejor|el|ella))*(?: [,?])* $"
_ANOTHER_GOES = re.compile(
    rf"{_I_CANNOT}(?: (?:,|y|pero|mejor|entonces|asi que|aunque|sino|que))+ (?:{_GO} {_THEY}|{_THEY} {_GO}|{_SEND} {_THEY}){_THEN}"
)
""" "No puedo ir yo, pero va a ir mi esposo": the appointment is given to somebody, and does not fall."""
_ITS_NAME = re.compile(
    r" (?:cambi|corrij|correg|pong|pon|modific)\w* (?:(?:nada|no) mas |solo )?(?:el|de|otro|a otro|del?) nombre(?= )"
)
""" "No la cancele, nomás cambie el nombre"."""
_TELL_THEM = re.compile(
    r"^(?: (?:,|oiga|oye|y|entonces|por favor|porfa))* (?:(?:me )?(?:puede[ns]?|podria[ns]?) )?"
    r"(?:di|diga|digan|decir|avis\w+?|mand\w+?|escrib\w+?|marc\w+?|llam\w+?|habl\w+?)(?:le|les|la|lo)(?: (?:por favor|porfa))?"
    rf" a (?:mi|el|la) (?:{RELATIVES_NOUN})(?= )"
    r"|^(?: (?:,|oiga|oye|y|por favor|porfa))* avis\w+ (?:en|a) (?:mi|el|la) (?:trabajo|jale|escuela|jef[ea]|maestr[ao]|patron)(?= )"
)
""" "Dile a mi hija Mónica que la cita ya quedó"."""


def asked(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """A human for what only people change; nothing understood of what nobody here does."""
    if context.role is not Role.PATIENT:
        return None
    changes = context.purpose in (Purpose.CANCEL, Purpose.MOVE)
    given = _ANOTHER_GOES.search(message.flat) and (context.visits or changes)
    if given or (changes and _ITS_NAME.search(message.flat)):
        return RequestHuman()
    if context.state is not State.IDLE or (message.asks and _MAY_COME.search(message.flat)):
        return None
    if _IN_ANOTHERS_NAME.search(message.flat):
        return RequestHuman()
    return _to_anybody(message) or (Unknown() if _TELL_THEM.search(message.flat) else None)


def _to_anybody(message: Message) -> AnyIntent | None:
    """An appointment that is given up to whoever wants it; a human where that is asked, told of or conditional; nothing
    where it is not to be given, or is no appointment."""
    given = _GIVEN_UP.search(message.flat)
    found = given or _TO_ANYBODY.search(message.flat)
    if found is None or (_HANGS_ON.search(f"{found[0]} ") and not _APPOINTMENT.search(message.flat)):
        return None
    place = message.between(found.start() + 1, found.end())
    clause = next((one for one in message.clauses() if place.start in one), place)
    before = {message.tokens[i].text for i in range(clause.start, place.start)}
    if before & _NOT:
        return None
    past = any(message.tokens[i].raw[-1:] in "óéí" for i in place)
    conditional = any(
        message.tokens[message.between(one.start() + 1, one.end()).start].raw.casefold() != "sí"
        for one in _CONDITION.finditer(message.flat)
    )
    return CancelAppointment() if given and not (past or conditional or message.asks) else RequestHuman()
