"""Whether somebody wants no more messages. Sure only where a closed phrase stands alone; words near it are asked about.

What must not be sent may be a thing ("ya no me mandes horarios en la mañana", "no me manden con el doctor Salas"): that
is no wish for silence, and read like any other refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
)
from nlu.answers.made_of import MOST_WORDS, made_of
from nlu.when.words import DAY_NAMES
from nlu.words.closed_phrases import OPENERS, OPTED_IN, OPTED_OUT, POLITE
from nlu.words.message import Message

_SEND = r"(?:mand|envi)(?:e[ns]?|ar|ando)"
_WRITE = r"(?:escrib(?:a[ns]?|ir|iendo)|contact(?:e[ns]?|ar|ando))"
_SEEK = r"(?:busque[ns]?|buscar|buscando)"
_BOTHER = r"(?:moleste[ns]?|molestar|molestando)"
_MESSAGES = r"(?:mensajes?|mensajitos?|whats|whatsapps?|notificaciones)"
_ADVERTS = r"(?:publicidad|promociones|promocion|recordatorios?|avisos|cadenas)"
_THEIR = r"(?:(?:mas|de|sus?|tus?|estos|esos|los|las|tantos?|tanta) )*"
_STOP = r"(?:deja|deje|dejen|dejan|dejes|dejar|para|pare|paren|basta|parale|parenle)(?: ya)? (?:de|con)(?: estar(?:me|nos)?)?"
_NO = r"(?:ya )*no(?: (?:quiero|deseo|quisiera|queremos)(?: que)?)?"
_ME = r"(?: (?:me|nos))?(?: (?:este[ns]?|ande[ns]?|vuelva[ns]?(?: a)?))?"
_THEIR_NUMBER = r"(?:mi|este|el|nuestro) (?:numero|telefono|celular|contacto|whatsapp|nombre)(?! de (?:cita|turno))"
_HERE = r"(?: (?:de ustedes|por aqui|por este medio|por whatsapp|a este numero|nunca|jamas|ya|mas))*"

_ALONE = re.compile(
    rf"(?:{_NO}(?: recibir)? {_THEIR}{_MESSAGES}"
    rf"|{_NO}{_ME} {_SEND} {_THEIR}{_MESSAGES}"
    rf"|{_NO}{_ME} {_WRITE}"
    rf"|{_STOP} (?:mandar|enviar)(?:me|nos) {_THEIR}{_MESSAGES}"
    rf"|{_STOP} (?:escribir|contactar)(?:me|nos)"
    rf"|(?:(?:quiero|quisiera|deseo) )?dejar de recibir {_THEIR}{_MESSAGES}"
    r"|(?:(?:quiero|necesito|quisiera|deseo|ocupo) )?(?:cancelar|cancela|cancele|cancelen|cancelo) (?:mi |la )?suscripcion"
    rf"){_HERE}"
)
"""The whole of a message, courtesies aside: nothing else can be meant."""

_OF_ALL = (
    rf"(?:(?: mas| ya)? {_THEIR}(?:{_MESSAGES}|{_ADVERTS}|cosas|nada)(?= )"
    r"|(?: mas| ya)*(?: por (?:aqui|este medio|whatsapp)| a (?:estas horas|este numero)"
    rf"| (?:para|por) {_ADVERTS})?"
    r"(?=(?: (?:por favor|porfa|gracias|ya|mas))* (?:,|\?|$|y |que |porque )))"
)
"""Messages in general, or nothing: no one thing that is not to be sent."""
_NOT = r"(?:ya )*no(?: me)?(?: (?:quiero|deseo|quisiera|queremos|gustaria|interesa|autorizo|permito)(?: que)?)?(?: ya| mas)*"
_ONWARD = r"(?: (?:sigan|siga|sigas|este[ns]?|ande[ns]?|vuelva[ns]?(?: a)?))?"
_REACH = r"(?:llegue[ns]?|llegar|llegando)"
_TO_ME = r"(?:mand|envi|escrib|contact)(?:ar|ir)(?:me|nos)?"
_ANYTHING = rf"(?: mas| ya)* {_THEIR}(?:ningun[ao]?s? )?(?:{_MESSAGES}|{_ADVERTS}|nada|cosas|informacion|info|correos?|sms|textos?)(?= )"
_RECEIVED = (
    rf"{_NOT}(?: (?:me|nos))?{_ONWARD} (?:(?:{_REACH}|recibir|recibiendo|reciba)|{_SEND}){_ANYTHING}"
    rf"|{_NOT} (?:me|nos){_ONWARD} (?:{_SEND}|{_WRITE}){_OF_ALL}"
    rf"|(?:{_NOT}|no vuelva[ns]? a|no) {_TO_ME}(?:{_ANYTHING}|{_OF_ALL})"
    r"|(?:ya no (?:me|nos) hable[ns]?|no (?:me|nos) hable[ns]? mas)(?= (?:,|por favor |porfa |gracias |$)|$)"
    r"|(?:ya )?no (?:quiero|queremos) saber (?:ya |mas )?nada (?:mas )?de (?:ustedes|ti|usted)(?= )"
)
"""Messages in general that shall not come any more, whoever's deed that is told as: theirs to send, or the person's to
receive."""
_NEAR = re.compile(
    rf" (?:{_NO}(?: (?:me|nos))(?: (?:este[ns]?|ande[ns]?|vuelva[ns]?(?: a)?))? (?:{_SEND}|{_WRITE}|{_BOTHER}|{_SEEK}){_OF_ALL}"
    rf"|{_STOP} (?:mandar|enviar|escribir|molestar|contactar|mandando|enviando)(?:me|nos|le|les|lo|la)?{_OF_ALL}"
    rf"|(?:{_STOP} |parale |parenle |pare con |paren con |no (?:quiero|deseo)(?: recibir)? |ya no recibir |deja?[ro] de recibir |de (?=tanto))"
    rf"(?:con )?{_THEIR}(?:{_MESSAGES}|{_ADVERTS})(?= )"
    rf"|(?:d[aeo]r?|den|dame|deme|denme|darme) de baja (?:a )?{_THEIR_NUMBER}(?= )"
    r"|(?:darme|dame|denme|deme|darnos|(?<! la )(?<! lo )(?<! le )(?<! las )(?<! los )doy|darse) de baja(?! (?:mi|la|una|esa) (?:cita|consulta))(?= )"
    r"|(?:suscripcion|unsubscribe)(?= )"
    rf"|(?:borr|quit|sac|saqu|elimin)\w*(?: {_THEIR_NUMBER})? de {_THEIR}(?:(?:la|esa|esta|las) )?(?:listas?(?! (?:de (?:hoy|manana|pasado|este|el)|del? (?:dia|{DAY_NAMES})) )|grupos?|contactos|numeros|telefono|{_MESSAGES}|{_ADVERTS})(?: de \w+)?(?= )"
    r"|^ (?:baja|stop)(?= (?:,|ya |por favor |porfa |y ))"
    r"|[,?] (?:baja|stop)(?= (?:(?:por favor|porfa|gracias|,) )*$)"
    r"|(?:quit|sac|saqu|borr|elimin)\w*(?:me|nos) de (?:todo|todos lados|todas partes)(?= )"
    rf"|(?:ya )?no (?:quiero|queremos|deseo) (?:[^ ,?]+ ni )*{_THEIR}(?:{_MESSAGES}|{_ADVERTS}) ni (?:nada|{_THEIR}(?:{_MESSAGES}|{_ADVERTS}))(?= )"
    rf"|{_RECEIVED})"
)
_CLAUSE_END = re.compile(r" (?:,|\?|y|e|pero|mejor|porque|que|si)(?= )")
_STOP_SENDING = re.compile(
    r"\b(?:ya )?(?:deja|deje|dejen|dejes)(?: ya)? de (?:estar(?:me|nos)? )?"
    r"(?:mandar|enviar|dar|ofrecer|poner|pasar|mandando|dando|ofreciendo|poniendo)(?:me|nos)?\b",
    re.IGNORECASE,
)
""" "Deja de mandarme horarios del lunes" refuses them as "no me mandes" does."""


def plainly(message: Message) -> bool | None:
    """BAJA or ALTA alone: True to get no more messages, False to get them again, None where it says neither."""
    if message.asks:
        return None
    if made_of(message.words, OPTED_OUT, _OPENING, POLITE) or _alone(message.words):
        return True
    return False if made_of(message.words, OPTED_IN, _OPENING, POLITE) else None


Read = Callable[[str], tuple[AnyIntent, ...]]


def near_baja(text: str, read: Read) -> tuple[AnyIntent, ...]:
    """Words near BAJA, and beside them what is surely wished for; nothing where there are none. `read` reads the rest."""
    message = Message.of(text)
    said = _NEAR.search(message.flat)
    if said is None:
        return ()
    return (OptOut(unsure=True), *filter(_is_wish, read(_without(message, said))))


def _is_wish(intent: AnyIntent) -> bool:
    """Whether an intent says enough to be taken up beside a question: "ya fui con otro doctor" does not."""
    if isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return bool(intent.when or intent.doctor or getattr(intent, "shift", None))
    if isinstance(intent, AskQuestion):
        return intent.topic is not None
    return isinstance(intent, SelectSlot | CancelAppointment | PrivacyRequest | ListAppointments | RequestHuman)


def _without(message: Message, said: re.Match[str]) -> str:
    """What other clauses of the message say: "no me manden mensajes en la noche" wishes for no evening."""
    end = _CLAUSE_END.search(message.flat, said.end() - 1)
    taken = message.between(said.start() + 1, end.start() + 1 if end else len(message.flat))
    if not taken:
        return message.text
    first, last = message.tokens[taken.start], message.tokens[taken.stop - 1]
    return f"{message.text[: first.start]}, {message.text[last.end :]}".strip(" ,.;:")


def refusing(text: str) -> str:
    """The text with "deja de mandarme" said as a refusal."""
    return _STOP_SENDING.sub("no me mandes", text)


_OPENING = OPENERS | POLITE
_LENGTHS = sorted({len(phrase) for phrase in _OPENING}, reverse=True)


def _alone(words: tuple[str, ...]) -> bool:
    """Whether the words are such a phrase with courtesies around it."""
    if len(words) > MOST_WORDS:
        return False
    start, end = 0, len(words)
    while step := next((n for n in _LENGTHS if words[start : start + n] in _OPENING), 0):
        start += step
    while step := next((n for n in _LENGTHS if end - n > start and words[end - n : end] in POLITE), 0):
        end -= step
    return _ALONE.fullmatch(" ".join(words[start:end])) is not None
