"""A question about what is on screen, which wishes for nothing: about the proposal, "¿con quién me toca?", "es a las 4 de
la tarde, ¿verdad?", or about one of the offered times, "¿la de 2:30 es con la doctora Ríos?"."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Topic
from booking.models import Purpose, State, UnderstandingContext
from nlu.when import read_spans
from nlu.with_whom.doctors import wanted
from nlu.words.message import Message

_OPENING = r"^(?: (?:,|\?|si|entonces|oiga|oye|perdon|disculpe|disculpa|y|pero|ok|bueno|a ver|hola|pues))*"
_IS = r"(?:es|era|seria|sera|queda|quedaria|quedo)"
_ASKS_WHAT = re.compile(
    rf"{_OPENING} (?:con (?:quien|cual|que) ?(?:doctora?|medico)?|(?:para |a )?(?:que|cual) (?:dia|hora|fecha)|(?:para )?cuando|a nombre de quien)"
    rf"(?: (?:fue|me) (?:que|toca|toco|tocaria|dijo|dijiste|dio|pusiste|puso|van a atender|atiende|va a atender)| {_IS}| va a ser| dijo)"
    r"(?: (?:entonces|mi|la|cita|consulta|turno|ese|eso|dijo|que|me|por fin|al final))*(?: [,?])* $"
)
_ASKS_BARELY = re.compile(
    rf"{_OPENING} (?:(?P<whom>con (?:quien|(?:cual|que) (?:doctora?|dra?|medic[oa])))|(?:a )?que horas?|(?:que|cual) dia|(?:para )?cuando)(?: [,?])* $"
)
""" "¿Y con quién?", "¿a qué hora?"."""
_ASKS_WHICH = re.compile(
    rf"{_OPENING} (?:(?:me |nos )?(?:repit\w+|recuerd\w+|dig\w+|dices?|pas\w+|mand\w+|puede[sn]? (?:repetir|decir|recordar|pasar)(?:me|nos)?) )?"
    rf"(?:(?:me |nos )?(?:cuales|que|las|los|en que|para que|de nuevo) )+(?:las |los |son las |son los |serian las |eran las )?(?:mis )?(?:fechas|dias|citas)"
    rf"(?: (?:son|serian|eran|quedan|quedaron|quedarian|quedaria|queda|serian|tocan|me tocan|me tocarian|me dijo|me dijiste|me dio|me diste|fueron|van a ser|entonces|otra vez|de nuevo|por favor|porfa|todas|las))*(?: [,?])* $"
    rf"|{_OPENING} (?:y )?(?:cuales (?:son|serian|eran|quedaron)|como (?:quedan|quedaron|quedarian|serian)) (?:las |los |mis )?(?:fechas|dias|citas)(?: (?:entonces|otra vez|de nuevo|por favor|todas))*(?: [,?])* $"
)
""" "¿Cuáles fechas son?", "¿me repites las fechas?": the dates of a series, once more."""
_ASKS_WHETHER = re.compile(
    rf"{_OPENING} (?:si )?{_IS} (?P<what>.+?)(?P<tag>(?: ,)* (?:verdad|cierto|no|correcto|o no))?(?: [,?])* $"
)
_TAGS = frozenset({"verdad", "vdd", "vd", "cierto", "correcto"})
""" "A las 9, ¿verdad?": what is proposed, once more."""


def asked(message: Message, context: UnderstandingContext) -> AskQuestion | None:
    """The question; None where the message says anything else."""
    one = context.state is State.SLOT_SELECTION and len(context.offered) == 1
    if not (context.state is State.CONFIRM or one) or context.purpose is Purpose.STAFF or message.odd:
        return None
    whether = _ASKS_WHETHER.match(message.flat)
    if whether is None and message.asks and any(token.raw.casefold() in _TAGS for token in message.tokens[-3:]):
        whether = _ASKS_WHETHER.match(f" es{message.flat}")
    which = any(one.match(message.flat) for one in (_ASKS_WHAT, _ASKS_BARELY, _ASKS_WHICH))
    if not which and not (whether and _is_whether(whether, message, context)):
        return None
    return AskQuestion(query=message.text.strip(), topic=Topic.PROPOSAL)


def _is_whether(found: re.Match[str], message: Message, context: UnderstandingContext) -> bool:
    """Whether it names a time or a doctor, and asks by its tag or its mark."""
    if not (message.asks or found["tag"]):
        return False
    doctor = wanted(Message.of(found["what"]), context.doctors)
    if doctor and not doctor.not_with:
        return True
    said = read_spans(found["what"], context.now)
    return bool(said.spans) and not said.leftover


_ABOUT = r"(?:es|son|seria|sera|toca|dura|cuesta|sale|incluye|atiende|queda)"
_WHAT_A_TIME_IS = re.compile(
    rf"^(?: ,| \?| y| oiga| oye| disculpe| perdon| pero| ok| bueno)*(?: (?:con|de|a|en|para))? (?:cual|cuales|quien|quienes|que)(?: [^ ,?]+){{0,3}}? {_ABOUT}(?: [^ ,?]+)* (?:(?:el|la|los|las)(?: de| del| opcion| numero| [0-9]+| (?:primer|segund|tercer|cuart|quint|ultim)\w*)|es[aeo]s?)(?= )"
)
_WHETHER_A_TIME_IS = re.compile(
    rf" (?:la|el|esa|ese)(?: [^ ,?]+){{0,7}}? {_ABOUT} (?:con|para|de|del|en|por|el|la|doctor|doctora|hombre|mujer|presencial|seguro|cara|caro|gratis|mas)(?: [^ ?]+)* \?"
)
_WITH_WHOM = re.compile(r" con (?:quien|cual|que)(?= )")
_OF_WHOM = re.compile(r" (?:quien|quienes|doctora?s?|medic[oa]s?)(?= )")


def asked_of_a_time(message: Message, context: UnderstandingContext) -> AskQuestion | None:
    """The question; None where the message asks nothing about a time on screen."""
    if context.state is not State.SLOT_SELECTION or not context.offered or message.odd:
        return None
    what = _WHAT_A_TIME_IS.match(message.flat) or (_WITH_WHOM.search(message.flat) and _ASKS_WHAT.match(message.flat))
    bare = _ASKS_BARELY.match(message.flat)
    if bare and bare["whom"]:
        return AskQuestion(query=message.text.strip(), topic=Topic.DOCTORS)
    if not what and not _WHETHER_A_TIME_IS.search(message.flat):
        return None
    topic = Topic.DOCTORS if what and _OF_WHOM.search(message.flat) else None
    return AskQuestion(query=message.text.strip(), topic=topic)
