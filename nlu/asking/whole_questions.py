"""Questions that a message asks as a whole: whether there is consultation on the feast that an appointment falls on, who
writes to somebody that made none, and whether what others say of the clinic is so, asked beside a wish."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Greet, ListAppointments, Reading, Thank, Topic, Unknown
from booking.models import State, UnderstandingContext
from nlu import acts
from nlu.parsed import MOST_INTENTS, Parse, Reader
from nlu.when import read
from nlu.words.message import Message

_FEAST = re.compile(
    r"^(?: (?:,|y|oiga|oigan|hola|disculpe|es que|como))* (?:la|mi cita|la cita|mi consulta)(?: (?:cita|que tengo|mia|es|del?|el|dia|\d{1,2}|[a-z]+)){0,6}?"
    r" (?:es|cae en|cae|seria) (?P<day>[a-z ]{4,30}?)(?: ,)?(?: (?:y|pero|si|no|ese dia|siempre))*"
    r" (?:(?:van|iran|vayan) a (?:abrir|trabajar|atender|laborar|estar)|abren|trabajan|atienden|laboran|(?:hay|dan|habra) consultas?)"
    r"(?: ese dia| normal| o no)* \? $"
)
""" "La del 24 es nochebuena, ¿sí van a abrir?"."""
_WHO = re.compile(r" (?:quien|quienes) (?:es|son|habla|escribe|eres|me (?:habla|escribe|escribio|mando))(?= )")
_MADE_NONE = re.compile(
    r" (?:yo )?(?:no|nunca) (?:he )?(?:hice|hicimos|hecho|pedi|pedido|agende|agendado|saque|sacado|solicite|solicitado|tengo)"
    r" (?:ninguna|alguna|una|esa|ningun) (?:cita|consulta)(?= )"
)
""" "¿Quién es? Yo no hice ninguna cita"."""
_SAID = re.compile(
    r"(?:^|(?<=[.,;!\n]))\s*(?:(?:hola|oiga|oigan|buenas|es que|fijese que|fíjese que)[\s,]+)*"
    r"(?:me (?:dijeron|contaron|comentaron|platicaron|informaron)|supe|dicen|le[ií]|escuch[eé]|o[ií]|vi)(?: \w+){0,3}? que"
    r" (?P<claim>(?:ah[ií] |ustedes |la cl[ií]nica |la consulta |ya |no |s[ií] )*"
    r"(?:atienden|tienen|hacen|cobran|dan|aceptan|manejan|ven|ponen|hay|es gratis|sale gratis|son gratis|no cobran)\b[^.,;?!\n]*)[.,;!\n]+",
    re.IGNORECASE,
)
""" "Me dijeron que atienden gratis a los de la tercera edad, quiero cita"."""
_OTHERS_MADE = re.compile(
    r" (?:me|nos|le|les) (?:saco|hizo|agendo|aparto|pidio|consiguio|programo|anoto|puso|sacaron|hicieron|agendaron|apartaron|pidieron|consiguieron|programaron|pusieron)"
    r" (?:(?:una|la|mi|su|ya) )*(?:cita|citita|consulta)(?= )"
)
_WHEN_UNKNOWN = re.compile(
    r" (?:no|nunca|ni) (?:(?:me|nos|le|les|ya|lo|la|se) )*(?:dijo|dijeron|aviso|avisaron|paso|pasaron|se|supe|sabe|sabemos|acuerdo|acuerda|recuerdo|recuerda|explico)"
    r" (?:bien )?(?:para )?(?:cuando|que dia|que fecha|a que horas?|que horas?|la fecha|el dia|la hora)(?= )"
)
""" "Mi hija ya me sacó una cita pero no me dijo cuándo"."""
_WISHED = (acts.Act.MOVE, acts.Act.CANCEL, acts.Act.HUMAN, acts.Act.LATE, acts.Act.URGENCY, *acts.ILLNESS)

_NO_WISH = (AskQuestion, Greet, ListAppointments, Thank, Unknown)


def of_its_feast(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """Whether there is consultation on that day."""
    found = _FEAST.match(message.flat) if message.asks else None
    when = read(found["day"], context.now).when if found else None
    if when is None or when.date_from is None or when.date_from != when.date_to:
        return None
    return Parse((AskQuestion(query=message.text, topic=Topic.HOURS, when=Reading(when=when)),))


def of_who_writes(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """Who writes, and of which appointment."""
    if not (_WHO.search(message.flat) and _MADE_NONE.search(message.flat)):
        return None
    return Parse((AskQuestion(query=message.text, topic=Topic.ASSISTANT), ListAppointments()))


def of_what_others_say(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """Whether it is so, and what is wanted besides."""
    found = _SAID.search(message.text)
    rest = f"{message.text[: found.start()]} {message.text[found.end() :]}".strip(" ,.;") if found else ""
    if found is None or not rest or message.asks:
        return None
    wished = reader(rest, context)
    if not wished.sure or not wished.intents or len(wished.intents) >= MOST_INTENTS:
        return None
    return wished._replace(intents=(AskQuestion(query=found["claim"].strip()), *wished.intents))


def of_one_others_made(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """When an appointment is that somebody else made for who writes: none is wished for, and nobody else's is meant."""
    told = _OTHERS_MADE.search(message.flat)
    unknown = _WHEN_UNKNOWN.search(message.flat, told.end()) if told else None
    if context.state is not State.IDLE or unknown is None:
        return None
    if any(found.act in _WISHED for found in acts.find(message)):
        return None
    behind = message.between(unknown.end() + 1, len(message.flat))
    rest = message.text[message.tokens[behind.start].start :].strip(" ,.;") if behind else ""
    others = [i for i in (reader(rest, context).intents if rest else ()) if not isinstance(i, _NO_WISH)]
    return None if others else Parse((ListAppointments(),))
