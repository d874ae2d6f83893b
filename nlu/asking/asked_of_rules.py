"""What changing or missing an appointment comes to: "¿tengo que pagar si no voy?", "¿se puede cancelar el mismo día?". It asks
how things are done, and is no order to cancel or to move."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import AnyIntent, AskQuestion, CancelAppointment, Topic
from booking.models import Role, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING, CHANGING_TIME, ENDING, MOVING
from nlu.words.verbs import on_condition

_PAYS = (
    r"(?:cobr\w+|cobro|pag(?:o|a|as|an|ar|amos|aria|ara)|costo|cuesta|costaria|cargos?|multas?|penaliz\w+|recargos?|pierdo|perdemos|perderia|se pierde"
    r"|(?:re)?embols\w+|devuelv\w+|devoluc\w+|regres(?:a|an|ar|aran|arian) (?:el|mi|lo)|sancion\w*|problema)"
)
_CHANGE = rf"(?:(?:{ENDING}|{MOVING})\w*)"
_MISSES = (
    r"(?:(?:ya )?no (?:me |nos |se )?(?:voy|va|vamos|van|puedo|puede|podemos|pueden|llego|llega|llegamos|asisto|asiste|alcanzo|fuera|fuese|pudiera|llegara|present\w+)"
    r"|falt(?:o|a|amos|ara)|llego tarde|llegara tarde|llegamos tarde)"
)
_CONDITION = re.compile(
    rf" (?:(?:si|cuando) (?:uno |yo |lo |la |las |me |mejor )*(?:{_CHANGE}|{_MISSES})|(?:por|al|de) faltar|(?:{ENDING}|{MOVING})(?:ar|er|arl[ao]|erl[ao]))(?= )"
)
_COMES_TO = re.compile(rf" {_PAYS}(?= )")
_MISSED = re.compile(
    rf" {_MISSES}(?: (?:a|ir|poder|asistir|llegar|mi|la|cita|consulta|hoy|manana|el|este|{DAY_NAMES}))*(?: [,.?])+(?P<asks> (?:(?:y|entonces|pero|de todos modos|igual|oiga|disculpe|aun asi) )*(?:[^ ,?]+ ){{0,4}}?{_PAYS}(?= ))"
)
""" "No puedo ir, ¿tengo que pagar?"."""
_FIRM = re.compile(r" (?:ya no|no (?:voy|vamos) a poder|no podre)(?= )")
_LATE = re.compile(
    r" si (?:llego|llegara|llegamos) (?:\w+ ){0,3}?(?:tarde|minutos)(?: [^ ,?]+)? (?:, )?(?:(?:ya )?(?:me|nos|la) (?:cancelan|quitan|atienden|reciben|pasan|esperan|cambian)|pierdo)(?= )"
    rf"| (?:me|nos|la|se) (?:la )?(?:(?:pueden?|podrian?|van a) )?(?:{ENDING}|atend|atiend|recib|pas|esper|cambi)\w*(?: (?:la|mi) cita)? si"
    rf" (?:(?:llego|llegara|llegamos)(?: \w+){{0,3}}? (?:tarde|minutos|min)|{_MISSES})(?= )"
)
_WHAT_IF = re.compile(
    rf"^(?: (?:,|y|oiga|oye|pero|entonces|disculpe|perdon|que pasa|que pasaria|que hago))* si (?:yo |al final |un dia )?{_MISSES}"
    rf"(?: (?:a|ir|poder|asistir|llegar|mi|la|cita|consulta|ese|dia|hoy|manana|el|este|{DAY_NAMES}))*(?: [,?])+ $"
)
""" "¿Y si no puedo ir?"."""
_MAY = r"(?:puedo|podria|podre|pued[eo]n?|se puede|se podria|se vale|es posible|hay (?:forma|manera|modo) de|cuantas veces (?:se )?(?:puedo|puede|podria)?)"
_HOW = (
    r"(?:(?:en )?el mismo dia|por (?:telefono|whatsapp|internet|correo|llamada|mensaje|la pagina)|en linea|a (?:la )?ultima hora|de ultima hora|gratis"
    r"|sin (?:ningun )?(?:costo|cargo|penalizacion|multa|recargo|pagar|que me cobren)|(?:mas de )?(?:una|dos|tres|varias|muchas|cuantas) (?:vez|veces)|ya pagada|despues de pagar(?:la)?|con poca anticipacion)"
)
_ALLOWED = re.compile(
    rf"^(?: (?:,|y|oiga|oye|disculpe|disculpa|perdon|una pregunta|pregunta|la|lo|es que))* {_MAY} (?:yo |la |lo |uno )*{_CHANGE}"
    rf"(?: (?:la|las|una|mi|mis|cita|citas|consulta|de|del|dia))* {_HOW}(?: (?:de|la|cita|consulta|,|\?|gracias|por favor|porfa|o no))* $"
    rf"|^(?: (?:,|y|oiga|oye|disculpe|una pregunta))* (?:hasta )?cuantas veces (?:se |la )?(?:puedo|puede|podria) (?:la )?{_CHANGE}(?: (?:la|una|mi|cita|consulta|,|\?))* $"
)
_ORDERED = re.compile(
    rf" (?<! si)(?<! al)(?<! por)(?:{WANTS}|quisiera|favor de|por favor|porfa|mejor|puedes|pueden|podrian|podrias)(?= )"
    rf"|(?<! si)(?<! la)(?<! lo)(?<! uno) (?:{ENDING}|{CHANGING_TIME})(?:a|e|en|an|u?e)(?:me|nos|se)?(?:l[ao]s?)?(?= )"
)
""" "Cancélame la cita, ¿me cobran?"."""
_OF_CHANGE = frozenset({Act.MOVE, Act.CANCEL, Act.CHANGES, Act.CHANGED})
_BOOKS = re.compile(rf" (?:{BOOKING})")
_OF_RULES = frozenset({*acts.QUESTIONS, Act.CANCEL, Act.MOVE, Act.CHANGED, Act.LATE})


def asked(
    message: Message, context: UnderstandingContext, read: Callable[[str], tuple[AnyIntent, ...]]
) -> tuple[AnyIntent, ...]:
    """The question, where the message is nothing else, or says firmly besides that they will not come; else nothing."""
    flat = message.flat
    if context.role is not Role.PATIENT:
        return ()
    if not (message.asks or on_condition(message)):
        return ()
    whole = AskQuestion(query=message.text.strip())
    if on_condition(message) and {one.act for one in acts.find(message)} <= _OF_CHANGE:
        return (whole.model_copy(update={"topic": Topic.CHANGES}),)
    if not message.asks:
        return ()
    if _ALLOWED.match(flat):
        return (whole.model_copy(update={"topic": Topic.CHANGES}),)
    if _WHAT_IF.match(flat):
        return (whole,)
    late, missed = _LATE.search(flat), _MISSED.search(flat)
    found = {one.act for one in acts.find(message)}
    of_one = {Act.START, Act.SHIFT, Act.LIST} if found & _OF_CHANGE and not _BOOKS.search(flat) else set()
    if (_ORDERED.search(flat) and not late) or found - _OF_RULES - of_one:
        return ()
    if missed and _FIRM.match(missed.group()):
        begins = message.tokens[message.between(0, missed.start("asks")).stop].start
        said = read(message.text[:begins].rstrip(" ,.;¿"))
        if said and all(isinstance(one, CancelAppointment) for one in said):
            return (AskQuestion(query=message.text[begins:].strip(" ,.;")), *said)
        return ()
    return (whole,) if late or missed or (_COMES_TO.search(flat) and _CONDITION.search(flat)) else ()
