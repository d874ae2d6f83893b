"""What is said to the news that the clinic has cancelled an appointment, where it is taken up by nobody but people: "no la
cancelen, yo sí voy", "¿por qué la cancelaron si yo confirmé?", "yo no la cancelé"."""

from __future__ import annotations

import re

from booking.intents import CheckAvailability, RequestHuman
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.going_back import TAKES_BACK
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING

_PROTESTS = re.compile(
    rf" (?:por que|porque|quien|como que|como asi que|con que derecho|a poco)(?: (?:me|nos|ya|se|la|lo|le|mi|cita|consulta)){{0,4}} (?:{ENDING})\w*(?= )"
    rf"| (?:yo|nosotros) no (?:(?:la|lo|he|hemos|pedi|pedimos|quise|quiero)(?: que)? ){{0,3}}(?:(?:la|lo) )?(?:{ENDING})\w*(?= )"
    rf"| no (?:(?:me|nos|la|lo) ){{1,2}}(?:{ENDING})(?:e|en|es)(?= )"
    r"| (?:yo|nosotros) (?:(?:ya|si|siempre|claro que|la|lo) )*(?:confirme|confirmamos|habia confirmado|(?:iba|ibamos|queria ir|podia)(?!.* no ))(?= )"
    r"| (?:no|pero)(?: ,)? (?:yo|nosotros) (?:(?:siempre|claro que) )?si (?:voy|vamos|puedo)(?: a)?(?: ir)?(?! (?:el|este|a las?|hoy|manana|pasado|hasta|en|otro|la) )(?= )"
)
""" "Yo sí quiero" alone protests nothing: who is invited to book, which offers the same, wants just that."""
_NEWS = {CheckAvailability, RequestHuman}


def asked(message: Message, context: UnderstandingContext) -> RequestHuman | None:
    """That people are to see to it; None where it is no answer to such news, or accepts it."""
    options = context.expected.options if context.expected is not None else ()
    news = {type(one.intent) for one in options} == _NEWS
    if not news or context.visits or context.role is not Role.PATIENT or context.state is not State.IDLE:
        return None
    return RequestHuman() if _PROTESTS.search(message.flat) or TAKES_BACK.search(message.flat) else None
