"""What is said around the order to change an appointment and orders nothing: "no la cancelen, mejor pásenla", "cámbienla,
pero si es con otro doctor mejor no". To another doctor it is moved only where that is asked for."""

from __future__ import annotations

import re

from nlu.when.words import DAY_NAMES, MONTHS
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_MOVES = r"(?:que )?(?:(?:me|nos|la|lo|se) )*(?:pas|cambi|muev|mov|recorr|reagend|reprogram|adelant)\w*(?= )"
_NOT_CANCELLED = re.compile(
    r"^(?: (?:,|ay|ah|no|oiga|oye|perdon|disculpe|por favor|porfa|esper\w+|permit\w+|aguant\w+|tantito|un momento))* no (?:(?:me|nos|la|lo|las|los|se|quiero|queremos|vayan a|vaya a|quiero que) )*"
    r"(?:cancel|quit|borr|elimin|anul)\w*(?: (?:la|mi) cita)?(?: (?:,|y|sino|solo|nada mas|nomas|mejor|pero|quiero|quisiera|es))+ "
    rf"(?={_MOVES})"
)
_NOT_TO_ANOTHER = re.compile(
    r"(?: (?:,|pero|y|aunque))* si (?:es|fuera|seria|sera|va a ser|me toca|toca|me la pasan|la pasan) con otr[oa](?: (?:doctora?|medic[oa]|persona))?(?: ,)*"
    r" (?:(?:ya|mejor|entonces|pues|asi) )*(?:no|nada|dej\w+(?: (?:asi|igual|como esta))?)(?: (?:la|me la|lo) (?:cambi|muev|mov|pas)\w*)?(?: ,)* $"
)


_NOT_FOR_ME = re.compile(
    r"^(?: (?:,|ay|oiga|oye|hola|pero|es que))* no (?:quiero|ocupo|necesito|busco|es|seria) (?:(?:una|la) )?(?:cita )?(?:es )?para (?:mi|hoy|manana)(?: ,)* (?:sino |es |quiero (?:una )?|la quiero |la cita )*(?=para )"
)
""" "No quiero cita para mí, es para mi abuelo": an appointment is wanted."""
_BY_ANOTHER = re.compile(
    r" cambi\w+(?: (?:de|el|al|la|a la|a|mi))* (?:doctora?|medic[oa])(?: (?:al?|de) (?:mi )?\w+)? (?P<by>por)(?= (?!otr|favor|un|porque))"
)
""" "Cámbiale el doctor por Salas": to whom."""
_ELSE_IT_STAYS = re.compile(
    r"(?: (?:,|\?|pero|y))+ si no (?:hay|se puede|se podria|pueden?|tienen?|hubiera)(?: (?:lugar|nada|espacio|cita|ese dia|entonces|,|pues|mejor|yo))*"
    r" (?:(?:me )?quedo (?:con|igual|asi)|(?:la |lo )?dej\w+|asi (?:la dejo|dejala)|como esta|igual voy)(?= )[^?]* $"
)
""" "¿Podría ser el viernes? Si no hay, me quedo con el jueves": what is asked is first, and the rest comes of its answer."""
_LATER_ANOTHER = re.compile(
    r"(?: (?:,|y|e|pero|que|porque))* (?:ya )?(?:luego|despues|mas adelante|mas tarde|al rato|otro dia|cuando [^,?]{1,40}?|en otra ocasion)(?: (?:yo|ya|les?|te|me|la|lo))*"
    r" (?:hago|hare|saco|sacare|agendo|agendare|pido|pedire|aparto|reagendo|reservo|escribo|hablo|marco|llamo|busco|veo|voy a (?:sacar|hacer|pedir|agendar))"
    r"(?: (?:para|otra|una|nueva|cita|la|sacar|agendar|hacer|pedir|otro|dia|fecha|apartar|gracias|por favor|porfa|,))* $"
)
""" "Cancela mi cita, luego saco otra": of another nothing is asked now."""
_BELIEVED = re.compile(
    rf"^(?: (?:,|ay|oiga|oye|no|pues|fijese|mire))* (?P<led>(?:yo )?creo que)(?= (?:mejor|siempre) (?:(?:no|la|lo|me|se) )*(?:{ENDING})(?:o|amos|ar)\w* )"
)
""" "Creo que mejor cancelo mi cita": it is, when they have said yes to that."""
_PUT_OFF_TO = re.compile(
    rf" (?:{MOVING}|pas|pong?|dej)\w*(?: (?!no |puedo |hasta |estoy |trabajo |tengo )[^ ,?]+){{0,6}}? (?P<until>hasta)(?= (?:(?:el|la|despues|otr[oa]|dentro) )?(?:{DAY_NAMES}|{'|'.join(MONTHS)}|semana|otra semana|proxim[oa]|dia|[0-9]{{1,2}} de)(?= |$))"
)
""" "Pospónganla hasta el sábado 19": to then."""
_PASS_IT = re.compile(r"^(?:que\s+)?(?:(?:me\s+)?la\s+pas[ae]n?|p[aá]s\w*la)\b", re.IGNORECASE)
""" "Pásenla", where it was not to be cancelled: to another time, and to when is asked."""


def without_hedges(text: str) -> str:
    """The text without such words; as it is where there are none."""
    message = Message.of(text)
    if led := _NOT_CANCELLED.match(message.flat):
        place = message.between(led.start() + 1, led.end())
        return _PASS_IT.sub("cámbienla", message.text[message.tokens[place.stop].start :])
    if led := _BELIEVED.match(message.flat):
        place = message.between(led.start("led"), led.end())
        return message.text[message.tokens[place.stop].start :]
    later = _LATER_ANOTHER.search(message.flat)
    if later and re.search(rf" (?:{ENDING})\w*(?= )", message.flat[: later.start() + 1]):
        return message.text[: message.tokens[message.between(later.start() + 1, later.end()).start].start].rstrip(
            " ,;."
        )
    if put_off := _PUT_OFF_TO.search(message.flat):
        token = message.tokens[message.between(put_off.start("until"), put_off.end("until")).start]
        return f"{message.text[: token.start]}para{message.text[token.end :]}"
    if by := _BY_ANOTHER.search(message.flat):
        token = message.tokens[message.between(by.start("by"), by.end("by")).start]
        return f"{message.text[: token.start]}con{message.text[token.end :]}"
    if (led := _NOT_FOR_ME.match(message.flat)) and " cita " in message.flat:
        place = message.between(led.start() + 1, led.end())
        return f"quiero cita {message.text[message.tokens[place.stop].start :]}"
    if (stays := _ELSE_IT_STAYS.search(message.flat)) and stays.start():
        place = message.between(stays.start() + 1, stays.end())
        asks = "?" if message.tokens[place.start].kind == "ask" else ""
        rather = "" if "mejor" in message.words else " mejor"  # than what stays else
        return message.text[: message.tokens[place.start].start].rstrip(" ,;") + rather + asks
    if (end := _NOT_TO_ANOTHER.search(message.flat)) and re.search(rf" {_MOVES}", message.flat[: end.start() + 1]):
        place = message.between(end.start() + 1, end.end())
        return message.text[: message.tokens[place.start].start].rstrip(" ,;")
    return text
